"""A second opinion on a count: other primes, no symmetry, from the other corner; and another evaluator.

`confirm` sweeps the whole board in the reversed order of cells with primes that the first computation did not
use. `dense_count` knows neither programs nor labels of cells: it contracts the tiles themselves.
"""

from collections.abc import Collection
from typing import Unpack

from enumerate.checking.contraction import contract
from enumerate.model.board import Board
from enumerate.model.game import DOMINEERING, Game
from enumerate.rules.kinds import summands
from enumerate.rules.problem import is_symmetric
from enumerate.support.errors import InputError
from enumerate.support.run import Options, Settings, changed, running


def confirm(
    board: Board,
    kind: str = "general",
    play: bool = False,
    used: Collection[int] = (),
    game: Game | str = DOMINEERING,
    **options: Unpack[Options],
) -> tuple[int, dict[str, object]]:
    """The number of positions, computed a second time, with primes that are not in `used`.

    >>> confirm(Board.rectangle(4, 4), "maximal")[0], confirm(Board.rectangle(4, 4), play=True)[0]
    (400, 4632)
    >>> confirm(Board.rectangle(4, 4), "maximal", game="node-kayles")[0]
    42
    """
    with running(options) as settings:
        return _confirm(board, kind, play, used, Game.of(game), settings)


def _confirm(
    board: Board, kind: str, play: bool, used: Collection[int], game: Game, settings: Settings
) -> tuple[int, dict[str, object]]:
    from enumerate.compiler.program import Program, compile_program
    from enumerate.evaluators.integers import support
    from enumerate.plan.plan import expected_points, residues_need
    from enumerate.plan.strategy import route
    from enumerate.reconstruct.answers import answer_program
    from enumerate.reconstruct.reconstruction import PlayPlan, Reconstruction, TotalPlan
    from enumerate.rules.problem import Problem
    from enumerate.sweep.profile import best_order

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
    with changed(current=answering.current):
        number, how = answer_program(program, plan_for)
    return number, how | {"order": "reversed"}


def dense_count(board: Board, kind: str, play: bool, skip: int) -> tuple[int, int]:
    """The number of positions modulo one prime, and the prime; `skip` primes are left to other computations.

    In alternating play the differences a - b are told apart by roots of unity of a prime order that exceeds
    their range. Where Left and Right can be exchanged, the roots r and 1/r give the same value.

    >>> dense_count(Board.rectangle(4, 4), "general", play=True, skip=0)[0]
    4632
    """
    from enumerate.reconstruct.reconstruction import TOP, primes_below

    ((_, stuck, differences),) = summands(board, kind, None, play)
    if differences is None:
        prime = primes_below(TOP, 1, skip=skip)[0]
        return contract(board, stuck, prime, (1, 1)), prime
    order = board.most_dominoes(0) + board.most_dominoes(1) + 2
    while any(order % d == 0 for d in range(2, order)):
        order += 1
    prime = primes_below(TOP, 1, order, skip)[0]
    root = next(r for b in range(2, prime) if (r := pow(b, (prime - 1) // order, prime)) != 1)
    halved = is_symmetric(board, stuck)
    total = 0
    for i in range(order // 2 + 1 if halved else order):
        value = contract(board, stuck, prime, (pow(root, i, prime), pow(root, -i, prime)))
        for j in {i, order - i} if halved and i else {i}:
            total += value * sum(pow(root, -j * d, prime) for d in differences)
    return total * pow(order, -1, prime) % prime, prime
