"""Wrong values and types in Python: one line that quotes what is wrong and says what is allowed.

`wrong_values.txt` is the table: a line has a call and a part of its message.
"""

import inspect
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import enumerate as en
from enumerate import Board, Domino, EnumerateError, Game, InputError, Player, Position, games, oeis, render
from enumerate.games import dominoes, dominogame, monominogame
from enumerate.model.polynomial import TWO_PLAYERS

# objects that are given in the place of every argument
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
# what is given for a board, in any public function
BOARDS = [
    ("8y8", "'8y8' is neither a size such as '8x8' nor a drawing"),
    ("board.txt", "a file is given as a Path"),
    ("", "the drawing is empty"),
    (2.5, "expected a board such as '8x8'"),
    (b"..", "expected a board"),
    (Board, "expected a board"),
    ([True, False], "expected a board"),
    ([[1, 0], [1, 1]], "expected a board"),
    (np.array(1), "1 to 3 dimensions"),
    (np.array([[np.nan, 1]]), "expected an array of 0 and 1"),
    (np.array([["a", "b"]]), "expected an array of 0 and 1"),
    (np.array([8, 8]), "got array([8, 8])"),
    (np.array([1j]), "expected an array of 0 and 1"),
    (np.array([None, 1]), "expected an array of 0 and 1"),
    ("0x3", "`rows` must be at least 1, not 0"),
    ("1000x1000", "a box of 1,000,000 cells is too large: at most 100,000"),
    ((1, 1, 1, 1), "1 to 3 dimensions, not 4"),
]
IMPORTS, THINGS, *TABLES = (Path(__file__).parent / "wrong_values.txt").read_text().split("\n\n")
SCOPE = {}
exec(IMPORTS + "\n" + THINGS, SCOPE)
ROWS = [line.split("=>") for table in TABLES for line in table.splitlines() if "=>" in line]
CALLS = [
    *((partial(eval, call.strip(), SCOPE), said.strip()) for call, said in ROWS),
    *(
        (partial(ask, wrong), "player")
        for wrong in ("x", "", "both", 3, -1, 1.0, True, None, [0], Board.rectangle(1, 1))
        for ask in (Player.of, partial(Domino, (0, 0)), partial(Player.of, among=TWO_PLAYERS))
    ),
    *(
        (partial(ask, Board.rectangle(2, 2), pieces=wrong), said)
        for ask in (en.count, en.sample, en.list_positions)
        for wrong, said in (
            (-1, "`pieces` must be at least 0, not -1"),
            (1.5, "`pieces` must be an integer, not 1.5"),
            ("2", "`pieces` must be a list or tuple, not '2'"),
            ((1, -1), "`right` must be at least 0, not -1"),
            ((1, 2, 3), "Middle"),
        )
    ),
]


def check(call, said):
    with pytest.raises(InputError) as caught:
        call()
    message = str(caught.value)
    assert said in message
    assert "\n" not in message


@pytest.mark.parametrize(("given", "said"), BOARDS, ids=[said for _, said in BOARDS])
def test_what_is_no_board(given, said):
    for ask in (Board, en.count, en.fewest, en.value, en.sample, en.solve, en.render.text):
        check(lambda ask=ask: ask(given), said)


@pytest.mark.parametrize(("call", "said"), CALLS, ids=[said for _, said in CALLS])
def test_wrong_values_are_refused_in_one_line(call, said):
    check(call, said)


def test_too_large_boards_have_their_own_error():
    with pytest.raises(en.TooLargeError):
        Board(1000, 1000)


def test_a_position_brings_its_game():
    col = Position.parse("L..\n.R.", game="col")
    for function in (en.count, en.value, en.census, en.sample, en.list_positions, en.fewest, en.overview):
        for other in ("snort", "domineering", Game.named("domineering")):
            check(lambda f=function, g=other: f(col, game=g), "the position is one of 'col', not of")


def callables():
    """The public functions and classes of the package and its modules, each once."""
    seen = []
    for module in (en, games, oeis, render, dominogame, monominogame, dominoes):
        own = [
            name for name, thing in vars(module).items() if getattr(thing, "__module__", 0) == module.__name__
        ]
        for name in getattr(module, "__all__", own):
            thing = getattr(module, name)
            is_ours = getattr(thing, "__module__", "").startswith("enumerate.")
            is_old = hasattr(thing, "__deprecated__")
            if callable(thing) and is_ours and not is_old and thing not in seen and not name.startswith("_"):
                seen.append(thing)
                yield pytest.param(thing, id=f"{module.__name__.rpartition('.')[2]}.{name}")


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
        call(function, *[wrong] * (max(needed, 1) if places else int(any_number)))


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
