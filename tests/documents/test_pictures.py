"""Pictures: each that a document shows is drawn by scripts/pictures.py, and shows what the package says."""

import re
from pathlib import Path

import pictures
import pytest

DOCS = Path(__file__).parents[2] / "docs"


def test_every_picture_is_drawn_and_shown():
    shown = {
        name
        for page in [DOCS.parent / "README.md", *DOCS.rglob("*.md")]
        for name in re.findall(r"\((?:\.\./|docs/)?pictures/(\w+)\.svg\)", page.read_text())
    }
    assert {path.stem for path in (DOCS / "pictures").glob("*.svg")} == set(pictures.PICTURES)
    assert shown == set(pictures.PICTURES)


@pytest.mark.parametrize("name", ["small", "maximal", "fold", "thermograph"])
def test_a_picture_shows_what_the_package_draws(name):
    assert (DOCS / "pictures" / f"{name}.svg").read_text() == pictures.PICTURES[name]() + "\n"
