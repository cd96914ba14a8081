"""`--max-memory` holds within a fifth: a command is refused, or its process never holds much more than it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from enumerate import Board
from enumerate.support.memory import parse_size

ROOT = Path(__file__).parent.parent
MAXIMAL = 2280413203760054215839279592187056  # positions on 13 x 13 cells in which nobody can move
CODE = """
import atexit, sys
from enumerate.support.memory import process_memory
from enumerate.cli import main
atexit.register(lambda: print("peak", process_memory()[1], file=sys.stderr))
main()
"""
# each once with a limit at which it is refused, and once with one at which it has to do with little
COMMANDS = {
    "positions --rows 12 --cols 12 --kind maximal --engine modular --format csv": ("150MB", "240MB"),
    "positions --rows 10 --cols 10 --engine packed --format csv": ("60MB", "400MB"),
    "positions --rows 8 --cols 8 --kind maximal --engine barstate --format csv": ("150MB", "400MB"),
    "positions --rows 17 --cols 17 --kind maximal --total": ("300MB", "1GB"),
    "positions --rows 14 --cols 14 --by size": ("120MB", "250MB"),
    "positions --box 4x4x4 --total": ("150MB", "300MB"),
    "evaluate --rows 14 --cols 14 --kind maximal --x 0.7 --y 0.7": ("200MB", "500MB"),
    "densities --rows 8 --cols 8": ("100MB", "400MB"),
    "sample --rows 12 --cols 12 --size 5 --seed 1": ("100MB", "400MB"),
    "list --rows 6 --cols 6 --kind maximal --size 3": ("60MB", "300MB"),
    "alpha --rows 13 --cols 13": ("120MB", "400MB"),
    "fewest --rows 12 --cols 12": ("120MB", "400MB"),
    "growth --cols 13": ("100MB", "300MB"),
    "recurrence --cols 6": ("100MB", "300MB"),
    "complex --rows 4 --cols 5 --betti": ("60MB", "300MB"),
    "value --rows 4 --cols 6": ("60MB", "400MB"),
    "census --rows 4 --cols 4": ("60MB", "300MB"),
    "solve --rows 7 --cols 7": ("150MB", "300MB"),
    "box 3x4x4": ("150MB", "300MB"),
    "dominogame --cols 5 --rows 9": ("100MB", "400MB"),
    "monominogame --cols 5 --rows 5 --players 3": ("60MB", "300MB"),
    "board BOARD --turn": ("100MB", "300MB"),
    "verify CLAIM": ("100MB", "400MB"),
    "plot coefficients --rows 10 --cols 10 --kind maximal --out OUT": ("100MB", "400MB"),
    "plot activity --rows 10 --cols 10 --out OUT": ("100MB", "400MB"),
    "plot alpha --table 10 --out OUT": ("100MB", "400MB"),
    "plot census --rows 4 --cols 4 --out OUT": ("60MB", "400MB"),
    "plot thermograph --rows 4 --cols 4 --out OUT": ("60MB", "400MB"),
    "oeis A028420 --terms 14": ("100MB", "400MB"),
    "sequence --shape nxn --terms 14": ("100MB", "400MB"),
    "dominoes tournament --matches 20000": ("60MB", "400MB"),
}

FORECAST = """
import sys
from enumerate import Board, count
from enumerate.counting.positions import count_need
from enumerate.frontier.task import tasks
from enumerate.model.game import Game
from enumerate.support.memory import process_memory
from enumerate.support.settings import Settings
game, rows, kind = sys.argv[1:]
board = Board.parse(rows)
need = count_need(tasks(board, kind, None, False, None, Game.named(game)), Settings())
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


@pytest.mark.slow
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_keeps_to_its_memory_or_is_refused(words, which, tmp_path):
    limit = COMMANDS[words][which]
    drawing, claim = tmp_path / "board.txt", tmp_path / "claim.json"
    drawing.write_text("\n".join(["." * 12] * 12))
    board = Board.rectangle(13, 13)
    question = {"kind": "maximal", "stuck": ["left", "right"], "play": False}
    claim.write_text(json.dumps({"board": board.to_json(), **question, "total": str(MAXIMAL), "terms": None}))
    files = {"BOARD": str(drawing), "CLAIM": str(claim), "OUT": str(tmp_path / "out.svg")}
    given = [files.get(word, word) for word in words.split()]
    command = [sys.executable, "-c", CODE, *given, "--max-memory", limit]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    peak = int(re.search(r"^peak (\d+)$", done.stderr, re.MULTILINE)[1])
    assert done.returncode in (0, 2), done.stderr
    assert done.returncode == 0 or "may be used" in done.stderr, done.stderr
    # what is refused is refused before the work starts: the interpreter and its libraries are all there is
    allowed = parse_size(limit) * 6 // 5 if done.returncode == 0 else parse_size("130MB")
    assert peak <= allowed, f"{peak >> 20} MiB of {limit}"
