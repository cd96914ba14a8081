"""An overview of a position, the complex of positions and the pieces of a game, as text."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..model.board import Board, write_text
from ..model.game import DOMINEERING, Game, Piece, padded
from ..model.lattice import AXIS_NAMES
from ..model.position import Position
from ..support.errors import plural
from ..support.result import Table
from .as_text import GAP, lines

if TYPE_CHECKING:
    from ..complexes.betti import Betti
    from ..complexes.legal import LegalComplex
    from ..counting.overview import Overview

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
    facts = [f"board     {size}, {plural(len(seen.position.free), 'free cell')}"]
    game = seen.position.game
    if game != DOMINEERING:
        facts.insert(0, f"game      {game.name}")
    if seen.position.pieces:
        facts.append(f"{game.called():<8}  {_by_player(names, seen.position.counts)}")
    if len(names) == 2:
        facts.append(f"turn      {'nobody' if seen.to_move is None else names[seen.to_move]}")
    return [*facts, f"moves     {_by_player(names, seen.moves)}"]


def _by_player(names: list[str], counts: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(names, counts, strict=True))


def _parts(seen: Overview) -> Table:
    rows = [
        (letter(number), len(part.board), " x ".join(map(str, part.board.crop().shape)), letter(part.like))
        for number, part in enumerate(seen.parts)
    ]
    return Table(("part", "cells", "inside", "equals"), tuple(rows))


def complex_text(complex_: LegalComplex, betti: Betti | None, width: int = 80) -> str:
    """The invariants in words, wrapped to `width`.

    >>> from enumerate.complexes.legal import legal_complex
    >>> square = legal_complex(Board.rectangle(2, 2))
    >>> print(complex_text(square, square.betti()))
    vertices   4 placements, dimension 1
    f-vector   1 4 2
    h-vector   1 2 -1
    facets     2 of size 2: pure
    by player  x^2 + y^2
    euler      1 (reduced)
    betti      0 1 (reduced, from dimension -1; the same over GF(2))
    """
    sizes = ", ".join(f"{number} of size {size}" for size, number in complex_.facet_sizes)
    facts = {
        "vertices": f"{len(complex_.graph)} placements, dimension {complex_.dimension}",
        "f-vector": _spaced(complex_.f_vector),
        "h-vector": _spaced(complex_.h_vector),
        "facets": f"{sizes}: {'pure' if complex_.is_pure else 'not pure'}",
        "by player": str(complex_.facets_by_player),
        "euler": f"{complex_.euler} (reduced)",
        "betti": "not computed (--betti)",
    }
    if betti is not None:
        same = "" if betti.has_torsion_at_2 else "; the same over GF(2)"
        facts["betti"] = f"{_spaced(betti.rational)} (reduced, from dimension -1{same})"
        if betti.has_torsion_at_2:
            facts["over GF(2)"] = _spaced(betti.binary)
    wrapper = textwrap.TextWrapper(
        width, subsequent_indent=" " * 11, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(wrapper.fill(f"{name:<10} {words}") for name, words in facts.items())


def _spaced(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def pieces_text(game: Game) -> str:
    """Every piece on the smallest board that holds it, with its name and owner.

    >>> print(pieces_text(Game.named("partizan-kayles")))
    L (left)   H (right)
    ┌───┐      ┌───────┐
    │ L │      │   H   │
    └───┘      └───────┘
    """
    blocks = [[f"{piece.name} ({piece.player})", *_drawn(game, piece)] for piece in game.pieces]
    high = max(map(len, blocks))
    columns = []
    for block in blocks:
        wide = max(map(len, block))
        columns.append([line.ljust(wide) for line in (*block, *[""] * (high - len(block)))])
    return "\n".join((" " * GAP).join(row).rstrip() for row in zip(*columns, strict=True))


def _drawn(game: Game, piece: Piece) -> list[str]:
    """The piece alone; the other cells of its box are walls."""
    size = max(2, piece.axes)
    cells = [padded(cell, size) for cell in piece.cells]
    low = [min(cell[axis] for cell in cells) for axis in range(size)]
    shape = [1 + max(cell[axis] for cell in cells) - low[axis] for axis in range(size)]
    there = [tuple(c - lo for c, lo in zip(cell, low, strict=True)) for cell in cells]
    at = there[piece.cells.index(())]
    return lines(Position.of(Board.of(shape, there), [(piece.name, at)], game))
