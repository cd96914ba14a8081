"""The glossary: one source for `enumerate glossary` and docs/glossary.md."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from enumerate.cli import main
from enumerate.cli.glossary import TERMS

PAGE = Path(__file__).parents[2] / "docs" / "glossary.md"


def run(*words):
    return CliRunner().invoke(main, ["glossary", *words])


def test_the_page_says_the_same():
    found = re.findall(r"^## (.+)\n\n((?:.+\n)+)", PAGE.read_text(), re.MULTILINE)
    assert {term: " ".join(text.split()) for term, text in found} == TERMS


def test_terms_that_help_texts_use_are_defined():
    wanted = (
        "general, maximal, Left end, Right end, play position, stuck, kind, fold, trace, evaluation point"
    )
    assert {*wanted.split(", "), "temperature", "stop"} <= set(TERMS)


@pytest.mark.parametrize("typed", ["Left end", "left end", "left-end"])
def test_a_term_is_found_however_it_is_typed(typed):
    shown = " ".join(run(typed).stdout.split())
    assert shown == f"Left end {TERMS['Left end']}"


def test_all_terms_are_listed():
    shown = " ".join(run().stdout.split())
    assert all(f"{term} {' '.join(text.split())}" in shown for term, text in TERMS.items())
