"""Words of earlier versions work for one version, with a note on stderr that names the new word."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from enumerate.cli import COMMANDS, main
from enumerate.cli.old_words import BECAME_COMMANDS, OPTIONS, REMOVED, VALUES, translate
from enumerate.cli.old_words import COMMANDS as RENAMED

TEXT = (Path(__file__).parent / "old_words.txt").read_text()
LINES = {old.strip(): new for old, new in re.findall(r"^(?!#)(.*) => (.*)$", TEXT, re.MULTILINE)}


@pytest.mark.parametrize("old", LINES)
def test_old_words_mean_the_new_ones(old, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.txt").write_text("L..\nL..\n")
    (tmp_path / "lefts.txt").write_text("LL\nLL\n")
    assert translate(old.split())[0] == LINES[old].split()  # what runs is the new line
    found = CliRunner().invoke(main, old.split())
    assert found.exit_code == 0, found.output
    assert found.stdout
    notes = [line for line in found.stderr.splitlines() if line.startswith("enumerate: note: ")]
    assert notes
    assert all(" is now " in note for note in notes)


def test_new_words_need_no_note():
    for line in LINES.values():
        assert translate(line.split()) == (line.split(), [])
    assert translate(["overview", "BOARD"]) == (["overview", "BOARD"], [])  # the name of a file


def test_every_renamed_word_has_its_line():
    text = "\n".join(LINES).replace("=", " ")
    assert not set(RENAMED) & set(COMMANDS)
    for words in (*RENAMED, *OPTIONS, *(f"{option} {word}" for option in VALUES for word in VALUES[option])):
        assert any(words in line for line in text.splitlines()), words
    for command, option in BECAME_COMMANDS:
        assert any(line.startswith(command) and option in line for line in text.splitlines())


@pytest.mark.parametrize(("command", "option"), REMOVED)
def test_removed_options_say_why(command, option):
    result = CliRunner().invoke(main, [command, option, "file"])
    assert result.exit_code == 2
    assert f"{option} was removed" in result.stderr
