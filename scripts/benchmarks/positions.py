"""Polynomials and totals: engines against each other, against peers."""

import statistics
import subprocess
import sys
from collections.abc import Iterator

import numpy as np

from enumerate import Board, count, positions
from enumerate.compiler.program import Program, compile_program, evaluate
from enumerate.evaluators.points import LANES, EvaluationPoint
from enumerate.evaluators.residues import Residues
from enumerate.papers.kronecker import wall_row
from enumerate.papers.matrices import bar_state
from enumerate.papers.multiply import barstate_polynomial
from enumerate.plan.strategy import compile_best
from enumerate.reconstruct.reconstruction import primes_below
from enumerate.rules.problem import Problem

from . import Row, faster, seconds


def rows() -> Iterator[Row]:
    """All measurements of this group; the kernel is compiled first."""
    count(Board.rectangle(6, 6), engine="modular")
    positions(Board.rectangle(6, 6), kind="maximal", engine="modular")
    yield cold_start()
    yield packed_against_barstate()
    yield from growth()
    yield from compiling()
    yield from peers()


def cold_start() -> Row:
    """Start-up of a small question against its unavoidable imports."""

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
    """Both start with empty caches of matrices and compile their programs."""
    board = Board.rectangle(7, 7)

    def slow() -> None:
        bar_state.cache_clear()
        wall_row.cache_clear()
        barstate_polynomial(board)

    return faster(
        "packed against bar-state matrices, general 7 x 7",
        slow,
        lambda: positions(board, engine="dictionary"),
        20,
        9,
    )


def growth() -> Iterator[Row]:
    """Kernel time per cell and lane of D as the board gets wider. The states double with each column, and
    on average so should the time; single steps depend on how windows divide the columns.
    """
    points = [
        EvaluationPoint(prime, (3 + n, 5 + 7 * n)) for n, prime in enumerate(primes_below(2**30, LANES))
    ]
    times = {}
    narrow, wide = 11, 17
    for width in (narrow, wide):
        board = Board.rectangle(10, width)
        program = compile_program(Problem(board), sorted(board.cells))

        def carry(program: Program = program) -> None:
            evaluate(program, Residues(program.programs, points))

        carry()
        times[width] = seconds(carry, 5) / (10 * width)
    factor = (times[wide] / times[narrow]) ** (1 / (wide - narrow))
    what = f"kernel time per cell and lane of D for each column more, {narrow} to {wide}"
    yield Row(what, f"a factor {factor:.2f}", "at most 2.2", factor <= 2.2)


def compiling() -> Iterator[Row]:
    """Boards compiled into operators, with empty caches."""
    for what, side, stuck, limit in (("F(16, 16)", 16, (0, 1), 2.0), ("D(22, 22)", 22, (), 0.3)):
        problem = Problem(Board.rectangle(side, side), frozenset(stuck))
        took = seconds(lambda problem=problem: compile_best(problem, weighted=False))
        yield Row(f"compiling {what}", f"{took:.2f} s", f"under {limit} s", took < limit)


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
            "count 12 x 12 against Graphillion", matchings, lambda: count(Board.rectangle(12, 12)), 5000
        )
    for side, wanted in ((16, 5), (20, 50)):
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
