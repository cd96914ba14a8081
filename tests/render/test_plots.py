"""Plots of matplotlib, and polynomials as LaTeX."""

import pytest

from enumerate import Board, Player, positions
from enumerate.cli.params import title_of
from enumerate.model.polynomial import Polynomial
from enumerate.render.plots import coefficients_plot, table_plot
from enumerate.support.errors import InputError

AXES = ("columns", "rows")


def test_plots_are_pictures():
    polynomial = Polynomial.of({(0, 0): 1, (1, 0): 10**400, (0, 2): 3})  # beyond the range of floats
    assert coefficients_plot(polynomial, (-1, 0, 1), "title").startswith(b"\x89PNG")
    assert coefficients_plot(Polynomial.one(), (0, 1), "one term", "svg").startswith(b"<?xml")
    assert table_plot([[1, 2], [3, 4]], "table", AXES, "pdf").startswith(b"%PDF")


@pytest.mark.parametrize(
    ("plot", "arguments", "why"),
    [
        (table_plot, ([[1]], "one", AXES, "jpg"), "cannot draw a picture of kind 'jpg'"),
        (table_plot, ([], "nothing", AXES), "the table is empty"),
        (coefficients_plot, (Polynomial.of({}), (0,), "nothing"), "the polynomial is 0"),
        (coefficients_plot, (Polynomial.of({(0, 0): -2}), (0,), ""), "at least 0, not -2"),
        (coefficients_plot, (Polynomial.one(3), (0,), "solid"), "needs two players"),
    ],
)
def test_plots_refuse_what_they_cannot_draw(plot, arguments, why):
    with pytest.raises(InputError, match=why):
        plot(*arguments)


def test_titles_name_the_surface():
    titles = [title_of(Board("4x5", wrap=wrap)) for wrap in (None, "rows", "rows,cols")]
    assert titles == ["4 x 5", "4 x 5, cylinder", "4 x 5, torus"]


def test_the_legend_says_whose_turn_it_is():
    polynomial = positions("3x3")
    drawn = coefficients_plot(polynomial, (-1, 0), "nine cells", "svg", turn=Player.RIGHT)
    assert b"Right to move now" in drawn
    assert b"to move now" not in coefficients_plot(polynomial, (-1, 0, 1), "nine cells", "svg")


def test_the_colour_bar_is_as_high_as_the_map_and_there_are_margins(monkeypatch):
    figures = []
    monkeypatch.setattr("enumerate.render.plots.saved", lambda figure, picture: figures.append(figure) or b"")
    table_plot([[1, 2, 3]] * 9, "tall", AXES)
    table_plot([list(range(14))] * 2, "wide", AXES)
    coefficients_plot(positions("3x3"), (0,), "nine cells")
    for figure in figures:
        figure.canvas.draw()
        (map_,) = figure.axes
        (bar,) = map_.child_axes
        assert abs(map_.get_window_extent().height - bar.get_window_extent().height) < 1
        whole, drawn = figure.bbox, figure.get_tightbbox().transformed(figure.dpi_scale_trans)
        assert min(drawn.x0, drawn.y0, whole.x1 - drawn.x1, whole.y1 - drawn.y1) > 0.05 * figure.dpi


def test_long_latex_breaks_into_lines():
    short, long = Polynomial.of({(2, 1): 3, (0, 0): -1}), positions("6x6")
    assert short.latex(80) == short.latex() == "3x^{2}y - 1"
    first, *lines, last = long.latex(80).splitlines()
    assert (first, last) == (r"\begin{aligned}", r"\end{aligned}")
    assert max(map(len, lines)) <= 90
    assert all(line.endswith(r" \\") for line in lines[:-1])
    joined = " ".join(line.removeprefix(" & ").removeprefix("{} ").removesuffix(r" \\") for line in lines)
    assert joined == long.latex()


def test_notebooks_set_polynomials_within_bounds():
    assert positions("4x4")._repr_latex_().startswith(r"$\begin{aligned}")
    assert positions("10x10")._repr_latex_() is None  # then the notebook shows plain text
