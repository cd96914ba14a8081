"""Words of earlier versions work for one version, with a note on stderr that names the new word."""

import pytest
from click.testing import CliRunner

from enumerate.cli import COMMANDS, main
from enumerate.cli.old_words import BECAME_COMMANDS, OPTIONS, REMOVED, VALUES, translate
from enumerate.cli.old_words import COMMANDS as RENAMED

# old words -> new words; every entry of the tables in enumerate/cli/old_words.py stands in one of the lines
LINES = {
    "board game.txt": "overview game.txt",
    "oeis A332714 --terms 3": "sequence A332714 --terms 3",
    "dominogame --cols 2 --rows 3": "falling --cols 2 --rows 3",
    "monominogame --cols 2 --rows 3 --players 3": "falling --length 1 --cols 2 --rows 3 --players 3",
    "plot coefficients --rows 2 --cols 2 --out a.svg": "positions --rows 2 --cols 2 --picture a.svg",
    "plot activity --rows 2 --cols 2 --out=a.svg": "evaluate --rows 2 --cols 2 --picture=a.svg",
    "plot alpha --table 2 --out a.svg": "alpha --table 2 --picture a.svg",
    "plot thermograph --rows 2 --cols 2 --out a.svg": "value --rows 2 --cols 2 --picture a.svg",
    "plot census --rows 2 --cols 2 --out a.svg": "census --rows 2 --cols 2 --picture a.svg",
    "positions --board game.txt": "positions game.txt",
    "positions --board=game.txt --kind maximal": "positions game.txt --kind maximal",
    "positions --box 2x2x2 --kind maximal": "positions 2x2x2 --kind maximal",
    "sequence --shape nxn --terms 3": "sequence nxn --terms 3",
    "sample --rows 2 --cols 2 --seed 1 --svg a.svg --tikz b.tex": (
        "sample --rows 2 --cols 2 --seed 1 --picture a.svg --picture b.tex"
    ),
    "dominoes tournament --matches 5 --plot a.svg": "dominoes tournament --matches 5 --picture a.svg",
    "positions --rows 2 --cols 2 --workers 1": "positions --rows 2 --cols 2 --threads 1",
    "overview lefts.txt --any": "overview lefts.txt --unreachable",
    "positions --rows 2 --cols 2 --total": "count --rows 2 --cols 2",
    "positions --rows 2 --cols 2 --dominoes 1": "count --rows 2 --cols 2 --pieces 1",
    "positions --rows 2 --cols 2 --empty=2": "count --rows 2 --cols 2 --empty=2",
    "fewest --rows 2 --cols 2 --most": "most --rows 2 --cols 2",
    "falling 2x3 --ties set": "falling 2x3 --ties all",
    "falling 2x3 --ties kind": "falling 2x3 --ties generous",
    "falling 2x3 --ties=spite": "falling 2x3 --ties=spiteful",
}


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
