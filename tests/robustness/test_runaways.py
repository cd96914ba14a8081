"""Questions that would run away are refused or announced before they start, and stop on demand."""

import time
from threading import Event

import pytest
from listening import Listener

from enumerate import Board, StoppedError, TooLargeError, sample, solve
from enumerate.cli.output import Output
from enumerate.games.falling.falling_game import Falling
from enumerate.sampling.sampling import PositionList
from enumerate.support.run import Progress


@pytest.mark.parametrize("board", [Board.rectangle(4, 4), Board.aztec_diamond(3)])
def test_a_sample_beyond_memory_is_refused(board: Board) -> None:
    kind = "perfect" if board == Board.aztec_diamond(3) else "general"
    began = time.monotonic()
    with pytest.raises(TooLargeError, match="positions need about"):
        sample(board, kind, size=10**12)
    assert time.monotonic() - began < 5


def test_a_list_refuses_a_sample_beyond_memory() -> None:
    with pytest.raises(TooLargeError, match="30,000,000 positions need about"):
        PositionList(Board.rectangle(2, 2)).sample(30_000_000, seed=1, max_memory="1GiB")


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


def test_lengths_of_small_boards_are_not_announced() -> None:
    solve(Board.rectangle(4, 4), progress=(listener := Listener()))
    assert listener.estimates == []
