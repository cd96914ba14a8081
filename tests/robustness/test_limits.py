"""What is empty, huge, endless or closed is answered, or refused in one line."""

import json
import subprocess
import sys
import time
from fractions import Fraction
from math import comb
from pathlib import Path
from threading import Event

import pytest
from listening import Listener
from typed import answer, printed, refused, run

from enumerate import (
    Board,
    Game,
    InputError,
    Piece,
    Polynomial,
    StoppedError,
    TooLargeError,
    count,
    densities,
    evaluate,
    list_positions,
    moments,
    positions,
    sample,
    solve,
    verify,
)
from enumerate.cli import is_out_of_memory
from enumerate.cli.output import Output
from enumerate.counting.overview import Overview
from enumerate.games.falling.falling_game import Falling
from enumerate.measures.evaluation import Evaluation
from enumerate.model.polynomial import By, Marginal
from enumerate.model.position import Position
from enumerate.oeis.own import OwnSequence
from enumerate.plan.question import Question
from enumerate.sampling.sampling import PositionList
from enumerate.support.run import Progress

LARGE = 10**1000  # on 1 x 10 the values have 5,000 digits, and `str` converts at most 4,300
LONG = Game("long", [Piece("L", "left", [(0, 0), (9, 0)]), Piece("R", "right", [(0, 0), (0, 9)])])


@pytest.mark.parametrize("side", [1, 7])
def test_an_empty_set_has_the_value_0(side):
    found = evaluate(Board.rectangle(side, side), "perfect", x=-0.5)
    assert found.real == found.imaginary == (0, 0)
    assert found.log is None
    command = f"evaluate {side}x{side} --kind perfect --x 0.5 --format json"
    assert json.loads(printed(command))


@pytest.mark.parametrize("board", [Board.rectangle(1, 1), Board.rectangle(8, 8), Board.parse(".#.")])
@pytest.mark.parametrize("kind", ["general", "maximal", "perfect"])
def test_no_piece_fits_the_board(board, kind):
    some = kind != "perfect"
    assert count(board, kind, game=LONG) == some
    assert count(board, kind, game=LONG, empty=0) == 0
    assert count(board, kind, game=LONG, empty=len(board.cells)) == some
    claim = {"game": LONG.to_json(), "board": board.to_json(), "kind": kind, "play": False}
    claim |= {"stuck": ["left", "right"] if kind == "maximal" else [], "total": str(int(some))}
    assert verify(claim | {"terms": None}).holds
    assert verify(claim | {"terms": positions(board, kind, game=LONG).to_json()}).holds


def test_a_list_of_an_empty_set_is_empty(tmp_path):
    perfect = "list 3x3 --kind perfect"
    assert list_positions(Board.rectangle(3, 3), "perfect").total == 0
    found = run(perfect)
    said = "enumerate: there is no perfect position on this board\n"
    assert (found.exit_code, found.stdout, found.stderr) == (0, "", said)
    shown = answer(perfect)
    assert (shown["of"], shown["positions"]) == ("0", [])
    printed(f"{perfect} --show --picture {tmp_path / 'none.svg'}")
    assert "there are 0" in refused(f"{perfect} --unrank 0")
    assert (
        "no maximal position has 6 Left and 1 Right"
        in run("list 4x3 --kind maximal --left 6 --right 1").stderr
    )


@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        *(
            (f"{words} >&-", 1, "cannot read or write: standard output is closed")
            for words in ("count 3x3", "glossary", "--help", "--version", "count --help")
        ),
        ("positions - <&-", 2, "cannot read '-': standard input is closed"),
    ],
)
def test_a_closed_stream_fails(line: str, status: int, said: str) -> None:
    done = subprocess.run(
        f"{sys.executable} -m enumerate {line}", shell=True, stderr=subprocess.PIPE, text=True
    )
    assert (done.returncode, done.stderr) == (status, f"enumerate: {said}\n")


def test_a_file_needs_no_standard_output(tmp_path) -> None:
    file = tmp_path / "count.txt"
    line = f"{sys.executable} -m enumerate count 3x3 --out {file} >&-"
    assert subprocess.run(line, shell=True).returncode == 0
    assert file.read_text() == "total 131: all positions\n"


def test_the_logarithm_of_a_negative_value_says_so() -> None:
    shown = printed("evaluate 8x8 --x -1 --y -1")
    assert "value -336705" in shown
    assert "\nlog |value| 12.7" in shown
    assert evaluate(Board.rectangle(8, 8), x=-1, y=-1).table().header == ("value", "log |value|")
    assert "\nlog 4.8" in printed("evaluate 3x3")


def test_a_stop_without_a_store_does_not_speak_of_one(tmp_path) -> None:
    stop = Event()
    stop.set()
    with pytest.raises(StoppedError, match=r"^stopped$"):
        count(Board.rectangle(3, 3), stop=stop)


def test_a_long_term_ends_the_bfile_of_a_family() -> None:
    terms = (1, 10**999, 10**1000, 5)
    found = OwnSequence("n x n", Question(Board("1x1")), 1, terms)
    said = "# a(3) has more than 1000 digits: the b-file ends before it"
    assert found.bfile() == f"{said}\n1 1\n2 {10**999}\n"
    with pytest.raises(InputError, match=r"a\(1\) has more than"):
        OwnSequence("n x n", Question(Board("1x1")), 1, terms[2:]).bfile()


@pytest.mark.parametrize(
    "ask",
    [
        lambda: sample("4x4", size=10**12),
        lambda: sample(Board.aztec_diamond(3), "perfect", size=10**12),
        lambda: PositionList(Board.rectangle(2, 2)).sample(30_000_000, seed=1, max_memory="1GiB"),
    ],
    ids=["all", "perfect", "a list"],
)
def test_a_sample_beyond_memory_is_refused(ask) -> None:
    began = time.monotonic()
    with pytest.raises(TooLargeError, match="positions need about"):
        ask()
    assert time.monotonic() - began < 5


def test_counting_the_plays_of_a_solution_can_be_stopped() -> None:
    solution = Falling(4, 4, length=1).solve()
    stop = Event()
    stop.set()
    with Progress(stop=stop).watched():
        with pytest.raises(StoppedError):
            solution.table()
        with pytest.raises(StoppedError):
            next(solution.plays())


def test_a_stopped_command_prints_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    stop = Event()
    stop.set()
    with Progress(stop=stop).watched(), pytest.raises(StoppedError):
        Output("text", None).emit("the answer")
    assert capsys.readouterr().out == ""


def test_the_search_of_lengths_is_announced_before_it_starts() -> None:
    stop = Event()
    listener = Listener(stop)
    began = time.monotonic()
    with pytest.raises(StoppedError):
        solve(Board.rectangle(7, 9), progress=listener, stop=stop)
    assert listener.estimates[0].startswith("lengths of perfect play on 63 cells")
    assert time.monotonic() - began < 20  # with compiling
    solve(Board.rectangle(4, 4), progress=(listener := Listener()))  # a small board needs no word
    assert listener.estimates == []


@pytest.mark.skipif(sys.platform != "linux", reason="limits of the address space are those of Linux")
@pytest.mark.parametrize("kilobytes", [100_000, 250_000, 370_000])
def test_too_little_address_space_is_one_line(kilobytes: int) -> None:
    line = f"ulimit -v {kilobytes}; exec {sys.executable} -m enumerate solve 5x5"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=120)
    assert done.stderr == "enumerate: out of memory (see --max-memory)\n"
    assert (done.returncode, done.stdout) == (1, "")
    assert is_out_of_memory(OSError(12, "Cannot allocate memory"))
    for error in (ImportError("No module named 'a'"), RuntimeError("no"), OSError(2, "No such file")):
        assert not is_out_of_memory(error)


@pytest.mark.slow
def test_a_long_board_is_evaluated() -> None:
    """The bound in the provenance has more than 4,300 digits."""
    found = evaluate(Board.rectangle(1, 21_000))
    assert len(str(found)) == 4389
    assert len(str(found.provenance["bound"])) > 4300


def long_results():
    """Results with numbers of more than 4,300 digits."""
    board = Board.rectangle(1, 10)
    yield evaluate(board, y=LARGE)
    yield moments(board, y=LARGE)
    yield densities(board, y=LARGE)
    yield sample(board, y=LARGE, seed=1)
    yield Overview(Position.of(board, ()), None, None, (0, 9), (), {"general": 10 * LARGE**5}, {})
    yield Polynomial.of({(0, 0): 10**5000})
    yield Marginal(By.SIZE, ((0, 10**5000),))


def test_long_numbers_are_printed() -> None:
    for result in long_results():
        assert str(result)
        assert json.dumps(result.to_json())
        assert len(repr(result)) <= 200
    value = next(long_results())
    assert str(value) == "1" + "".join(f"{comb(10 - k, k):01000}" for k in range(4, -1, -1))
    assert value.to_json()["value"] == str(value)
    assert str(value) in value.table().csv()


def test_short_values_have_the_usual_repr() -> None:
    value = evaluate(Board.rectangle(2, 2), x=Fraction(3, 2))
    again = eval(repr(value), {"Evaluation": Evaluation, "Fraction": Fraction, "mappingproxy": dict})
    assert again == value
    assert "Moments(cells=4, game=Game.named(" in repr(moments(Board.rectangle(2, 2)))


@pytest.mark.slow
def test_a_store_keeps_a_long_total(tmp_path: Path) -> None:
    store = tmp_path / "long.store"
    board = Board.rectangle(1, 21_000)  # the Fibonacci number has 4,389 digits
    first = count(board, store=store)
    assert count(board, store=store) == first
    assert first.bit_length() > 14_500
