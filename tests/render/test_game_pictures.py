"""Pictures of games: every piece is filled once in its colour, on every lattice, inside the frame."""

import re
from xml.etree import ElementTree

import networkx as nx
import pytest

from enumerate import Board, Position
from enumerate.model.game import Game, Piece
from enumerate.model.lattice import Lattice
from enumerate.render.as_svg import INSET, SIDE, svg
from enumerate.render.as_text import lines, text
from enumerate.render.as_tikz import tikz
from enumerate.render.mosaic import outlines, polygon
from enumerate.render.palette import colour
from enumerate.render.scene import scene

SVG = "{http://www.w3.org/2000/svg}"
POSITIONS = [
    Position.parse("EE.\nE.E\n.EE", game="l-trominoes"),
    Position.parse("LR.\n.L#\nR..", game="col", lattice="hexagonal"),
    Position.of(Board.rectangle(2, 4, lattice="triangular"), [("A", (0, 0)), ("C", (0, 2))], "lozenges"),
    Position.of(Board.from_graph(nx.petersen_graph()), [("N", (0,)), ("N", (2,))], "node-kayles"),
    Position.of(Board.rectangle(2, 4, wrap=(False, True)), [("S", (0, 3))], "squares"),
    Position.of(Board.box(2, 3, 2), [("N", (0, 0, 0)), ("N", (1, 1, 0)), ("N", (0, 2, 1))], "node-kayles"),
    Position.parse("RRR\nL..\nL..\nL..", game="triomineering"),
]


def area(border: list[tuple[float, float]]) -> float:
    """The area inside a border, by the shoelace formula."""
    ends = zip(border, border[1:] + border[:1], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in ends)) / 2


@pytest.mark.parametrize("position", POSITIONS, ids=repr)
def test_a_scene_covers_every_cell_once(position):
    seen = scene(position)
    spots = [spot for piece in seen.pieces for spot in piece.spots]
    assert len(spots) == len(set(spots)) == len(position.covered)
    assert len(seen.free) == len(position.free)
    assert not seen.free & set(spots)


@pytest.mark.parametrize("position", POSITIONS, ids=repr)
def test_pictures_have_every_piece_in_its_colour(position):
    pieces = scene(position).pieces
    root = ElementTree.fromstring(svg(position))
    filled = [each.get("fill") for each in root.iter() if each.tag in (f"{SVG}path", f"{SVG}rect")]
    drawn = tikz(position)
    for tint in {piece.tint for piece in pieces}:
        wanted = sum(piece.tint == tint for piece in pieces)
        assert filled.count(colour(tint).fill) == wanted
        name = re.search(rf"definecolor{{(\w+)}}{{HTML}}{{{colour(tint).fill[1:]}}}", drawn)[1]
        assert drawn.count(f"fill={name},") == wanted
    assert drawn.count("{") == drawn.count("}")


@pytest.mark.parametrize("position", POSITIONS, ids=repr)
def test_pictures_stay_inside_their_frame(position):
    root = ElementTree.fromstring(svg(position))
    wide, high = int(root.get("width")), int(root.get("height"))
    points = [
        tuple(map(float, point.split()))
        for path in root.iter(f"{SVG}path")
        if path.get("d").endswith("z")
        for point in re.findall(r"-?[\d.]+ -?[\d.]+", path.get("d"))
    ]
    for x, y in points:
        assert -0.01 <= x <= wide
        assert -0.01 <= y <= high


@pytest.mark.parametrize("position", POSITIONS, ids=repr)
def test_text_shows_free_cells_and_whole_lines(position):
    signs = sum(text(position).count(sign) for sign in "·△▽")
    assert signs == len(position.free)
    assert len({len(line) for line in lines(position)}) == 1
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text(position, colour=True))
    assert [line.rstrip() for line in plain.split("\n")] == text(position).split("\n")


@pytest.mark.parametrize(
    ("lattice", "cells", "whole"),
    [
        ("square", [(0, 0), (0, 1), (1, 0)], 3.0),
        ("square", [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)], 8.0),
        ("hexagonal", [(0, 0), (0, 1), (1, 0)], 3 * 3**0.5 / 2),
    ],
)
def test_outlines_surround_the_cells(lattice, cells, whole):
    """Without an inset the area is that of the cells; with one it shrinks by a strip along the border."""
    polygons = [polygon(Lattice(lattice), 0, *cell) for cell in cells]
    borders = sorted(outlines(polygons, 0), key=area)
    assert sum(area(border) for border in borders[-1:]) - sum(map(area, borders[:-1])) == pytest.approx(whole)
    inner = sorted(outlines(polygons, INSET / SIDE), key=area)
    assert area(inner[-1]) < area(borders[-1])
    assert all(area(hole) > area(other) for hole, other in zip(inner[:-1], borders[:-1], strict=True))


def test_parts_that_nothing_joins_carry_a_number():
    twins = Game("twins", (Piece("T", "left", [(0, 0), (0, 2)]),))
    two = Position.of(Board.rectangle(1, 5), [("T", (0, 0)), ("T", (0, 1))], twins)
    assert [piece.label for piece in scene(two).pieces] == ["T1", "T1", "T2", "T2"]
    root = ElementTree.fromstring(svg(two))
    assert [each.text for each in root.iter(f"{SVG}text")] == ["T1", "T1", "T2", "T2"]
