"""`explain`: the plan of a count, shown without carrying it out, as a database explains a query.

Read `plan/plan.py` first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Unpack

from ..model.board import PlayerLike
from ..model.game import DEFAULT_GAME, GameLike
from ..model.lattice import Cell
from ..model.polynomial import By
from ..model.position import BoardLike
from ..model.weights import weights_of
from ..plan.plan import (
    DESCRIPTIONS,
    POLYNOMIAL,
    TOTAL,
    Engine,
    EvaluatorChoice,
    Plan,
    Wanted,
    What,
    plans,
)
from ..plan.question import Question
from ..rules.kinds import KindLike, StuckLike
from ..rules.problem import Problem
from ..support.errors import plural, require_flag
from ..support.memory import show_size, show_time
from ..support.result import Result, Table, plain
from ..support.run import CountingOptions
from ..sweep.orders import beside, widest
from .solve import counting_run

COLUMNS = ("board", "evaluator", "strategy", "order", "states", "operations", "memory", "seconds", "rejected")
STRATEGIES = {
    "whole": "whole sweep",
    "folded": "half a sweep, joined with its mirror image where labels allow it",
    "trace": "trace: once around the periodic axis from each class of states at a border of slices",
}


@dataclass(frozen=True)
class Step:
    """The plan of one component, as a row. `states` is the greatest number of states between two visits, and
    `operations` the number of transitions for one evaluation point."""

    board: str
    evaluator: str
    strategy: str
    order: str
    states: int | None
    operations: int | None
    memory: int | None
    seconds: float
    rejected: tuple[str, ...]

    @classmethod
    def of(cls, plan: Plan) -> Step:
        """The row of a plan."""
        evaluator, strategy = plan.evaluator.value, str(plan.strategy)
        counts = plan.states, plan.operations, int(plan.need.memory) or None
        order = _order(plan.problem, plan.order)
        return cls(_name(plan.problem), evaluator, strategy, order, *counts, plan.need.seconds, plan.rejected)

    def __str__(self) -> str:
        lines = [
            ("evaluator", f"{self.evaluator}: {DESCRIPTIONS[EvaluatorChoice(self.evaluator)]}"),
            ("strategy", STRATEGIES[self.strategy]),
            ("order", self.order),
        ]
        if self.states is not None and self.operations is not None:
            lines += [
                ("states", f"at most {self.states:,}"),
                ("operations", f"{self.operations:,} per point"),
            ]
        if self.memory is not None:
            lines += [
                ("memory", show_size(self.memory)),
                ("time", show_time(self.seconds) if self.seconds >= 1 else "below 1 s"),
            ]
        else:
            lines += [("time", "immediate")]
        lines += [("not taken", reason) for reason in self.rejected]
        return "\n".join([self.board, *(f"  {name:<12}{text}" for name, text in lines)])


@dataclass(frozen=True)
class Explanation(Result):
    """The plans of a question: one for each distinct component of the board and set of stuck players."""

    terms: int
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        head = f"{plural(self.terms, 'term')}, {plural(len(self.steps), 'different problem')}"
        return "\n\n".join([head, *map(str, self.steps)])

    def table(self) -> Table:
        """A row for each problem."""
        rows = (tuple(getattr(step, name) for name in COLUMNS[:-1]) for step in self.steps)
        return Table(
            COLUMNS, tuple((*r, "; ".join(s.rejected)) for r, s in zip(rows, self.steps, strict=True))
        )

    def to_json(self) -> dict[str, Any]:
        """The number of terms, and the plan of each problem."""
        return {"terms": self.terms, "problems": plain(self.steps)}


def explain(
    board: BoardLike,
    kind: KindLike = "general",
    *,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    by: str | None = None,
    total: bool = False,
    engine: str = "auto",
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[CountingOptions],
) -> Explanation:
    """The plan of `positions` with these arguments, or of `count` if `total` is true; nothing is counted.

    For each distinct problem it gives the evaluator, strategy, order of visits, numbers of states and
    operations, memory, estimated time, and the reasons against other evaluators. A question that does not fit
    into memory is refused, as by `positions` and `count`.

    >>> print(explain("20x20", total=True, threads=1))  # doctest: +ELLIPSIS
    1 term, 1 different problem
    <BLANKLINE>
    20x20, nobody stuck
      evaluator   integers: exact integers in limbs of 48 bits, checked modulo a prime
      strategy    half a sweep, joined with its mirror image where labels allow it
      order       20 slices of 20 cells
      states      at most 1,048,576
      ...
      not taken   dictionary: the board has more states than its budget
      not taken   residues: integers need no bound on the number of primes
    """
    require_flag("total", total)
    question = Question.of(board, kind, stuck, play, turn, game)
    terms = question.terms()
    wanted = TOTAL if total else POLYNOMIAL
    if by is not None:
        weights = weights_of((None,) * 3, "xyz"[: question.variables])
        wanted = Wanted(What.SUMS, weights=weights, grades=By.of(by).grades(question.variables))
    with counting_run(options, engine) as settings:
        planned = plans(terms, wanted, Engine(engine), settings)
        for plan in planned.values():
            plan.need.require(settings.limit)
    return Explanation(len(terms), tuple(map(Step.of, planned.values())))


def _name(problem: Problem) -> str:
    """The board and its stuck players in words."""
    board = problem.board
    name = "x".join(map(str, board.shape)) if board.is_box else f"{plural(len(board), 'cell')}"
    wrapped = " periodic" if any(board.wrap) else ""
    players = ", ".join(("Left", "Right", "Middle")[player] for player in sorted(problem.stuck))
    about = "every cell covered" if problem.perfect else f"{players or 'nobody'} stuck"
    return f"{name}{wrapped}, {about}"


def _order(problem: Problem, order: tuple[Cell, ...]) -> str:
    from ..sweep.sweep import slice_axis

    board = problem.board
    if board.lattice.is_graph or not board.is_box or len(order) < 2:
        width = widest(order, beside(board, problem.game))
        return f"{plural(len(order), 'cell')}, one after the other; width {width}"
    slices = board.shape[slice_axis(order) or 0]
    return f"{slices} slices of {plural(len(board) // slices, 'cell')}"
