"""The site is built without a network and without warnings, and all that is offered can be found on it."""

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


def test_every_page_of_docs_is_on_the_site(site):
    """All but the appendices, which hold proofs and tables for those who check a claim."""
    docs = ROOT / "docs"
    wanted = {page.relative_to(docs).with_suffix("") for page in docs.rglob("*.md")}
    built = {page.relative_to(site).with_suffix("") for page in site.rglob("*.html")}
    assert {name for name in wanted if name.parts[0] != "appendix"} <= built
    assert not (site / "appendix").exists()


def test_nothing_is_fetched_from_elsewhere(site):
    """Pages load scripts, styles and pictures from the site itself."""
    for page in site.rglob("*.html"):
        text = page.read_text()
        assert 'src="http' not in text, page.name
        assert 'rel="stylesheet" href="http' not in text, page.name


def test_names_and_commands_are_found_by_its_search(site):
    """The index that the search box reads has an entry for each public name and each command."""
    entries = json.loads((site / "search" / "search_index.json").read_text())["docs"]
    titles = {entry["title"] for entry in entries}
    for name in enumerate_package.__all__:
        if name not in ("games", "oeis", "render"):
            assert any(name in title for title in titles), name
    for command in COMMANDS:
        assert any(title.split()[-1:] == [command] for title in titles), command


def test_the_page_of_commands_shows_their_help(site):
    """As the terminal does: examples on lines of their own, and no defaults that click does not print."""
    page = (site / "commands.html").read_text()
    assert "UNSET" not in page
    lines = re.sub(r"<[^>]*>", "", page).splitlines()
    assert "    enumerate solve 6x6" in lines
    assert "::: mkdocs" not in page
    assert "{help" not in page


def test_the_page_of_examples_shows_their_files(site):
    page = re.sub(r"<[^>]*>", "", (site / "examples.html").read_text())
    assert "class FewestAndHowMany" in page
    assert "{source" not in page


def test_notebooks_are_pages(site):
    """With their code, their outputs and a link to the file."""
    links = (site / "notebooks.html").read_text()
    for notebook in (ROOT / "docs" / "notebooks").glob("*.ipynb"):
        assert f'href="notebooks/{notebook.stem}.html"' in links
        page = (site / "notebooks" / f"{notebook.stem}.html").read_text()
        assert f'href="{notebook.name}"' in page
        assert (site / "notebooks" / notebook.name).exists()
    assert "domineering-enumerate[cluster]" in (site / "notebooks" / "long_run.html").read_text()
