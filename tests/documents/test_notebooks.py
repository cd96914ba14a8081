"""The notebooks run, and print what is stored in them."""

from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))
pytestmark = pytest.mark.slow


def shown(cell):
    """What a reader sees below a cell: the text printed, and the data of each output by its kind."""
    printed = "".join(output["text"] for output in cell.outputs if output["output_type"] == "stream")
    return printed, [dict(output["data"]) for output in cell.outputs if "data" in output]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_what_is_stored(path, tmp_path):
    nbformat = pytest.importorskip("nbformat", reason="notebooks are run with the extra `notebooks`")
    nbclient = pytest.importorskip("nbclient", reason="notebooks are run with the extra `notebooks`")
    stored = nbformat.read(path, as_version=4)
    run = nbformat.from_dict(stored)
    nbclient.NotebookClient(
        run, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    for before, after in zip(stored.cells, run.cells, strict=True):
        if before.cell_type == "code":
            assert shown(after) == shown(before), before.source
