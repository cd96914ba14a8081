"""One way to run: every long function reports shares that grow to the whole, in phases that never come back,
ends within a second once it is to stop, and leaves nothing behind."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import enumerate as en
from enumerate import Board, Settings
from enumerate.checking.claim import Claim
from enumerate.checking.confirm import confirm
from enumerate.counting.overview import overview
from enumerate.counting.perfect import perfect
from enumerate.games import dominogame, monominogame
from enumerate.games.box.solver import outcomes
from enumerate.games.box.tree import leaves
from enumerate.games.dominoes import tournament
from enumerate.oeis import terms
from enumerate.shortest.alpha import alpha_sequence, alpha_table
from enumerate.strips.polynomial_recurrence import polynomial_recurrence
from enumerate.values.census import census

SQUARE = Board.rectangle

# name -> a call that is done at once, and one that would take many seconds or minutes
LONG: dict[str, tuple[Callable[..., object], Callable[..., object] | None]] = {
    "count": (
        lambda **s: en.count(SQUARE(6, 6), engine="modular", **s),
        lambda **s: en.count(SQUARE(20, 20), **s),
    ),
    "count, any end": (
        lambda **s: en.count(SQUARE(8, 8), "any-end", engine="modular", **s),
        lambda **s: en.count(SQUARE(16, 16), "any-end", engine="modular", **s),
    ),
    "positions, packed": (
        lambda **s: en.positions(SQUARE(7, 7), engine="packed", **s),
        lambda **s: en.positions(SQUARE(12, 12), engine="packed", **s),
    ),
    "positions, lanes": (
        lambda **s: en.positions(SQUARE(7, 7), engine="modular", **s),
        lambda **s: en.positions(SQUARE(14, 14), engine="modular", **s),
    ),
    "positions, bar states": (
        lambda **s: en.positions(SQUARE(5, 5), engine="barstate", **s),
        lambda **s: en.positions(SQUARE(9, 9), engine="barstate", **s),
    ),
    "positions by size": (
        lambda **s: en.positions(SQUARE(6, 6), by="size", **s),
        lambda **s: en.positions(SQUARE(17, 17), by="size", **s),
    ),
    "two parts": (
        lambda **s: en.positions(Board.parse("....#...\n....#..."), "any-end", **s),
        lambda **s: en.positions(Board.of((13, 27), _two_squares(13)), "maximal", engine="modular", **s),
    ),
    "perfect": (lambda **s: perfect(SQUARE(8, 8), **s), lambda **s: perfect(SQUARE(24, 24), **s)),
    "overview": (
        lambda **s: overview(en.Position.of(SQUARE(8, 8)), **s),
        lambda **s: overview(en.Position.of(SQUARE(17, 17)), **s),
    ),
    "confirm": (lambda **s: confirm(SQUARE(5, 5), **s), lambda **s: confirm(SQUARE(18, 18), **s)),
    "sample": (
        lambda **s: en.sample(SQUARE(5, 5), size=5, seed=1, **s),
        lambda **s: en.sample(SQUARE(13, 13), size=50, seed=1, **s),
    ),
    "list_positions": (
        lambda **s: en.list_positions(SQUARE(5, 5), "any-end", **s),
        lambda **s: en.list_positions(SQUARE(13, 13), "any-end", **s),
    ),
    "listing": (
        lambda **s: list(en.list_positions(SQUARE(3, 3)).listing(**s)),
        lambda **s: list(en.list_positions(SQUARE(6, 6)).listing(**s)),
    ),
    "alpha": (lambda **s: en.alpha(SQUARE(6, 7), **s), lambda **s: en.alpha(SQUARE(16, 18), **s)),
    "alpha table": (lambda **s: alpha_table(4, **s), lambda **s: alpha_table(14, **s)),
    "alpha sequence": (lambda **s: alpha_sequence(3, 9, **s), lambda **s: alpha_sequence(12, 90, **s)),
    "fewest": (
        lambda **s: en.fewest(SQUARE(5, 5), "any-end", **s),
        lambda **s: en.fewest(SQUARE(15, 16), "any-end", **s),
    ),
    "growth": (lambda **s: en.growth(4, **s), lambda **s: en.growth(12, "maximal", **s)),
    "recurrence": (lambda **s: en.recurrence(3, **s), lambda **s: en.recurrence(7, "maximal", **s)),
    "polynomial recurrence": (
        lambda **s: polynomial_recurrence(2, **s),
        None,  # the largest takes two seconds
    ),
    "terms": (lambda **s: list(terms("A332714", 6, **s)), lambda **s: list(terms("A332714", 17, **s))),
    "verify": (
        lambda **s: en.verify(_claim(2), **s),
        lambda **s: en.verify(_claim(15), rounds=9, **s),
    ),
    "solve": (
        lambda **s: en.solve(SQUARE(4, 4), **s),
        lambda **s: en.solve(SQUARE(7, 8), misere=True, lengths=False, **s),
    ),
    "box": (lambda **s: outcomes((2, 2, 3), **s), lambda **s: outcomes((5, 5, 4), **s)),
    "leaves": (lambda **s: leaves((2, 2, 2), "LRM", **s), lambda **s: leaves((3, 3, 3), None, **s)),
    "dominogame": (
        lambda **s: dominogame.equilibria(dominogame.Dominogame(3, 4), "compiled", **s),
        lambda **s: dominogame.equilibria(dominogame.Dominogame(6, 12), **s),
    ),
    "dominogame, ties": (
        lambda **s: dominogame.value(dominogame.Dominogame(3, 9), "kind", "compiled", **s),
        lambda **s: dominogame.value(dominogame.Dominogame(5, 25), "kind", **s),
    ),
    "dominogame, sequences": (
        lambda **s: dominogame.move_sequences(dominogame.Dominogame(3, 4), "compiled", **s),
        lambda **s: dominogame.move_sequences(dominogame.Dominogame(7, 11), **s),
    ),
    "monominogame": (
        lambda **s: monominogame.equilibria(monominogame.Monominogame(3, 3, 3), **s),
        lambda **s: monominogame.equilibria(monominogame.Monominogame(9, 9, 3), **s),
    ),
    "tournament": (
        lambda **s: tournament(["juca", "tiao"], 100, **s),
        lambda **s: tournament(matches=10**9, **s),
    ),
    "value": (
        lambda **s: _value(SQUARE(3, 3), **s),
        lambda **s: _value(SQUARE(6, 6), **s),
    ),
    "census": (lambda **s: census(SQUARE(3, 3), **s), lambda **s: census(SQUARE(5, 5), **s)),
}


def _claim(size: int) -> Claim:
    return Claim(SQUARE(size, size), "general", frozenset(), False, 7, None)


def _two_squares(size: int) -> list[tuple[int, int]]:
    return [(row, col) for row in range(size) for col in range(2 * size + 1) if col != size]


def _value(board: Board, **options: object) -> object:
    from enumerate.values.appraise import value

    return value(board, **options)


class Listener:
    """What a computation said of itself."""

    def __init__(self) -> None:
        self.done: list[tuple[int, int]] = []
        self.phases: list[str] = []

    def report(self, done: int, total: int) -> None:
        self.done.append((done, total))


@pytest.mark.parametrize("name", LONG)
def test_reports_only_grow_and_end_with_the_whole(name):
    heard = Listener()
    LONG[name][0](report=heard.report, phase=heard.phases.append)
    done = [done for done, _ in heard.done]
    assert len({total for _, total in heard.done}) == 1
    assert done == sorted(set(done))
    assert heard.done[-1][0] == heard.done[-1][1]
    assert len(heard.phases) == len(set(heard.phases))


@pytest.mark.parametrize("name", [name for name, (_, long) in LONG.items() if long is not None])
def test_what_is_stopped_ends_within_a_second_and_leaves_nothing(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    LONG[name][0]()  # what is compiled or loaded on first use is there
    stop, error = threading.Event(), []
    before = set(threading.enumerate())

    def run() -> None:
        try:
            LONG[name][1](stop=stop)
        except BaseException as raised:
            error.append(raised)

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.3)
    assert not error, error
    assert thread.is_alive(), "the call is not long enough"
    stop.set()
    began = time.monotonic()
    thread.join(30)
    took = time.monotonic() - began
    assert [type(each) for each in error] == [en.StoppedError]
    assert set(threading.enumerate()) <= before
    assert not os.listdir(tmp_path)
    assert took < 2.5, f"{took:.1f} s"  # a second, and as much again where the machine is shared


def test_one_that_is_stopped_does_not_begin():
    stop = threading.Event()
    stop.set()
    with pytest.raises(en.StoppedError):
        en.count(SQUARE(3, 3), stop=stop)


def test_what_a_store_was_given_is_kept(tmp_path: Path):
    board, store = SQUARE(9, 9), tmp_path / "lanes.db"
    stop, notes = threading.Event(), []

    def report(done: int, total: int) -> None:
        if done > total // 2:
            stop.set()

    with pytest.raises(en.StoppedError):
        en.positions(board, store=store, threads=1, report=report, stop=stop)
    found = en.positions(board, store=store, note=notes.append)
    assert found == en.positions(board, engine="packed")
    assert any("are in the store" in note for note in notes)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"thread": 2}, "unknown argument 'thread': did you mean 'threads'?"),
        ({"threads": 0}, "`threads` must be at least 1, not 0"),
        ({"threads": 1.5}, "`threads` must be an integer, not 1.5"),
        ({"max_memory": "much"}, "'much' is not a size: write for instance 500MB or 6GiB"),
        ({"max_memory": -1}, "`max_memory` must be at least 1, not -1"),
        ({"stop": True}, "`stop` must be a threading.Event, not True"),
        ({"report": 3}, "`report` must be a function, not 3"),
        ({"settings": 3}, "`settings` must be Settings(...), not 3"),
    ],
)
def test_slips_are_named(options, words):
    with pytest.raises(en.InputError) as error:
        en.alpha(SQUARE(2, 2), **options)
    assert words in str(error.value)


def test_settings_are_one_thing_or_many():
    board = SQUARE(4, 4)
    assert en.count(board, settings=Settings(threads=1, max_memory="1GiB")) == en.count(board, threads=1)
    with pytest.raises(en.TooLargeError, match=r"1.0 MiB may be used"):
        en.count(SQUARE(14, 14), settings=Settings(max_memory="2GiB"), max_memory="1MiB")
