"""Positions of least cost: by a dictionary on small boards, by `prices.py` on all others.

`extremes.py` and `cheapest.py` ask here. Read `evaluators/dictionary.py` first.
"""

from collections.abc import Collection, Sequence
from itertools import islice
from typing import NamedTuple

from ..evaluators.dictionary import DictionarySweep, OverBudgetError
from ..model.board import Board, Player, PlayerLike
from ..model.game import Game
from ..model.position import Position
from ..plan.question import require_narrow
from ..rules.kinds import Kind, KindLike, StuckLike, stuck_of, summands
from ..rules.problem import Conflicts, NoPositionError, Problem, conflict_graph, conflict_parts, most_pieces
from ..support.errors import InputError
from ..support.run import Settings
from ..sweep.orders import narrowest_order

SMALL_STATES = 10_000  # of a dictionary, over all visits: about a tenth of a second
STATES_BY_DIFFERENCE = 1_000  # the same where a state has a value for each difference
SMALL_CELLS = 300

Link = tuple[int, "Link"] | None  # the placements of a position, one after the other
Values = dict[int, tuple[tuple[tuple[int, Link], ...], int]]  # by difference: the best, and how many are best


class Optimum(NamedTuple):
    """Positions of least cost, from the best one on; and how many have the least cost, if that was asked."""

    costs: list[int]
    placements: list[list[int]]  # of each position, as numbers of the conflict graph
    number: int | None


class Ranking(NamedTuple):
    """The best positions of a kind with their costs, how many have the least cost if that was asked, and what
    the kind means: its name, the players who cannot move, and the player to move."""

    best: list[tuple[int, Position]]
    number: int
    kind: Kind | None
    stuck: frozenset[int]
    mover: Player | None


def ranking(
    start: Position,
    kind: KindLike | None,
    stuck: StuckLike | None,
    costs: Sequence[int] | int,
    settings: Settings,
    *,
    play: bool = False,
    turn: PlayerLike | None = None,
    k: int = 1,
    counted: bool = False,
) -> Ranking | None:
    """The k positions of a kind (`maximal`, if neither kind nor stuck players are given) of least cost, where
    placement i on the free cells costs costs[i], or each of them the same; None if there is no position.

    A kind is a signed sum of sets of positions: the union of those that are added. Those that are subtracted
    only matter for the number of positions.
    """
    board, game = start.free, start.game
    if kind is None:
        kind = "maximal" if stuck is None else "general"
    terms = [term for term in summands(board, kind, stuck, play, turn, game) if counted or term[0] > 0]
    for _, players, _ in terms:
        require_narrow(Problem(board, players, game=game))
    graph = conflict_graph(game, board)
    costs = [costs] * len(graph) if isinstance(costs, int) else costs
    found: list[tuple[int, Optimum]] = []
    for number, (sign, players, differences) in enumerate(terms):
        problem, part = Problem(board, players, game=game), settings.part(number, len(terms))
        best = optimum(problem, costs, differences, part, k, counted)
        found += [(sign, best)] if best is not None else []
    added = [best for sign, best in found if sign > 0]
    pairs = [(c, tuple(p)) for best in added for c, p in zip(best.costs, best.placements, strict=True)]
    if not pairs:
        return None
    chosen = sorted(dict.fromkeys(pairs), key=lambda pair: pair[0])[:k]
    number = sum(sign * (best.number or 0) for sign, best in found if best.costs[0] == chosen[0][0])
    named = Kind.of(kind) if stuck is None else None
    players = stuck_of(named, None if stuck is None else terms[0][1], game.variables(board.dimension))
    mover = None if turn is None else Player.of(turn)
    written = [(cost, start.extend(position_of(graph, placements))) for cost, placements in chosen]
    return Ranking(written, number, named, players, mover)


def position_of(graph: Conflicts, placements: Sequence[int]) -> Position:
    """The position with these placements of a conflict graph."""
    pieces = [(graph.game.pieces[p.piece].name, p.at) for p in map(graph.placements.__getitem__, placements)]
    return Position.of(graph.board, pieces, graph.game)


def optimum(
    problem: Problem,
    costs: Sequence[int],
    differences: Collection[int] | None,
    settings: Settings,
    k: int = 1,
    counted: bool = False,
) -> Optimum | None:
    """The k best positions of a problem, if placement i costs costs[i]; None if there is no position.

    With `differences`, only positions count that have one of these differences between the pieces of Left and
    of Right. `counted` asks how many positions have the least cost; differences must be None then.

    >>> from enumerate import Board
    >>> problem = Problem(Board.rectangle(2, 3), frozenset([0, 1]))
    >>> found = optimum(problem, [1] * 7, None, Settings(), counted=True)
    >>> found.costs, found.number
    ([2], 2)
    """
    graph = conflict_graph(problem.game, problem.board)
    moves = [0] * len(graph)
    if differences is not None:
        moves = [(1, -1)[variable] for variable in graph.variables]
    if len(problem.board) <= SMALL_CELLS:
        try:
            return _by_dictionary(problem, graph, costs, moves, differences or (0,), k)
        except OverBudgetError:
            pass
    try:
        return _by_prices(problem, graph, costs, differences, settings, k, counted)
    except NoPositionError:
        return None


def _by_dictionary(
    problem: Problem,
    graph: Conflicts,
    costs: Sequence[int],
    moves: Sequence[int],
    wanted: Collection[int],
    k: int,
) -> Optimum | None:
    """The same on a small board: a state knows its best positions for each difference."""

    def scale(values: Values, weight: tuple[int, int, int]) -> Values:
        placement, cost, move = weight
        return {
            d + move: (tuple([(c + cost, (placement, link)) for c, link in best]), number)
            for d, (best, number) in values.items()
        }

    def add(one: Values, other: Values) -> Values:
        sums = dict(one)
        for d, (best, number) in other.items():
            if d in sums:
                known, times = sums[d]
                low, high = known[0][0], best[0][0]
                number = (times if low <= high else 0) + (number if high <= low else 0)
                best = tuple(sorted(best + known, key=lambda found: found[0])[:k])
            sums[d] = best, number
        return sums

    order = narrowest_order(problem.board, problem.game)
    swept = DictionarySweep(graph, problem.stuck, order, problem.perfect)
    weights = [(q, costs[q], moves[q]) for q in range(len(graph))]
    empty: Values = {0: (((0, None),), 1)}
    values = swept.evaluate(empty, weights, scale, add, STATES_BY_DIFFERENCE if any(moves) else SMALL_STATES)
    found: Values = {}
    for d in wanted if values else ():
        if values is not None and d in values:
            found = add(found, {0: values[d]})
    if not found:
        return None
    best, number = found[0]
    placements: list[list[int]] = []
    for _, link in best:
        placements.append([])
        while link is not None:
            placement, link = link
            placements[-1].append(placement)
    return Optimum([cost for cost, _ in best], [sorted(each) for each in placements], number)


def _by_prices(
    problem: Problem,
    graph: Conflicts,
    costs: Sequence[int],
    differences: Collection[int] | None,
    settings: Settings,
    k: int,
    counted: bool,
) -> Optimum | None:
    """The same on a large board, part by part."""
    from . import prices

    game = problem.game
    number_of = {(p.piece, p.at): q for q, p in enumerate(graph.placements)}
    parts: list[tuple[Problem, list[int]]] = []  # and the numbers of the part's placements on the board
    for part in conflict_parts(game, problem.board):
        small, corner = part.crop(), part.corner()
        numbers = [
            number_of[p.piece, tuple(c + k for c, k in zip(p.at, corner, strict=True))]
            for p in conflict_graph(game, small).placements
        ]
        parts.append((Problem(small, problem.stuck, perfect=problem.perfect, game=game), numbers))
    by_player: dict[int, int] = dict(zip(graph.variables, costs, strict=True))
    by_placement = counted or any(
        by_player[v] != cost for v, cost in zip(graph.variables, costs, strict=True)
    )
    highest = max((abs(cost) for cost in costs), default=0) * most_pieces_of(problem.board, game)
    if highest >= prices.GREATEST_COST:
        raise InputError(
            f"a position may cost {highest} (in units of the common denominator); on a board of this size "
            f"at most {prices.GREATEST_COST} is possible: round the costs"
        )
    objectives = [
        prices.Objective([costs[q] for q in numbers], [0] * len(numbers), True)
        if by_placement
        else prices.Objective(
            [by_player.get(v, 0) for v in range(problem.variables)],
            [0] * problem.variables if differences is None else [1, -1],
        )
        for _, numbers in parts
    ]
    lines = 1 if differences is None else 3
    prices.check_memory([part for part, _ in parts], lines, by_placement, settings)
    compiling, pricing, keeping = settings.cut(
        [2, 0 if differences is None else 6, 3], ["compiling", "sweeping", "tracing"]
    )
    sweeps = [
        prices.PricedSweep(part, objective, settings.cores, compiling.part(place, len(parts)).report)
        for place, ((part, _), objective) in enumerate(zip(parts, objectives, strict=True))
    ]
    limit = max(0, *costs, 0) * most_pieces_of(problem.board, game)
    kept = [prices.Line(1, 0)]
    is_even = differences is not None and all(cost % 2 for cost in costs)
    if differences is not None:
        lines_of = prices.guiding_lines(sweeps, differences, pricing)
        if lines_of is None:
            return None
        kept = lines_of
    for place, swept in enumerate(sweeps):
        swept.keep(kept, keeping.part(place, len(sweeps)))
    search = prices.Search(sweeps, kept, limit, is_even, k)
    found = list(islice(search.positions(differences or (0,)), k))
    if not found:
        return None
    number = 1
    for swept in sweeps if counted else ():
        number *= swept.number_of_best()
    placements = [
        sorted(numbers[q] for (_, numbers), part in zip(parts, each.placements, strict=True) for q in part)
        for each in found
    ]
    return Optimum([each.cost for each in found], placements, number if counted else None)


def most_pieces_of(board: Board, game: Game) -> int:
    """A bound on the pieces of a position: they do not overlap."""
    smallest = min(len(piece.cells) for piece in game.pieces)
    return min(sum(most_pieces(board, game)), len(board) // smallest)
