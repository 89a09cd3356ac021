"""Sentences, cards, numbers, lists, and what happens when something is missing."""

import logging

import pytest

from bot import texts as module
from bot.texts import TextMissing, Texts, catalogue, is_forms, languages
from engine.cards import card


def test_cards_are_a_rank_with_its_suit() -> None:
    assert Texts().cards([card("9S"), card("TD"), card("AH"), card("2C")]) == "9♠ 10♦ A♥ 2♣"
    assert Texts().card(card("J+")) == "J+"
    assert Texts().card(card("J-")) == "J−"


def test_a_suit_is_named_with_its_symbol() -> None:
    assert Texts().suit(2) == "♦ diamonds"


def test_numbers_have_a_true_minus_sign() -> None:
    texts = Texts()
    assert [texts.number(7), texts.number(-7), texts.number(7, signed=True)] == ["7", "−7", "+7"]
    assert texts.number(0, signed=True) == "0"


@pytest.mark.parametrize(
    ("items", "expected"),
    [([], ""), (["Ann"], "Ann"), (["Ann", "Bo"], "Ann and Bo"), (["Ann", "Bo", "Cleo"], "Ann, Bo and Cleo")],
)
def test_lists_read_as_words(items: list[str], expected: str) -> None:
    assert Texts().list(items) == expected


def test_forms_by_number_and_by_suit() -> None:
    texts = Texts()
    assert texts.t("refusal.too_many_cards", n=1) == "You may exchange one card at most."
    assert texts.t("refusal.too_many_cards", n=3) == "You may exchange 3 cards at most."
    assert texts.t("refusal.must_follow", suit=1) == "Hearts ♥ were led: you must play a heart."
    assert texts.t("refusal.not_in_hand", card=card("TD")) == "You do not hold 10♦."


def test_russian_numbers_have_three_forms() -> None:
    forms = [module.PLURALS["ru"](n) for n in (1, 2, 5, 11, 12, 21, 22, 25, 111)]
    assert forms == ["one", "few", "many", "many", "many", "one", "few", "many", "many"]


def test_what_people_write_is_not_read_as_a_placeholder() -> None:
    assert Texts().t("refusal.wrong_move", move="{card} {n}").startswith("You cannot do that now: {card} {n}.")


def test_missing_things_are_errors_in_tests() -> None:
    texts = Texts()
    for key, params in (("no.such.key", {}), ("refusal.not_in_hand", {}), ("refusal.must_follow", {"suit": 9})):
        with pytest.raises(TextMissing):
            texts.t(key, **params)
    with pytest.raises(TextMissing):
        texts.card(77)


def test_at_run_time_one_makes_do_and_logs(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(Texts, "strict", False)
    texts = Texts()
    with caplog.at_level(logging.ERROR):
        assert texts.t("no.such.key") == "…"
        assert texts.t("refusal.not_in_hand") == "You do not hold …."
        assert texts.t("refusal.must_follow", suit=9, name="Ann")
        assert texts.card(99) == "…"
    assert len(caplog.records) == 4
    # What it was about is private.
    assert "Ann" not in caplog.text


def test_a_language_without_a_catalogue_is_english() -> None:
    assert [Texts(each).language for each in ("en-GB", "xx", "", "en")] == ["en"] * 4
    assert languages()[0] == "en"


def test_a_game_has_its_own_file() -> None:
    assert catalogue("en")["phat.title"] == "Phat"


def test_groups_of_keys_are_not_taken_for_forms() -> None:
    assert is_forms({"one": "", "other": ""})
    assert is_forms({"other": ""})
    assert is_forms({"one": "", "few": "", "many": ""})
    assert not is_forms({"one": ""})
    assert not is_forms({"host": "", "other": ""})
