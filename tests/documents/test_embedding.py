"""The example of docs/embedding.py runs; its assertions are the checks."""

import runpy
from pathlib import Path


def test_the_embedding_example_runs(capsys):
    names = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "embedding.py"))
    shown = capsys.readouterr().out
    assert "positions of alternating play: 4632" in shown
    assert shown.endswith("all checks hold\n")
    assert len(names["matching"]) == len(names["board"]) + 1
