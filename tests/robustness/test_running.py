"""One way to run: every long function reports shares that grow to the whole, in phases that never come back,
ends within a second once it is to stop, and leaves nothing behind.

The time between two checks for a stop is processor time, so that a busy machine does not fail a test."""

import gc
import inspect
import os
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from listening import Listener
from networkx import grid_2d_graph
from numba.core import event

import enumerate as en
from enumerate import Board, Settings
from enumerate.checking import selftest as checks
from enumerate.checking.claim import Claim
from enumerate.games import Falling, dominogame, leaves, monominogame, outcomes
from enumerate.games.dominoes import tournament
from enumerate.oeis import term, terms
from enumerate.plan.plan import TOTAL, Engine, plan, states_need
from enumerate.plan.strategy import route
from enumerate.rules.problem import Problem
from enumerate.support import memory
from enumerate.support.memory import CostEstimate
from enumerate.support.run import ProgressEvent
from enumerate.values.polyominoes import piece_values

SQUARE = Board.rectangle


def grid_edges(rows: int, cols: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The edges of a grid, as a graph without a shape."""
    return list(grid_2d_graph(rows, cols).edges)


@dataclass(frozen=True)
class Case:
    """A long function: arguments for which it is done at once, and others that would take many seconds."""

    function: Callable[..., object]
    quick: dict[object, object]
    long: dict[object, object]
    then: Callable[[object], object] = lambda found: found  # what makes it compute

    def __call__(self, given: dict[object, object], **options: object) -> object:
        named = {name: value for name, value in given.items() if isinstance(name, str)}
        return self.then(self.function(*given.get(0, ()), **named, **options))


def of(*args: object, **named: object) -> dict[object, object]:
    """Arguments."""
    return {0: args, **named}


def _claim(size: int) -> Claim:
    return Claim(SQUARE(size, size), "general", frozenset(), False, 7, None)


TWO_SQUARES = Board.of((13, 27), [(row, col) for row in range(13) for col in range(27) if col != 13])


def solver_wins(shape: tuple[int, int], misere: bool = False, **options: object) -> bool:
    return en.games.Solver(shape, misere).mover_wins(SQUARE(*shape), "left", **options)


def program_value(board: Board, kind: str = "general", **options: object) -> int:
    """Compiling takes less than a second, the sums and products of Python objects take long."""
    return en.program(board, kind).evaluate(en.semirings.integers(), **options)


LONG = {
    "count": Case(en.count, of(SQUARE(6, 6), engine="modular"), of(SQUARE(21, 21))),
    "count, any end": Case(
        en.count,
        of(SQUARE(8, 8), "any-end", engine="modular"),
        of(SQUARE(16, 16), "any-end", engine="modular"),
    ),
    "count, torus": Case(
        en.count,
        of(Board.rectangle(6, 6, wrap="rows,cols"), "maximal"),
        of(Board.rectangle(12, 12, wrap="rows,cols"), "maximal"),
    ),
    "count, box": Case(en.count, of(Board.box(2, 2, 3)), of(Board.box(5, 5, 5))),
    "positions, lanes": Case(
        en.positions, of(SQUARE(7, 7), engine="modular"), of(SQUARE(15, 15), engine="modular")
    ),
    "positions, bar states": Case(
        en.positions, of(SQUARE(5, 5), engine="barstate"), of(SQUARE(9, 9), "right-end", engine="barstate")
    ),
    "positions by size": Case(en.positions, of(SQUARE(6, 6), by="size"), of(SQUARE(18, 18), by="size")),
    "two parts": Case(
        en.positions,
        of(Board.parse("....#...\n....#..."), "any-end"),
        of(TWO_SQUARES, "maximal", engine="modular"),
    ),
    "evaluate": Case(en.evaluate, of(SQUARE(6, 6), x=2, y=-1), of(SQUARE(15, 15), "maximal", x="3/2", y=-1)),
    "evaluate, floats": Case(
        en.evaluate, of(SQUARE(6, 6), x=0.7, y=0.7), of(SQUARE(16, 16), "maximal", x=0.7, y=0.7)
    ),
    "moments": Case(en.moments, of(SQUARE(4, 4), x=2, y=2), of(SQUARE(16, 16), "maximal", x=0.7, y=0.7)),
    "activity": Case(en.activity_curve, of(SQUARE(6, 6)), of(SQUARE(14, 14), "maximal")),
    "densities": Case(en.densities, of(SQUARE(3, 3)), of(SQUARE(14, 14), "maximal")),
    "correlations": Case(en.correlations, of(SQUARE(3, 3), (0, 0)), of(SQUARE(14, 14), (0, 0), "maximal")),
    "program": Case(program_value, of(SQUARE(5, 5)), of(SQUARE(12, 12), "maximal")),
    "perfect": Case(en.count, of(SQUARE(8, 8), "perfect"), of(SQUARE(22, 22), "perfect")),
    "overview": Case(en.overview, of(en.Position.of(SQUARE(5, 5))), of(en.Position.of(SQUARE(17, 17)))),
    "complex": Case(en.legal_complex, of(SQUARE(3, 3)), of(SQUARE(18, 18)), lambda found: found.f_vector),
    "complex, Betti numbers": Case(
        en.legal_complex, of(SQUARE(3, 3)), of(SQUARE(5, 6)), lambda found: found.betti()
    ),
    "sample": Case(
        en.sample, of(SQUARE(5, 5), size=5, seed=1), of(SQUARE(13, 13), "maximal", size=3000, seed=1)
    ),
    "list_positions": Case(en.list_positions, of(SQUARE(5, 5), "any-end"), of(SQUARE(13, 13), "any-end")),
    "independence polynomial": Case(en.independence_polynomial, of(grid_edges(5, 5)), of(grid_edges(22, 22))),
    "matching polynomial": Case(en.matching_polynomial, of(grid_edges(5, 5)), of(grid_edges(15, 15))),
    "maximal independent sets": Case(
        en.maximal_independent_sets, of(grid_edges(5, 5)), of(grid_edges(18, 18))
    ),
    "maximal matchings": Case(en.maximal_matchings, of(grid_edges(4, 4)), of(grid_edges(6, 40))),
    "sample of a list": Case(en.list_positions(SQUARE(2, 2)).sample, of(5, seed=1), of(3_000_000, seed=1)),
    "listing": Case(en.list_positions(SQUARE(6, 6)).listing, of(end=100), of(), list),
    "alpha": Case(en.alpha, of(SQUARE(6, 7)), of(SQUARE(16, 18))),
    "alpha table": Case(en.alpha_table, of(4), of(15)),
    "alpha sequence": Case(en.alpha_sequence, of(3, 9), of(12, 90)),
    "cheapest": Case(en.cheapest, of(SQUARE(5, 5), "any-end", cost=1), of(SQUARE(13, 13), "maximal", cost=1)),
    "fewest": Case(en.fewest, of(SQUARE(5, 5), "any-end"), of(SQUARE(18, 18), "any-end")),
    "most": Case(en.most, of(SQUARE(5, 5), "any-end"), of(SQUARE(15, 16), "maximal")),
    "growth": Case(en.growth, of(4), of(12, "maximal")),
    "recurrence": Case(en.recurrence, of(3), of(7, "maximal")),
    "polynomial recurrence": Case(en.polynomial_recurrence, of(2), of(5)),  # the longest there is
    "terms": Case(terms, of("A332714", 6), of("A332714", 17), list),
    "term": Case(term, of("A332714", 6), of("A332714", 18)),
    "sequence": Case(en.sequence, of("n x n", 4), of("n x n", 17, "maximal")),
    "verify": Case(en.verify, of(_claim(2)), of(_claim(16), rounds=20)),
    "brute force": Case(en.brute_force, of(SQUARE(3, 3)), of(SQUARE(7, 7))),
    "solve": Case(en.solve, of(SQUARE(4, 4)), of(SQUARE(7, 8), misere=True, lengths=False)),
    "solver": Case(solver_wins, of((4, 4)), of((7, 8), misere=True)),
    "box": Case(outcomes, of((2, 2, 3)), of((5, 5, 4))),
    "leaves": Case(leaves, of((2, 2, 2), "LRM"), of((3, 3, 3), None)),
    "falling": Case(Falling.solve, of(Falling(3, 4), engine="compiled"), of(Falling(6, 12))),
    "falling, ties": Case(
        Falling.solve, of(Falling(3, 9), "generous", engine="compiled"), of(Falling(6, 25), "generous")
    ),
    "falling, sequences": Case(
        Falling.move_sequences, of(Falling(3, 4), engine="compiled"), of(Falling(7, 11))
    ),
    "falling monominoes": Case(Falling.solve, of(Falling(3, 3, 1, 3)), of(Falling(9, 9, 1, 3))),
    "falling monominoes, sequences": Case(
        Falling.move_sequences, of(Falling(3, 3, 1, 3)), of(Falling(9, 9, 1, 3))
    ),
    "tournament": Case(tournament, of(["juca", "tiao"], 100), of(matches=10**9)),
    "value": Case(en.value, of(SQUARE(3, 3)), of(SQUARE(6, 6))),
    "value, another game": Case(en.value, of(SQUARE(3, 3), game="snort"), of(SQUARE(5, 5), game="snort")),
    "pieces": Case(piece_values, of(5), of(13)),
    "census": Case(en.census, of(SQUARE(3, 3)), of(SQUARE(5, 5))),
    "sampled census": Case(
        en.census, of(SQUARE(3, 3), samples=10, seed=1), of(SQUARE(6, 6), samples=10**5, seed=1)
    ),
}


class DoneError(Exception):
    """A call that ended by itself before it was to stop."""


class Passes(event.Listener):
    """Counts passes of Numba, none of which can be interrupted: they are made once after an installation."""

    number = 0

    def on_start(self, event: object) -> None:
        self.number += 1

    def on_end(self, event: object) -> None:
        self.number += 1


PASSES = Passes()
event.register("numba:run_pass", PASSES)
event.register("numba:compile", PASSES)


class Watch(threading.Event):
    """A stop that measures the longest processor time between two checks, without the passes of Numba."""

    def __init__(self) -> None:
        super().__init__()
        self.longest, self._last, self._passes = 0.0, time.process_time(), PASSES.number

    def is_set(self) -> bool:
        now, passes = time.process_time(), PASSES.number
        if passes == self._passes:
            self.longest = max(self.longest, now - self._last)
        self._last, self._passes = now, passes
        return super().is_set()


def stopped(call: Callable[..., object], after: float) -> tuple[Watch, float, list[BaseException]]:
    """Run a call in a thread, stop it after a while: the watch, how long it took to end, what it raised.

    What other tests left in memory is not collected meanwhile: that takes a second of its own.
    """
    gc.freeze()
    stop, error = Watch(), []

    def run() -> None:
        try:
            call(stop=stop)
        except BaseException as raised:
            error.append(raised)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(after)
    if not thread.is_alive() and not error:
        error.append(DoneError())
    stop.set()
    began = time.monotonic()
    thread.join(60)
    took = time.monotonic() - began
    stop.is_set()  # from the last check to the end
    gc.unfreeze()
    return stop, took, error


def check_stop(name: str, after: float, folder: Path, *ends: type[Exception]) -> None:
    before = set(threading.enumerate())
    case = LONG[name]
    watch, took, error = stopped(partial(case, case.long, max_memory="1TiB"), after)
    assert [type(each) for each in error] in [[en.StoppedError], *([end] for end in ends)]
    assert set(threading.enumerate()) <= before
    assert not os.listdir(folder)
    # a second of the processor in all threads together, whatever else the machine does; and, for what waits
    # instead of computing, seconds of the clock with room for a machine that is shared by many
    assert watch.longest < 1.0, f"{watch.longest:.1f} s of the processor between two checks"
    assert took < 10, f"{took:.1f} s"


@pytest.mark.parametrize("name", LONG)
def test_progress_grows_to_the_whole_and_what_is_stopped_ends_and_leaves_nothing(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    case, events = LONG[name], []
    case(case.quick, progress=events.append)
    shares = [event.share for event in events]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    phases = [event.phase for event in events]
    begun = [phase for before, phase in pairwise(phases) if phase != before]
    assert len(begun) == len(set(begun))
    check_stop(name, 0.05 if name == "polynomial recurrence" else 0.1, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(LONG) - {"polynomial recurrence"}))
@pytest.mark.parametrize("after", [1, 5])
def test_what_is_stopped_late_ends_within_a_second(name, after, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    check_stop(name, after, tmp_path, DoneError)  # a quick machine is done before; all its checks count, too


def long_functions() -> dict[str, object]:
    """The public functions that take the options of running."""
    modules = (en, en.games, dominogame, monominogame, en.oeis, en.games.dominoes)
    found = {}
    for module in modules:
        for name in dir(module):
            function = getattr(module, name)
            if inspect.isfunction(function) and not name.startswith("_"):
                parameters = inspect.signature(function).parameters.values()
                if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
                    found[f"{function.__module__}.{name}"] = function
    return found


def test_every_long_function_is_among_them():
    tried = {case.function for case in LONG.values()} | {en.selftest, en.explain}
    tried |= {en.dearest, en.sampled_census}  # the same computations as `cheapest` and `census`
    tried |= {en.program}  # it compiles only; its evaluation is tried
    for old in (dominogame, monominogame):  # old names of methods
        tried |= {old.solve, old.equilibria, old.plays, old.check, old.value, old.move_sequences}
    assert {name for name, function in long_functions().items() if function not in tried} == set()


def test_the_selftest_stops_in_the_middle_of_a_check(monkeypatch):
    monkeypatch.setattr(checks, "CHECKS", {"endless": lambda: en.count(SQUARE(21, 21))})
    watch, took, error = stopped(lambda stop: list(en.selftest(stop=stop)), 0.2)
    assert [type(each) for each in error] == [en.StoppedError]  # though the check knows of no stop
    assert watch.longest < 1.0
    assert took < 10


def test_one_that_is_stopped_does_not_begin():
    stop = threading.Event()
    stop.set()
    with pytest.raises(en.StoppedError):
        en.count(SQUARE(3, 3), stop=stop)


def test_what_a_store_was_given_is_kept(tmp_path: Path):
    board, store = SQUARE(9, 9), tmp_path / "lanes.db"
    stop, counted = threading.Event(), []

    def hear(event: ProgressEvent) -> None:
        counted.extend([event.share] if event.phase == "counting" else [])
        if len(counted) > 3:
            stop.set()

    with pytest.raises(en.StoppedError):
        en.positions(board, store=store, threads=1, progress=hear, stop=stop)
    found = en.positions(board, store=store, progress=(listener := Listener()))
    assert found == en.positions(board, engine="dictionary")
    assert any("are in the store" in note for note in listener.messages)


def test_settings_are_one_thing_or_many():
    board = SQUARE(4, 4)
    assert en.count(board, settings=Settings(threads=1, max_memory="1GiB")) == en.count(board, threads=1)
    with pytest.raises(en.TooLargeError, match=r"1.0 MiB may be used"):
        en.count(SQUARE(14, 14), settings=Settings(max_memory="2GiB"), max_memory="1MiB")


def test_one_estimate_for_the_whole_comes_before_the_work():
    stop = threading.Event()
    listener = Listener(stop)
    with pytest.raises(en.StoppedError):
        en.count(SQUARE(17, 17), "any-end", progress=listener, stop=stop)
    assert len(listener.estimates) == 1
    assert listener.phases == []
    largest = states_need(route(Problem(SQUARE(17, 17), frozenset({0, 1}))), Settings())
    assert listener.estimates[0].startswith(largest.what)  # of maximal positions, counted last


def test_a_part_that_cannot_be_is_refused_before_any_other_begins():
    gc.collect()  # what the process holds is a part of what is needed, and must not fall meanwhile
    tight = Settings(max_memory=2**20)  # with so little, totals are counted modulo one prime at a time
    needs = [
        plan(Problem(SQUARE(17, 17), frozenset(stuck)), TOTAL, Engine.AUTO, tight).need.memory
        for stuck in ((0,), (0, 1))
    ]
    assert needs[0] < needs[1]
    listener = Listener()
    with pytest.raises(en.TooLargeError):
        en.count(SQUARE(17, 17), "any-end", max_memory=int(sum(needs) / 2), progress=listener)
    assert listener.phases == []


def test_what_takes_a_thousand_years_is_refused():
    need = CostEstimate("some steps", seconds=4e10, instead="Take fewer")
    with pytest.raises(en.TooLargeError, match=r"some steps need about 1,268 years on 1 core. Take fewer"):
        Settings().expect(need)


@pytest.mark.parametrize("name", LONG)
def test_what_takes_long_says_so_before_it_starts_in_the_same_words(name, monkeypatch):
    if name in ("polynomial recurrence", "maximal matchings"):  # these take a second or two
        monkeypatch.setattr(memory, "ANNOUNCED_SECONDS", 0)
    stop, case = threading.Event(), LONG[name]
    listener = Listener(stop)
    with pytest.raises(en.StoppedError):
        case(case.long | ESTIMATED.get(name, {}), progress=listener, stop=stop, max_memory="1TiB")
    (line,) = listener.estimates
    assert re.fullmatch(r".*\d.*, about \d.* on \d+ cores?", line), line
    assert [phase for phase in listener.phases if phase != COMPILING] == []
    assert not any(listener.shares)


COMPILING = "compiling for this machine, once: some seconds"
# larger than in `LONG`, where a moment is enough: so that they are worth a line
ESTIMATED = {
    "count": of(SQUARE(24, 24)),
    "complex": of(SQUARE(20, 20)),
    "solve": of(SQUARE(9, 9), misere=True, lengths=True),
    "solver": of((9, 9), misere=True),
    "verify": of(_claim(20), rounds=20),
    "falling monominoes, sequences": of(Falling(10, 10, 1, 3)),
    "fewest": of(SQUARE(22, 22), "any-end"),
    "positions, bar states": of(SQUARE(12, 12), engine="barstate"),
    "alpha": of(SQUARE(20, 22)),
    "alpha table": of(18),
    "sample": of(SQUARE(14, 14), "maximal", size=1, seed=1),
}
