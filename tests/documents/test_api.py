"""docs/api.md uses every public name, and no name that is not public."""

import ast
import inspect
import re
from importlib import import_module
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import enumerate as package
from enumerate.cli import COMMANDS
from enumerate.support.run import CountingOptions

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
CODE = "\n".join(re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", PAGE.read_text(), re.MULTILINE))
USED = {ast.unparse(node) for node in ast.walk(ast.parse(CODE)) if isinstance(node, ast.Attribute)}
MODULES = ("caches", "games", "oeis", "render")


@pytest.mark.parametrize("name", package.__all__)
def test_public_names_stand_on_the_page(name):
    is_old = hasattr(getattr(package, name), "__deprecated__")
    assert is_old != any(used == f"en.{name}" or used.startswith(f"en.{name}.") for used in USED)


@pytest.mark.parametrize("module", MODULES)
def test_names_of_modules_stand_on_the_page(module):
    offered = getattr(package, module).__all__
    assert [name for name in offered if f"en.{module}.{name}" not in USED] == []


def test_the_page_uses_public_names_only():
    """The page imports the package as `en` and takes every name from there."""
    imports = [node for node in ast.walk(ast.parse(CODE)) if isinstance(node, ast.Import | ast.ImportFrom)]
    ours = [ast.unparse(node) for node in imports if "enumerate" in ast.unparse(node)]
    assert ours == ["import enumerate as en"]
    named = {used[3:] for used in USED if re.fullmatch(r"en\.\w+", used)}
    assert named <= set(package.__all__)


def test_every_command_has_its_functions():
    """The table at the end names each command once, and functions that there are."""
    section = PAGE.read_text().split("## Commands and functions")[1]
    rows = re.findall(r"^\| (`.+) \| (`.+) \|$", section, re.MULTILINE)
    commands = [name for row in rows for name in re.findall(r"`([\w-]+)`", row[0])]
    assert sorted(commands) == sorted(COMMANDS), "a command needs a line in the table of docs/api.md"
    for _, functions in rows:
        for name in re.findall(r"`([\w.]+)`", functions):
            module, _, thing = f"enumerate.{name}".rpartition(".")
            assert hasattr(import_module(module), thing), name


PARALLEL = {
    ("kind", "stuck", "game"): "positions count fewest most sample list_positions recurrence growth "
    "brute_force evaluate moments densities activity_curve polynomial_recurrence",
    ("play", "turn"): "positions count fewest most sample list_positions brute_force evaluate moments",
    ("wrap",): "recurrence growth polynomial_recurrence",
}


@pytest.mark.parametrize(
    ("option", "name"),
    [(option, name) for options, names in PARALLEL.items() for option in options for name in names.split()],
)
def test_parallel_functions_take_parallel_arguments(option, name):
    """The second argument is the kind; the others are named."""
    parameters = inspect.signature(getattr(package, name)).parameters
    assert option in parameters
    assert list(parameters)[1] == "kind"
    wanted = inspect.Parameter.POSITIONAL_OR_KEYWORD if option == "kind" else inspect.Parameter.KEYWORD_ONLY
    assert parameters[option].kind is wanted


FREE = {  # how many arguments may be given by their place: the subject, and what docs always write so
    "Dominogame": 4,  # old names of `Falling`
    "Monominogame": 4,
    "alpha_sequence": 2,
    "cells_of": 2,
    "correlations": 3,  # the board, what is given, the kind
    "leaves": 2,
    "overview": 2,
    "sampled_census": 2,  # an old name of `census`
    "sequence": 3,
    "term": 2,
    "terms": 2,
    "coefficients_plot": 4,
    "table_plot": 4,
    "victory_charts": 3,
}


@pytest.mark.parametrize("module", ["", *MODULES])
def test_options_are_named(module):
    """After the board, and a kind, nothing can be given by its place."""
    offered = getattr(package, module) if module else package
    for name in offered.__all__:
        function = getattr(offered, name)
        if inspect.isfunction(function):
            parameters = inspect.signature(function).parameters.values()
            free = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
            assert len(free) <= FREE.get(name, 2 if "kind" in free else 1), name


@pytest.mark.parametrize("name", PARALLEL["kind", "stuck", "game"].split())
def test_type_checkers_know_the_kinds(name):
    hint = get_type_hints(getattr(package, name))["kind"]
    literals = [word for part in get_args(hint) for word in get_args(part) if isinstance(word, str)]
    assert {kind.value for kind in package.Kind} <= set(literals) <= {*package.Kind, "perfect"}


def test_signatures_fit_in_help():
    """Annotations name types as the source does, and each default is a value that a user can type."""
    functions = [getattr(package, name) for name in package.__all__]
    for function in filter(inspect.isfunction, functions):
        written = str(inspect.signature(function))
        assert len(written) < 400, function
        assert not re.search(r"enumerate\.|typing\.|<", written)
    assert len(str(inspect.signature(package.count))) < 310
    assert inspect.signature(package.count).parameters["game"].default == "domineering"


def test_samples_are_drawn_within_bounds():
    """Boards of 1,012 cells: all pictures together would be larger."""
    drawn = package.sample(package.Board.aztec_diamond(22), "perfect", size=8, seed=1)
    picture = drawn._repr_html_()
    assert 200_000 < len(picture) < 700_000
    assert re.search(r"<p>and \d+ more</p>$", picture)


def test_every_parameter_is_explained():
    """The table of parameters names all of the public functions, and those that they take as settings."""
    section = PAGE.read_text().split("## Parameters")[1].split("\n## ")[0]
    named = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", section, re.MULTILINE))))
    wanted = set(get_type_hints(CountingOptions))
    for name in package.__all__:
        thing = getattr(package, name)
        if inspect.isfunction(thing) and not hasattr(thing, "__deprecated__"):
            wanted |= set(inspect.signature(thing).parameters) - {"options"}
    assert named == wanted, "the table of parameters in docs/api.md"
