"""Nothing that is typed, or stands in a file or its name, commands the terminal."""

import re
from pathlib import Path

from click.testing import CliRunner

from enumerate.cli import COMMANDS, main

EVIL = "\x1b]0;title\x07\x1b[31m\x9b2J\u202e\x7f"
ROOT = Path(__file__).parents[2]

WORDS = [
    [EVIL],
    *([command, word] for command in sorted(COMMANDS) for word in (f"--{EVIL}", "--nonsense", "\0")),
    *([command, EVIL, EVIL, EVIL] for command in sorted(COMMANDS)),
    ["positions", EVIL],
    ["positions", "--rows", EVIL, "--cols", "3"],
    ["positions", "--rows", "3", "--cols", "3", "--kind", EVIL],
    ["positions", "--rows", "3", "--cols", "3", "--engine", EVIL],
    ["positions", "--rows", "3", "--cols", "3", "--stuck", EVIL],
    ["positions", "--rows", "3", "--cols", "3", "--max-memory", EVIL],
    ["positions", "--rows", "3", "--cols", "3", "--store", f"none/{EVIL}/a"],
    ["positions", "--rows", "3", "--cols", "3", "--cluster", EVIL],
    ["positions", "--rows", "3", "--cols", "3", "--out", f"none/{EVIL}/a"],
    ["positions", EVIL],
    ["runs", EVIL],
    ["verify", EVIL],
    ["box", "2x2x2", "--store", f"none/{EVIL}/a"],
    ["sequence", "terms", EVIL],
]


def check_plain(text):
    """Only what can be seen, and ends of lines."""
    assert all(c.isprintable() or c == "\n" for c in text), ascii(text)


def test_arguments():
    for words in WORDS:
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 2, words
        check_plain(done.stdout)
        check_plain(done.stderr)
        assert len(done.stderr.splitlines()) == 1, words


def test_files_and_what_stands_in_them(tmp_path):
    named = tmp_path / EVIL
    named.write_text(EVIL)
    for words in (["positions", "--board"], ["verify"], ["runs"], ["board"]):
        done = CliRunner().invoke(main, [*words, str(named)])
        assert done.exit_code == 2
        check_plain(done.stdout + done.stderr)
        assert "\\x1b" in done.stderr, "it is quoted, spelled out"
    named.unlink()
    small = ["count", "--rows", "4", "--cols", "4", "--engine", "modular", "--store"]
    for _ in range(2):
        done = CliRunner().invoke(main, [*small, str(named)])
        assert (done.exit_code, done.stdout) == (0, "total 10012: all positions\n")
        check_plain(done.stderr)
    done = CliRunner().invoke(main, ["runs", str(named)])
    assert done.exit_code == 0
    check_plain(done.stdout)


def test_there_is_one_way_to_the_terminal():
    users = {
        path.name
        for path in (ROOT / "enumerate").rglob("*.py")
        if re.search(r"click\.(echo|secho|echo_via_pager)\(|^ *print\(", path.read_text(), re.MULTILINE)
    }
    # drawings have colours, and nothing in them was typed
    assert users == {"terminal.py", "output.py", "play.py"}
