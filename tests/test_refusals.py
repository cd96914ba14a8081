"""What is too large is refused in a line with its size; what takes long says so within two seconds or so."""

import time

import pytest
from click.testing import CliRunner

import enumerate as en
from enumerate.cli import main
from enumerate.cli.progress import LINE_EVERY, progress_bar


@pytest.mark.parametrize("command", ["board", "positions --board"])
@pytest.mark.parametrize(
    ("drawing", "cells"),
    [
        ("\n".join(["." * 1000] * 1000), "1,000,000"),
        ("." * 1000 + "\n." * 1000, "1,001,000"),  # short lines are padded with walls
        ("\n\n".join(["." * 500] + ["."] * 300), "150,500"),  # and so are short layers
    ],
)
def test_a_drawing_has_no_more_cells_than_a_box(command, drawing, cells, tmp_path):
    file = tmp_path / "large.txt"
    file.write_text(drawing)
    result = CliRunner().invoke(main, [*command.split(), str(file), "--progress"])
    assert result.exit_code == 2
    assert result.stderr == (
        f"enumerate: a drawing of {cells} cells is too large: at most 100,000 are allowed\n"
    )


def test_the_largest_drawing_is_read():
    assert len(en.Board.parse("." * 100_000)) == 100_000
    with pytest.raises(en.TooLargeError, match="100,001 cells"):
        en.Board.parse("." * 100_001)


def test_a_step_that_reports_nothing_is_heard_of(capsys):
    with progress_bar("solving", force=True) as bar:
        bar.phase("compiling")
        bar(1, 4)
        time.sleep(LINE_EVERY + 0.5)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("solving: compiling: 25 %, ")
    assert lines[0].endswith(" s so far")


def test_a_quick_answer_prints_no_line(capsys):
    with progress_bar("solving", force=True) as bar:
        bar(1, 4)
        time.sleep(0.1)
    assert capsys.readouterr().err == ""
