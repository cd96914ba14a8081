"""An independent engine for any game: placements are decided one by one, and a word records the open
decisions.

It shares no code with the sweep of cells. A decided placement stays in the word until all its neighbours in
the conflict graph are decided: as *played*, as *owed* (not played, but a neighbour must be played) or as
*settled*.
"""

from collections.abc import Collection, Sequence
from math import inf

from ..model.board import Board
from ..model.game import Game
from ..plan.question import require_narrow
from ..rules.problem import Conflicts, Problem, conflict_graph
from ..support.errors import TooLargeError
from ..support.memory import CostEstimate, times
from ..support.run import advance, current

PLAYED, OWED, BITS = 1, 2, 2  # entries of a word (0: settled), and the bits of an entry
STATE_BYTES = 250  # of an entry of a dictionary, about
DEFAULT_MAX_BYTES = 2**30
SECONDS_PER_STATE = 5e-7  # about, for each state of a sweep


def eliminate(
    game: Game,
    board: Board,
    stuck: Collection[int],
    prime: int,
    point: Sequence[int],
    most_words: float = inf,
) -> int:
    """The value at a point, modulo a prime, of the polynomial of a game with some stuck players.

    The computation is refused if it is expected to meet more than `most_words` words over all placements.

    >>> eliminate(Game.named("node-kayles"), Board.rectangle(4, 4), (), 10**9 + 7, (1,))
    1234
    >>> eliminate(Game.named("node-kayles"), Board.rectangle(4, 4), {0}, 10**9 + 7, (1,))
    42
    """
    graph = conflict_graph(game, board)
    wanted = graph.of(stuck)
    order = elimination_order(graph)
    moment = {vertex: place for place, vertex in enumerate(order)}
    last = {vertex: max(moment[n] for n in {vertex, *graph.neighbours[vertex]}) for vertex in order}
    most_bytes = current().limit or DEFAULT_MAX_BYTES
    slots: list[int | None] = []
    states = {0: 1}
    met = 0
    for place, vertex in enumerate(order):
        advance(place, len(order))
        slot = slots.index(None) if None in slots else len(slots)
        slots[slot : slot + 1] = [vertex]
        beside = [s for s, other in enumerate(slots) if other in graph.neighbours[vertex]]
        leaving = [s for s, other in enumerate(slots) if other is not None and last[other] <= place]
        played, owed = PLAYED << BITS * slot, OWED << BITS * slot if vertex in wanted else 0
        near, left = (sum([PLAYED << BITS * s for s in some]) for some in (beside, leaving))
        weight = point[graph.variables[vertex]] % prime
        made: dict[int, int] = {}
        for word, value in states.items():
            ends = [(word, value)]
            if not word & near:
                ends = [(word | owed, value), (word & ~(OWED * near) | played, value * weight)]
            for decided, number in ends:
                if not decided & OWED * left:  # otherwise a debt can no longer be paid
                    decided &= ~left
                    made[decided] = (made.get(decided, 0) + number) % prime
        states = made
        for s in leaving:
            slots[s] = None
        met += len(states)
        coming = len(states) * (len(order) - place) // 2  # the number of words decreases to 1
        if met + coming > most_words or len(states) * STATE_BYTES > most_bytes:
            after = f"{place + 1} of {len(order)} placements"
            raise TooLargeError(f"the check needs more than {len(states):,} states after {after}")
    return states.get(0, 0) % prime


def elimination_need(game: Game, board: Board, stuck: Collection[int]) -> CostEstimate:
    """The cost of an elimination, estimated by the states of a sweep; boards that are too wide are
    refused."""
    task = Problem(board, frozenset(stuck), game=game)
    require_narrow(task)
    from ..plan.strategy import route  # loads NumPy

    states = route(task).visits
    return CostEstimate(f"about {states:,} words of placements", seconds=times(states, SECONDS_PER_STATE))


def elimination_order(graph: Conflicts) -> list[int]:
    """A greedy order: each placement minimizes the number of decided placements with undecided neighbours.

    >>> path = conflict_graph(Game.named("node-kayles"), Board.rectangle(1, 4))
    >>> elimination_order(path)
    [0, 1, 2, 3]
    """
    open_neighbours = [len(near) for near in graph.neighbours]
    left = set(range(len(graph)))
    order: list[int] = []
    front: set[int] = set()
    while left:
        candidates = {n for v in front for n in graph.neighbours[v]} & left or {min(left)}

        def cost(vertex: int) -> tuple[int, int]:
            near = graph.neighbours[vertex]
            closed = sum(n not in left and open_neighbours[n] == 1 for n in near)
            return (open_neighbours[vertex] > 0) - closed, vertex

        chosen = min(candidates, key=cost)
        order.append(chosen)
        left.remove(chosen)
        front.add(chosen)
        for near in graph.neighbours[chosen]:
            open_neighbours[near] -= 1
        front = {v for v in front if graph.neighbours[v] & left}
    return order
