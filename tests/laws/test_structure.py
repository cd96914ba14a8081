"""The packages: the name of the builtin stays free, names are used once, public names have docstrings."""

import ast
import inspect
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from test_imports import PACKAGES

import enumerate as package
from enumerate.sampling.sampling import PositionList

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "enumerate"
MODULES = sorted(PACKAGE.rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text())


def test_every_module_is_in_a_package():
    folders = {path.relative_to(PACKAGE).parts[0] for path in MODULES if path.parent != PACKAGE}
    assert folders == set(PACKAGES)
    assert [path.name for path in MODULES if path.parent == PACKAGE] == ["__init__.py", "__main__.py"]


FOLDERS = [path.parent for path in MODULES if path.name == "__init__.py"]


def test_a_module_and_what_its_package_offers_have_different_names():
    """`import enumerate.alpha as a` would give whichever came last."""
    for folder in FOLDERS:
        place = import_module(".".join(("enumerate", *folder.relative_to(PACKAGE).parts)))
        modules = {path.with_suffix("").name for path in folder.iterdir()}
        for name in modules & {*vars(place), *dir(place)}:
            offered = getattr(place, name)
            assert inspect.ismodule(offered), f"{folder.name}.{name} is a module and something else"


STUBS = sorted(PACKAGE.rglob("*.pyi"))


@pytest.mark.parametrize("stub", STUBS, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_packages_offer_what_their_stubs_say_and_nothing_else(stub):
    """Of every re-export the stub says it once, under its own name; `import *` and `dir` show just these."""
    package_name = import_module(".".join(("enumerate", *stub.parent.relative_to(PACKAGE).parts)))
    imports = [node for node in ast.parse(stub.read_text()).body if isinstance(node, ast.ImportFrom)]
    names = [alias.asname for node in imports for alias in node.names]
    assert names == [alias.name for node in imports for alias in node.names], "write `import x as x`"
    assert len(set(names)) == len(names)
    shown = {}
    exec(f"from {package_name.__name__} import *", shown)
    assert set(shown) - {"__builtins__"} == set(dir(package_name)) == set(package_name.__all__) == set(names)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        package_name.nonsense  # noqa: B018


def test_importing_the_package_imports_no_engine():
    """Names come when they are asked for: nothing of NumPy, Numba, SymPy, SciPy, matplotlib, flint, click."""
    code = "import sys, enumerate as en; en.InputError; dir(en); print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    heavy = {"numpy", "numba", "sympy", "scipy", "matplotlib", "flint", "click", "sqlite3"}
    assert not heavy & set(loaded.split())
    own = {name for name in loaded.split() if name.startswith("enumerate.")}
    assert own == {"enumerate.support", "enumerate.support.errors", "enumerate.support.names"}


def test_nothing_shadows_the_builtin():
    for path in MODULES:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                assert node.name != "enumerate", path
            if isinstance(node, ast.Import):
                assert all((alias.asname or alias.name.split(".")[0]) != "enumerate" for alias in node.names)
            if isinstance(node, ast.Assign):
                assert all(getattr(target, "id", None) != "enumerate" for target in node.targets), path


# names that still stand for more than one thing; none may be added
REPEATED_CLASSES = {"Play", "Rule", "Table"}
REPEATED_MODULES: set[str] = set()


def test_no_other_class_or_module_name_is_used_twice():
    modules = Counter(path.stem for path in MODULES if not path.stem.startswith("__"))
    classes = Counter(
        node.name for path in MODULES for node in ast.walk(parsed(path)) if isinstance(node, ast.ClassDef)
    )
    for names, known in ((modules, REPEATED_MODULES), (classes, REPEATED_CLASSES)):
        assert {name for name, times in names.items() if times > 1} <= known


def test_the_map_names_every_package():
    packages = (ROOT / "docs" / "architecture.md").read_text()
    table = [line for line in packages.splitlines() if line.startswith("| `")]
    assert [re.match(r"\| `(\w+)/`", line)[1] for line in table] == PACKAGES


def public_things():
    """The public names, the classes that public functions take and return, and their public methods."""
    named = {
        name: getattr(package, name)
        for name in package.__all__
        if not inspect.ismodule(getattr(package, name))
    }
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
    named = "positions Board.parse Polynomial.from_numpy Alpha Settings PositionList.sample"
    assert set(named.split()) <= set(dict(public_things()))


def test_public_things_have_a_docstring():
    assert [name for name, thing in public_things() if not thing.__doc__] == []


def test_no_two_test_files_have_one_name():
    """pytest imports them by their names alone."""
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, times in names.items() if times > 1] == []
