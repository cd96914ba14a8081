"""Caches: all are registered, can be bounded and cleared, and change no answer."""

import ast
from pathlib import Path

import pytest

import enumerate as en
from enumerate import Board
from enumerate.papers import kronecker, matrices, multiply
from enumerate.support import caches

PACKAGE = Path(en.__file__).parent
LOADED = [Board.rectangle(4, 4), Board.parse("..#\n...\n#..")]


def answers() -> list[object]:
    return [
        *(en.positions(board, "maximal", engine=engine) for board in LOADED for engine in en_engines()),
        *(en.value(board).value for board in LOADED),
        *(en.alpha(board).moves for board in LOADED),
        en.solve(LOADED[0]).outcome,
        en.growth(3).eigenvalue(6),
    ]


def en_engines() -> tuple[str, ...]:
    return ("dictionary", "modular", "barstate")


@pytest.fixture(autouse=True)
def unbounded():
    yield
    en.caches.bound(None)


def test_clearing_forgets_everything_and_changes_no_answer():
    first = answers()
    assert sum(cache.size() for cache in en.caches.show()) > 0
    en.caches.clear()
    assert sum(cache.size() for cache in en.caches.show()) == 0
    assert answers() == first  # values that were given out before are still equal to those found again


def test_a_bound_is_kept_when_a_computation_ends():
    board = LOADED[0]
    en.caches.bound("1TiB")
    wanted = en.count(board)
    assert sum(cache.size() for cache in en.caches.show()) > 0
    en.caches.bound(1)
    assert en.count(board) == wanted
    assert sum(cache.size() for cache in en.caches.show()) == 0


def test_no_cache_is_kept_beside_the_register():
    """`lru_cache` and `cache` of the standard library only inside a function, where they end with it."""
    for path in PACKAGE.rglob("*.py"):
        if path == Path(caches.__file__):
            continue
        for node in ast.parse(path.read_text()).body:
            for decorator in getattr(node, "decorator_list", []):
                name = ast.unparse(decorator).split("(")[0]
                # values register what they remember; the papers' method stands alone, see the next test
                allowed = path.name == "worth.py" or path.parent.name == "papers"
                assert name not in {"cache", "lru_cache"} or allowed, f"{path}: use remembered"


def test_the_caches_of_the_papers_method_are_registered_by_its_engine():
    en.positions(en.Board.rectangle(3, 3), engine="barstate")
    registered = {cache.name for cache in en.caches.show()}
    for module in (matrices, kronecker, multiply):
        for function in vars(module).values():
            if hasattr(function, "cache_info"):
                assert f"{function.__module__}.{function.__qualname__}" in registered
