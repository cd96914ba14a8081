"""On a terminal a bar is shown while a command runs; nothing of it remains in the output."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from enumerate.cli import main

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals on this platform")

ROOT = Path(__file__).parents[2]
AT_ONCE = """
import sys
from enumerate.cli import main, progress_bar
progress_bar.APPEARS_AFTER = -1
main(sys.argv[1:])
"""


def on_terminal(*words, out=None):
    """What a terminal receives if the bar appears at once; with `out`, stdout goes there instead."""
    ours, theirs = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-c", AT_ONCE, *words],
        cwd=ROOT,
        stdin=theirs,
        stdout=out or theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other side is closed
            part = b""
        if not part:
            break
        seen += part
    os.close(ours)
    assert run.wait() == 0
    return seen.decode()


def screen(seen):
    """The lines that remain on the screen."""
    lines, row = [""], 0
    for piece in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|\r|\n|[^\x1b\r\n]+", seen):
        if piece == "\n":
            row += 1
            lines += [""] * (row + 1 - len(lines))
        elif match := re.fullmatch(r"\x1b\[(\d+)A", piece):
            row -= int(match[1])
        elif piece == "\x1b[2K":
            lines[row] = ""
        elif piece[0] not in "\r\x1b":
            lines[row] += piece
    return [line for line in lines if line]


LINES = ["count 4x12 --engine modular", "box 2x2x3"]  # each case starts a process on a terminal of its own
SLOW = ["alpha 5x6", "sample 4x4 --seed 1", "list 2x3 --kind maximal", "growth 3", "solve 4x4", "falling 2x4"]


@pytest.mark.parametrize("line", [*LINES, *(pytest.param(line, marks=pytest.mark.slow) for line in SLOW)])
def test_the_answer_stands_alone(line):
    words = line.split()
    plain = CliRunner().invoke(main, words)
    assert plain.exit_code == 0
    seen = on_terminal(*words)
    left = screen(seen)
    wanted = [line for line in plain.stdout.splitlines() if line]
    assert left[-len(wanted) :] == wanted
    assert not any("%" in line for line in left)


def test_there_is_a_bar(tmp_path):
    with (tmp_path / "out.txt").open("w") as out:
        seen = on_terminal("alpha", "--rows", "8", "--cols", "8", out=out)
    assert "sweeping" in seen
    assert screen(seen) == []
    assert (tmp_path / "out.txt").read_text().startswith("16 moves")
