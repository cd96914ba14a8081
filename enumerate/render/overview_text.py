"""An overview of a position as text."""

from ..counting.overview import Overview
from ..model.board import write_text
from ..model.game import DOMINEERING
from ..model.lattice import AXIS_NAMES
from ..support.errors import plural
from ..support.result import Table

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def overview_text(seen: Overview, drawing: str | None = None) -> str:
    """The board beside its components (a letter each), the player to move, moves, totals."""
    blocks = [drawing if drawing is not None else boards_beside(seen), "\n".join(_facts(seen))]
    if seen.parts:
        blocks.append(_parts(seen).text())
    if seen.totals:
        blocks.append(seen.table().text())
    return "\n\n".join(blocks)


def boards_beside(seen: Overview) -> str:
    """The position, and beside it the components with a letter each."""
    position = seen.position
    pieces = position.game.pieces
    signs = {cell: pieces[p.piece].letter for p in position.placements for cell in p.cells}
    for number, part in enumerate(seen.parts):
        signs |= dict.fromkeys(part.board.cells, letter(number))
    left, right = str(position).split("\n"), write_text(position.board.shape, signs).split("\n")
    return "\n".join(f"{one}   {two}".rstrip() for one, two in zip(left, right, strict=True))


def letter(number: int) -> str:
    """The letter of a component; they repeat after z."""
    return LETTERS[number % len(LETTERS)]


def _facts(seen: Overview) -> list[str]:
    board = seen.position.board
    names = [name.capitalize() for name in seen.players]
    size = " x ".join(map(str, board.shape))
    wrapped = [name for name, wrap in zip(AXIS_NAMES, board.wrap, strict=False) if wrap]
    size += f", wrapped {' and '.join(wrapped)}" if wrapped else ""
    size += "" if board.lattice.is_uniform or board.surface is None else f" ({board.surface})"
    lines = [f"board     {size}, {plural(len(seen.position.free), 'free cell')}"]
    game = seen.position.game
    if game != DOMINEERING:
        lines.insert(0, f"game      {game.name}")
    if seen.position.pieces:
        lines.append(f"{game.called():<8}  {_by_player(names, seen.position.counts)}")
    if len(names) == 2:
        lines.append(f"turn      {'nobody' if seen.to_move is None else names[seen.to_move]}")
    lines.append(f"moves     {_by_player(names, seen.moves)}")
    return lines


def _by_player(names: list[str], counts: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(names, counts, strict=True))


def _parts(seen: Overview) -> Table:
    rows = [
        (letter(number), len(part.board), " x ".join(map(str, part.board.crop().shape)), letter(part.like))
        for number, part in enumerate(seen.parts)
    ]
    return Table(("part", "cells", "inside", "equals"), tuple(rows))
