"""Compute and confirm terms of registered sequences, and record them in data/computed.

    python scripts/extend_oeis.py A287595 13 14                  these terms, each twice or three times
    python scripts/extend_oeis.py A332865 15-18 --threads 2
    python scripts/extend_oeis.py A332862 11-39                  these antidiagonals of an array
    python scripts/extend_oeis.py --budget 60 A287595 A332865    compare with the fixtures, then go beyond

A term is confirmed in three ways: (1) the library's answer; (2) a full sweep from the other corner, without
symmetry and modulo primes that the first did not use, or, for maximal positions of a torus, the trace of a
matrix of rows modulo 2^64, computed from tiles alone; (3) for Domineering without cyclic axes, the dense
contraction of the tiles modulo one more prime, if it fits. Each runs in its own process, so that its peak
memory is measured alone. If they disagree on a term, the script does not record it and ends with status 1.
For an array, (1) is one sweep in exact integers for all boards of a width, if the sweep has at most a million
states.

With `--budget` every sequence is compared with its published terms, then each gets one more term in turn, as
long as the next term should fit into the budget. The status is 1 if a term differs from the published one.
"""

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Unpack

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from enumerate.checking.contraction import contract, contraction_memory  # noqa: E402
from enumerate.counting.positions import answer_total  # noqa: E402
from enumerate.counting.solve import counting_run  # noqa: E402
from enumerate.model.board import Board  # noqa: E402
from enumerate.model.game import DOMINEERING, Game  # noqa: E402
from enumerate.oeis import REGISTRY, Sequence, cells_of, known, sequence, terms  # noqa: E402
from enumerate.plan.question import Question  # noqa: E402
from enumerate.rules.kinds import stuck_players, summands  # noqa: E402
from enumerate.rules.problem import is_symmetric, most_pieces  # noqa: E402
from enumerate.strips.strip import MOST_STATES, Strip  # noqa: E402
from enumerate.support.errors import ComputationError, InputError  # noqa: E402
from enumerate.support.files import write_whole  # noqa: E402
from enumerate.support.memory import parse_size, process_memory, show_size  # noqa: E402
from enumerate.support.result import Table  # noqa: E402
from enumerate.support.run import Options, Settings, running, within  # noqa: E402

COMPUTED = ROOT / "data" / "computed"
COST_RATIO = 6  # an upper bound on the ratio of the costs of a square and of the one before it
BEYOND = 30  # terms beyond the fixture are enough for a strip or an array
Answer = tuple[int, dict[str, object]]


def add_terms(
    folder: Path, entry: Sequence, records: Iterable[Mapping[str, Any]], reproduced: int = 0
) -> None:
    """Add records to the file of a sequence; a confirmed record is kept, and a contradiction is refused."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{entry.number}.json"
    before = json.loads(path.read_text()) if path.exists() else {}
    kept: dict[int, Mapping[str, Any]] = {record["n"]: record for record in before.get("terms", [])}
    for record in records:
        index = record["n"]
        if index in kept and kept[index]["value"] != record["value"]:
            raise ComputationError(f"{entry.number} a({index}) is recorded with another value in {path.name}")
        if "confirmation" in record or index not in kept:
            kept[index] = record
    head = {
        "sequence": entry.number,
        "about": entry.about,
        "reproduced": max(reproduced, before.get("reproduced", 0)),
    }
    lines = ",\n".join("  " + json.dumps(kept[index]) for index in sorted(kept))  # one term a line
    write_whole(path, json.dumps(head, indent=1)[:-2] + f',\n "terms": [\n{lines}\n ]\n}}\n')


def confirm(
    board: Board,
    kind: str = "general",
    play: bool = False,
    used: Collection[int] = (),
    game: Game | str = DOMINEERING,
    **options: Unpack[Options],
) -> Answer:
    """The number of positions by a sweep in the reversed order of cells, with primes that are not in `used`.

    >>> confirm(Board("4x4"), "maximal")[0], confirm(Board("4x4"), "maximal", game="node-kayles")[0]
    (400, 42)
    """
    from enumerate.compiler.program import Program, compile_program
    from enumerate.evaluators.integers import support
    from enumerate.plan.plan import expected_points, residues_need
    from enumerate.plan.strategy import route
    from enumerate.reconstruct.answers import answer_program
    from enumerate.reconstruct.reconstruction import PlayPlan, Reconstruction, TotalPlan
    from enumerate.rules.problem import Problem
    from enumerate.sweep.profile import best_order

    game = Game.of(game)
    with running(options) as settings:
        ((_, stuck, differences),) = summands(board, kind, None, play, game=game)
        task = Problem(board, stuck, game=game)
        points = 1 if differences is None else expected_points(task, by_size=True)
        need, share = residues_need(route(task), settings, points)
        settings.expect(need)
        compiling, answering = settings.cut([share, 1 - share], ["compiling", ""])

        def plan_for(program: Program, bound: int) -> Reconstruction:
            skip = len(used)
            plan: Reconstruction = TotalPlan(game.variables(board.dimension), bound, skip)
            if differences is not None:
                plan = PlayPlan(bound, support(program), differences, symmetric=False, skip=skip)
            if set(plan.primes) & set(used):
                raise InputError("the primes in `used` are not the first ones of the first computation")
            return plan

        program = compile_program(task, best_order(task)[::-1], report=compiling.report)
        with within(answering):
            number, how = answer_program(program, plan_for)
        return number, how | {"order": "reversed"}


def dense_count(board: Board, kind: str, play: bool, skip: int) -> tuple[int, int]:
    """The number of positions modulo one prime, and the prime; `skip` primes are left to other computations.

    The contraction shares neither programs nor labels of cells with the library: it contracts the tiles. In
    alternating play the differences a - b are separated by roots of unity of a prime order that exceeds
    their range. If Left and Right can be exchanged, the roots r and 1/r give the same value.
    """
    from enumerate.reconstruct.reconstruction import PRIME_LIMIT, primes_below

    ((_, stuck, differences),) = summands(board, kind, None, play)
    if differences is None:
        prime = primes_below(PRIME_LIMIT, 1, skip=skip)[0]
        return contract(board, stuck, prime, (1, 1)), prime
    order = sum(most_pieces(board)) + 2
    while any(order % d == 0 for d in range(2, order)):
        order += 1
    prime = primes_below(PRIME_LIMIT, 1, order, skip)[0]
    root = next(r for b in range(2, prime) if (r := pow(b, (prime - 1) // order, prime)) != 1)
    halved = is_symmetric(board, stuck)
    total = 0
    for i in range(order // 2 + 1 if halved else order):
        value = contract(board, stuck, prime, (pow(root, i, prime), pow(root, -i, prime)))
        for j in {i, order - i} if halved and i else {i}:
            total += value * sum(pow(root, -j * d, prime) for d in differences)
    return total * pow(order, -1, prime) % prime, prime


# The possible labels above a tile and the label below it: 1 the cell above the border is empty, 2 a domino
# crosses the border, 0 neither.
TILES = {
    "upper": ((0, 1), 2),
    "lower": ((2,), 0),
    "left": ((0, 1), 0),
    "right": ((0, 1), 0),
    "empty": ((0,), 1),
}


def torus_residue(side: int, batch: int = 32) -> Answer:
    """The number of maximal positions of the side x side torus modulo 2^64, for side > 2, by tiles alone.

    The labels between two rows are a word of `side` digits 0, 1, 2. The entries of the row matrix T are the
    rows of tiles between two words, and the answer is the trace of T^side. Words that are rotations or
    reflections of each other have equal entries on the diagonal, so that one of each class is enough.

    >>> [torus_residue(side)[0] for side in (3, 4, 5)]
    [84, 2000, 205920]
    """
    from scipy.sparse import csr_array

    def fit(one: str, two: str) -> bool:
        return (one == "left") == (two == "right") and (one, two) != ("empty", "empty")

    columns = [(tile, above, below) for tile, (labels, below) in TILES.items() for above in labels]
    rows: dict[tuple[str, str], Any] = {}  # by the first and the last tile: the words above and below
    for tile in TILES:
        pairs = [(above, below) for kind, above, below in columns if kind == tile]
        rows[tile, tile] = np.array(pairs, dtype=np.int64)
    for _ in range(side - 1):
        longer: dict[tuple[str, str], list[Any]] = {}
        for (first, last), words in rows.items():
            for tile, above, below in columns:
                if fit(last, tile):
                    longer.setdefault((first, tile), []).append(3 * words + (above, below))
        rows = {ends: np.concatenate(parts) for ends, parts in longer.items()}
    above, below = np.concatenate([words for (first, last), words in rows.items() if fit(last, first)]).T
    size = 3**side
    matrix = csr_array((np.ones(len(above), dtype=np.uint64), (below, above)), shape=(size, size))
    digits = np.arange(size)[:, None] // 3 ** np.arange(side) % 3
    turned = [np.roll(each, shift, axis=1) for each in (digits, digits[:, ::-1]) for shift in range(side)]
    least = np.min([each @ 3 ** np.arange(side) for each in turned], axis=0)
    chosen, times = np.unique(least, return_counts=True)
    total = 0
    for at in range(0, len(chosen), batch):
        words = chosen[at : at + batch]
        places = words, range(len(words))
        values = np.zeros((size, len(words)), dtype=np.uint64)
        values[places] = 1
        for _ in range(side):
            values = matrix @ values
        total += sum(int(v) * int(t) for v, t in zip(values[places], times[at : at + batch], strict=True))
    return total % 2**64, {"engine": "trace of a matrix of rows of tiles", "modulus": str(2**64)}


def _child(work: Callable[..., Any], arguments: tuple[Any, ...], pipe: Any) -> None:
    began = time.perf_counter()
    result = work(*arguments)
    seconds = round(time.perf_counter() - began, 1)
    pipe.send((result, {"seconds": seconds, "peak_bytes": process_memory()[1]}))


def measured(work: Callable[..., Any], *arguments: Any) -> tuple[Any, dict[str, object]]:
    """The result of `work` in a process of its own, with its time and peak memory."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=_child, args=(work, arguments, theirs))
    child.start()
    theirs.close()
    try:
        answer: tuple[Any, dict[str, object]] = ours.recv()
    except EOFError:
        sys.exit("the computation ended without a result (was there enough memory?)")
    child.join()
    return answer


def board_of(entry: Sequence, index: int) -> Board:
    """The board that a term counts."""
    shape = cells_of(entry, index)
    assert shape is not None
    return Board.box(*shape, wrap=entry.wrap)


def first(entry: Sequence, index: int, threads: int | None, store: Path | None) -> Answer:
    """The library's answer; intermediate results go to the store, if there is one."""
    board, play = board_of(entry, index), entry.read == "play"
    question = Question(board, entry.kind, play=play, game=Game.named(entry.game))
    return answer_total(question, threads=threads, store=store)


def second(entry: Sequence, index: int, threads: int | None, used: list[int]) -> Answer:
    """From the other corner, with other primes; for a torus, the trace of a matrix."""
    board, play = board_of(entry, index), entry.read == "play"
    if entry.number == "A297486":
        return torus_residue(board.shape[0])
    return confirm(board, entry.kind, play, used, entry.game, threads=threads)


def primes_of(how: dict[str, Any]) -> list[int]:
    """The primes that a modular computation used; exact integers are checked modulo a larger one."""
    return [*how["primes"], how["spare_prime"]] if "primes" in how else []


def extend(entry: Sequence, index: int, threads: int | None, store: Path | None = None) -> dict[str, Any]:
    """One term, computed and confirmed, as a record."""
    (value, how), cost = measured(first, entry, index, threads, store)
    print(f"{entry.number} a({index}) = {value}  {cost}", flush=True)
    (again, how_again), cost_again = measured(second, entry, index, threads, primes_of(how))
    check_equal(entry, index, value, again, int(str(how_again.get("modulus", 0))))
    print(f"   confirmed by a second computation  {cost_again}", flush=True)
    confirmation = how_again | cost_again
    return {"n": index, "value": str(value), "provenance": how | cost, "confirmation": confirmation}


def check_equal(entry: Sequence, index: int, value: int, again: int, modulus: int = 0) -> None:
    """End if a second computation or the published term contradicts a term."""
    if again != (value % modulus if modulus else value):
        sys.exit(f"{entry.number} a({index}): {value} and then {again}")
    published = known(entry).published.get(index, value)
    if published != value:
        sys.exit(f"{entry.number} a({index}): {value} here and {published} as published")


def add_dense(entry: Sequence, record: dict[str, Any], memory: int) -> None:
    """Check the term of a record modulo a prime that neither computation used, by the dense evaluator."""
    index, value = record["n"], int(record["value"])
    board, play = board_of(entry, index), entry.read == "play"
    ((_, stuck, _),) = summands(board, entry.kind, None, play)
    if (need := contraction_memory(board, stuck)) > memory:
        print(f"   no dense check of a({index}): it needs {show_size(need)}", flush=True)
        return
    skip = sum(len(primes_of(record[run])) for run in ("provenance", "confirmation"))
    (residue, prime), cost = measured(dense_count, board, entry.kind, play, skip)
    if value % prime != residue:
        sys.exit(f"{entry.number} a({index}): the dense evaluator contradicts it modulo {prime}")
    record["dense"] = {"prime": prime, "residue": residue} | cost
    print(f"   a({index}) confirmed modulo {prime} by the dense evaluator  {cost}", flush=True)


def array_totals(kind: str, last: int) -> dict[tuple[int, ...], Answer]:
    """T(m, n) for m + n <= last + 1 in exact integers, if a strip has few enough states, with provenance.

    Each board is taken from the strip with fewer states, along its rows or along its columns.
    """
    found: dict[tuple[int, ...], Answer] = {}
    ways = [frozenset(int(axis != along) for axis in stuck_players(kind)) for along in (0, 1)]
    labels = [3 if 0 in stuck else 2 for stuck in ways]  # of a cell at the border of a row, at most
    for along, stuck in enumerate(ways):
        for size in range(1, last + 1):
            fits = [m for m in range(1, last + 2 - size) if labels[along] ** size <= labels[1 - along] ** m]
            if not fits or labels[along] ** size > MOST_STATES:
                continue
            strip = Strip.of(size, stuck=stuck)
            how: dict[str, object] = {"engine": "strip", "states": len(strip), "arithmetic": "exact integers"}
            totals = strip.totals(max(fits) + 1)
            found |= {(m, size) if along == 0 else (size, m): (totals[m], how) for m in fits}
    return found


def extend_array(entry: Sequence, lines: list[int], arguments: argparse.Namespace) -> None:
    """Compute, confirm and record the antidiagonals with these numbers, each as soon as it is done."""
    totals, cost = measured(array_totals, entry.kind, max(lines))
    print(f"{entry.number} in exact integers  {cost}", flush=True)
    published = known(entry).published
    for line in lines:
        began = time.perf_counter()
        records: list[dict[str, Any]] = []
        for column in range(line):
            index = entry.offset + line * (line - 1) // 2 + column
            board = board_of(entry, index)
            if board.shape not in totals:
                records.append(extend(entry, index, arguments.threads, arguments.store))
                continue
            value, how = totals[board.shape]
            again, how_again = confirm(board, entry.kind, threads=arguments.threads)
            check_equal(entry, index, value, again)
            records.append({"n": index, "value": str(value), "provenance": how, "confirmation": how_again})
        add_terms(arguments.out, entry, [record for record in records if record["n"] not in published])
        print(f"   antidiagonal {line} confirmed, {time.perf_counter() - began:.1f} s", flush=True)


def extend_squares(entry: Sequence, wanted: list[int], arguments: argparse.Namespace) -> None:
    """Compute, confirm and record terms that belong to one board each."""
    records = {record["n"]: record for record in known(entry).computed if "confirmation" in record}
    if not arguments.dense_only:
        for index in wanted:
            records[index] = extend(entry, index, arguments.threads, arguments.store)
            add_terms(arguments.out, entry, [records[index]])
    for index in wanted if entry.game == "domineering" and entry.wrap is None else ():
        if index not in records:
            sys.exit(f"{entry.number} a({index}) has no confirmed record")
        add_dense(entry, records[index], parse_size(arguments.dense_memory))
        add_terms(arguments.out, entry, [records[index]])


@dataclass
class Work:
    """A sequence that is computed from its first term on."""

    entry: Sequence
    published: dict[int, int]
    settings: Settings
    agree: int = 0
    seconds: float = 0.0
    last: float = 0.0
    differs: list[str] = field(default_factory=list)
    beyond: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.terms = terms(self.entry, settings=self.settings)

    def fits(self, left: float) -> bool:
        """Whether the next term should fit into the time left."""
        squares = not self.entry.is_strip and not self.entry.shape.is_array
        return self.last * (COST_RATIO if squares else 2) < left and (squares or len(self.beyond) < BEYOND)

    def next(self) -> None:
        """Compute one more term."""
        began = time.perf_counter()
        found = next(self.terms)
        self.last = time.perf_counter() - began
        self.seconds += self.last
        if found.index not in self.published:
            how = found.provenance | {"seconds": round(self.last, 3)}
            self.beyond.append(found.to_json() | {"provenance": how})
        elif found.value == self.published[found.index]:
            self.agree += 1
        else:
            self.differs.append(f"a({found.index}) = {found.value}")

    @property
    def row(self) -> tuple[object, ...]:
        """A line of the summary."""
        verdict = "; ".join(self.differs) or "agrees"
        name, size = self.entry.number, len(self.published)
        return name, size, self.agree, len(self.beyond), f"{self.seconds:.1f}", verdict


def regenerate(numbers: list[str], budget: float, out: Path, settings: Settings) -> None:
    """Check all published terms, then go beyond them while there is time."""
    ends = time.perf_counter() + budget
    chosen = [sequence(number) for number in numbers] or list(REGISTRY.values())
    works = [Work(entry, known(entry).published, settings) for entry in chosen]
    for work in works:
        while work.agree + len(work.differs) < len(work.published) and work.fits(ends - time.perf_counter()):
            work.next()
        print(f"{work.entry.number}: {work.agree} of {len(work.published)} terms agree", file=sys.stderr)
    going = [work for work in works if work.agree == len(work.published)]
    while going:
        going = [work for work in going if work.fits(ends - time.perf_counter())]
        for work in going:
            if work.fits(ends - time.perf_counter()):
                work.next()
    for work in works:
        add_terms(out, work.entry, work.beyond, work.agree)
    header = ("number", "published", "agree", "beyond", "seconds", "verdict")
    print(Table(header, tuple(work.row for work in works)).text())
    if any(work.differs for work in works):
        sys.exit(1)


def indices(words: list[str]) -> list[int]:
    """The indices in words such as 13 and 15-18."""
    spans = [(int(low), int(high or low)) for low, _, high in (word.partition("-") for word in words)]
    return [index for low, high in spans for index in range(low, high + 1)]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("words", nargs="*", help="an A-number and indices as in 13 15-18, or A-numbers")
    parser.add_argument("--budget", type=float, help="seconds for comparing, and for terms beyond")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--store", type=Path, help="keep intermediate results here")
    parser.add_argument("--out", type=Path, default=COMPUTED, help="the folder for the terms")
    parser.add_argument("--dense-only", action="store_true", help="only the third check, of recorded terms")
    parser.add_argument("--dense-memory", default="3GiB", help="skip the dense check if it needs more")
    arguments = parser.parse_args()
    if arguments.budget is not None:
        with counting_run({"store": arguments.store, "threads": arguments.threads}) as settings:
            regenerate(arguments.words, arguments.budget, arguments.out, settings)
        return
    if len(arguments.words) < 2:
        parser.error("give an A-number and indices, or --budget")
    entry, wanted = sequence(arguments.words[0]), indices(arguments.words[1:])
    if entry.read == "perfect":
        sys.exit(f"{entry.number} counts perfect matchings: there is no second computation for them")
    if entry.shape.is_array:
        extend_array(entry, wanted, arguments)
    else:
        extend_squares(entry, wanted, arguments)


if __name__ == "__main__":
    main()
