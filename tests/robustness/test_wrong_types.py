"""Faults in Python: whatever is given to a public function, it answers, or raises an error of the package."""

import inspect

import pytest

import enumerate as package
from enumerate import Board, EnumerateError, Player, Position, games, oeis, render
from enumerate.games import dominoes, dominogame, monominogame

WRONG = [
    None,
    3,
    -1,
    2.5,
    "x",
    "",
    b"x",
    (3, 3),
    [1],
    {},
    object(),
    True,
    Board,
    Board.box(1, 1, 1),
    Board.rectangle(1, 1),
    Position.parse(".."),
    Player.LEFT,
]
OPTIONS = ("kind", "stuck", "play", "turn", "wrap", "engine", "pieces", "game")


def callables():
    """The public functions and classes of the rooms, each once."""
    seen = []
    for room in (package, games, oeis, render, dominogame, monominogame, dominoes):
        own = [name for name, thing in vars(room).items() if getattr(thing, "__module__", 0) == room.__name__]
        for name in getattr(room, "__all__", own):
            thing = getattr(room, name)
            is_ours = getattr(thing, "__module__", "").startswith("enumerate.")
            is_old = hasattr(thing, "__deprecated__")
            if callable(thing) and is_ours and not is_old and thing not in seen and not name.startswith("_"):
                seen.append(thing)
                yield pytest.param(thing, id=f"{room.__name__.rpartition('.')[2]}.{name}")


CALLABLES = list(callables())


def call(function, *given, **named):
    """Call, and let pass what answers and what the package refuses."""
    try:
        return function(*given, **named)
    except EnumerateError as error:
        if not str(error) or "\n" in str(error):
            raise AssertionError(f"not one line: {error}") from error


@pytest.mark.parametrize("function", CALLABLES)
def test_wrong_types_are_refused_in_words(function):
    parameters = inspect.signature(function).parameters.values()
    places = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = sum(p.default is p.empty for p in places)
    any_number = any(p.kind is p.VAR_POSITIONAL for p in parameters)  # so Python 3.12 tells of enumerations
    for wrong in WRONG:
        for number in {max(needed, 1), needed} if places else {int(any_number)}:
            call(function, *[wrong] * number)


@pytest.mark.parametrize(
    "function", [p for p in CALLABLES if "board" in inspect.signature(p.values[0]).parameters]
)
def test_wrong_options_are_refused_in_words(function):
    board = Board.rectangle(2, 2)
    taken = inspect.signature(function).parameters
    asked = [option for option in OPTIONS if option in taken]
    needed = [
        p for p in list(taken.values())[1:] if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD
    ]
    if needed:
        return  # it asks for more than a board: the test above has its turn
    for option in asked:
        for wrong in WRONG:
            call(function, board, **{option: wrong})
