"""The open engine: a compiled sweep for values of any commutative semiring.

`evaluate` and `moments` use it for weights by placement. Read `compiler/program.py` and
`evaluators/semirings.py` first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any, Unpack

from ..compiler.program import Program, compile_by_placement, evaluate
from ..evaluators.objects import Objects, SparseValues, placement_weights
from ..evaluators.semirings import Semiring, require_semiring
from ..model.board import Board
from ..model.game import DEFAULT_GAME, Game, GameLike
from ..model.position import BoardLike
from ..plan.plan import states_need
from ..plan.question import Question
from ..plan.strategy import route
from ..rules.kinds import KindLike, StuckLike
from ..rules.problem import (
    NoPositionError,
    PlacedPiece,
    Problem,
    conflict_graph,
    placed_pieces,
    placement_finder,
)
from ..sampling.backward import BackwardTable, walked
from ..sampling.weighing import IntegerWeights, WeightedQuestion
from ..support.errors import InputError
from ..support.memory import CostEstimate
from ..support.run import Options, Settings, running

OBJECT_BYTES = 100  # of a value and its places in two lists, about
SECONDS_PER_OPERATION = 1.5e-7  # for a sum or product of Python objects or NumPy scalars


@dataclass(frozen=True, eq=False, repr=False)
class OpenProgram:
    """A compiled sweep with a weight for each placement, for values in any commutative semiring."""

    board: Board
    game: Game
    kind: str
    terms: tuple[tuple[int, Program | None], ...] = field(repr=False)  # signs; None if there is no position

    @property
    def placements(self) -> tuple[PlacedPiece, ...]:
        """All placements that fit on the board, as arguments of `weight`."""
        return tuple(placed_pieces(conflict_graph(self.game, self.board)))

    @property
    def states(self) -> int:
        """The greatest number of values that a sweep carries."""
        return max((program.states for _, program in self.terms if program is not None), default=0)

    def __repr__(self) -> str:
        size = "x".join(map(str, self.board.shape))
        return (
            f"<program of {size}, {self.kind}: {len(self.placements):,} placements, "
            f"up to {self.states:,} states>"
        )

    def evaluate(self, semiring: Any, **options: Unpack[Options]) -> Any:
        """The sum over all positions of the product of the weights of their placements, in a semiring.

        `semiring` has `zero`, `one`, `add(a, b)`, `mul(a, b)` and `weight(placement)`; the module `semirings`
        has ready-made semirings. Kinds that are differences, such as `any-end`, also need `neg(a)`.

        >>> import enumerate as en
        >>> class FewestAndHowMany:
        ...     zero, one = (float("inf"), 0), (0, 1)
        ...     def add(self, a, b):
        ...         return (a[0], a[1] + b[1]) if a[0] == b[0] else min(a, b)
        ...     def mul(self, a, b):
        ...         return a[0] + b[0], a[1] * b[1]
        ...     def weight(self, placement):
        ...         return 1, 1
        >>> en.program("8x8", "maximal").evaluate(FewestAndHowMany())
        (22, 4804)
        """
        require_semiring(semiring)
        if any(sign < 0 for sign, _ in self.terms) and getattr(semiring, "neg", None) is None:
            raise InputError(
                f"'{self.kind}' is counted by a difference, and the semiring has no `neg`: give it one, or "
                "take left-end, right-end and maximal one by one"
            )
        weights = self.weights(semiring)
        total = semiring.zero
        programs = [(sign, program) for sign, program in self.terms if program is not None]
        operations = sum(program.operations for _, program in programs)
        with running(options) as settings:
            seconds = operations * SECONDS_PER_OPERATION
            settings.expect(CostEstimate(f"{operations:,} sums and products", seconds=seconds))
            for number, (sign, program) in enumerate(programs):
                part = settings.part(number, len(programs))
                value = _swept(program, _evaluator(program, semiring, weights), part)
                total = semiring.add(total, value if sign > 0 else semiring.neg(value))
        return total.item() if type(total).__module__ == "numpy" and not total.shape else total

    def weights(self, semiring: Any) -> list[Any]:
        """The weights of all placements."""
        given = semiring.weight
        if not isinstance(given, Mapping):
            return [given(placement) for placement in self.placements]
        numbers_of = placement_finder(conflict_graph(self.game, self.board))
        found = [semiring.one] * len(self.placements)
        for key, value in given.items():
            for number in numbers_of(key):
                found[number] = value
        return found


def _swept(program: Program, evaluator: Any, settings: Settings) -> Any:
    """The value of a whole sweep, with progress after every visit."""
    values = evaluator.basis(program.entry, 0)
    for number, operator in enumerate(program.operators):
        settings.report(number, len(program.operators))
        values = evaluator.apply([operator], values)
    return evaluator.inner_product(values, evaluator.basis(program.exit, 0), None)


def _evaluator(program: Program, semiring: Any, weights: Sequence[Any]) -> Any:
    """An evaluator with arrays if the operations are universal functions of NumPy, else with objects."""
    if all(type(function).__name__ == "ufunc" for function in (semiring.add, semiring.mul)):
        return SparseValues(program.programs, semiring, weights)
    return Objects(program.programs, semiring, placement_weights(program.programs, weights))


def program(
    board: BoardLike,
    kind: KindLike = "general",
    *,
    stuck: StuckLike | None = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> OpenProgram:
    """The compiled sweep of a kind of positions, with a weight for every placement. Its method `evaluate`
    runs the sweep in any commutative semiring, any number of times.

    `stuck` names the players who cannot move, instead of a kind.

    >>> import enumerate as en
    >>> compiled = en.program("6x6", game="kings")
    >>> compiled.evaluate(en.semirings.integers()), compiled.evaluate(en.semirings.max_plus())
    (202841, 9)
    """
    question = Question.of(board, kind, stuck, game=game)
    parts = question.terms()
    with running(options) as settings:
        terms = tuple(
            (sign, compiled(problem, settings.part(number, len(parts))))
            for number, (sign, problem, _) in enumerate(parts)
        )
    return OpenProgram(question.board, question.game, str(kind) if stuck is None else f"stuck {stuck}", terms)


def compiled(problem: Problem, settings: Settings) -> Program | None:
    """The program of a problem with weights by placement; None if the problem has no position."""
    states_need(route(problem), settings, OBJECT_BYTES).require(settings.limit)
    try:
        order = walked(problem)
        return compile_by_placement(problem, order, settings.report)
    except NoPositionError:
        return None


def signed_sums(
    asked: WeightedQuestion,
    sums: Callable[[Problem, Settings], Iterable[Fraction]],
    settings: Settings,
) -> list[Fraction]:
    """The signed sum over the terms of the numbers that `sums` returns for the problem of a term."""
    if asked.question.play:
        raise InputError("alternating play supports weights of the players, x and y, not of placements")
    terms = asked.terms
    rows = [
        [sign * number for number in sums(problem, settings.part(place, len(terms)))]
        for place, (sign, problem, _) in enumerate(terms)
    ]
    return [sum(column, Fraction(0)) for column in zip(*rows, strict=True)]


def weighted_total(problem: Problem, settings: Settings, weights: Sequence[Fraction]) -> list[Fraction]:
    """The sum over all positions of the product of the weights of their placements, as the only entry."""
    order = walked(problem)
    integers = IntegerWeights.of(conflict_graph(problem.game, problem.board), order, weights)
    try:
        with running({"settings": settings}):
            table = BackwardTable(problem, order, weights=integers)
    except NoPositionError:
        return [Fraction(0)]
    return [Fraction(table.total, integers.scale)]


def weighted_moments(problem: Problem, settings: Settings, weights: Sequence[Fraction]) -> list[Fraction]:
    """The sums over all positions of the weight, of the weight times the number of pieces of each player, and
    of the weight times the product of two of these numbers (for players i <= j, in lexicographic order).

    The sweep carries these sums as values. In a product of values, weights multiply and numbers of pieces
    add, so sums of products follow from (a + a')(b + b').

    >>> from enumerate import Board
    >>> square = Problem(Board("2x2"), frozenset())
    >>> list(map(int, weighted_moments(square, Settings(), [Fraction(1)] * 4)))
    [7, 4, 4, 6, 0, 6]
    """
    players = range(problem.variables)
    pairs = list(combinations_with_replacement(players, 2))
    import flint

    zero, one = flint.fmpq(0), flint.fmpq(1)

    def add(left: Any, right: Any) -> Any:
        return tuple([a + b for a, b in zip(left, right, strict=True)])

    def mul(left: Any, right: Any) -> Any:
        (m, *a), (n, *b) = left, right
        first = [m * b[i] + a[i] * n for i in players]
        rest = len(players)
        second = [
            m * b[rest + k] + a[rest + k] * n + a[i] * b[j] + a[j] * b[i] for k, (i, j) in enumerate(pairs)
        ]
        return (m * n, *first, *second)

    def weight(value: Any, player: int) -> Any:
        first = [value if i == player else zero for i in players]
        return (value, *first, *[value if i == j == player else zero for i, j in pairs])

    size = 1 + len(players) + len(pairs)
    nothing = (zero,) * size
    jets = Semiring(nothing, (one, *nothing[1:]), add, mul, {})
    graph = conflict_graph(problem.game, problem.board)
    given = [
        weight(flint.fmpq(w.numerator, w.denominator), player)
        for w, player in zip(weights, graph.variables, strict=True)
    ]
    program = compiled(problem, settings)
    if program is None:
        return [Fraction(0)] * size
    evaluator = Objects(program.programs, jets, placement_weights(program.programs, given))
    return [Fraction(int(number.p), int(number.q)) for number in evaluate(program, evaluator)]
