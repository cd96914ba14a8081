"""Pictures say what they show: captions, colour scales, the surface in the title."""

import re

import pytest
from click.testing import CliRunner

from enumerate import Board, densities
from enumerate.cli import main
from enumerate.cli.count import title_of
from enumerate.plan.question import Question
from enumerate.render import svg, tikz


def test_the_picture_of_a_value_names_player_move_and_value(tmp_path):
    picture = tmp_path / "value.svg"
    assert CliRunner().invoke(main, ["value", "2x3", "--picture", str(picture)]).exit_code == 0
    said = re.findall(r"<text[^>]*>([^<]*)</text>", picture.read_text())
    assert [line for line in said if "value" in line] == [
        "value {2|-1/2}",
        "Left 1,2: value 2",
        "Right 1,1: value -1/2",
        "Right 1,2: value -1/2",
        "Right 2,1: value -1/2",
        "Right 2,2: value -1/2",
    ]


def test_the_picture_of_densities_has_a_colour_scale():
    drawn = densities(Board.rectangle(3, 3))._repr_svg_()
    assert re.findall(r"<text[^>]*>([^<]*)</text>", drawn) == ["Left", "Right", "0", "0.5", "1"]
    kayles = densities(Board.rectangle(3, 3), game="node-kayles")._repr_svg_()
    assert re.findall(r"<text[^>]*>([^<]*)</text>", kayles) == ["Either", "0", "0.5", "1"]


def test_titles_name_the_surface():
    def title(wrap):
        return title_of(Question(Board("4x5", wrap=wrap)))

    assert [title(wrap) for wrap in (None, "rows", "rows,cols")] == [
        "4 x 5",
        "4 x 5, cylinder",
        "4 x 5, torus",
    ]


@pytest.mark.parametrize(
    ("wrap", "name"),
    [("cols", "cylinder"), ("rows,cols", "torus"), ("twisted cols", "Moebius strip")],
)
def test_every_picture_of_a_wrapped_board_names_its_surface(wrap, name):
    board = Board("3x4", wrap=wrap)
    assert f">{name}</text>" in svg(board)
    assert f"{{{name}}};" in tikz(board)
    assert f">{name}</text>" in densities(board)._repr_svg_()
