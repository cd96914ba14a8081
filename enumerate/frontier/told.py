"""The other fold of a half sweep: one half decides what crosses it, the other tells what it covers there.

Where nobody is stuck, every game can be folded. The first half decides all that starts in it, and its labels
say of each cell beyond to which pieces it is closed. The second half, the mirror image of a sweep without
what crosses the fold, tells of each of these cells by which piece it is covered, if by any. States fit if no
cell is covered by a piece to which it is closed: cell by cell, whatever the game, and nothing is counted
twice.

The second half is an ordinary sweep of another graph: cells that tell come last, after all that is decided.
Where pieces only overlap, they are the cells of the last slices themselves; else each of these has a double,
which is closed to a piece when it is covered by it. What the first half may play there is still to come, so a
cell that tells is dead, as any other, if all of that is barred elsewhere. Only one half may see dead cells at
the fold, because two halves that both call a cell closed that neither covers would not fit.
"""

from collections.abc import Sequence
from functools import cached_property

from ..model.board import Board, Cell
from ..model.game import Game
from ..rules.conflicts import Conflicts, Placement
from .depth import Depth, depth_of
from .fold import FoldRule, WordsOf, mirrored_placements
from .long import Short, repeats, swept_short
from .sweep import Local, Sweep, sweep
from .visit import UNIT, Transition, Word


def told_depth(game: Game) -> Depth:
    """How far visits look: nothing is forced where nobody is stuck, and nothing is seen dead beyond the fold.

    >>> told_depth(Game.named("squares")).dead, told_depth(Game.named("kings")).dead
    (True, False)
    """
    dead = depth_of(game).dead
    return Depth(forced=False, dead=dead, halved=dead)


def told_fold(
    board: Board, stuck: frozenset[int], order: tuple[Cell, ...], axis: int, perfect: bool, game: Game
) -> "tuple[Short, Told] | None":
    """The sweep of a board, or of a shorter one that tells the same, and its fold; None if the game is not
    its own mirror image along the axis, or somebody is stuck.

    >>> kings, board = Game.named("kings"), Board.rectangle(8, 4)
    >>> short, fold = told_fold(board, frozenset(), tuple(sorted(board.cells)), 0, False, kings)
    >>> fold.alike, len(fold.behind)
    (12, 4)
    """
    if stuck:
        return None
    depth = told_depth(game)
    short = swept_short(board, stuck, order, perfect, game, depth)
    image = mirrored_placements(short.swept, axis)
    if image is None:
        return None
    fold = Told(short.swept, axis, image)
    if short.more:  # the slice that is repeated lies before the halves differ
        first = (fold.alike // short.width - 1) * short.width
        if first >= short.width and repeats(short.swept, first - short.width, short.width):
            return short._replace(first=first), fold
        short = Short(sweep(board, stuck, order, perfect, game, depth))
        fold = Told(short.swept, axis, mirrored_placements(short.swept, axis) or [])
    return short, fold


class Told:
    """The fold between what was swept until `rest` cells and the mirror image of the first `half` cells."""

    def __init__(self, swept: Sweep, axis: int, image: Sequence[int]) -> None:
        self._swept, self._axis, self._image = swept, axis, image
        length = swept.graph.board.shape[axis]
        self._top = length - 1
        self.half = sum(cell[axis] < length // 2 for cell in swept.order)
        self.rest = sum(cell[axis] < length - length // 2 for cell in swept.order)
        self._slots = swept.slot_of[self.rest - 1] if self.rest else {}  # of the cells beyond the first half
        self._moment = {cell: number for number, cell in enumerate(swept.order)}
        self._is_kept = not swept.graph.game.forbidden  # whether cells tell themselves

    def _mirrored(self, cell: Cell) -> Cell:
        return (*cell[: self._axis], self._top - cell[self._axis], *cell[self._axis + 1 :])

    def _telling(self, cell: Cell) -> Cell:
        """The cell of the second half that tells what covers a cell."""
        return self._mirrored(cell) if self._is_kept else cell

    def _decided(self, cell: Cell) -> Cell:
        """The cell at whose visit the second half decides what starts at the mirror image of a cell."""
        return cell if self._is_kept else self._mirrored(cell)

    @cached_property
    def _names(self) -> dict[Cell, dict[int, int]]:
        """By labelled cell: the pieces that may cover it from beyond and to which it may be closed, and the
        name under which each is told: one for all that are always closed together."""
        swept, found = self._swept, {}
        for cell in self._slots:
            at = self._moment[cell]
            masks = sorted({swept.closes[v][at] for v in swept.closers[at] if swept.start[v] < self.rest})
            names: dict[tuple[int, ...], int] = {}
            named = {}
            for piece in sorted({swept.piece[q] for q in swept.covering[at] if swept.start[q] >= self.rest}):
                closed = tuple(mask >> piece & 1 for mask in masks)
                if any(closed) or swept.perfect:
                    named[piece] = names.setdefault(closed, piece)
            found[cell] = named
        if all(len(set(named.values())) <= 1 for named in found.values()):
            return {cell: dict.fromkeys(named, 0) for cell, named in found.items()}
        return found

    @cached_property
    def _is_single(self) -> bool:
        """Whether it is enough to tell whether a cell is covered."""
        return not any(name for named in self._names.values() for name in named.values())

    @cached_property
    def told(self) -> Sweep:
        """The second half, up to the cells that tell what covers its last slices."""
        swept = self._swept
        spared = [self._decided(cell) for cell in self._slots]
        order = [*swept.order[: self.half]]
        if self._is_kept:
            doubles = {self._mirrored(cell): cell for cell in self._slots}
            order = [doubles.get(cell, cell) for cell in order]
        mortal = {cell: order[0] for cell in order if swept.depth.dead and cell not in self._slots}
        order += sorted(map(self._telling, self._slots), key=self._moment.__getitem__)
        told_apart = self._is_kept or not swept.perfect  # a double that is dead would seem to be covered
        for cell in self._slots if self._is_single and told_apart else ():
            since = order[0] if swept.depth.dead and self._is_kept else self._decided(cell)
            mortal[self._telling(cell)] = since
        return Sweep(self._graph(), (), order, swept.perfect, swept.depth, swept, spared, mortal)

    def _graph(self) -> Conflicts:
        """What the second half decides, then what the first half may play on the cells that tell."""
        swept, graph = self._swept, self._swept.graph
        own = [q for q in range(len(graph)) if swept.cells[q][-1] < self.half]
        number = {q: n for n, q in enumerate(own)}
        beyond = self._beyond()
        near = [frozenset(number[p] for p in graph.neighbours[q] if p in number) for q in own]
        return Conflicts(
            graph.game,
            graph.board,
            (*(self._placement(q) for q in own), *beyond),
            (*near, *(frozenset() for _ in beyond)),
            (*(graph.variables[q] for q in own), *(0 for _ in beyond)),
            (*(self._closes(q) for q in own), *({} for _ in beyond)),
        )

    def _placement(self, q: int) -> Placement:
        """A placement of the second half, decided at a double if its first cell is one that tells."""
        placement, start = self._swept.graph.placements[q], self._swept.order[self._swept.start[q]]
        double = self._mirrored(start)
        if not self._is_kept or double not in self._slots:
            return placement
        at = double if placement.at == start else placement.at
        return Placement(placement.piece, at, (double, *placement.cells))

    def _closes(self, q: int) -> dict[Cell, int]:
        """What a placement of the second half closes there, and the doubles of the cells that it covers."""
        graph, name = self._swept.graph, self._swept.piece[self._image[q]]
        marks = {cell: pieces for cell, pieces in graph.closes[q].items() if self._moment[cell] < self.half}
        for cell in map(self._mirrored, graph.placements[q].cells if not self._is_kept else ()):
            if name in self._names.get(cell, ()):
                marks[cell] = 1 << self._names[cell][name]
        return marks

    def _beyond(self) -> list[Placement]:
        """What the first half may play on the cells that tell."""
        swept = self._swept
        found: dict[Placement, None] = {}
        traces: dict[int, list[Cell]] = {}
        for cell, named in self._names.items():
            for v in swept.closers[self._moment[cell]]:
                closed = swept.closes[v][self._moment[cell]]
                if swept.start[v] < self.rest and any(closed >> piece & 1 for piece in named):
                    traces.setdefault(v, []).append(self._telling(cell))
            for name in sorted(set(named.values())) if not self._is_single else ():
                found[Placement(name, cell, (cell,))] = None
        for v, cells in sorted(traces.items()) if self._is_single else ():
            cells.sort(key=self._moment.__getitem__)
            piece = swept.piece[self._image[v]] if self._is_kept else 0
            found[Placement(piece, cells[0], tuple(cells))] = None
        return list(found)

    @property
    def slices(self) -> int:
        """How many slices beyond the first half have labelled cells."""
        return len({cell[self._axis] for cell in self._slots})

    @cached_property
    def alike(self) -> int:
        """How many visits the two halves have in common."""
        pairs = zip(self._swept.looks[: self.half], self.told.looks, strict=False)
        return next((number for number, (one, two) in enumerate(pairs) if one != two), self.half)

    @property
    def behind(self) -> tuple[Local, ...]:
        """The visits of the second half that are not those of the first."""
        return self.told.locals[self.alike : self.half]

    @cached_property
    def turn(self) -> dict[int, int]:
        """Where the second half tells of the cell whose label is in a slot of the first."""
        there = self.told.slot_of[self.half - 1] if self.half else {}
        free = iter(sorted(set(range(len(self._slots))) - set(there.values())))
        found = {}
        for cell, slot in self._slots.items():
            telling = self._telling(cell)
            found[slot] = there[telling] if telling in there else next(free)
        return found

    def locals(self, words_of: WordsOf) -> tuple[list[Local], bool]:
        """The steps of the fold, in the slots of the second half; the slots of each lie beyond those of the
        next."""
        steps = []
        for cell, slot in self._slots.items():
            there = self.turn[slot]
            ahead, behind = words_of((slot,), (there,))
            fitting: dict[Word, tuple[Transition, ...]] = {}
            for before in behind:
                told = self.told.labels[there].meanings[before[0]]
                fitting[before] = tuple(
                    (after, UNIT, None)
                    for after in ahead
                    if self._fits(cell, self._swept.labels[slot].meanings[after[0]], told)
                )
            steps.append(Local((there,), FoldRule(fitting)))
        steps.sort(key=lambda local: local.slots, reverse=True)
        return steps, True

    def _fits(self, cell: Cell, label: int, told: int) -> bool:
        """Whether a label of the first half goes with what the second half tells of the cell."""
        pieces = len(self._swept.graph.game.pieces)
        named = self._names[cell]
        covering = [piece for piece, name in named.items() if (self._is_kept and told) or told >> name & 1]
        if self._swept.perfect:
            is_covered = told >> pieces & 1 if self._is_kept else bool(covering)
            if is_covered == label >> pieces & 1:
                return False
        return not any(label >> piece & 1 for piece in covering)
