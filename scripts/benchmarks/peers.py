"""Matchings and independent sets: our counts against Graphillion's, OxiDD's, pyganak's and a plain recursion.

Each count runs in a process of its own, for a minute at most, and only the count is timed, without
`import` and, for us, without loading compiled kernels. Peers get the vertices in our order, which is good for
decision diagrams, too. A peer that took more than a minute is not asked about larger grids. The figure is
their time divided by ours: where it is below 1, they are ahead.
"""

import random
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import combinations
from multiprocessing import get_context
from typing import Any

from enumerate import Board, count
from enumerate.model.game import Game
from enumerate.sweep.orders import graph_order

from . import Row

MINUTE = 60.0  # seconds
GRIDS = (8, 12, 16, 20)
Graph = tuple[int, list[tuple[int, int]]]  # the number of vertices, and the edges


def rows() -> Iterator[Row]:
    """General graphs of 60 vertices, then grids."""
    for name, graph in (("random planar", planar()), ("random cubic", cubic())):
        board = Board.from_graph(graph[1], vertices=graph[0])
        what = f"independent sets, {name} graph of 60 vertices"
        yield from compared(what, ordered(graph), (board, "node-kayles"), set())
    for what, game in (("independent sets", "node-kayles"), ("matchings", "domineering")):
        given_up: set[str] = set()
        for n in GRIDS:
            graph = grid(n) if game == "node-kayles" else line_graph(grid(n))
            yield from compared(f"{what}, {n} x {n}", graph, (Board.rectangle(n, n), game), given_up)


def compared(what: str, graph: Graph, board: tuple[Board, str], given_up: set[str]) -> Iterator[Row]:
    """A row for each peer that is not in `given_up`; one that takes too long is added."""
    ours, wanted = timed(by_us, board)
    assert ours is not None, what
    for peer, work in PEERS.items():
        if peer in given_up:
            continue
        if peer in PACKAGES and find_spec(PACKAGES[peer]) is None:
            yield Row(f"{what}: {peer}", "not installed", "pip install '.[bench]'", False)
            continue
        theirs, found = timed(work, graph)
        if theirs is None:
            given_up.add(peer)
            yield Row(f"{what}: {peer}", f"{found}; we take {ours:.2g} s", "at least 1 times", True)
            continue
        assert found == wanted, (what, peer)
        ratio = theirs / ours
        measured = f"{ratio:.2g} times our {ours:.2g} s"
        yield Row(f"{what}: {peer}", measured, "at least 1 times", ratio >= 1)


def timed(work: Callable[[Any], int], question: Any) -> tuple[float | None, Any]:
    """The seconds of a count in its own process, and the count; or None and the reason."""
    context = get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(work, question, there), daemon=True)
    process.start()
    there.close()
    try:
        if not here.poll(MINUTE + 10):
            return None, "more than a minute"
        return here.recv()
    except EOFError:
        return None, "out of memory or ended by itself"
    finally:
        process.kill()
        process.join()


def _answer(work: Callable[[Any], int], question: Any, there: Any) -> None:
    if work is by_us:  # imports, and compiled kernels
        for game in ("node-kayles", "domineering"):
            count(Board.rectangle(14, 14), game=game)
    else:
        work((3, [(0, 1), (1, 2)]))
    began = time.perf_counter()
    found = work(question)
    there.send((time.perf_counter() - began, found))


# -- The peers -----------------------------------------------------------------------------------------------


def by_us(question: tuple[Board, str]) -> int:
    """The positions of a game on a board; a grid is a board, and need not come as a graph."""
    board, game = question
    return count(board, game=game)


def by_graphillion(graph: Graph) -> int:
    """A zero-suppressed decision diagram of all independent sets."""
    from graphillion import VertexSetSet

    VertexSetSet.set_universe(list(range(1, graph[0] + 1)))
    return int(VertexSetSet.independent_sets([(a + 1, b + 1) for a, b in graph[1]]).len())


def by_oxidd(graph: Graph) -> int:
    """A binary decision diagram: one clause for each edge, from the last vertices to the first."""
    from oxidd.bdd import BDDManager

    manager = BDDManager(1 << 24, 1 << 22, 1)
    manager.add_vars(graph[0])
    found = manager.true()
    for a, b in sorted(graph[1], reverse=True):
        found &= manager.var(a).nand(manager.var(b))
    return int(found.sat_count(graph[0]))


def by_pyganak(graph: Graph) -> int:
    """Ganak, an exact model counter."""
    from pyganak import Counter

    counter = Counter()
    counter.new_vars(graph[0])
    for a, b in graph[1]:
        counter.add_clause([-a - 1, -b - 1])
    return int(counter.count())


def by_recursion(graph: Graph) -> int:
    """The sets without a vertex of greatest degree, plus those with it; disconnected parts multiply."""
    near = [0] * graph[0]
    for a, b in graph[1]:
        near[a] |= 1 << b
        near[b] |= 1 << a

    def of(left: int) -> int:
        product = 1
        while left:
            part, front = 0, left & -left
            while front:
                part |= front
                grown = 0
                while front:
                    grown |= near[(front & -front).bit_length() - 1]
                    front &= front - 1
                front = grown & left & ~part
            left &= ~part
            product *= connected(part)
        return product

    def connected(part: int) -> int:
        vertices = [v for v in range(graph[0]) if part >> v & 1]
        best = max(vertices, key=lambda v: (near[v] & part).bit_count())
        return of(part & ~(1 << best)) + of(part & ~(1 << best) & ~near[best])

    return of((1 << graph[0]) - 1)


PEERS: dict[str, Callable[[Graph], int]] = {
    "Graphillion": by_graphillion,
    "OxiDD": by_oxidd,
    "pyganak": by_pyganak,
    "plain recursion": by_recursion,
}
PACKAGES = {"Graphillion": "graphillion", "OxiDD": "oxidd", "pyganak": "pyganak"}


# -- The graphs ----------------------------------------------------------------------------------------------


def grid(n: int) -> Graph:
    """The n x n grid, row by row."""
    edges = [(n * r + c, n * r + c + 1) for r in range(n) for c in range(n - 1)]
    return n * n, edges + [(v, v + n) for v in range(n * n - n)]


def line_graph(graph: Graph) -> Graph:
    """The edges as vertices, ordered by their ends; its independent sets are the matchings."""
    edges = sorted(graph[1])
    at: dict[int, list[int]] = {}
    for number, edge in zip(range(len(edges)), edges, strict=True):
        for end in edge:
            at.setdefault(end, []).append(number)
    return len(edges), sorted({pair for near in at.values() for pair in combinations(near, 2)})


def cubic(vertices: int = 60, seed: int = 1) -> Graph:
    """A random graph in which every vertex has three neighbours."""
    chance = random.Random(seed)
    while True:
        ends = [v for v in range(vertices) for _ in range(3)]
        chance.shuffle(ends)
        edges = {(min(pair), max(pair)) for pair in zip(ends[::2], ends[1::2], strict=True)}
        if len(edges) == len(ends) // 2 and all(a != b for a, b in edges):
            return vertices, sorted(edges)


def planar(vertices: int = 60, seed: int = 1) -> Graph:
    """Two thirds of the edges of the Delaunay triangulation of random points."""
    from scipy.spatial import Delaunay

    chance = random.Random(seed)
    points = [(chance.random(), chance.random()) for _ in range(vertices)]
    triangles = Delaunay(points).simplices.tolist()
    edges = sorted({pair for triangle in triangles for pair in combinations(sorted(triangle), 2)})
    return vertices, sorted(chance.sample(edges, 2 * len(edges) // 3))


def ordered(graph: Graph) -> Graph:
    """The same graph, numbered in our order of visits."""
    board = Board.from_graph(graph[1], vertices=graph[0])
    visits = graph_order(board, Game.named("node-kayles"))
    place = {cell[0]: number for number, cell in zip(range(len(visits)), visits, strict=True)}
    pairs = ((place[a], place[b]) for a, b in graph[1])
    return graph[0], sorted((min(pair), max(pair)) for pair in pairs)
