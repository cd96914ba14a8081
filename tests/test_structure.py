"""The rooms of the house: imports point one way, the builtin's name stays free, modules stay small.

What is public says what it is and shows an example.
"""

import ast
import inspect
import re
from importlib import import_module
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import enumerate as package
from enumerate.listing.sampling import PositionList

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "enumerate"
MODULES = sorted(PACKAGE.rglob("*.py"))

# a room may import from those before it
ROOMS = [
    "support",
    "model",
    "rules",
    "papers",
    "frontier",
    "algebras",
    "lanes",
    "jobs",
    "listing",
    "shortest",
    "counting",
    "strips",
    "oeis",
    "render",
    "games",
    "checking",
    "cli",
]


def relative_imports(path: Path, with_lazy: bool):
    """The top-level modules of the package that a file imports."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    tree = ast.parse(path.read_text())
    lazy = {
        node
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.ImportFrom)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level and (with_lazy or node not in lazy):
            base = parts[: len(parts) - node.level]
            full = (*base, *(node.module.split(".") if node.module else ()))
            yield from ([full[0]] if full else [alias.name for alias in node.names])


def test_every_module_is_in_a_room():
    folders = {path.relative_to(PACKAGE).parts[0] for path in MODULES if path.parent != PACKAGE}
    assert folders == set(ROOMS)
    assert [path.name for path in MODULES if path.parent == PACKAGE] == ["__init__.py", "__main__.py"]


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_one_way(path):
    room, *_ = path.relative_to(PACKAGE).with_suffix("").parts
    if room not in ROOMS:
        return  # the public names, and the way in
    drawn = room == "model"  # a value may import its own renderer lazily for notebooks
    for imported in relative_imports(path, with_lazy=not drawn):
        if imported == "__version__":
            continue
        assert ROOMS.index(imported) <= ROOMS.index(room), f"{room} must not import {imported}"
        if room == "games":
            assert imported in {"games", "model", "support", "render"}


@pytest.mark.parametrize("room", ["", *ROOMS])
def test_a_module_and_what_its_room_offers_have_different_names(room):
    offered = vars(import_module(f"enumerate.{room}".rstrip(".")))
    modules = {path.with_suffix("").name for path in (PACKAGE / room).iterdir()}
    for name in modules & set(offered):
        assert inspect.ismodule(offered[name]), f"{room}.{name} is a module and something else"


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_nothing_shadows_the_builtin(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            assert node.name != "enumerate"
        if isinstance(node, ast.Import):
            assert all(alias.name.split(".")[0] != "enumerate" for alias in node.names)
        if isinstance(node, ast.Assign):
            assert all(getattr(target, "id", None) != "enumerate" for target in node.targets)


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_modules_stay_small(path):
    assert len(path.read_text().splitlines()) <= 400


def test_the_map_names_every_room():
    rooms = (ROOT / "docs" / "architecture.md").read_text()
    table = [line for line in rooms.splitlines() if line.startswith("| `")]
    assert [re.match(r"\| `(\w+)/`", line)[1] for line in table] == ROOMS


def public_things():
    """The public names, the classes that public functions take and return, and their public methods."""
    named = {name: getattr(package, name) for name in package.__all__ if name != "__version__"}
    classes = {thing for thing in named.values() if inspect.isclass(thing)} | {PositionList}
    for name, function in named.items():
        if inspect.isfunction(function):
            yield name, function
            for hint in get_type_hints(function).values():
                for held in (hint, *get_args(hint)):
                    if inspect.isclass(held) and held.__module__.startswith("enumerate."):
                        classes |= {base for base in held.__mro__ if base.__module__.startswith("enumerate.")}
    for each in sorted(classes, key=lambda each: each.__name__):
        yield each.__name__, each
        fields = getattr(each, "__dataclass_fields__", ())
        for name, member in vars(each).items():
            method = getattr(member, "__func__", member)  # of a class method
            if inspect.isfunction(method) and not name.startswith("_") and name not in fields:
                yield f"{each.__name__}.{name}", method


def test_public_things_are_found():
    found = dict(public_things())
    assert {
        "positions",
        "Board.parse",
        "Polynomial.from_numpy",
        "Alpha",
        "Settings",
        "PositionList.sample",
    } <= set(found)


@pytest.mark.parametrize("thing", [pytest.param(thing, id=name) for name, thing in public_things()])
def test_public_things_show_an_example(thing):
    assert ">>> " in (thing.__doc__ or "")
