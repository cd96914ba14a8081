"""The site is built without a network or warnings, and everything offered can be found on it."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import enumerate as enumerate_package
from enumerate.cli import COMMANDS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the site; where the system allows it, the build has no network at all."""
    pytest.importorskip("mkdocs", reason="the site is built with the extra `docs`")
    folder = tmp_path_factory.mktemp("site")
    alone = ["unshare", "--net", "--map-root-user"]
    if shutil.which("unshare") is None or subprocess.run([*alone, "true"], capture_output=True).returncode:
        alone = []
    command = [*alone, sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT)}
    built = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return folder


def test_every_page_of_docs_is_on_the_site_and_loads_nothing_from_elsewhere(site):
    """All but the appendices, which hold proofs and tables for those who check a claim."""
    wanted = {page.relative_to(DOCS).with_suffix("") for page in DOCS.rglob("*.md")}
    pages = {page.relative_to(site).with_suffix(""): page.read_text() for page in site.rglob("*.html")}
    assert {name for name in wanted if name.parts[0] != "appendix"} <= set(pages)
    assert not (site / "appendix").exists()
    for name, text in pages.items():
        assert 'src="http' not in text, name
        assert 'rel="stylesheet" href="http' not in text, name


def test_names_and_commands_are_found_by_its_search(site):
    """The index that the search box reads has an entry for each public name and each command."""
    entries = json.loads((site / "search" / "search_index.json").read_text())["docs"]
    titles = {entry["title"] for entry in entries}
    names = set(enumerate_package.__all__) - {"games", "oeis", "render"}
    assert {name for name in names if not any(name in title for title in titles)} == set()
    assert set(COMMANDS) <= {title.split()[-1] for title in titles if title}


def test_generated_pages_are_filled_in(site):
    """Commands show their help as the terminal does, without defaults that click does not print."""
    commands, examples = (
        re.sub(r"<[^>]*>", "", (site / f"{name}.html").read_text()) for name in ("commands", "examples")
    )
    assert "    enumerate solve 6x6" in commands.splitlines()
    assert not any(word in commands for word in ("UNSET", "::: mkdocs", "{help"))
    assert "class FewestAndHowMany" in examples
    assert "{source" not in examples


def test_notebooks_are_pages(site):
    """With their code, their outputs and a link to the file."""
    links = (site / "notebooks.html").read_text()
    for notebook in (DOCS / "notebooks").glob("*.ipynb"):
        assert f'href="notebooks/{notebook.stem}.html"' in links
        page = (site / "notebooks" / f"{notebook.stem}.html").read_text()
        assert f'href="{notebook.name}"' in page
        assert (site / "notebooks" / notebook.name).exists()
    assert "domineering-enumerate[cluster]" in (site / "notebooks" / "long_run.html").read_text()
