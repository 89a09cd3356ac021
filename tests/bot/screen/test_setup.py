"""The panels of settings and preferences as messages: whole at their worst, and readable when something is gone."""

from __future__ import annotations

from bot.games import faces
from bot.screen import preferences, setup
from bot.tables.preferences import CHOICES, Preferences
from bot.tables.setup_view import SETTINGS, Changed, SetupView
from bot.tables.views import Note
from engine.options import text_of
from tests.bot.screen.positions import ENGLISH, controls, labels, payload, text

USUAL = {**{name: values[0] for name, values in SETTINGS.items()}, "language": "discord"}
SHEETS = {key: face.game.settle({}) for key, face in faces().items() if face.game is not None}


def view(*last: Changed, season: int = 1, **values: str) -> SetupView:
    return SetupView(values={**USUAL, **values}, season=season, house=SHEETS, last=last)


def changed(setting: str, was: str, now: str, person: int | None = 10**18) -> Changed:
    return Changed(person=person, at=1_900_000_000.0, setting=setting, was=was, now=now)


def longest_changes() -> list[Changed]:
    """For every rule of every game and every setting, its longest value to its longest value."""
    every = [changed(name, values[-1], values[-1]) for name, values in SETTINGS.items()]
    for key, face in faces().items():
        for option in face.game.options if face.game else ():
            words = max(option.offered, key=lambda value: len(face.option(option.name, value, ENGLISH)))
            every.append(changed(f"{key}.{option.name}", text_of(words), text_of(words)))
    return sorted(every, key=lambda each: -len(text(setup.setup(view(each), ENGLISH))))


async def test_every_panel_fits_a_message_at_its_worst() -> None:
    worst = longest_changes()[:5]
    assert len(worst) == 5
    built = payload(
        setup.setup(view(*worst, season=10**6, **{name: each[-1] for name, each in SETTINGS.items()}), ENGLISH)
    )
    assert built
    for key, face in faces().items():
        assert payload(setup.rules(view(), key, ENGLISH))
        for option in face.game.options if face.game else ():
            note = Note("refusal.bad_number", {"least": 1, "most": 1000})
            assert payload(setup.values(view(), key, option.name, ENGLISH, note))
    assert payload(setup.new_season(view(season=10**6), ENGLISH))
    assert payload(preferences.preferences(Preferences(), ENGLISH))


async def test_what_a_change_was_about_is_said_in_words() -> None:
    said = text(
        setup.setup(
            view(
                changed("counting", "strict", "everything"),
                changed("season", "1", "2", None),
                changed("phat.muck_tie", "carry", "split", 7),
            ),
            ENGLISH,
        )
    )
    assert "<t:1900000000:d> <@1000000000000000000> · What counts: Strict → Everything" in said
    assert "Somebody · Season: 1 → 2" in said
    assert "<@7> · Phat: When the muck is tied: Muck 40–40: the 8 points are carried over. → " in said


async def test_a_change_of_something_that_is_no_more_is_still_shown() -> None:
    said = text(
        setup.setup(
            view(
                changed("weather", "fine", "foul"),
                changed("clock", "sundial", "live"),
                changed("phat.gone", "1", "2"),
                changed("phat.target", "many", "181"),
                changed("poker.ante", "1", "2"),
            ),
            ENGLISH,
        )
    )
    for piece in (
        "weather: fine → foul",
        "Clock: sundial → Live",
        "Gone: 1 → 2",
        "Target: many → First",
        "poker.ante: 1 → 2",
    ):
        assert piece in said


async def test_the_controls_are_no_tables() -> None:
    for built in (setup.setup(view(), ENGLISH), preferences.preferences(Preferences(), ENGLISH)):
        assert all(each.startswith("t:0:0:") for each in controls(built))
    # Beside these, the language.
    assert len(CHOICES) + 1 == len(controls(preferences.preferences(Preferences(), ENGLISH)))
    assert "Begin season 8" in labels(setup.new_season(view(season=7), ENGLISH))
