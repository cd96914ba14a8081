"""Exact totals, checked modulo a prime; a long one can be kept on the way and go on from there."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..compiler.operators import BlockOperator
from ..compiler.program import Program, evaluate
from ..support.errors import ComputationError
from ..support.progress import Report, silent
from ..sweep.diagram import Array
from .integers import PRIME, Integers, Planes, Residue, Sweeper, ticking


@dataclass(frozen=True)
class Checkpoint:
    """How far the computation of a total is.

    A total takes two evaluations: in integers, and then, when the `total` is known, modulo a prime. Each
    applies a few lists of operators. `values` holds the values at the end of each earlier list, and those
    after the first `done` operators of the present list.
    """

    total: int | None
    done: int
    values: list[Planes]

    def passed(self, program: Program) -> int:
        """How many states are behind, of those of all operators, twice."""
        operators = sum(map(len, stages(program)[: len(self.values) - 1])) + self.done
        before = program.operators if self.total is not None else ()
        return sum(operator.targets for operator in (*before, *program.operators[:operators]))


def stages(program: Program) -> list[tuple[BlockOperator, ...]]:
    """The lists of operators of a program in the order in which they are applied."""
    loops = [each for each in (program.shared, program.right, program.left) if each]
    return loops * len(program.loops())


def can_be_moment(done: int, lengths: Sequence[Sequence[int]], program: Program) -> bool:
    """Whether planes of these lengths can be the values of a moment of a program."""
    lists = stages(program)
    if not 1 <= len(lengths) <= len(lists) or not 1 <= done <= len(lists[len(lengths) - 1]):
        return False
    counts = [len(operators) for operators in lists[: len(lengths) - 1]] + [done]
    for planes, operators, count in zip(lengths, lists, counts, strict=False):
        states = operators[count - 1].targets
        if not planes or any(size != states for size in planes):
            return False
    return True


Keep = Callable[[Checkpoint], None]


def forget(moment: Checkpoint) -> None:
    """Keep nothing."""


class Checkpointing:
    """An evaluator that calls `keep` after every operator and starts from the checkpoint `since`. It takes
    over the values of the checkpoint."""

    def __init__(
        self,
        algebra: Integers | Residue,
        sweeper: Sweeper,
        keep: Keep,
        total: int | None,
        since: Checkpoint | None,
    ) -> None:
        self._algebra, self._sweeper = algebra, sweeper
        self._keep, self._known_total, self._since = keep, total, since
        self._ended: list[Planes] = []
        self.basis, self.inner_product, self.total = algebra.basis, algebra.inner_product, algebra.total

    def apply(self, operators: Sequence[BlockOperator], values: Planes) -> Planes:
        """The values after some operators, normalized."""
        if not operators:
            return values
        before, given = 0, iter(values)
        if self._since is not None:
            known = self._since.values.pop(0)
            before = len(operators)
            if not self._since.values:
                before, self._since = self._since.done, None
                self._algebra.normalize(known)
            passed(self._sweeper, operators[:before])
            given = _handed(known)

        def look(done: int, planes: Planes) -> None:
            self._keep(Checkpoint(self._known_total, before + done, [*self._ended, list(planes)]))

        self._sweeper.look = look
        self._ended.append(self._algebra.apply(operators[before:], given))
        return self._ended[-1]


def _handed(planes: Planes) -> Iterator[Array]:
    """The planes one by one, and nobody holds them here any longer."""
    while planes:
        yield planes.pop(0)


def passed(sweeper: Sweeper, operators: Sequence[BlockOperator]) -> None:
    """Some operators are behind us."""
    if sweeper.tick is not None:
        for operator in operators:
            sweeper.tick(operator)


def checked_total(
    program: Program,
    threads: int = 1,
    report: Report = silent,
    keep: Keep = forget,
    since: Checkpoint | None = None,
) -> int:
    """The number of positions, from a program without weights; checked modulo a prime. The values of `since`
    are taken over: they are in memory only once.

    >>> from enumerate.compiler.program import compile_program
    >>> from enumerate.model.board import Board
    >>> checked_total(compile_program(Board.rectangle(4, 4), weighted=False))
    10012
    """
    sweeper = Sweeper(program.programs, threads, ticking((*program.operators, *program.operators), report))
    if since is not None and since.total is not None:
        total = since.total
        passed(sweeper, program.operators)
    else:
        total = evaluate(program, Checkpointing(Integers(sweeper), sweeper, keep, None, since))
        since = None
    if total % PRIME != evaluate(program, Checkpointing(Residue(sweeper), sweeper, keep, total, since)):
        raise ComputationError(f"the prime {PRIME} contradicts the total: the computation is not trusted")
    return total
