"""The import graph of the package: the order of the packages, cycles, and imports inside functions.

Imports inside functions count as edges, because they only hide a cycle. Imports under `if TYPE_CHECKING` do
not count. The number of imports of our own modules inside functions may only shrink. Libraries and modules
of the standard library that load slowly (`json`, `tomllib`) may wait: small questions do without them.
"""

import ast
from collections import Counter
from pathlib import Path

import networkx
import pytest

PACKAGE = Path(__file__).parents[2] / "enumerate"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)

# a package may import from those before it
ORDER = """
support model rules papers sweep compiler evaluators plan reconstruct jobs counting sampling optimize measures
complexes strips oeis render values games checking web cli
"""
PACKAGES = ORDER.split()
# Imports of our own modules inside functions. Lower it when some are gone.
LOCAL_IMPORTS = 92


def is_type_checking(node):
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def imports(tree, inside=""):
    """The import statements that run, each with the name of the function in which it stands."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, inside
        elif is_type_checking(node):
            for other in node.orelse:
                yield from imports(ast.Module([other], []), inside)
        else:
            yield from imports(
                node, getattr(node, "name", "lambda") if isinstance(node, FUNCTIONS) else inside
            )


class ImportGraph:
    """The modules of a package by dotted name, and which imports which."""

    def __init__(self, folder):
        self.root = folder.name
        self.paths = {self.name_of(folder, path): path for path in sorted(folder.rglob("*.py"))}
        self.stubs = {
            name: self.offered(name, path.with_suffix(".pyi"))
            for name, path in self.paths.items()
            if path.with_suffix(".pyi").exists()
        }
        self.edges = networkx.DiGraph()
        self.edges.add_nodes_from(self.paths)
        self.ordered = []
        self.local = Counter()  # imports of our own modules inside functions
        for name, path in self.paths.items():
            tree = ast.parse(path.read_text())
            self.edges.add_edges_from((name, target) for target in self.used(tree))
            for node, inside in imports(tree):
                found = list(self.targets(name, node))
                ours = [(name, target) for target in found if target in self.paths]
                self.edges.add_edges_from(ours)
                if inside != "_repr_svg_":  # by which a value draws itself in a notebook
                    self.ordered += ours
                if inside and any(target.split(".")[0] == self.root for target in found):
                    self.local[name] += 1

    def name_of(self, folder, path):
        parts = path.relative_to(folder).with_suffix("").parts
        return ".".join((self.root, *(parts[:-1] if parts[-1] == "__init__" else parts)))

    def base(self, name, node):
        """The dotted name after `from`."""
        if not node.level:
            return node.module
        is_package = self.paths[name].name == "__init__.py"
        parts = name.split(".")
        above = parts[: len(parts) - node.level + is_package]
        return ".".join((*above, *(node.module.split(".") if node.module else ())))

    def offered(self, name, stub):
        """The module behind each name that a package offers lazily, as its stub says."""
        found = {}
        for node in ast.parse(stub.read_text()).body:
            if isinstance(node, ast.ImportFrom):
                base = self.base(name, node)
                for alias in node.names:
                    inner = f"{base}.{alias.name}"
                    found[alias.asname or alias.name] = inner if inner in self.paths else base
        return found

    def used(self, tree):
        """The modules behind the public names that a module uses as `en.name`."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and getattr(node.value, "id", None) == "en":
                yield self.stubs[self.root][node.attr]

    def targets(self, name, node):
        """The modules that an import statement names."""
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
            return
        base = self.base(name, node)
        for alias in node.names:
            inner = f"{base}.{alias.name}"
            target = inner if inner in self.paths else base
            while alias.name in self.stubs.get(target, {}) and self.stubs[target][alias.name] != target:
                target = self.stubs[target][alias.name]
            yield target

    def cycles(self):
        """The groups of modules that import each other; a module that imports itself is one, too."""
        for group in networkx.strongly_connected_components(self.edges):
            if len(group) > 1 or any(self.edges.has_edge(name, name) for name in group):
                yield {name.removeprefix(f"{self.root}.") for name in group}


@pytest.fixture(scope="module")
def graph():
    return ImportGraph(PACKAGE)


def test_there_are_no_cycles(graph):
    assert [sorted(group) for group in graph.cycles()] == []


def test_imports_point_one_way(graph):
    for name, target in graph.ordered:
        mine, theirs = (module.split(".")[1:2] for module in (name, target))
        if mine and theirs and mine[0] in PACKAGES:  # not the public names, and the way in
            assert PACKAGES.index(*theirs) <= PACKAGES.index(*mine), f"{name} must not import {target}"
            if mine == ["games"]:
                assert {*theirs} <= {"games", "model", "support", "render"}, (
                    f"{name} must not import {target}"
                )


def test_imports_inside_functions_do_not_become_more(graph):
    assert graph.local.total() <= LOCAL_IMPORTS, (
        f"now {graph.local.total()}: {dict(graph.local.most_common())}"
    )


def test_cycles_and_local_imports_are_found(tmp_path):
    """Through a function, a lazy name of a package, an absolute import and a public name of the package; not
    through TYPE_CHECKING."""
    folder = tmp_path / "sample"
    files = {
        "__init__.py": "",
        "__init__.pyi": "from .e import h as h\n",
        "a.py": "def f():\n    from .b import g\n    import numpy\n",
        "b.py": "from sample.inner import thing\n",
        "inner/__init__.py": "",
        "inner/__init__.pyi": "from .things import thing as thing\n",
        "inner/things.py": "from .. import a\n",
        "c.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .d import h\n",
        "d.py": "from . import c\n",
        "e.py": "from .f import i\n",
        "f.py": "import sample as en\nen.h\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    graph = ImportGraph(folder)
    assert sorted(map(sorted, graph.cycles())) == [["a", "b", "inner.things"], ["e", "f"]]
    assert graph.local == {"sample.a": 1}
