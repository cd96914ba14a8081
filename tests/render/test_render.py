"""Pictures: what is drawn is the position, in text, SVG and TikZ."""

import re
from xml.etree import ElementTree

import pytest

from enumerate import positions
from enumerate.model.board import Board, Player
from enumerate.model.polynomial import Polynomial
from enumerate.model.position import Position
from enumerate.render.as_svg import SIDE, svg
from enumerate.render.as_text import gallery, lines, text
from enumerate.render.as_tikz import tikz
from enumerate.render.palette import colour
from enumerate.render.plots import coefficients_plot, table_plot
from enumerate.render.scene import scene
from enumerate.sampling.sampling import PositionList
from enumerate.support.errors import InputError

SVG = "{http://www.w3.org/2000/svg}"
POSITIONS = [
    Position.parse("LRR\nL.#"),
    Position.parse("L..\nR.R\nL..", wrap=(True, True)),
    Position.parse("MR\n.R\n##\n\nM.\nLL\nLL".replace("R", ".")),
    Position.of(Board.rectangle(2, 3)),
    *PositionList(Board.rectangle(5, 4), "maximal").sample(3, seed=5),
    *PositionList(Board.box(2, 3, 3), "maximal").sample(3, seed=5),
    *PositionList(Board.rectangle(3, 4, wrap=(True, True)), "general").sample(3, seed=5),
]


@pytest.mark.parametrize("position", POSITIONS, ids=repr)
def test_a_scene_covers_every_cell_once(position):
    seen = scene(position)
    spots = [spot for piece in seen.pieces for spot in piece.spots]
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
        rects = [r for r in root.iter(f"{SVG}rect") if r.get("fill") == colour(player).fill]
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
        pieces = [piece for piece in scene(position).pieces if piece.tint == player]
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
        assert labels == sum(piece.tint == player for piece in seen.pieces)
    assert len(drawn.split("\n")) == 2 * seen.rows + 1 + (seen.layers > 1)
    coloured = text(position, colour=True)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in plain.split("\n")] == drawn.split("\n")
    assert len({len(line) for line in lines(position)}) == 1
    for player in {Player(domino.axis) for domino in position.dominoes}:
        assert colour(player).ansi in coloured


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


def test_walls_are_hatched():
    board = Board.parse("..#\n#..")
    paths = [path.get("d") for path in ElementTree.fromstring(svg(board)).iter(f"{SVG}path")]
    assert len(paths) == 2
    for path, (row, col) in zip(paths, [(0, 2), (1, 0)], strict=True):
        x, y = map(int, re.match(r"M(\d+) (\d+)", path).groups())
        assert (x, y) == (SIDE * col, SIDE * row)
        for command, dx, dy in re.findall(r"([ml])(-?\d+) (-?\d+)", path):  # strokes stay inside the wall
            x, y = x + int(dx), y + int(dy)
            assert SIDE * col <= x <= SIDE * (col + 1), command
            assert SIDE * row <= y <= SIDE * (row + 1), command
    assert tikz(board).count("enumHatch]") == 2


def test_tikz_leaves_no_blank_outside_its_pictures():
    """In TeX the end of a line is a space unless % stands before it."""
    outside = True
    for line in tikz(*POSITIONS[:3]).splitlines():
        outside = outside and not line.startswith(r"\begin{tikzpicture}")
        assert not outside or line.endswith("%")
        outside = outside or line.startswith(r"\end{tikzpicture}")
        assert not line.startswith(r"\end{tikzpicture}") or line.endswith("%")


def test_numbers_stand_beside_their_rows_and_columns():
    for board in (Board.rectangle(11, 12), Board.parse("..#\n.#."), Board.box(2, 3, 2)):
        drawn = text(board, numbered=True).splitlines()
        plain = text(board).splitlines()
        head = 1 if board.dimension == 3 else 0
        edge = len(str(board.shape[0])) + 1
        for row in range(board.shape[0]):
            assert drawn[head + 2 * row + 2].split()[0] == str(row + 1)
            assert drawn[head + 2 * row + 2][edge:].startswith(plain[head + 2 * row + 1][:4])
        for col in range(board.shape[1]):
            assert drawn[head][edge + 4 * col + 1 :].split()[0] == str(col + 1)


def test_long_latex_breaks_into_lines():
    short, long = Polynomial.of({(2, 1): 3, (0, 0): -1}), positions(Board.rectangle(6, 6))
    assert short.latex(80) == short.latex() == "3x^{2}y - 1"
    broken = long.latex(80)
    first, *lines, last = broken.splitlines()
    assert (first, last) == (r"\begin{aligned}", r"\end{aligned}")
    assert max(map(len, lines)) <= 90
    assert all(line.endswith(r" \\") for line in lines[:-1])
    joined = " ".join(line.removeprefix(" & ").removeprefix("{} ").removesuffix(r" \\") for line in lines)
    assert joined == long.latex()


def test_notebooks_set_polynomials_within_bounds():
    assert positions(Board.rectangle(4, 4))._repr_latex_().startswith(r"$\begin{aligned}")
    assert positions(Board.rectangle(10, 10))._repr_latex_() is None  # then the notebook shows plain text


@pytest.mark.parametrize("picture", ["svg"])
def test_the_legend_says_whose_turn_it_is(picture):
    polynomial = positions(Board.rectangle(3, 3))
    drawn = coefficients_plot(polynomial, (-1, 0), "nine cells", picture, turn=Player.RIGHT)
    assert b"Right to move now" in drawn
    assert b"to move now" not in coefficients_plot(polynomial, (-1, 0, 1), "nine cells", picture)


def test_the_colour_bar_is_as_high_as_the_map_and_there_are_margins(monkeypatch):
    figures = []
    monkeypatch.setattr("enumerate.render.plots.saved", lambda figure, picture: figures.append(figure) or b"")
    table_plot([[1, 2, 3]] * 9, "tall", ("columns", "rows"))
    table_plot([list(range(14))] * 2, "wide", ("columns", "rows"))
    coefficients_plot(positions(Board.rectangle(3, 3)), (0,), "nine cells")
    for figure in figures:
        figure.canvas.draw()
        (map_,) = figure.axes
        (bar,) = map_.child_axes
        assert abs(map_.get_window_extent().height - bar.get_window_extent().height) < 1
        whole, drawn = figure.bbox, figure.get_tightbbox().transformed(figure.dpi_scale_trans)
        assert min(drawn.x0, drawn.y0, whole.x1 - drawn.x1, whole.y1 - drawn.y1) > 0.05 * figure.dpi
