"""What was accepted or left out in silence: wrong truth values, players, closed streams, words in answers."""

import subprocess
import sys
from threading import Event

import pytest
from click.testing import CliRunner

from enumerate import Board, InputError, StoppedError, count, evaluate
from enumerate.cli import main
from enumerate.oeis.own import OwnSequence


@pytest.mark.parametrize("line", ["count 3x3", "glossary"])
def test_a_closed_standard_output_fails(line: str) -> None:
    done = subprocess.run(
        f"{sys.executable} -m enumerate {line} >&-", shell=True, stderr=subprocess.PIPE, text=True
    )
    assert done.returncode == 1
    assert done.stderr == "enumerate: cannot read or write: standard output is closed\n"


def test_a_file_needs_no_standard_output(tmp_path) -> None:
    file = tmp_path / "count.txt"
    line = f"{sys.executable} -m enumerate count 3x3 --out {file} >&-"
    assert subprocess.run(line, shell=True).returncode == 0
    assert file.read_text() == "total 131: all positions\n"


def test_the_logarithm_of_a_negative_value_says_so() -> None:
    shown = CliRunner().invoke(main, ["evaluate", "8x8", "--x", "-1", "--y", "-1"]).output
    assert "value -336705" in shown
    assert "\nlog |value| 12.7" in shown
    assert evaluate(Board.rectangle(8, 8), x=-1, y=-1).table().header == ("value", "log |value|")
    assert "\nlog 4.8" in CliRunner().invoke(main, ["evaluate", "3x3"]).output


def test_a_stop_without_a_store_does_not_speak_of_one(tmp_path) -> None:
    stop = Event()
    stop.set()
    with pytest.raises(StoppedError, match=r"^stopped$"):
        count(Board.rectangle(3, 3), stop=stop)


def test_a_long_term_ends_the_bfile_of_a_family() -> None:
    terms = (1, 10**999, 10**1000, 5)
    found = OwnSequence("n x n", "general", (False, False), 1, terms)
    said = "# a(3) has more than 1000 digits: the b-file ends before it"
    assert found.bfile() == f"{said}\n1 1\n2 {10**999}\n"
    with pytest.raises(InputError, match=r"a\(1\) has more than"):
        OwnSequence("n x n", "general", (False, False), 1, terms[2:]).bfile()
