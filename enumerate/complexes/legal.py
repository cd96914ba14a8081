"""The complex of positions: its vertices are the placements, and its faces are the positions.

Read `rules/problem.py` first. This module also writes the complex for computer algebra systems.

Removing a piece leaves a position, so the positions of a placement game are the faces of a simplicial complex
[FHN19], the independence complex of the conflict graph; its facets are the maximal positions. For Domineering
it is the matching complex of the grid. A face with k pieces has size k and dimension k - 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import comb
from typing import Any, Unpack

from ..counting.positions import count, positions
from ..measures.evaluation import evaluate
from ..model.board import Board, Player
from ..model.game import DEFAULT_GAME, DOMINEERING, Game, GameLike
from ..model.polynomial import Polynomial
from ..model.position import BoardLike, board_and_game
from ..model.weights import Weight
from ..plan.plan import POLYNOMIAL, Engine, Wanted, What, plans
from ..plan.question import Question, is_too_wide, require_narrow
from ..rules.kinds import Kind, game_json
from ..rules.problem import Conflicts, Problem, conflict_graph, members
from ..support.errors import TooLargeError, about
from ..support.memory import CostEstimate
from ..support.result import Result, Table
from ..support.run import DEFAULT, CountingOptions, Settings, cancellable, running, settings_from
from .betti import MOST_NODES, Betti, MatchingTree, betti_numbers

MAX_LISTED_FACETS = 100_000
QUICK_FACES, QUICK_VERTICES = 200_000, 60  # Betti numbers within a second: faces on gradient paths, vertices
FLOW_BYTES, SECONDS_PER_FACE = 120, 5e-6  # for each face that a gradient path could meet, measured
ANNOUNCED_NODES = 2**14  # a matching tree with more nodes is announced
SECONDS_PER_NODE = 2.5e-7  # for each node of a matching tree and each placement, measured


def legal_complex(
    board: BoardLike, *, game: GameLike = DEFAULT_GAME, **options: Unpack[CountingOptions]
) -> LegalComplex:
    """The complex of all positions of a game on a board. Its invariants are computed when they are first
    used.

    >>> square = legal_complex("2x2")
    >>> square.f_vector, square.h_vector, square.euler, square.betti().rational
    ((1, 4, 2), (1, 2, -1), 1, (0, 1))
    """
    return LegalComplex(*board_and_game(board, game), settings_from(options, CountingOptions))


@dataclass(frozen=True)
class LegalComplex(Result):
    """The complex of the positions on a board."""

    board: Board
    game: Game = DOMINEERING
    settings: Settings = field(default=DEFAULT, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"settings": self.settings.portable()}

    @property
    def variables(self) -> int:
        """The number of variables that count the pieces."""
        return self.game.variables(self.board.dimension)

    @cached_property
    def graph(self) -> Conflicts:
        """The conflict graph: its vertices are the placements, and its edges the minimal non-faces."""
        return conflict_graph(self.game, self.board)

    @cached_property
    def f_vector(self) -> tuple[int, ...]:
        """The number of faces of each size, from the empty face on."""
        return self._f_vector(self.settings)

    def _f_vector(self, settings: Settings) -> tuple[int, ...]:
        sizes = positions(self.board, by="size", game=self.game, settings=settings)
        return tuple(sizes[k] for k in range(sizes.terms[-1][0] + 1))

    @property
    def dimension(self) -> int:
        """The dimension: one less than the greatest number of pieces."""
        return len(self.f_vector) - 2

    @property
    def h_vector(self) -> tuple[int, ...]:
        """h_0, ..., h_d with sum h_k t^k = sum f_(i-1) t^i (1 - t)^(d - i), where d is the greatest size."""
        f, size = self.f_vector, len(self.f_vector) - 1
        return tuple(
            sum((-1) ** (k - i) * comb(size - i, k - i) * f[i] for i in range(k + 1)) for k in range(size + 1)
        )

    @cached_property
    def facets_by_player(self) -> Polynomial:
        """The number of facets by each player's pieces: the polynomial of the maximal positions."""
        return positions(self.board, "maximal", game=self.game, settings=self.settings)

    @cached_property
    def facet_sizes(self) -> tuple[tuple[int, int], ...]:
        """The number of facets of each size that occurs, as pairs (size, number)."""
        return positions(self.board, "maximal", by="size", game=self.game, settings=self.settings).terms

    @property
    def is_pure(self) -> bool:
        """Whether all facets have the same size."""
        return len(self.facet_sizes) == 1

    @cached_property
    def euler(self) -> int:
        """The reduced Euler characteristic: the sum of (-1)^(size - 1) over all faces and the empty face.

        It is minus the value of the generating polynomial at -1, for every board that can be counted.
        """
        x, y, z = (-1 if number < self.variables else None for number in range(3))
        value = evaluate(self.board, x=x, y=y, z=z, game=self.game, settings=self.settings).value
        assert value is not None
        return -int(value)

    def expect(self) -> None:
        """Refuse or announce the cost of all invariants except the Betti numbers, before computing any."""
        ones = (1,) * self.variables
        sizes = Wanted(What.SUMS, weights=tuple(map(Weight.of, ones)), grades=ones)
        euler = Wanted(What.SUMS, weights=(Weight.of(-1),) * self.variables, grades=(0,) * self.variables)
        wanted = {Kind.GENERAL: (sizes, euler), Kind.MAXIMAL: (sizes, POLYNOMIAL)}
        needs = []
        for kind, values in wanted.items():
            terms = Question(self.board, kind, game=self.game).terms()
            for value in values:
                needs += [plan.need for plan in plans(terms, value, Engine.AUTO, self.settings).values()]
        self.settings.shared(needs)

    @property
    def _problem(self) -> Problem:
        return Problem(self.board, frozenset(), game=self.game)

    @cached_property
    def _tree(self) -> MatchingTree:
        return MatchingTree.of(self.graph.neighbours)

    @cached_property
    def critical(self) -> tuple[int, ...]:
        """The number of critical faces of each size, for the discrete Morse function behind `betti`.

        Each number is at least the Betti number of the same dimension, and the alternating sum is the Euler
        characteristic.
        """
        with running({"settings": self.settings}, CountingOptions) as settings:
            return self._critical(settings)

    def _critical(self, settings: Settings) -> tuple[int, ...]:
        require_narrow(self._problem)
        seconds = MOST_NODES * len(self.graph) * SECONDS_PER_NODE
        need = CostEstimate(f"a matching tree of up to {MOST_NODES:,} nodes", seconds=seconds)

        def report(done: int, total: int) -> None:
            if done >= ANNOUNCED_NODES:
                settings.expect(need)
                settings.report(done, total)

        sizes = self._tree.counts(report)
        return tuple(sizes[size] for size in range(max(sizes, default=-1) + 1))

    @cached_property
    def flow(self) -> int:
        """A bound on the faces on gradient paths between critical faces.

        It is 0 if no two sizes of critical faces are consecutive. Then the numbers of critical faces are the
        Betti numbers.
        """
        return max((self.f_vector[size] for size in self._meeting), default=0)

    @property
    def _meeting(self) -> list[int]:
        """The sizes of critical faces for which there are critical faces with one more vertex."""
        sizes = self.critical
        return [size - 1 for size in range(1, len(sizes)) if sizes[size] and sizes[size - 1]]

    @property
    def is_quick(self) -> bool:
        """Whether the Betti numbers take at most about a second."""
        is_small = not is_too_wide(self._problem) and len(self.graph) <= QUICK_VERTICES
        return is_small and self.flow <= QUICK_FACES

    def betti(self) -> Betti:
        """The reduced Betti numbers from dimension -1 on, over the rationals and over GF(2).

        >>> legal_complex(Board.rectangle(4, 4)).betti().rational
        (0, 0, 0, 0, 0, 6, 2)
        """
        with running({"settings": self.settings}, CountingOptions) as settings:
            matching, following = settings.cut([1, 4], ["matching", "gradient paths"])
            if "critical" not in self.__dict__:  # as a part of this computation
                self.__dict__["critical"] = self._critical(matching)
            if self._meeting and "f_vector" not in self.__dict__:  # quick, and needed for the forecast
                self.__dict__["f_vector"] = self._f_vector(settings.quiet())
            entries = max((a * b for a, b in zip(self.critical, self.critical[1:], strict=False)), default=0)
            what = f"gradient paths through up to {about(self.flow)} faces"
            settings.expect(
                CostEstimate(what, self.flow * FLOW_BYTES + 8 * entries, self.flow * SECONDS_PER_FACE)
            )
            return betti_numbers(self._tree, following, self.f_vector if self._meeting else ())

    def __str__(self) -> str:
        faces = " ".join(map(str, self.f_vector))
        return f"complex of dimension {self.dimension} with f-vector {faces}"

    def table(self) -> Table:
        """Faces and facets by size, and the h-vector."""
        facets = dict(self.facet_sizes)
        rows = enumerate(zip(self.f_vector, self.h_vector, strict=True))
        return Table(("size", "faces", "h", "facets"), tuple((k, *fh, facets.get(k, 0)) for k, fh in rows))

    def to_json(self, betti: Betti | None = None) -> dict[str, Any]:
        """All invariants, with the Betti numbers if they are given; see docs/json.md."""
        return {
            **game_json(self.game, self.board),
            "board": self.board.to_json(),
            "variables": [Player(axis).variable for axis in range(self.variables)],
            "dimension": self.dimension,
            "f_vector": [str(number) for number in self.f_vector],
            "h_vector": [str(number) for number in self.h_vector],
            "facets": [[size, str(number)] for size, number in self.facet_sizes],
            "facets_by_player": self.facets_by_player.to_json(),
            "pure": self.is_pure,
            "euler": str(self.euler),
            **(betti.to_json() if betti is not None else {"betti": None, "betti_gf2": None}),
        }

    def facets(self) -> list[tuple[int, ...]]:
        """The facets in ascending order, each as a list of indices into `graph.placements`."""
        number = count(self.board, "maximal", game=self.game, settings=self.settings)
        if number > MAX_LISTED_FACETS:
            raise TooLargeError(f"there are {about(number)} facets, at most {MAX_LISTED_FACETS:,} are listed")
        with running({"stop": self.settings.stop}):
            return sorted(cancellable(maximal_sets(self.graph.neighbours)))

    def non_faces(self) -> list[tuple[int, int]]:
        """The minimal non-faces: pairs of placements that exclude each other."""
        near = enumerate(self.graph.neighbours)
        return [(vertex, other) for vertex, beside in near for other in sorted(beside) if vertex < other]


def maximal_sets(neighbours: Sequence[frozenset[int] | set[int]]) -> Iterator[tuple[int, ...]]:
    """The maximal independent sets of a graph [Bron, Kerbosch, with a pivot].

    >>> sorted(maximal_sets([{1}, {0, 2}, {1}]))
    [(0, 2), (1,)]
    """
    near = [sum(1 << other for other in beside) | 1 << vertex for vertex, beside in enumerate(neighbours)]
    waiting = [(0, (1 << len(near)) - 1, 0)]  # vertices chosen, still possible, and tried before
    while waiting:
        chosen, open_, tried = waiting.pop()
        if not open_:
            if not tried:
                yield tuple(members(chosen))
            continue
        # every maximal set contains the pivot or one of its neighbours
        pivot = min(members(open_ | tried), key=lambda vertex: (near[vertex] & open_).bit_count())
        for vertex in members(near[pivot] & open_):
            waiting.append((chosen | 1 << vertex, open_ & ~near[vertex], tried & ~near[vertex]))
            open_ &= ~(1 << vertex)
            tried |= 1 << vertex


def macaulay2(complex_: LegalComplex, non_faces: bool = False) -> str:
    """Macaulay2 code: the complex by its facets, or with `non_faces` its Stanley-Reisner ideal.

    >>> print(macaulay2(legal_complex("1x4"), non_faces=True))
    -- v_0 = R(1,1), v_1 = R(1,2), v_2 = R(1,3)
    R = QQ[v_0..v_2];
    I = monomialIdeal(v_0*v_1, v_1*v_2);
    """
    size = len(complex_.graph)
    key = ", ".join(f"v_{number} = {name}" for number, name in enumerate(names(complex_)))
    ring = f"-- {key}\nR = QQ[{f'v_0..v_{size - 1}' if size else ''}];"
    if non_faces:
        return f"{ring}\nI = monomialIdeal({_products(complex_.non_faces()) or '0_R'});"
    facets = _products(complex_.facets())
    return f'needsPackage "SimplicialComplexes";\n{ring}\nD = simplicialComplex {{{facets}}};'


def sage(complex_: LegalComplex, non_faces: bool = False) -> str:
    """Sage code: the complex by its facets, or with `non_faces` as an independence complex.

    >>> print(sage(legal_complex("1x4")))
    # 0 = R(1,1), 1 = R(1,2), 2 = R(1,3)
    D = SimplicialComplex([(0, 2), (1,)])
    """
    key = f"# {', '.join(f'{n} = {name}' for n, name in enumerate(names(complex_)))}"
    if non_faces:
        vertices = list(range(len(complex_.graph)))
        edges = complex_.non_faces()
        return f"{key}\nG = Graph([{vertices}, {edges}])\nD = G.complement().clique_complex()"
    return f"{key}\nD = SimplicialComplex({complex_.facets()})"


def names(complex_: LegalComplex) -> list[str]:
    """The vertices in words: the piece and the coordinates of its first cell, from 1."""
    pieces = complex_.graph.game.pieces
    return [
        f"{pieces[placement.piece].name}({','.join(str(1 + place) for place in placement.at)})"
        for placement in complex_.graph.placements
    ]


def _products(sets: Sequence[Sequence[int]]) -> str:
    return ", ".join("*".join(f"v_{vertex}" for vertex in chosen) or "1_R" for chosen in sets)
