"""Pictures: what is drawn is the position, in text, SVG and TikZ."""

import re
from xml.etree import ElementTree

import pytest

from enumerate.listing.sampling import PositionList
from enumerate.model.board import Board, Player
from enumerate.model.polynomial import Polynomial
from enumerate.model.position import Position
from enumerate.render.as_svg import SIDE, svg
from enumerate.render.as_text import ANSI, gallery, lines, text
from enumerate.render.as_tikz import tikz
from enumerate.render.plots import coefficients_plot, table_plot
from enumerate.render.scene import COLOURS, scene
from enumerate.support.errors import InputError

SVG = "{http://www.w3.org/2000/svg}"
POSITIONS = [
    Position.parse("LRR\nL.#"),
    Position.parse("L..\nR.R\nL..", wrap=(True, True)),
    Position.parse("MR\n.R\n\nM.\nLL\nLL".replace("R", ".")),
    Position.of(Board.rectangle(2, 3)),
    *PositionList(Board.rectangle(5, 4), "maximal").sample(3, seed=5),
    *PositionList(Board.box(2, 3, 3), "maximal").sample(3, seed=5),
    *PositionList(Board.rectangle(3, 4, wrap=(True, True)), "general").sample(3, seed=5),
]


@pytest.mark.parametrize("position", POSITIONS, ids=repr)
def test_a_scene_covers_every_cell_once(position):
    seen = scene(position)
    spots = [spot for piece in seen.pieces for spot in piece.places]
    everything = [*spots, *seen.free, *seen.walls]
    assert len(everything) == len(set(everything)) == seen.rows * seen.cols * seen.layers
    assert len(spots) == 2 * len(position.dominoes)
    assert len(seen.free) == len(position.free)


def test_narrow_layers_stand_under_their_heads():
    drawn = lines(Board.box(2, 1, 3))
    assert len({len(line) for line in drawn}) == 1
    assert [match.start() for match in re.finditer("layer", drawn[0])] == [
        match.start() for match in re.finditer("┌", drawn[1])
    ]


def test_layers_are_numbered_in_pictures():
    for board, numbers in ((Board.rectangle(2, 2), []), (Board.box(2, 1, 3), ["1", "2", "3"])):
        assert [text.text for text in ElementTree.fromstring(svg(board)).iter(f"{SVG}text")] == numbers
        assert re.findall(r"node\[below.*\{(\d)\}", tikz(board)) == numbers


@pytest.mark.parametrize("position", POSITIONS, ids=repr)
def test_svg_has_a_rectangle_of_the_players_colour_on_every_covered_cell(position):
    root = ElementTree.fromstring(position._repr_svg_())
    counts = []
    for player in Player:
        rects = [r for r in root.iter(f"{SVG}rect") if r.get("fill") == COLOURS[player]]
        cells = [round(int(r.get("width")) / SIDE) * round(int(r.get("height")) / SIDE) for r in rects]
        counts.append(sum(cells) // 2)
    assert tuple(counts[: position.board.dimension]) == position.counts
    assert root.find(f"{SVG}g/{SVG}title").text == str(position)


def test_svg_stays_inside_its_frame():
    root = ElementTree.fromstring(svg(*POSITIONS[4:7], columns=2))
    wide, high = int(root.get("width")), int(root.get("height"))
    groups = [tuple(map(int, re.findall(r"\d+", g.get("transform")))) for g in root.iter(f"{SVG}g")]
    assert len(set(groups)) == 3
    for (x, y), group in zip(groups, root.iter(f"{SVG}g"), strict=True):
        for rect in group.iter(f"{SVG}rect"):
            assert x + int(rect.get("x")) + int(rect.get("width")) <= wide
            assert y + int(rect.get("y")) + int(rect.get("height")) <= high


@pytest.mark.parametrize("position", POSITIONS, ids=repr)
def test_tikz_fills_every_piece(position):
    drawn = tikz(position)
    for player in Player:
        pieces = [piece for piece in scene(position).pieces if piece.player is player]
        assert drawn.count(f"fill=enum{player.letter}") == len(pieces)
    assert drawn.count(r"\begin{tikzpicture}") == drawn.count(r"\end{tikzpicture}") == 1
    assert drawn.count("{") == drawn.count("}")


@pytest.mark.parametrize("position", POSITIONS, ids=repr)
def test_text_shows_dots_letters_and_no_ragged_lines(position):
    drawn = text(position)
    seen = scene(position)
    assert drawn.count("·") == len(position.free)
    for player in Player:
        labels = re.sub("layer", "", drawn).count(player.letter)
        assert labels == sum(piece.player is player for piece in seen.pieces)
    assert len(drawn.split("\n")) == 2 * seen.rows + 1 + (seen.layers > 1)
    coloured = text(position, colour=True)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in plain.split("\n")] == drawn.split("\n")
    assert len({len(line) for line in lines(position)}) == 1
    for player in {Player(domino.axis) for domino in position.dominoes}:
        assert ANSI[player] in coloured


def test_text_of_a_wrapped_board_leaves_the_border_open():
    assert text(Position.parse("R.R", wrap=(False, True))).split("\n") == [
        "╶───┬───┬───╴",
        "  R │ · │ R  ".rstrip(),
        "╶───┴───┴───╴",
    ]
    assert "┆" in text(Board.rectangle(1, 3, wrap=(False, True)))
    assert "┆" not in text(Board.rectangle(1, 3))


def test_a_gallery_fits_the_terminal():
    drawn = gallery([Board.rectangle(2, 3)] * 7, columns=60)
    assert max(map(len, drawn.split("\n"))) <= 60
    assert drawn.count("·") == 42
    assert gallery([]) == ""


def test_boards_show_themselves_in_notebooks():
    board = Board.parse("..#")
    assert board._repr_svg_() == svg(board)


def test_plots_are_pictures():
    polynomial = Polynomial.of({(0, 0): 1, (1, 0): 10**400, (0, 2): 3})  # beyond the range of floats
    assert coefficients_plot(polynomial, (-1, 0, 1), "title").startswith(b"\x89PNG")
    assert coefficients_plot(Polynomial.one(), (0, 1), "one term", "svg").startswith(b"<?xml")
    assert table_plot([[1, 2], [3, 4]], "table", ("columns", "rows"), "pdf").startswith(b"%PDF")


def test_plots_refuse_what_they_cannot_draw():
    with pytest.raises(InputError, match="cannot draw a picture of kind 'jpg'"):
        table_plot([[1]], "one", ("columns", "rows"), "jpg")
    with pytest.raises(InputError, match="the polynomial is 0"):
        coefficients_plot(Polynomial.of({}), (0,), "nothing")
    with pytest.raises(InputError, match="at least 0, not -2"):
        coefficients_plot(Polynomial.of({(0, 0): -2}), (0,), "")
    with pytest.raises(InputError, match="needs two players"):
        coefficients_plot(Polynomial.one(3), (0,), "solid")
    with pytest.raises(InputError, match="the table is empty"):
        table_plot([], "nothing", ("columns", "rows"))
