"""`--max-memory` holds within a fifth: a command is refused, or its process never holds much more."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from enumerate import Board
from enumerate.support.memory import parse_size

ROOT = Path(__file__).parents[2]
MAXIMAL = 2280413203760054215839279592187056  # positions on 13 x 13 cells in which nobody can move
CODE = """
import atexit, sys
from enumerate.support.memory import process_memory
from enumerate.cli import main
atexit.register(lambda: print("peak", process_memory()[1], file=sys.stderr))
main()
"""
ROWS = (Path(__file__).parent / "peaks.txt").read_text().splitlines()[1:]
COMMANDS = {words.strip(): limits for words, *limits in (line.split("|") for line in ROWS)}

FORECAST = """
import sys
from enumerate import Board, count
from enumerate.plan.plan import TOTAL, Engine, plans
from enumerate.plan.question import Question
from enumerate.model.game import Game
from enumerate.support.memory import in_turn, process_memory
from enumerate.support.run import Settings
game, rows, kind = sys.argv[1:]
board = Board.parse(rows)
planned = plans(Question(board, kind, game=Game.named(game)).terms(), TOTAL, Engine.AUTO, Settings())
need = in_turn([plan.need for plan in planned.values()])
count(board, kind, game=game)
print(int(need.memory), process_memory()[1])
"""
WALLS = "\n".join("".join(".#"[(7 * r + 3 * c) % 23 == 0] for c in range(24)) for r in range(24))
REQUESTS = {
    "knights 13 x 13": ("knights", "\n".join(["." * 13] * 13), "general"),
    "L-trominoes 18 x 18": ("l-trominoes", "\n".join(["." * 18] * 18), "general"),
    "kings 29 x 29": ("kings", "\n".join(["." * 29] * 29), "general"),
    "squares and dominoes 19 x 19": ("square-against-domino", "\n".join(["." * 19] * 19), "general"),
    "Col 16 x 16": ("col", "\n".join(["." * 16] * 16), "general"),
    "Triomineering 13 x 13": ("triomineering", "\n".join(["." * 13] * 13), "general"),
    "dominoes 16 x 16": ("domineering", "\n".join(["." * 16] * 16), "maximal"),
    "dominoes between walls": ("domineering", WALLS, "general"),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", REQUESTS)
def test_a_forecast_is_about_the_peak(what):
    command = [sys.executable, "-c", FORECAST, *REQUESTS[what]]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    forecast, peak = map(int, done.stdout.split())
    assert peak >= 200 << 20
    assert 0.83 <= peak / forecast <= 1.2, f"{peak >> 20} MiB, forecast {forecast >> 20} MiB"


def measured(code, *words):
    """What a process that runs `code` did, and the most that it held."""
    done = subprocess.run([sys.executable, "-c", code, *words], cwd=ROOT, capture_output=True, text=True)
    return done, int(re.search(r"^peak (\d+)$", done.stderr, re.MULTILINE)[1])


@pytest.mark.slow
def test_a_box_bounds_its_table_by_the_memory():
    """The answer does not depend on the size of the table, which would take 816 MB without a limit."""
    done, peak = measured(CODE, "box", "6x3x3", "--max-memory", "240MB")
    assert done.returncode == 0, done.stderr
    assert "6x3x3: class Q" in done.stdout
    assert peak <= parse_size("240MB")


PAGE = """
import atexit, sys
from enumerate.support.memory import process_memory
from enumerate.support.run import Settings
from enumerate.web.request import Params
from enumerate.web.questions.others import box
atexit.register(lambda: print("peak", process_memory()[1], file=sys.stderr))
print(box(Params({"box": [6, 3, 3]}), Settings(max_memory=sys.argv[1]))["class"])
"""


def test_the_box_of_the_page_bounds_its_table_by_the_memory():
    done, peak = measured(PAGE, "300MB")
    assert done.stdout == "Q\n", done.stderr
    assert peak <= parse_size("300MB")


def test_a_dominogame_that_does_not_fit_is_refused_before_it_starts():
    """Nothing is computed before the refusal."""
    done, peak = measured(CODE, "falling", "--cols", "6", "--rows", "8", "--max-memory", "250MB")
    assert (done.returncode, done.stdout) == (2, "")
    assert "250.0 MiB may be used" in done.stderr
    assert peak <= parse_size("130MB")


@pytest.mark.slow
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_keeps_to_its_memory_or_is_refused(words, which, tmp_path):
    limit = COMMANDS[words][which].strip()
    drawing, claim = tmp_path / "board.txt", tmp_path / "claim.json"
    drawing.write_text("\n".join(["." * 12] * 12))
    board = Board.rectangle(13, 13)
    question = {"kind": "maximal", "stuck": ["left", "right"], "play": False}
    claim.write_text(json.dumps({"board": board.to_json(), **question, "total": str(MAXIMAL), "terms": None}))
    files = {"BOARD": str(drawing), "CLAIM": str(claim), "OUT": str(tmp_path / "out.svg")}
    given = [files.get(word, word) for word in words.split()]
    done, peak = measured(CODE, *given, "--max-memory", limit)
    assert done.returncode in (0, 2), done.stderr
    assert done.returncode == 0 or "may be used" in done.stderr, done.stderr
    # what is refused is refused before the work starts: the interpreter and its libraries are all there is
    allowed = parse_size(limit) * 6 // 5 if done.returncode == 0 else parse_size("130MB")
    assert peak <= allowed, f"{peak >> 20} MiB of {limit}"
