"""docs/api.md: every public name stands there in a line of use, and nothing that is not public."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

import enumerate as package
from enumerate.cli import COMMANDS

PAGE = Path(__file__).parent.parent / "docs" / "api.md"
CODE = "\n".join(re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", PAGE.read_text(), re.MULTILINE))
USED = {
    node.id if isinstance(node, ast.Name) else f"{getattr(node.value, 'id', '')}.{node.attr}"
    for node in ast.walk(ast.parse(CODE))
    if isinstance(node, ast.Name | ast.Attribute)
}
ROOMS = ("games", "oeis", "render")


@pytest.mark.parametrize("name", package.__all__)
def test_public_names_stand_on_the_page(name):
    assert name in USED


@pytest.mark.parametrize("room", ROOMS)
def test_names_of_rooms_stand_on_the_page(room):
    offered = import_module(f"enumerate.{room}").__all__
    assert [name for name in offered if f"{room}.{name}" not in USED] == []


def test_the_page_uses_public_names_only():
    for node in ast.walk(ast.parse(CODE)):
        if isinstance(node, ast.ImportFrom) and node.module.startswith("enumerate"):
            assert node.module == "enumerate"
            assert {alias.name for alias in node.names} <= set(package.__all__)


def test_every_command_has_its_functions():
    """The table at the end names each command once, and functions that there are."""
    rows = re.findall(r"^\| (`.+) \| (`.+) \|$", PAGE.read_text(), re.MULTILINE)
    commands = [name for row in rows for name in re.findall(r"`(\w+)`", row[0])]
    assert sorted(commands) == sorted(COMMANDS), "a command needs a line in the table of docs/api.md"
    for _, functions in rows:
        for name in re.findall(r"`([\w.]+)`", functions):
            room, _, thing = f"enumerate.{name}".rpartition(".")
            assert hasattr(import_module(room), thing), name
