"""Too large questions are refused in a line with their size; long ones are announced within two seconds."""

import re
import time
from math import comb

import pytest
from typed import refused, run

import enumerate as en
from enumerate.cli.progress_bar import Bar, progress_bar
from enumerate.model.game import names
from enumerate.plan.plan import TOTAL, Engine, plan
from enumerate.plan.question import is_too_wide
from enumerate.rules.problem import Problem
from enumerate.sampling.backward import drawing_need
from enumerate.support.run import ProgressEvent

APART = {"free-cells", "kayles", "partizan-kayles"}


@pytest.mark.parametrize("command", ["overview", "positions"])
@pytest.mark.parametrize(
    ("drawing", "cells"),
    [
        ("\n".join(["." * 1000] * 1000), "1,000,000"),
        ("\n\n".join(["." * 500] * 301), "150,500"),
    ],
)
def test_a_drawing_has_no_more_cells_than_a_box(command, drawing, cells, tmp_path):
    file = tmp_path / "large.txt"
    file.write_text(drawing)
    said = f"enumerate: a drawing of {cells} cells is too large: at most 100,000 are allowed\n"
    assert refused(command, file, "--progress") == said


def test_the_largest_drawing_is_read():
    assert len(en.Board.parse("." * 100_000)) == 100_000
    with pytest.raises(en.TooLargeError, match="100,001 cells"):
        en.Board.parse("." * 100_001)


@pytest.mark.parametrize(
    "words", ["board {}", "positions --rows 2 --cols 2 --game {}", "games {}", "verify {}"]
)
def test_a_file_without_an_end_is_refused(words, monkeypatch):
    monkeypatch.setattr("enumerate.support.files.MOST_TEXT", 1000)
    said = run(words.format("/dev/zero")).stderr
    assert said.endswith("'/dev/zero': it is longer than 1,000 characters\n")


HUGE = {
    "a square": "--rows 300 --cols 300",
    "a torus": "--rows 300 --cols 300 --wrap rows,cols",
    "a box": "40x40x40",
    "hexagons": "--rows 300 --cols 300 --lattice hexagonal",
}
QUESTIONS = [
    "positions",
    "count --kind maximal",
    "positions --by size",
    "count --kind perfect",
    "evaluate --x 0.5 --y 0.5",
    "densities",
    "sample",
    "list",
    "complex",
    "complex --betti",
    "complex --euler",
    "fewest",
    "most",
    "alpha",
    "value",
    "census",
    "census --samples 10",
    "solve",
]
FLAT = ("alpha", "value", "census", "solve")


@pytest.fixture
def no_large_graph(monkeypatch):
    """Whatever is computed for every placement of a large board is an error."""
    from enumerate.rules import problem

    made = problem.placements

    def small(game, board):
        assert len(board) <= 20_000
        return made(game, board)

    monkeypatch.setattr(problem, "placements", small)


def slow_unless(is_quick, *case):
    return pytest.param(*case, marks=[] if is_quick else [pytest.mark.slow])


@pytest.mark.parametrize(
    ("question", "where"),
    [
        slow_unless(where == "a square" or question == "positions", question, where)
        for question in QUESTIONS
        for where in HUGE
    ],
)
def test_a_far_too_large_board_is_refused_at_a_glance(question, where, no_large_graph):
    line = refused(f"{question} {HUGE[where]}")
    if where == "a box" and question.startswith(FLAT):
        return  # not for three players
    assert re.search(r"more than [\d,]+ states after \d+ of [\d,]+ cells", line) or question == "solve", line


@pytest.mark.parametrize(
    "game",
    [slow_unless(game in ("col", "kings", "free-cells"), game) for game in names() if game != "domineering"],
)
def test_no_game_makes_the_graph_of_a_far_too_large_board(game, no_large_graph):
    """But for those that fall into rows or cells there, all are refused."""
    if game in APART:
        assert not is_too_wide(Problem(en.Board.rectangle(300, 300), frozenset(), game=en.Game.named(game)))
    else:
        assert refused(f"count 300x300 --game {game}")


def test_what_is_wide_but_falls_apart_is_not_refused():
    """Rows without a way from one to the next, a comb, a tree of corridors."""
    rows = en.Board.parse("\n".join(("." * 80, "#" * 80) * 30))
    teeth = en.Board.parse("\n".join(("." * 100, *[".#" * 50] * 99)))
    assert not is_too_wide(Problem(rows, frozenset()))
    assert not is_too_wide(Problem(teeth, frozenset()))
    fibonacci = [1, 1]
    while len(fibonacci) <= 80:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert en.count(rows) == fibonacci[80] ** 30


def test_a_polynomial_of_many_small_parts_is_refused_with_its_size():
    parts = en.Board.parse("\n".join(["..#" * 60, "#" * 180, ".##" * 60, ".##" * 60, "#" * 180] * 20))
    with pytest.raises(
        en.TooLargeError, match=r"the coefficients of a polynomial of up to 1,442,401 terms need about"
    ):
        en.positions(parts, max_memory=2**28)
    assert en.count(parts) == 2**2400
    assert en.count(parts, play=True) == sum(comb(2400, 1200 + d) for d in (-1, 0, 1))


def test_a_step_that_reports_nothing_is_heard_of(capsys, monkeypatch):
    for name, seconds in (("APPEARS_AFTER", 0.1), ("LINE_EVERY", 0.2)):
        monkeypatch.setattr(f"enumerate.cli.progress_bar.{name}", seconds)
    with progress_bar("solving", force=True) as bar:
        bar.update(ProgressEvent(0, "compiling"))
        bar.show(0.25)
        time.sleep(0.5)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("solving: compiling: 25 %, ")
    assert lines[0].endswith(" s so far")


def test_a_quick_answer_prints_no_line(capsys):
    with progress_bar("solving", force=True) as bar:
        bar.show(0.25)
        time.sleep(0.1)
    assert capsys.readouterr().err == ""


def test_time_left_is_not_guessed_from_a_thousandth(monkeypatch, capsys):
    monkeypatch.setattr("enumerate.cli.progress_bar.LINE_EVERY", 0.0)
    lines = Bar("counting")
    for done in (1, 500):
        lines.show(done / 1000)
    few, many = capsys.readouterr().err.splitlines()
    assert few.startswith("counting: 0 %")
    assert few.endswith("so far")
    assert many.startswith("counting: 50 %")
    assert many.endswith("left")


@pytest.mark.parametrize(
    ("free", "fits"), [(2**30, True), (100 * 2**20, False)], ids=["enough is free", "too little is free"]
)
def test_what_the_process_holds_need_not_be_free_any_more(free, fits, monkeypatch):
    """A process that holds 8 GiB asks for half a GiB more, on a machine that has 1 GiB free, or less."""
    monkeypatch.setattr("enumerate.support.memory.available_memory", lambda: free)
    for module in ("plan.plan", "sampling.backward"):
        monkeypatch.setattr(f"enumerate.{module}.process_memory", lambda: (2**33, 2**33))
    board = en.Board.rectangle(16, 16)
    needs = [
        plan(Problem(board, frozenset({0, 1})), TOTAL, Engine.AUTO, en.Settings()).need,
        drawing_need(en.Board.rectangle(12, 12), 60, en.Game.named("domineering")),
    ]
    for need in needs:
        assert need.memory > 2**33
        if fits:
            need.require(None)
        else:
            with pytest.raises(en.TooLargeError, match=r"need about 8\.\d GiB and 8\.1 GiB may be used"):
                need.require(None)
