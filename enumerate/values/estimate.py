"""Forecasts of the work for a value: the number of parts, estimated from the number of positions.

On all rectangles that were measured, up to 5 x 5 and 3 x 9, the parts (with their mirror images) are close to
the number of positions to the power 0.8.
"""

from collections.abc import Sequence
from functools import reduce
from math import comb, log10, prod
from operator import or_

from ..model.board import Board
from ..model.game import DOMINEERING
from ..model.parts import connected
from ..rules.conflicts import Conflicts
from ..support.errors import TooLargeError, about
from ..support.memory import CostEstimate
from ..support.settings import Settings

POWER = 0.8
SETS_POWER = 0.9  # of the positions of Domineering: the different sets of moves that they leave
MOST_SETS = 5_000_000
BYTES_PER_SET, SECONDS_PER_SET = 600, 2.5e-5  # 560 and 2.4e-5 on 5 x 5
FAST_FROM = 30_000  # parts of Domineering from which on compiling pays
SCATTERED = 5
IMAGES = 6  # parts for one piece up to mirrors and turns, about
BITS = 64
BYTES_PER_PART, SECONDS_PER_PART = 400, 3e-5
BYTES_PER_PIECE, SECONDS_PER_PIECE = (
    2500,
    1e-4,
)  # of the compiled path, with its values: 2,100 and 8e-5 on 5 x 6
MOST_COUNTED = 10**300  # what a float can hold
ENOUGH = 10**60  # positions of which some placements are the reason: the others are taken to be like them
MOST_STATES = 5_000  # of the count; beyond, some placements are left out, and it is a lower bound
LOOKED_AT = 200  # states in which to look for a placement that is best left out


def expected_parts(graph: Conflicts, free: frozenset[int]) -> int:
    """The expected number of different parts, with their images.

    >>> from enumerate import Board
    >>> from enumerate.model.game import DOMINEERING
    >>> from enumerate.rules.conflicts import conflict_graph
    >>> graph = conflict_graph(DOMINEERING, Board.rectangle(4, 4))
    >>> expected_parts(graph, frozenset(range(len(graph))))
    1586
    """
    counts = [min(count_positions(graph, part), MOST_COUNTED) for part in _parts(graph, free)]
    return sum(int(count**POWER) for count in counts)


def expected_positions(graph: Conflicts) -> int:
    """The approximate number of positions, or a lower bound where counting is too much work.

    >>> from enumerate import Board
    >>> from enumerate.model.game import DOMINEERING
    >>> from enumerate.rules.conflicts import conflict_graph
    >>> expected_positions(conflict_graph(DOMINEERING, Board.parse("..#..")))
    4
    """
    return min(_all_positions(graph, frozenset(range(len(graph)))), MOST_COUNTED)


def parts_left(by_size: Sequence[int], pieces: int) -> int:
    """The expected number of parts that follow a uniform position with a number of pieces.

    A position with m pieces follows from C(m, k) positions with k pieces, which gives the mean number of
    followers. The rest of a board is scattered, so it has fewer parts than a board with as many positions.

    >>> parts_left([1, 4, 2], 0), parts_left([1, 10, 100, 1000], 1)
    (1, 21)
    """
    followers = sum(count * comb(size, pieces) for size, count in enumerate(by_size)) // by_size[pieces]
    return 1 + int(min(followers, MOST_COUNTED) ** POWER / SCATTERED)


def require_feasible(parts: int, settings: Settings, is_compiled: bool = False) -> None:
    """Refuse a value that does not fit into memory, and announce its time; `parts` are pieces if compiled.

    >>> from enumerate import Settings
    >>> require_feasible(10**12, Settings(max_memory=2**34))
    Traceback (most recent call last):
        ...
    enumerate.TooLargeError: 1,000,000,000,000 parts of this board need about 363.8 TiB
    and 16.0 GiB may be used. Take a smaller board, or one that falls into more parts.
    """
    need, seconds = (
        (BYTES_PER_PIECE, SECONDS_PER_PIECE) if is_compiled else (BYTES_PER_PART, SECONDS_PER_PART)
    )
    instead = "Take a smaller board, or one that falls into more parts"
    settings.expect(
        CostEstimate(f"{about(parts)} parts of this board", parts * need, parts * seconds, instead=instead)
    )


def require_few_sets(graph: Conflicts, free: frozenset[int], settings: Settings) -> None:
    """Refuse an exact census with too many sets of moves, and announce its time.

    >>> from enumerate import Board, Settings
    >>> from enumerate.model.game import DOMINEERING
    >>> from enumerate.rules.conflicts import conflict_graph
    >>> graph = conflict_graph(DOMINEERING, Board.rectangle(5, 6))
    >>> require_few_sets(graph, frozenset(range(len(graph))), Settings())
    Traceback (most recent call last):
        ...
    enumerate.TooLargeError: an exact census works out up to 5,000,000 different sets of moves,
    not about 10,875,153. Take a smaller board, or a sample.
    """
    instead = "Take a smaller board, or a sample"
    power = SETS_POWER if graph.game == DOMINEERING else POWER  # no game that was measured leaves fewer sets
    sets = int(min(_all_positions(graph, free), MOST_COUNTED) ** power)
    if sets > MOST_SETS:
        raise TooLargeError(
            f"an exact census works out up to {about(MOST_SETS)} different sets of moves, "
            f"not about {about(sets)}. {instead}."
        )
    what = f"{about(sets)} sets of moves"
    settings.expect(CostEstimate(what, sets * BYTES_PER_SET, sets * SECONDS_PER_SET, instead=instead))


def is_compact(board: Board) -> bool:
    """Whether the pieces of a board of Domineering fit into 64 bits, as the compiled path requires.

    >>> is_compact(Board.rectangle(6, 6)), is_compact(Board.rectangle(9, 9))
    (True, False)
    """
    if board.dimension != 2 or any(board.wrap) or not board.lattice.is_square:
        return False
    if board.barred or not board.cells:
        return False
    high, wide = board.crop().shape
    return high * wide <= BITS and max(high, wide) < BITS // 4


def _all_positions(graph: Conflicts, free: frozenset[int]) -> int:
    return prod(count_positions(graph, part) for part in _parts(graph, free))


def _parts(graph: Conflicts, free: frozenset[int]) -> list[list[int]]:
    """The possible placements by connected component of the graph, in order."""
    return [sorted(part) for part in connected(free, graph.neighbours.__getitem__)]


def count_positions(graph: Conflicts, part: list[int]) -> int:
    """The number of independent sets of a part, or a lower bound where counting is too much work.

    Placements are decided in order; a state is the set of later placements that are excluded.

    >>> from enumerate import Board
    >>> from enumerate.rules.conflicts import conflict_graph
    >>> from enumerate.model.game import DOMINEERING
    >>> count_positions(conflict_graph(DOMINEERING, Board.rectangle(4, 4)), list(range(24)))
    10012
    """
    states: dict[int, int] = {0: 1}
    own, left_out = frozenset(part), 0
    for done, here in enumerate(part):
        later = sum(1 << other for other in graph.neighbours[here] & own if other > here) & ~left_out
        bit = 1 << here
        new: dict[int, int] = {}
        for excluded, number in states.items():
            rest = excluded & ~bit
            new[rest] = new.get(rest, 0) + number
            if not (excluded | left_out) & bit:
                rest |= later
                new[rest] = new.get(rest, 0) + number
        states = new
        while len(states) > MOST_STATES:
            apart = _telling_apart(list(states)[:: len(states) // LOOKED_AT])
            left_out |= apart
            states = _merged(states, apart)
        if not done % 16 and sum(states.values()) > ENOUGH:
            return int(10 ** min(log10(sum(states.values())) * len(part) / (done + 1), log10(MOST_COUNTED)))
    return sum(states.values())


def _telling_apart(states: list[int]) -> int:
    """The placement whose share of states that exclude it is closest to one half, as a bit."""
    told, bits = reduce(or_, states), []
    while told:
        bits.append(told & -told)
        told &= told - 1
    return min(bits, key=lambda bit: abs(2 * sum(1 for excluded in states if excluded & bit) - len(states)))


def _merged(states: dict[int, int], left_out: int) -> dict[int, int]:
    """The states after forgetting whether a placement is excluded."""
    merged: dict[int, int] = {}
    for excluded, number in states.items():
        rest = excluded & ~left_out
        merged[rest] = merged.get(rest, 0) + number
    return merged
