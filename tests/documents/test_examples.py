"""Documents: the files of examples/ and the embedding example run as programs, and the page shows them."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted(path.name for path in (ROOT / "examples").glob("*.py"))
PAGE = (ROOT / "docs" / "examples.md").read_text()


def test_the_page_names_every_example():
    shown = re.findall(r"^\{source of examples/(\w+\.py)\}$", PAGE, re.MULTILINE)
    assert sorted([*shown, "rollout_agent.py"]) == FILES
    assert "`examples/rollout_agent.py`" in PAGE


@pytest.mark.parametrize("name", [name for name in FILES if name != "rollout_agent.py"])
def test_examples_print_something(name, capsys):
    runpy.run_path(str(ROOT / "examples" / name), run_name="__main__")
    assert capsys.readouterr().out.strip()


def test_the_embedding_example_runs(capsys):
    names = runpy.run_path(str(ROOT / "docs" / "embedding.py"))
    shown = capsys.readouterr().out
    assert "positions of alternating play: 4632" in shown
    assert shown.endswith("all checks hold\n")
    assert len(names["matching"]) == len(names["board"]) + 1
