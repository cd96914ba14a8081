"""Old names of arguments and functions stay valid for one version, with a warning that names the new one."""

import inspect

import pytest

import enumerate as en
from enumerate import InputError

ANSWER = {"board": en.Board("1x2").to_json(), "kind": "general", "stuck": [], "play": False, "total": "2"}
ARGUMENTS = [  # a function, its old argument, its new one, a value, other arguments
    (en.solve, "where", "board", "2x3", {}),
    (en.value, "where", "board", "2x3", {}),
    (en.census, "where", "board", "2x2", {}),
    (en.overview, "position", "board", "2x3", {}),
    (en.overview, "to_move", "first", "right", {"board": "2x3"}),
    (en.count, "dominoes", "pieces", 2, {"board": "2x3"}),
    (en.sample, "dominoes", "pieces", (1, 1), {"board": "2x3", "seed": 1}),
    (en.list_positions, "dominoes", "pieces", (1, None), {"board": "2x3"}),
    (en.activity_curve, "least", "low", "1/2", {"board": "2x3", "points": 2}),
    (en.activity_curve, "most", "high", 3, {"board": "2x3", "points": 2}),
    (en.verify, "claim", "answer", ANSWER | {"terms": None}, {"seed": 1}),
]
FUNCTIONS = [  # an old function, the new one, calls of both
    (
        "sampled_census",
        "census",
        lambda old: old("3x3", 4, seed=1),
        lambda: en.census("3x3", samples=4, seed=1),
    ),
    ("list_caches", "caches.show", lambda old: old(), lambda: en.caches.show()),
    ("clear_caches", "caches.clear", lambda old: old(), lambda: en.caches.clear()),
    ("bound_caches", "caches.bound", lambda old: old(None), lambda: en.caches.bound(None)),
]


@pytest.mark.parametrize(("function", "old", "new", "given", "other"), ARGUMENTS)
def test_old_arguments_warn_and_work(function, old, new, given, other):
    with pytest.warns(DeprecationWarning, match=f"`{old}` is now `{new}`") as caught:
        found = function(**{old: given}, **other)
    assert caught[0].filename == __file__
    assert str(found) == str(function(**{new: given}, **other))
    with pytest.raises(InputError, match=f"`{old}` is the old name of `{new}`"):
        function(**{old: given, new: given}, **other)
    assert new in inspect.signature(function).parameters
    assert old not in inspect.signature(function).parameters


@pytest.mark.parametrize(("old", "new", "call", "wanted"), FUNCTIONS)
def test_old_functions_warn_and_work(old, new, call, wanted):
    with pytest.warns(DeprecationWarning, match=f"`{old}` is now `{new}") as caught:
        found = call(getattr(en, old))
    assert caught[0].filename == __file__
    assert found == wanted()


def test_the_table_has_every_old_function():
    kept = [name for name in en.__all__ if hasattr(getattr(en, name), "__deprecated__")]
    assert sorted(kept) == sorted(name for name, *_ in FUNCTIONS)


def test_old_words_for_ties_warn_and_work():
    game = en.games.Falling(3, 4)
    for old, new in (("set", "all"), ("kind", "generous"), ("spite", "spiteful")):
        with pytest.warns(DeprecationWarning, match=f"ties '{old}' is now '{new}'") as caught:
            found = game.solve(old)
        assert caught[0].filename == __file__
        assert found == game.solve(new)


def test_old_names_of_lengths_warn_and_work():
    start = en.solve("3x3").first[en.Player.LEFT]
    for old, new in (("hurry", "shortest"), ("delay", "longest")):
        with pytest.warns(DeprecationWarning, match=f"`{old}` is now `{new}`") as caught:
            found = getattr(start, old)
        assert caught[0].filename == __file__
        assert found == getattr(start, new)


def test_old_listeners_warn_and_work():
    heard = {"report": [], "phase": [], "announce": [], "note": []}
    options = {name: (lambda *said, name=name: heard[name].append(said)) for name in heard}
    with pytest.warns(DeprecationWarning, match="is now `progress`") as caught:
        found = en.count("6x6", engine="modular", **options)
    assert {warning.filename for warning in caught} == {__file__}
    assert found == en.count("6x6")
    assert heard["report"][-1] == (1_000_000, 1_000_000)
    assert heard["report"] == sorted(heard["report"])
    assert heard["phase"]
    with pytest.warns(DeprecationWarning, match="`report` is now `progress`"):
        settings = en.Settings(report=options["report"])
    assert en.count("6x6", settings=settings) == found
    with pytest.raises(InputError, match="`report` is the old name of `progress`"):
        en.count("2x2", report=print, progress=print)
    with pytest.raises(InputError, match="unknown argument 'thread'"):
        en.Settings(thread=2)
