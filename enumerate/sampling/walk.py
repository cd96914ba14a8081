"""What a walk along the sweep decides at each cell, and which numbers of dominoes it collects."""

from collections.abc import Iterable, Sequence
from itertools import product

from ..model.board import Board, Cell
from ..model.game import DOMINEERING, Game
from ..rules.bounds import most_pieces
from ..rules.conflicts import conflict_parts
from ..rules.numbers import check_numbers as check_numbers
from ..sweep.profile import best_order
from ..sweep.sweep import Local
from ..sweep.visit import PLAYERS

Decision = int | None  # the number of a placement; None: nothing starts at the cell
Option = tuple[int, Decision, int, int]  # order, decision, code after, weight

NOT_TRACKED = (0, 0, 0, 0)  # places by weight: 1, then each player's variable
ONES = (1, 1, 1, 1)  # factors by weight


def collected_sums(
    board: Board,
    dominoes: Sequence[int | None],
    differences: tuple[int, ...] | None,
    game: Game = DOMINEERING,
    pieces: Sequence[int] = (),
) -> tuple[tuple[int, int, int, int], tuple[int, ...]]:
    """What a walk collects with each weight, and the sums that are wanted at its end.

    With given numbers of dominoes the sum is their mixed-radix number; with differences alone each cell
    counts 1 and Left's domino 1 more, Right's 1 less, so that a sum is the number of cells plus a - b. With
    numbers of `pieces` every one counts 1; with differences, too, the numbers of each player are told apart.

    >>> collected_sums(Board.rectangle(2, 2), (None, None), (-1, 0))
    ((1, 2, 0, 0), (3, 4))
    """
    if pieces and differences is None:
        return (0, 1, 1, 1), tuple(pieces)
    if differences is not None and not pieces and all(number is None for number in dominoes):
        cells = len(board)
        return (1, 2, 0, 0), tuple(cells + d for d in differences if cells + d >= 0)
    most = most_pieces(board, game)
    choices: list[Iterable[int | None]] = []
    for number, greatest in zip(dominoes, most, strict=True):
        if number is not None:
            choices.append([number] if number <= greatest else [])
        else:
            choices.append(range(greatest + 1) if differences is not None else [None])
    places = [0, 0, 0, 0]
    radix = 1
    for axis, number in enumerate(dominoes):
        if number is not None or differences is not None:
            places[PLAYERS[axis]] = radix
            radix *= most[axis] + 1
    sums = tuple(
        sum(places[PLAYERS[axis]] * (number or 0) for axis, number in enumerate(numbers))
        for numbers in product(*choices)
        if differences is None or (numbers[0] or 0) - (numbers[1] or 0) in differences
        if not pieces or sum(number or 0 for number in numbers) in pieces
    )
    return (places[0], places[1], places[2], places[3]), sums


def walked(board: Board, stuck: frozenset[int], game: Game) -> list[Cell]:
    """The cells in the order in which a walk decides about them, part by part.

    >>> walked(Board.parse(".#.\\n.#."), frozenset(), DOMINEERING)
    [(0, 0), (1, 0), (0, 2), (1, 2)]
    """
    return [cell for part in conflict_parts(game, board) for cell in best_order(part, stuck, game)]


class Visits:
    """The decisions at a cell of a sweep, by the labels in the slots that its visit touches."""

    def __init__(self, local: Local, starting: Sequence[int], bits: int) -> None:
        """`starting` are the placements that start at the cell; labels take `bits` of a code."""
        self.local, self.starting, self.label = local, starting, (1 << bits) - 1
        self.places = [bits * slot for slot in local.slots]
        self.mask = sum(self.label << place for place in self.places)
        self._made: dict[int, list[Option]] = {}

    def options(self, code: int) -> list[Option]:
        """From a state: (order, decision, state after, weight), nothing before the placements."""
        touched = code & self.mask
        if touched not in self._made:
            before = tuple(code >> place & self.label for place in self.places)
            self._made[touched] = [
                (
                    0 if played is None else played + 1,
                    None if played is None else self.starting[played],
                    sum(label << place for label, place in zip(after, self.places, strict=True)),
                    weight,
                )
                for after, weight, played in self.local.rule(before)
            ]
        rest = code & ~self.mask
        return [
            (order, decision, rest | after, weight) for order, decision, after, weight in self._made[touched]
        ]
