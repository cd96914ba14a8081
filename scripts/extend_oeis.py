"""Compute new terms, each twice and (for squares) once more modulo a prime, and record them.

    python scripts/extend_oeis.py A287595 13 14        these terms
    python scripts/extend_oeis.py A332865 15-18 --threads 2
    python scripts/extend_oeis.py A332862 11-39        these antidiagonals of an array

For each term: (1) the library's answer, in exact integers or modulo primes; (2) a full sweep from the other
corner, modulo primes that the first did not use and without symmetry; (3) for dominoes, modulo one prime
more, the dense contraction of the tiles, where it fits. Each runs in its own process, so that its peak memory
is its own. A term on which they do not agree is not recorded and the script ends with status 1. For an array
(1) is done in exact integers, one sweep for all boards of a width, where the sweep has at most a million
states.
"""

import argparse
import multiprocessing
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from confirm import confirm, dense_count  # noqa: E402
from record import add_terms  # noqa: E402

from enumerate.checking.contraction import contraction_memory  # noqa: E402
from enumerate.counting.positions import answer_total  # noqa: E402
from enumerate.model.board import Board  # noqa: E402
from enumerate.model.game import Game  # noqa: E402
from enumerate.oeis import Sequence, cells_of, known, sequence  # noqa: E402
from enumerate.plan.question import Question  # noqa: E402
from enumerate.rules.kinds import stuck_players, summands  # noqa: E402
from enumerate.strips.strip import MOST_STATES, Strip  # noqa: E402
from enumerate.support.memory import parse_size, process_memory, show_size  # noqa: E402

COMPUTED = ROOT / "data" / "computed"


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


def first(entry: Sequence, index: int, threads: int, store: Path | None) -> tuple[int, dict[str, object]]:
    """The library's answer; its lanes are kept in the store, if there is one."""
    board, play = board_of(entry, index), entry.read == "play"
    question = Question(board, entry.kind, play=play, game=Game.named(entry.game))
    return answer_total(question, threads=threads, store=store)


def second(entry: Sequence, index: int, threads: int, used: list[int]) -> tuple[int, dict[str, object]]:
    """From the other corner, with other primes."""
    board, play = board_of(entry, index), entry.read == "play"
    return confirm(board, entry.kind, play, used, entry.game, threads=threads)


def extend(entry: Sequence, index: int, threads: int, store: Path | None = None) -> dict[str, Any]:
    """One term, computed and confirmed, as a record."""
    (value, how), cost = measured(first, entry, index, threads, store)
    used = primes_of(how)
    print(f"{entry.number} a({index}) = {value}  {cost}", flush=True)
    (again, how_again), cost_again = measured(second, entry, index, threads, used)
    if again != value:
        sys.exit(f"{entry.number} a({index}): {value} and then {again}")
    check_published(entry, index, value)
    print(f"   confirmed with other primes from the other corner  {cost_again}", flush=True)
    return {
        "n": index,
        "value": str(value),
        "provenance": how | cost,
        "confirmation": how_again | cost_again,
    }


def primes_of(how: dict[str, Any]) -> list[int]:
    """The primes that a modular computation used; exact integers are checked modulo a larger one."""
    return [*how["primes"], how["spare_prime"]] if "primes" in how else []


def check_published(entry: Sequence, index: int, value: int) -> None:
    """End if the term is published with another value."""
    published = known(entry).published.get(index, value)
    if published != value:
        sys.exit(f"{entry.number} a({index}): {value} here and {published} as published")


def add_dense(entry: Sequence, record: dict[str, Any], memory: int) -> None:
    """Check the term of a record modulo a prime that neither computation used, by the dense evaluator."""
    index, value = record["n"], int(record["value"])
    board = board_of(entry, index)
    play = entry.read == "play"
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


def board_of(entry: Sequence, index: int) -> Board:
    """The board that a term counts."""
    shape = cells_of(entry, index)
    assert shape is not None
    return Board.box(*shape, wrap=entry.wrap)


def array_totals(kind: str, last: int) -> dict[tuple[int, ...], tuple[int, dict[str, object]]]:
    """T(m, n) for m + n <= last + 1 in exact integers, where a strip has few enough states, with provenance.

    Each board is taken from the strip with fewer states, along its rows or along its columns.
    """
    found: dict[tuple[int, ...], tuple[int, dict[str, object]]] = {}
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


def extend_array(entry: Sequence, lines: list[int], threads: int, store: Path | None = None) -> None:
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
                records.append(extend(entry, index, threads, store))
                continue
            value, how = totals[board.shape]
            again, how_again = confirm(board, entry.kind, threads=threads)
            if again != value:
                sys.exit(f"{entry.number} a({index}): {value} and then {again}")
            check_published(entry, index, value)
            records.append({"n": index, "value": str(value), "provenance": how, "confirmation": how_again})
        add_terms(COMPUTED, entry, [record for record in records if record["n"] not in published])
        print(f"   antidiagonal {line} confirmed, {time.perf_counter() - began:.1f} s", flush=True)


def indices(words: list[str]) -> list[int]:
    """The indices in words such as 13 and 15-18."""
    found: list[int] = []
    for word in words:
        low, _, high = word.partition("-")
        found += range(int(low), int(high or low) + 1)
    return found


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("number", help="the A-number of a sequence of squares, or of an array")
    parser.add_argument("terms", nargs="+", help="indices, as in 13 15-18")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--store", type=Path, help="keep the lanes of the first computation here")
    parser.add_argument("--dense-only", action="store_true", help="only the third check, of recorded terms")
    parser.add_argument("--dense-memory", default="3GiB", help="skip the dense check where it needs more")
    arguments = parser.parse_args()
    entry = sequence(arguments.number)
    if entry.read == "perfect":
        sys.exit(f"{entry.number} counts perfect matchings, of which there is no second opinion here")
    wanted = indices(arguments.terms)
    if "m" in entry.sides:
        extend_array(entry, wanted, arguments.threads, arguments.store)
        return
    records = {record["n"]: record for record in known(entry).computed if "confirmation" in record}
    if not arguments.dense_only:
        for index in wanted:
            records[index] = extend(entry, index, arguments.threads, arguments.store)
            add_terms(COMPUTED, entry, [records[index]])
    for index in wanted:
        if index not in records:
            sys.exit(f"{entry.number} a({index}) has no confirmed record")
        if entry.game == "domineering":
            add_dense(entry, records[index], parse_size(arguments.dense_memory))
        add_terms(COMPUTED, entry, [records[index]])


if __name__ == "__main__":
    main()
