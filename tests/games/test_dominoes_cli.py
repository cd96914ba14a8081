"""`enumerate dominoes`: what is printed, and how bad input ends."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from enumerate.cli import main
from enumerate.games.dominoes import play_match, tournament


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, ["dominoes", *words], input=typed)


class TestTournament:
    WORDS = ("tournament", "--matches", "3000", "--agents", "Juca,Tião", "--seed", "9")

    def test_json(self) -> None:
        data = json.loads(run(*self.WORDS, "--format", "json").stdout)
        result = tournament(["juca", "tiao"], matches=3000, seed=9)
        (pair,) = data["pairs"]
        assert {"a": "juca", "b": "tiao", "win": str(result.totals["juca"])}.items() <= pair.items()
        assert data["totals"] == {name: str(total) for name, total in result.totals.items()}
        assert int(data["draws"]) == result.draws == int(pair["draw"])
        assert pair["se"] == pytest.approx(result.pairs[0].estimates["win"].se, abs=1e-6)

    def test_csv(self) -> None:
        (row,) = csv.DictReader(io.StringIO(run(*self.WORDS, "--format", "csv").stdout))
        assert int(row["wins"]) + int(row["losses"]) + int(row["draws"]) == int(row["matches"]) == 3000
        assert float(row["win_low"]) < float(row["win"]) < float(row["win_high"])

    def test_text_names_agents_as_the_paper_does(self) -> None:
        assert "Juca - Tião" in run(*self.WORDS).stdout

    @pytest.mark.parametrize(
        ("name", "start"), [("d.png", b"\x89PNG"), ("d.svg", b"<?xml"), ("d.pdf", b"%PDF")]
    )
    def test_plot(self, name: str, start: bytes, tmp_path: Path) -> None:
        assert run(*self.WORDS, "--picture", str(tmp_path / name)).exit_code == 0
        assert (tmp_path / name).read_bytes().startswith(start)

    def test_an_agent_from_a_module(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "my_dominoes.py").write_text(
            "def last(seen, chance):\n    return seen.configurations[-1]\n"
        )
        monkeypatch.syspath_prepend(str(tmp_path))
        words = ("tournament", "--agents", "my_dominoes:last,juca", "--matches", "60", "--format", "json")
        assert set(json.loads(run(*words).stdout)["totals"]) == {"my_dominoes:last", "juca"}


class TestMatch:
    def test_show_is_the_replay(self) -> None:
        match = play_match(("tiao", "nabucodonossor"), seed=7, match=3)
        assert run("match", "--seed", "7", "--match", "3", "--show").stdout == str(match) + "\n"
        assert run("match", "--seed", "7", "--match", "3").stdout == str(match).splitlines()[-1] + "\n"

    def test_json(self) -> None:
        data = json.loads(run("match", "--seed", "7", "--format", "json").stdout)
        match = play_match(("tiao", "nabucodonossor"), seed=7)
        assert data["winner"] == match.agents[match.winner]
        assert len(data["turns"]) == len(match.turns)
        assert [len(hand) for hand in data["dealt"]] == [7, 7]


class TestPlay:
    @pytest.mark.parametrize("seed", range(8))
    def test_a_person_who_always_plays_the_first_move(self, seed: int) -> None:
        result = run("play", "--against", "pinduca", "--seed", str(seed), typed="1\n" * 40)
        assert result.exit_code == 0
        last = result.stdout.splitlines()[-1]
        assert last.endswith("tiles left")
        assert last.startswith(("You win:", "Pinduca wins:", "a draw:"))

    def test_a_wrong_number_is_asked_again(self) -> None:
        result = run("play", "--seed", "5", typed="99\nx\n" + "1\n" * 40)
        assert result.exit_code == 0
        assert "99 is not in the range" in result.output

    def test_end_of_input_interrupts(self) -> None:
        assert run("play", "--seed", "5", typed="").exit_code == 130


def test_a_match_needs_no_compiler_and_no_plots() -> None:
    code = (
        "import sys; from enumerate.cli import main; main(['dominoes', 'match'], standalone_mode=False);"
        "print({'numba', 'matplotlib', 'scipy', 'sympy'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "set()"


def test_plots_without_matplotlib_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("enumerate.render.plots.find_spec", lambda name: None)
    result = run("tournament", "--matches", "1000000000", "--picture", "x.png")
    assert result.exit_code == 2
    assert "plots need matplotlib" in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("tournament --matches 0", "`matches` must be at least 1, not 0"),
        ("tournament --agents juca", "at least two agents, not 1"),
        ("tournament --agents juca,os:nothing", "cannot load the agent 'os:nothing'"),
        ("tournament --agents juca,os:name", "'os:name' is not a function"),
        ("tournament --reading foo", "unknown reading 'foo'"),
        ("tournament --picture x.gif", "cannot draw 'x.gif'"),
        ("tournament --seed -1", "-1 is not in the range"),
        ("match --agents juca,tiao,pinduca", "a match needs two agents, not 3"),
        ("match --match -1", "`match` must be from 0"),
        ("play --against nobody", "unknown agent 'nobody'"),
        ("play --against juca,tiao", "against one agent, not 2"),
    ],
)
def test_bad_input_is_one_line_and_status_2(words: str, message: str) -> None:
    result = run(*words.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
