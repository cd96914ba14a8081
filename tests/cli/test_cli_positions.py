"""The command line: contracts, formats and bad input."""

import csv
import io
import json
import os
import subprocess
import sys

import pytest
import sympy
from click.testing import CliRunner

from enumerate import Board, Polynomial, __version__, positions
from enumerate.cli import main


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def call(*args, stdin=None):
        return CliRunner().invoke(main, list(args), input=stdin)

    return call


QUESTION = ("positions", "--rows", "4", "--cols", "3", "--kind", "maximal")
F43 = positions(Board.rectangle(4, 3), "maximal")


def test_text(run):
    result = run(*QUESTION)
    assert result.exit_code == 0
    assert result.stderr == ""
    polynomial, total, letters = (
        result.stdout.replace("+\n", "+ ").split("\n\n")[0],
        *result.stdout.splitlines()[-2:],
    )
    assert polynomial == str(F43)
    assert total == "total 75: positions in which nobody can move"
    assert "x counts Left's" in letters


def test_json(run):
    shown = json.loads(run(*QUESTION, "--format", "json").stdout)
    assert shown["board"] == {"shape": [4, 3], "wrap": [False, False], "text": "...\n...\n...\n..."}
    assert (shown["kind"], shown["stuck"], shown["play"]) == ("maximal", ["left", "right"], False)
    assert (shown["variables"], shown["total"]) == (["x", "y"], "75")
    assert Polynomial.from_json(shown["terms"]) == F43
    assert shown["terms"] == sorted(shown["terms"])
    assert json.loads(run(*QUESTION, "--format", "json", "--total").stdout)["terms"] is None


def test_csv_latex_sympy(run):
    rows = list(csv.reader(io.StringIO(run(*QUESTION, "--format", "csv").stdout)))
    assert rows[0] == ["left", "right", "count"]
    assert {(int(a), int(b)): int(c) for a, b, c in rows[1:]} == F43.coefficients()
    assert run(*QUESTION, "--format", "latex").stdout.startswith("x^{6} + 3x^{5} + 6x^{4}y^{2}")
    expression = sympy.sympify(run(*QUESTION, "--format", "sympy").stdout)
    assert sympy.Poly(expression, *sympy.symbols("x y")) == F43.to_sympy()


def test_play_prints_the_ratio(run):
    out = run("positions", "--rows", "3", "--cols", "3", "--play").stdout
    assert "total 75" in out
    assert "ratio 0.57251 of 131" in out  # [HM21, Table 1]
    assert "ratio 0.57251" in run("count", "--rows", "3", "--cols", "3", "--play").stdout


def test_every_engine_prints_the_same(run):
    outs = {
        run(*QUESTION, "--engine", engine).stdout for engine in ("auto", "barstate", "dictionary", "modular")
    }
    assert len(outs) == 1


def test_boards_from_files_and_stdin(run, tmp_path):
    (tmp_path / "board.txt").write_text("....\n.###\n...#\n")
    from_file = run("positions", "board.txt")
    from_stdin = run("positions", "-", stdin="....\n.###\n...#\n")
    assert from_file.stdout == from_stdin.stdout
    assert positions(Board.parse("....\n.###\n...#")).total == int(
        from_file.stdout.split("total ")[1].split(":")[0]
    )


def test_boxes_wraps_and_stuck_players(run):
    assert "total 1511" in run("count", "2x2x3").stdout
    torus = run("count", "--rows", "4", "--cols", "4", "--wrap", "rows,cols").stdout
    assert torus.startswith(
        "total 41025:"
    )  # matchings of the 4 x 4 torus, the 4-cube's edges: see test below
    one, two = (
        run("count", "--rows", "3", "--cols", "4", *extra).stdout.split(":")[0]
        for extra in (("--stuck", "right"), ("--kind", "right-end"))
    )
    assert one == two


def test_out_is_written_whole(run, tmp_path):
    assert run(*QUESTION, "--out", "answer.txt").stdout == ""
    assert (tmp_path / "answer.txt").read_text() == run(*QUESTION).stdout
    assert list(tmp_path.iterdir()) == [tmp_path / "answer.txt"]


def test_out_leaves_links_and_special_files_alone(run, tmp_path):
    (tmp_path / "target.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("target.txt")
    assert run(*QUESTION, "--out", "link.txt").exit_code == 0
    assert (tmp_path / "link.txt").is_symlink()
    assert "total 75" in (tmp_path / "target.txt").read_text()
    os.mkfifo(tmp_path / "pipe")
    result = run(*QUESTION, "--out", "pipe")
    assert result.exit_code == 2
    assert "not a regular file" in result.stderr
    long = "x" * 250
    assert run(*QUESTION, "--out", long).exit_code == 1


def test_a_domino_across_the_seam(run):
    out = run("count", "-", "--wrap", "cols", stdin="R..R\n....\n").stdout
    free = Board.parse("#..#\n....", wrap=(False, True))
    assert out.startswith(f"total {positions(free).total}:")


def test_pairing_errors_count_the_lines_of_the_file(run):
    assert "line 3, column 2" in run("positions", "-", stdin="\n\n.L\n..\n").stderr


def test_provenance_speaks_of_the_whole_answer(run):
    def how(*words):
        return json.loads(run("positions", *words, "--format", "json").stdout)["provenance"]

    assert how("--rows", "3", "--cols", "3", "--play", "--total")["engine"] == "dictionary"
    assert (
        len(
            how("--rows", "4", "--cols", "4", "--kind", "any-end", "--engine", "modular")[
                "different_summands"
            ]
        )
        == 3
    )


def test_version_help_and_completion(run):
    assert __version__ in run("--version").stdout
    shown = run("--help").stdout
    assert "positions" in shown
    assert "_ENUMERATE_COMPLETE" in shown
    assert "enumerate positions --rows 4" in run("positions", "--help").stdout
    assert run("positons").exit_code == 2


def test_as_a_real_process(tmp_path):
    command = [sys.executable, "-m", "enumerate", *QUESTION, "--format", "json"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["total"] == "75"


def test_a_small_question_imports_nothing_heavy(tmp_path):
    heavy = [
        "numba",
        "sympy",
        "scipy",
        "matplotlib",
        "rich",
        "dask",
        "fractions",
        "json",
        "tomllib",
        "difflib",
        "pathlib",
    ]
    code = (
        "import sys; from enumerate.cli import main\n"
        f"try: main({list(QUESTION)!r})\n"
        f"finally: print([m for m in {heavy!r} if m in sys.modules], file=sys.stderr)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
        check=False,
    )
    assert done.stderr.strip() == "[]"
