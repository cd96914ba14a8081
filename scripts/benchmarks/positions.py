"""Polynomials and totals: engines against each other, against peers, against limits of time and memory."""

import ctypes
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from enumerate import Board, count, positions
from enumerate.algebras.kernel import LaneBlock
from enumerate.frontier.program import compile_program
from enumerate.lanes.interpolate import primes_below
from enumerate.papers.barstate import bar_state
from enumerate.papers.kronecker import wall_row
from enumerate.papers.multiply import barstate_polynomial

from . import Row, faster, seconds

HERE = Path(__file__).resolve().parent
GIB = 2**30


def rows() -> Iterator[Row]:
    """All measurements of this group; the kernel is compiled first."""
    count(Board.rectangle(6, 6), engine="modular")
    positions(Board.rectangle(6, 6), kind="maximal", engine="modular")
    yield cold_start()
    yield packed_against_barstate()
    yield kernel_against_c()
    yield from growth()
    yield from peers()
    yield limited("D(12, 12), whole polynomial", 2, GIB, "positions(square(12))")
    yield limited("D(16, 16), whole polynomial", 240, GIB, "positions(square(16))")
    yield limited("F(10, 10), whole polynomial", 5, None, "positions(square(10), kind='maximal')")
    yield limited("F(12, 12), whole polynomial", 180, None, "positions(square(12), kind='maximal')")
    yield limited("total of F(16, 16)", 120, 6 * GIB, "count(square(16), kind='maximal')")
    yield limited("total of R(20, 20)", 30, None, "count(square(20), kind='right-end')")
    yield limited("total of D(22, 22)", 60, None, "count(square(22))")
    yield limited("play positions 18 x 18", 90, None, "count(square(18), play=True)")


def cold_start() -> Row:
    """Start-up of a small question against the imports it cannot do without."""

    def median(command: list[str]) -> float:
        def once() -> None:
            subprocess.run(command, capture_output=True, check=True)

        return statistics.median(seconds(once) for _ in range(10))

    ours = median(
        [sys.executable, "-m", "enumerate", *["positions", "--rows", "4", "--cols", "3", "--kind", "maximal"]]
    )
    floor = median([sys.executable, "-c", "import click, flint"])
    ratio = ours / floor
    return Row(
        "cold start against importing click and flint", f"{ratio:.2f} times", "under 3 times", ratio < 3
    )


def packed_against_barstate() -> Row:
    """Both from nothing: caches of matrices are emptied, programs compiled anew."""
    board = Board.rectangle(7, 7)

    def slow() -> None:
        bar_state.cache_clear()
        wall_row.cache_clear()
        barstate_polynomial(board)

    return faster(
        "packed against bar-state matrices, general 7 x 7",
        slow,
        lambda: positions(board, engine="packed"),
        20,
        9,
    )


def lane_block(lanes: int) -> LaneBlock:
    primes = np.array(primes_below(2**30, lanes))
    return LaneBlock(primes, np.array([np.arange(lanes) + 3, np.arange(lanes) * 7 + 5]))


def kernel_against_c() -> Row:
    """The Numba kernel against a plain C loop on the interior steps of general and maximal boards."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "kernel.so"
        subprocess.run(
            ["cc", "-O3", "-march=native", "-shared", "-fPIC", str(HERE / "kernel.c"), "-o", str(library)],
            check=True,
        )
        apply = ctypes.CDLL(str(library)).apply
    ratios = []
    for board, stuck in ((Board.rectangle(14, 14), ()), (Board.rectangle(11, 11), (0, 1))):
        program = compile_program(board, stuck)
        width = board.shape[1]
        block = lane_block(64)
        steps = program.steps[5 * width : 6 * width]
        large = max(max(step.sources, step.targets) for step in steps) * block.lanes
        old = np.resize(block.carry(program.steps[: 5 * width], block.start()), large)
        new = np.empty_like(old)

        def in_c(steps: Any = steps, block: LaneBlock = block, old: Any = old, new: Any = new) -> None:
            for step in steps:
                arrays = (step.start, step.first, step.source, step.weight, block.p, block.ninv, block.table)
                pointers = [ctypes.c_void_p(a.ctypes.data) for a in arrays]
                apply(
                    ctypes.c_void_p(old.ctypes.data),
                    ctypes.c_void_p(new.ctypes.data),
                    ctypes.c_int64(block.lanes),
                    ctypes.c_int64(len(step.start) - 1),
                    *pointers,
                    ctypes.c_int64(block.table.shape[1]),
                )

        def in_numba(steps: Any = steps, block: LaneBlock = block, old: Any = old, new: Any = new) -> None:
            for step in steps:
                block.apply(step, old, new)

        ratios.append(seconds(in_c, 5) / seconds(in_numba, 5))
    shown = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    return Row(
        "modular kernel against plain C (general 14, maximal 11)", shown, "at least 0.7", min(ratios) >= 0.7
    )


def growth() -> Iterator[Row]:
    """Kernel time per cell and lane of D as the board gets wider."""
    times = {}
    for width in range(10, 15):
        program = compile_program(Board.rectangle(10, width), order=sorted(Board.rectangle(10, width).cells))
        block = lane_block(64)

        def carry(program: Any = program, block: LaneBlock = block) -> None:
            block.carry(program.steps, block.start())

        times[width] = seconds(carry, 5) / (10 * width)
    for width in range(11, 15):
        factor = times[width] / times[width - 1]
        what = f"kernel time per cell and lane of D, {width - 1} to {width} columns"
        yield Row(what, f"a factor {factor:.2f}", "1.8 to 2.4", 1.8 <= factor <= 2.4)


def peers() -> Iterator[Row]:
    """Exact counts against Graphillion's and quimb's, where they are installed."""
    try:
        import graphillion
    except ImportError:
        yield Row("against Graphillion", "not installed", "pip install '.[bench]'", False)
    else:

        def matchings() -> None:
            side = range(12)
            edges = [((r, c), (r + 1, c)) for r in side[:-1] for c in side]
            edges += [((r, c), (r, c + 1)) for r in side for c in side[:-1]]
            graphillion.GraphSet.set_universe(edges)
            free = {(r, c): range(2) for r in side for c in side}
            found = graphillion.GraphSet.graphs(vertex_groups=None, degree_constraints=free).len()
            assert found == count(Board.rectangle(12, 12))

        yield faster(
            "count 12 x 12 against Graphillion", matchings, lambda: count(Board.rectangle(12, 12)), 500
        )
    for side, wanted in ((16, 1), (20, 10)):
        yield quimb_row(side, wanted)


def quimb_row(side: int, wanted: float) -> Row:
    """The same count as a float64 tensor network: a tensor per cell, an index per side of two values."""
    try:
        import quimb.tensor as qtn
    except ImportError:
        return Row(f"against quimb, {side} x {side}", "not installed", "pip install '.[bench]'", False)

    def contract() -> None:
        tensors = []
        for r in range(side):
            for c in range(side):
                sides = [("v", r - 1, c), ("v", r, c), ("h", r, c - 1), ("h", r, c)]
                inside = [r > 0, r < side - 1, c > 0, c < side - 1]
                names = [str(s) for s, there in zip(sides, inside, strict=True) if there]
                data = np.zeros([2] * len(names))
                data[(0,) * len(names)] = 1  # empty
                for i in range(len(names)):
                    data[tuple(int(i == j) for j in range(len(names)))] = 1  # one half of a domino
                tensors.append(qtn.Tensor(data, names))
        found = float(qtn.TensorNetwork(tensors).contract(all, optimize="greedy"))
        exact = count(Board.rectangle(side, side))
        assert abs(found / exact - 1) < 1e-6

    return faster(
        f"count {side} x {side} against quimb's floats",
        contract,
        lambda: count(Board.rectangle(side, side)),
        wanted,
        repeat=2,
    )


PROBE = """
import time
from enumerate import Board, count, positions
from enumerate.support.memory import process_memory
def square(n): return Board.rectangle(n, n)
count(square(4), engine="modular"); positions(square(4), engine="modular")
began = time.perf_counter()
{work}
print(time.perf_counter() - began, process_memory()[1])
"""


def limited(what: str, limit: float, memory: int | None, work: str) -> Row:
    """Time and peak memory of one computation, in a process of its own with the kernel loaded."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(work=work)], capture_output=True, text=True, check=True
    )
    took, peak = map(float, done.stdout.split())
    wanted = f"under {limit:g} s" + (f" and {memory / GIB:g} GiB" if memory else "")
    held = took < limit and (memory is None or peak < memory)
    return Row(what, f"{took:.2f} s, {peak / GIB:.2f} GiB", wanted, held)
