"""The engine's command line: its output, its exit codes, and one clear line whatever goes wrong."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.games import games
from engine.reading import read
from engine.replay import verify
from tests.engine.high_spade import at_the_table

ROOT = Path(__file__).parents[2]
DOC = ROOT / "docs" / "record.md"

#: SHA-256 of what ``simulate phat --players random --seed 1`` writes. If a change of it is meant, renew it with
#: ``python -m engine simulate phat --players random --seed 1 | sha256sum`` (records of old seeds are then others).
GOLDEN = "1e23a861c54587b0be0601cd409fb6d0e9aca208363b9ca7bc8d9b62d9b5a1cd"


@pytest.fixture(scope="module", autouse=True)
def _high_spade() -> Iterator[None]:
    with at_the_table():
        yield


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


class Run:
    """Runs a command in this process: exit code, standard output, standard error."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: object) -> tuple[int, str, str]:
        self.capsys.readouterr()
        code = main([str(each) for each in arguments])
        return (code, *self.capsys.readouterr())

    def records(self, *arguments: object) -> str:
        code, out, errors = self("simulate", *arguments)
        assert (code, errors) == (0, "")
        return out


def process(*arguments: object, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "engine", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
        timeout=300,
    )


# --- simulate ----------------------------------------------------------------------------------------------------


def test_the_stream_of_a_seed_is_as_it_was(run: Run) -> None:
    out = run.records("phat", "--players", "random", "--seed", 1)
    assert hashlib.sha256(out.encode()).hexdigest() == GOLDEN


def test_a_seed_gives_the_same_bytes_in_every_process() -> None:
    arguments = (
        "simulate",
        "phat",
        "--seed",
        5,
        "--matches",
        3,
        "--players",
        "normal,easy,random,hard",
        "--rollouts",
        20,
    )
    one = process(*arguments, PYTHONHASHSEED="1")
    other = process(*arguments, PYTHONHASHSEED="2", PYTHONIOENCODING="utf-16", PYTHONUTF8="0")
    assert one.returncode == other.returncode == 0
    assert one.stdout.count(b"\n") == 3
    assert one.stdout == other.stdout.decode("utf-16").encode()
    assert process("simulate", "phat", "--seed", 6, "--matches", 3).stdout != one.stdout


@pytest.mark.parametrize("key", [*games(), "high_spade"])
def test_what_default_players_play_ends_and_verifies(key: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    assert run("simulate", key, "--matches", 5, "--seed", 3, "--out", file) == (0, "", "")
    assert all(read(line).result is not None for line in file.read_text().splitlines())
    assert run("verify", file) == (0, "ok\n" * 5, "")
    assert run("replay", file) == (0, file.read_text(), "")
    code, out, errors = run("show", file)
    assert (code, errors) == (0, "")
    assert out.count(" the match. Scores: ") == 5


def test_seed_0_is_the_default_and_other_seeds_differ(run: Run) -> None:
    outs = [run.records("phat", *seed) for seed in ((), ("--seed", 0), ("--seed", 1), ("--seed", -1))]
    assert outs[0] == outs[1]
    assert len(set(outs)) == 3


def test_a_longer_run_begins_like_a_shorter_one(run: Run) -> None:
    longer = run.records("phat", "--matches", 4)
    assert longer.startswith(run.records("phat", "--matches", 2))
    assert len(set(longer.splitlines())) == 4


def test_options_seats_and_players_stand_in_the_record(run: Run) -> None:
    arguments = ("--option", "target=2", "--option", "shout=on", "--seats", 2, "--players", "random,easy")
    whole = json.loads(run.records("high_spade", *arguments))
    assert whole["options"] == {"shout": True, "target": 2}
    assert whole["seats"] == len(whole["deals"][0]["hands"]) == 2
    assert whole["players"] == ["computer random", "computer easy"]
    assert len(whole["deals"][0]["rest"]) == 5


def test_a_match_without_an_end_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.simulate.MOST_DEALS", 1)
    code, out, errors = run("simulate", "phat", "--players", "random")
    assert code == 0
    assert json.loads(out)["result"] == {"finished": False}
    assert errors == "match 1 is left unfinished after 1 deals\n"


def test_out_replaces_a_file_only_with_a_whole_one(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "here.jsonl"
    file.write_text("what was here")
    lines = iter(["{}"])  # and none for the second match
    monkeypatch.setattr("engine.__main__.write", lambda record: next(lines))
    with pytest.raises(StopIteration):
        run("simulate", "phat", "--matches", 2, "--out", file)
    assert file.read_text() == "what was here"
    assert list(tmp_path.iterdir()) == [file]
    monkeypatch.undo()
    assert run("simulate", "phat", "--out", file)[0] == 0
    assert list(tmp_path.iterdir()) == [file]
    verify(read(file.read_text()))


def test_out_writes_through_links_and_into_devices(run: Run, tmp_path: Path) -> None:
    link, file = tmp_path / "link", tmp_path / "file"
    link.symlink_to(file)
    assert run("simulate", "phat", "--out", link) == (0, "", "")
    assert link.is_symlink()
    verify(read(file.read_text()))
    assert run("simulate", "phat", "--out", os.devnull) == (0, "", "")
    assert not Path(os.devnull).is_file()
    assert run("simulate", "phat", "--out", "-")[1] == file.read_text()


# --- wrong arguments, unusable files -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("", "required: COMMAND"),
        ("deal", "invalid choice: 'deal'"),
        ("simulate", "required: GAME"),
        ("simulate whist", "unknown game 'whist'; the games are "),
        ("simulate phat more", "unrecognized arguments: more"),
        ("simulate phat --match 2", "unrecognized arguments: --match 2"),
        ("simulate phat --matches", "expected one argument"),
        ("simulate phat --matches 0", "a whole number from 1 to"),
        ("simulate phat --matches two", "not 'two'"),
        ("simulate phat --matches " + "9" * 5000, "a whole number from 1 to"),
        ("simulate phat --seed 1.5", "not '1.5'"),
        ("simulate phat --seed -", "not '-'"),
        ("simulate phat --seed " + "9" * 19, "a whole number from"),
        ("simulate phat --seats 5", "Phat is played by 4, not by 5"),
        ("simulate high_spade --seats 4", "High Spade is played by 2, 3, not by 4"),
        ("simulate phat --option target", "--option takes NAME=VALUE, not 'target'"),
        ("simulate phat --option tar=3", "Phat has no option 'tar'"),
        ("simulate phat --option target=0", "option target takes"),
        ("simulate phat --option target=91 --option target=91", "option target is given twice"),
        ("simulate phat --players clever", "unknown player 'clever'; the players are random, easy, normal, hard"),
        ("simulate phat --players easy,hard", "one for each of the 4 seats, not 2"),
        ("simulate phat --players easy,", "unknown player ''"),
        ("simulate phat --out /no/such/folder/x", "/no/such/folder/x: No such file or directory"),
        ("simulate phat --out .", "Is a directory"),
        ("verify", "required: FILE"),
        ("verify one two", "unrecognized arguments: two"),
        ("verify /no/such/file", "/no/such/file: No such file or directory"),
        ("show .", ".: Is a directory"),
        ("replay .", ".: Is a directory"),
    ],
)
def test_wrong_arguments_cost_one_line(arguments: str, said: str, run: Run) -> None:
    code, out, errors = run(*arguments.split())
    assert (code, out) == (2, "")
    assert said in errors
    assert errors.count("\n") == 1
    assert len(errors) < 400


def test_an_argument_with_line_ends_still_costs_one_line(run: Run) -> None:
    for arguments in (["simulate", "a\nb"], ["simulate", "phat", "--option", "a\n=\n"], ["show", "no\nfile"]):
        code, _, errors = run(*arguments)
        assert (code, errors.count("\n")) == (2, 1)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_and_a_closed_pipe_are_told_without_a_traceback() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "engine", "simulate", "phat"],
            cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False, timeout=300,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, b"No space left on device\n")
    piped = subprocess.Popen(
        [sys.executable, "-m", "engine", "simulate", "phat", "--players", "random", "--matches", "200"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert piped.stdout is not None
    assert piped.stderr is not None
    piped.stdout.read(10)
    piped.stdout.close()
    told = piped.stderr.read()
    piped.stderr.close()
    assert (piped.wait(60), told) == (2, b"the output was closed before all was written\n")


# --- replay, verify, show ----------------------------------------------------------------------------------------


def test_one_bad_record_does_not_stop_the_rest(run: Run, tmp_path: Path) -> None:
    good = run.records("phat", "--matches", 2, "--players", "random").splitlines()
    bad = json.loads(good[0])
    bad["deals"][1]["actions"][3][1] = "play J+"
    tampered = json.loads(good[1])
    tampered["result"]["winners"] = []
    file = tmp_path / "mixed.jsonl"
    file.write_text("\n".join(["", good[0], "[]", json.dumps(bad), "", json.dumps(tampered), good[1]]))
    code, out, errors = run("verify", file)
    assert (code, errors) == (1, "")
    ok, no_record, wrong, claim, last = out.splitlines()
    assert ok == last == "ok"
    assert no_record == "line 3: a record must be an object, not a list"
    assert wrong.startswith("line 4, deal 1, action 3: 'play J+' by seat ")
    assert re.fullmatch(r"line 6: the winners of the result are \[\d, \d\], the record has \[\]", claim)
    code, out, errors = run("replay", file)
    assert (code, out.splitlines()) == (1, [good[0], good[1], good[1]])
    assert [line[:7] for line in errors.splitlines()] == ["line 3:", "line 4,"]
    code, out, errors = run("show", file)
    assert (code, out.count("Phat for 4"), errors.count("\n")) == (1, 3, 2)


def test_replay_fills_in_what_is_missing(run: Run, tmp_path: Path) -> None:
    out = run.records("phat", "--players", "random")
    whole = json.loads(out)
    del whole["result"]
    for deal in whole["deals"]:
        del deal["points"], deal["scores"]
    file = tmp_path / "bare.jsonl"
    file.write_text(json.dumps(whole))
    assert run("verify", file)[0] == 1
    assert run("replay", file) == (0, out, "")
    del whole["deals"][1:]
    del whole["deals"][0]["actions"][30:]
    file.write_text(json.dumps(whole))
    assert run("verify", file) == (0, "ok\n", "")
    code, filled, _ = run("replay", file)
    assert code == 0
    assert json.loads(filled) == {**whole, "result": {"finished": False}}
    file.write_text(filled)
    assert run("replay", file)[1] == filled


def test_a_record_over_several_lines_is_one_record(run: Run, tmp_path: Path) -> None:
    out = run.records("phat", "--players", "random")
    file = tmp_path / "pretty.json"
    for text in (json.dumps(json.loads(out), indent=1), json.dumps(json.loads(out), indent=2) + "\n\n", "\ufeff" + out):
        file.write_text(text, encoding="utf-8")
        assert run("replay", file) == (0, out, "")
    file.write_text(json.dumps(json.loads(out), indent=1).replace('"seats": 4,', '"seats": 4;'))
    code, told, _ = run("verify", file)
    assert code == 1
    assert re.fullmatch(r"line 1: not JSON: .* \(line 6 of the record, column 12\)\n", told)
    file.write_text(out[:100] + "\n" + out)
    code, told, _ = run("verify", file)
    assert told.startswith("line 1: not JSON")
    assert told.endswith("\nok\n")


def test_a_file_without_a_record_is_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "empty.jsonl"
    for text in ("", "\n\n", "\ufeff", " \r\n"):
        file.write_text(text, encoding="utf-8", newline="")
        for command in ("verify", "replay", "show"):
            assert run(command, file) == (1, "", f"{file}: there is no record in it\n")


def test_a_dash_is_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    out = run.records("phat", "--matches", 2)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(out.encode())))
    assert run("verify", "-") == (0, "ok\nok\n", "")


def test_a_transcript_tells_of_all_that_happened(run: Run, tmp_path: Path) -> None:
    whole = json.loads(run.records("high_spade", "--seed", 4, "--players", "random", "--seats", 3))
    whole["players"] = ["Ann\n\x1b[31m", "Bo", "Cy"]
    whole["deals"][0]["stand_ins"] = [[0, 1, "computer easy"]]
    file = tmp_path / "one.json"
    file.write_text(json.dumps(whole))
    _, out, _ = run("show", file)
    assert "\x1b" not in out
    assert out.startswith("High Spade for 3, rules as on the sheet\n  seat 0  Ann\\n\\x1b[31m\n  seat 1  Bo\n")
    assert "  rest    " in out
    assert re.search(r"  Said: \d (in|pass), \d (in|pass), \d (in|pass), \d discard \S+♠", out)
    assert "Stood in: computer easy for seat 1" in out
    assert "  trick  leads    0    1    2  takes  points\n" in out
    del whole["deals"][1:]
    actions = whole["deals"][0]["actions"]
    del actions[-1], whole["result"], whole["deals"][0]["points"], whole["deals"][0]["scores"]
    file.write_text(json.dumps(whole))
    code, out, _ = run("show", file)
    assert code == 0
    assert "  Not finished: seat " in out
    assert out.endswith("The match is not finished. Scores: " + out.rpartition("Scores: ")[2])
    assert "      -       -\n" in out


def test_a_transcript_has_letters_where_there_are_no_symbols(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    example = json.loads(examples("json")[0])
    example["players"][0] = "Åsa"
    file.write_text(json.dumps(example))
    shown = process("show", file, PYTHONIOENCODING="ascii")
    assert shown.returncode == 0
    assert b"  seat 0  S 9 4 3        H A 10 8 3    D J 8 4         C 9 6 2\n" in shown.stdout
    assert b"\\xc5sa (seat 0) and computer random (seat 2) win the match." in shown.stdout


# --- the document ------------------------------------------------------------------------------------------------


def examples(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)\n```", DOC.read_text(encoding="utf-8"), re.DOTALL)


def test_the_example_in_the_document_replays(run: Run, tmp_path: Path) -> None:
    (example,) = examples("json")
    file = tmp_path / "example.json"
    file.write_text(example)
    assert run("verify", file) == (0, "ok\n", "")
    out = run.records("phat", "--players", "random", "--seed", 2, "--option", "target=18")
    assert run("replay", file) == (0, out, "")
    assert run("show", file)[1].rstrip("\n") == examples("text")[0]


def test_the_proof_in_the_document_holds() -> None:
    (command,) = examples("sh")
    text = command.split("'")[3]
    assert hashlib.sha256(text.encode()).hexdigest() == json.loads(examples("json")[0])["deals"][0]["commitment"]


def test_the_document_names_every_option_of_the_command_line(run: Run) -> None:
    text = DOC.read_text(encoding="utf-8")
    with pytest.raises(SystemExit):
        run("simulate", "--help")
    options = set(re.findall(r"--[a-z]+", run.capsys.readouterr().out)) - {"--help"}
    assert len(options) == 7
    assert all(f"`{option} " in text for option in options)
