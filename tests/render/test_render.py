"""Pictures of boards and positions show what they should, in text, SVG and TikZ, on every lattice."""

import re
from xml.etree import ElementTree

import networkx as nx
import pytest
from click.testing import CliRunner

from enumerate import Board, Position, densities
from enumerate.cli import main
from enumerate.model.game import Game, Piece
from enumerate.model.lattice import Lattice
from enumerate.render.as_svg import INSET, SIDE, svg
from enumerate.render.as_text import gallery, lines, text
from enumerate.render.as_tikz import tikz
from enumerate.render.mosaic import outlines, polygon
from enumerate.render.palette import colour
from enumerate.render.scene import scene
from enumerate.sampling.sampling import PositionList

SVG = "{http://www.w3.org/2000/svg}"
DOMINEERING = [
    Position.parse("LRR\nL.#"),
    Position.parse("L..\nR.R\nL..", wrap=(True, True)),
    Position.parse("M.\n..\n##\n\nM.\nLL\nLL"),
    Position.of(Board.rectangle(2, 3)),
    *PositionList(Board.rectangle(5, 4), "maximal").sample(3, seed=5),
    *PositionList(Board.box(2, 3, 3), "maximal").sample(2, seed=5),
    *PositionList(Board.rectangle(3, 4, wrap=(True, True)), "general").sample(2, seed=5),
]
OTHERS = [
    Position.parse("EE.\nE.E\n.EE", game="l-trominoes"),
    Position.parse("LR.\n.L#\nR..", game="col", lattice="hexagonal"),
    Position.of(Board.rectangle(2, 4, lattice="triangular"), [("A", (0, 0)), ("C", (0, 2))], "lozenges"),
    Position.of(Board.from_graph(nx.petersen_graph()), [("N", (0,)), ("N", (2,))], "node-kayles"),
    Position.of(Board.rectangle(2, 4, wrap=(False, True)), [("S", (0, 3))], "squares"),
    Position.of(Board.box(2, 3, 2), [("N", (0, 0, 0)), ("N", (1, 1, 0)), ("N", (0, 2, 1))], "node-kayles"),
    Position.parse("RRR\nL..\nL..\nL..", game="triomineering"),
]
every_position = pytest.mark.parametrize("position", DOMINEERING + OTHERS, ids=repr)


def texts(picture):
    """The texts of an SVG picture."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", picture)


@every_position
def test_a_scene_covers_every_cell_once(position):
    seen = scene(position)
    spots = [spot for piece in seen.pieces for spot in piece.spots]
    everything = [*spots, *seen.free, *seen.walls]
    assert len(everything) == len(set(everything)) == seen.rows * seen.cols * seen.layers
    assert (len(spots), len(seen.free)) == (len(position.covered), len(position.free))


@every_position
def test_pictures_have_every_piece_in_its_colour(position):
    pieces = scene(position).pieces
    root = ElementTree.fromstring(position._repr_svg_())
    assert root.find(f"{SVG}g/{SVG}title").text == str(position)
    filled = [each.get("fill") for each in root.iter() if each.tag in (f"{SVG}path", f"{SVG}rect")]
    drawn = tikz(position)
    for tint in {piece.tint for piece in pieces}:
        wanted = sum(piece.tint == tint for piece in pieces)
        assert filled.count(colour(tint).fill) == wanted
        name = re.search(rf"definecolor{{(\w+)}}{{HTML}}{{{colour(tint).fill[1:]}}}", drawn)[1]
        assert drawn.count(f"fill={name},") == wanted
    assert drawn.count(r"\begin{tikzpicture}") == drawn.count(r"\end{tikzpicture}") == 1
    assert drawn.count("{") == drawn.count("}")


@every_position
def test_pictures_stay_inside_their_frame(position):
    root = ElementTree.fromstring(svg(position))
    wide, high = int(root.get("width")), int(root.get("height"))
    points = [
        tuple(map(float, point.split()))
        for path in root.iter(f"{SVG}path")
        if path.get("d").endswith("z")
        for point in re.findall(r"-?[\d.]+ -?[\d.]+", path.get("d"))
    ]
    assert all(-0.01 <= x <= wide and -0.01 <= y <= high for x, y in points)


def test_drawings_side_by_side_stay_inside_their_frame():
    root = ElementTree.fromstring(svg(*DOMINEERING[4:7], columns=2))
    wide, high = int(root.get("width")), int(root.get("height"))
    groups = [tuple(map(int, re.findall(r"\d+", g.get("transform")))) for g in root.iter(f"{SVG}g")]
    assert len(set(groups)) == 3
    for (x, y), group in zip(groups, root.iter(f"{SVG}g"), strict=True):
        for rect in group.iter(f"{SVG}rect"):
            assert x + int(rect.get("x")) + int(rect.get("width")) <= wide
            assert y + int(rect.get("y")) + int(rect.get("height")) <= high


@every_position
def test_text_shows_free_cells_and_whole_lines(position):
    drawn = text(position)
    assert sum(drawn.count(sign) for sign in "·△▽") == len(position.free)
    assert len({len(line) for line in lines(position)}) == 1
    coloured = text(position, colour=True)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in plain.split("\n")] == drawn.split("\n")
    assert all(colour(piece.tint).ansi in coloured for piece in scene(position).pieces)


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

    def area(border):
        ends = zip(border, border[1:] + border[:1], strict=True)  # the shoelace formula
        return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in ends)) / 2

    polygons = [polygon(Lattice(lattice), 0, *cell) for cell in cells]
    borders = sorted(outlines(polygons, 0), key=area)
    assert area(borders[-1]) - sum(map(area, borders[:-1])) == pytest.approx(whole)
    inner = sorted(outlines(polygons, INSET / SIDE), key=area)
    assert area(inner[-1]) < area(borders[-1])
    assert all(area(hole) > area(other) for hole, other in zip(inner[:-1], borders[:-1], strict=True))


def test_parts_that_nothing_joins_carry_a_number():
    twins = Game("twins", (Piece("T", "left", [(0, 0), (0, 2)]),))
    two = Position.of(Board.rectangle(1, 5), [("T", (0, 0)), ("T", (0, 1))], twins)
    assert [piece.label for piece in scene(two).pieces] == ["T1", "T1", "T2", "T2"] == texts(svg(two))


def test_layers_are_numbered():
    for board, numbers in ((Board.rectangle(2, 2), []), (Board.box(2, 1, 3), ["1", "2", "3"])):
        assert texts(svg(board)) == numbers == re.findall(r"node\[below.*\{(\d)\}", tikz(board))
    drawn = lines(Board.box(2, 1, 3))
    assert len({len(line) for line in drawn}) == 1
    heads = [
        [found.start() for found in re.finditer(*where)] for where in (("layer", drawn[0]), ("┌", drawn[1]))
    ]
    assert heads[0] == heads[1]


def test_text_of_a_wrapped_board_leaves_the_border_open():
    assert text(Position.parse("R.R", wrap=(False, True))).split("\n") == [
        "╶───┬───┬───╴",
        "  R │ · │ R",
        "╶───┴───┴───╴",
    ]
    assert "┆" in text(Board.rectangle(1, 3, wrap=(False, True)))
    assert "┆" not in text(Board.rectangle(1, 3))


def test_a_gallery_fits_the_terminal():
    drawn = gallery([Board.rectangle(2, 3)] * 7, columns=60)
    assert max(map(len, drawn.split("\n"))) <= 60
    assert drawn.count("·") == 42
    assert gallery([]) == ""


def test_walls_are_hatched():
    board = Board.parse("..#\n#..")
    paths = [path.get("d") for path in ElementTree.fromstring(svg(board)).iter(f"{SVG}path")]
    for path, (row, col) in zip(paths, [(0, 2), (1, 0)], strict=True):
        x, y = map(int, re.match(r"M(\d+) (\d+)", path).groups())
        assert (x, y) == (SIDE * col, SIDE * row)
        for command, dx, dy in re.findall(r"([ml])(-?\d+) (-?\d+)", path):  # strokes stay inside the wall
            x, y = x + int(dx), y + int(dy)
            assert SIDE * col <= x <= SIDE * (col + 1), command
            assert SIDE * row <= y <= SIDE * (row + 1), command
    assert tikz(board).count("enumHatch]") == 2
    assert board._repr_svg_() == svg(board)


def test_tikz_leaves_no_blank_outside_its_pictures():
    """In TeX the end of a line is a space unless % stands before it."""
    outside = True
    for line in tikz(*DOMINEERING[:3]).splitlines():
        outside = outside and not line.startswith(r"\begin{tikzpicture}")
        assert not outside or line.endswith("%")
        outside = outside or line.startswith(r"\end{tikzpicture}")
        assert not line.startswith(r"\end{tikzpicture}") or line.endswith("%")


def test_numbers_stand_beside_their_rows_and_columns():
    for board in (Board.rectangle(11, 12), Board.parse("..#\n.#."), Board.box(2, 3, 2)):
        drawn, plain = text(board, numbered=True).splitlines(), text(board).splitlines()
        head, edge = int(board.dimension == 3), len(str(board.shape[0])) + 1
        for row in range(board.shape[0]):
            assert drawn[head + 2 * row + 2].split()[0] == str(row + 1)
            assert drawn[head + 2 * row + 2][edge:].startswith(plain[head + 2 * row + 1][:4])
        for col in range(board.shape[1]):
            assert drawn[head][edge + 4 * col + 1 :].split()[0] == str(col + 1)


# -- captions --------------------------------------------------------------------------------------


def test_the_picture_of_a_value_names_player_move_and_value(tmp_path):
    picture = tmp_path / "value.svg"
    assert CliRunner().invoke(main, ["value", "2x3", "--picture", str(picture)]).exit_code == 0
    assert [line for line in texts(picture.read_text()) if "value" in line] == [
        "value {2|-1/2}",
        "Left 1,2: value 2",
        *(f"Right {move}: value -1/2" for move in ("1,1", "1,2", "2,1", "2,2")),
    ]


def test_the_picture_of_densities_has_a_colour_scale():
    assert texts(densities("3x3")._repr_svg_()) == ["Left", "Right", "0", "0.5", "1"]
    assert texts(densities("3x3", game="node-kayles")._repr_svg_()) == ["Either", "0", "0.5", "1"]


@pytest.mark.parametrize(
    ("wrap", "name"), [("cols", "cylinder"), ("rows,cols", "torus"), ("twisted cols", "Moebius strip")]
)
def test_every_picture_of_a_wrapped_board_names_its_surface(wrap, name):
    board = Board("3x4", wrap=wrap)
    assert name in texts(svg(board))
    assert f"{{{name}}};" in tikz(board)
    assert name in texts(densities(board)._repr_svg_())
