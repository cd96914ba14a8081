"""Faults in Python: whatever is given to a public function, it answers, or raises an error of the package."""

import inspect

import pytest

import enumerate as package
from enumerate import Board, EnumerateError, InputError, Player, Position, games, oeis, render
from enumerate.games import dominoes, dominogame, monominogame
from enumerate.model.game import Game, Piece

SQUARE = Board.rectangle(2, 2)
ALONE = Game("alone", [Piece("V", "left", [(0, 0), (1, 0)])])
THREE = Game("three", [Piece(*each, [(0, 0)]) for each in (("A", "left"), ("B", "right"), ("C", "middle"))])

CLAIM = {
    "board": {"shape": [1, 2], "wrap": [False, False], "text": ".."},
    "kind": "general",
    "stuck": [],
    "play": False,
    "total": "2",
    "terms": None,
}
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


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: package.solve(3.5), "expected a board"),
        (lambda: games.outcomes((3, 3)), r"a box has three sizes, as in \(4, 4, 3\), not \(3, 3\)"),
        (lambda: games.leaves(3, "LRM"), "a box has three sizes"),
        (lambda: dominogame.equilibria(3), r"expected a game as in Falling\(2, 3\), got 3"),
        (lambda: monominogame.equilibria(3), r"expected a game as in Falling\(2, 3\), got 3"),
        (lambda: games.Solver(Board.rectangle(3, 3)), "flat board"),
        (lambda: games.Solver((2, 2)).mover_wins(3.5, Player.LEFT), "expected a board"),
        (lambda: games.Solver((2, 2)).mover_wins(Board.rectangle(2, 2), "M"), "unknown player 'M'"),
        (lambda: oeis.sequence(332714), "expected an A-number as in 'A332714', got 332714"),
        (lambda: oeis.term("A332714", "4"), "`index` must be an integer, not '4'"),
        (lambda: package.Kind("maximum"), "did you mean 'maximal'"),
        (lambda: package.Player("up"), "unknown player 'up'"),
        (lambda: dominoes.play_match(("tiao", 3)), "an agent is a name"),
        (lambda: dominoes.tournament(3), "`agents` must be a list or tuple, not 3"),
        (lambda: dominoes.tournament(["juca", "tiao"], 9, reading="worst"), "unknown reading 'worst'"),
        (lambda: dominoes.tournament(["juca", "tiao"], 9, reading=3), "expected a reading as in 'literal"),
        (lambda: dominoes.tournament(["juca", "tiao"], 9, seed="x"), "`seed` must be an integer"),
        (lambda: games.outcomes((2, 2, 2), known=3), "expected a dictionary of known answers, got 3"),
        (lambda: oeis.Draft.of(3), "expected a sequence as in sequence"),
        (lambda: package.growth(2).eigenvalue("x"), "`digits` must be an integer, not 'x'"),
        (lambda: package.recurrence(1).totals("x"), "`count` must be an integer, not 'x'"),
        (lambda: package.verify(3), "expected the JSON of an answer"),
        (lambda: package.verify(CLAIM, rounds="x"), "`rounds` must be an integer, not 'x'"),
        (lambda: package.verify(CLAIM, rounds=0), "`rounds` must be at least 1, not 0"),
        (lambda: list(oeis.terms("A332714", "x")), "`size` must be an integer, not 'x'"),
        (lambda: games.Solver((2, 2)).winning_moves(Board.rectangle(2, 2), "M"), "unknown player 'M'"),
        (lambda: package.positions(SQUARE, "left-end", game="cram"), "has pieces of either player"),
        (lambda: package.positions(SQUARE, play=True, game="cram"), "is about Left and Right"),
        (lambda: package.alpha(SQUARE, game="cram"), "is about Left and Right"),
        (lambda: package.alpha_table(2, game="kings"), "is about Left and Right"),
        (lambda: package.count(SQUARE, stuck=["middle"], game="col"), "Middle has no pieces in 'col'"),
        (lambda: package.count(Board.from_graph([(0, 1)]), game="squares"), "pieces cover single cells"),
        (lambda: package.count(Board.from_graph([(0, 1)])), "pieces cover single cells"),
        (
            lambda: package.count(SQUARE, stuck=["middle"], game="triomineering"),
            "Middle has no pieces in 'triomineering' on a board of 2 dimensions",
        ),
        (lambda: package.count(SQUARE, "right-end", game=ALONE), "Right has no pieces in 'alone' and cannot"),
        (lambda: package.recurrence(2, "right-end", game=ALONE), "Right has no pieces in 'alone' and cannot"),
        (lambda: package.count(SQUARE, play=True, game=ALONE), "in 'alone' only Left plays"),
        (lambda: package.count(SQUARE, "any-end", game=THREE), "in 'three' Middle plays, too"),
        (lambda: package.count(Board.box(2, 2, 2), play=True, game="triomineering"), "needs a flat board"),
        (lambda: package.count(SQUARE, turn="left"), "`turn`"),
        (lambda: package.count(SQUARE, stuck=1), "stuck"),
        (lambda: package.count(SQUARE, stuck=["lefty"]), "did you mean 'left'"),
        (lambda: package.count(SQUARE, kind="maximal", stuck=[0]), "'maximal'"),
        (lambda: package.count(SQUARE, game="chess"), "unknown game 'chess'"),
        (lambda: package.count(SQUARE, game=3), "expected a game"),
        (lambda: package.positions(SQUARE, game="col", engine="barstate"), "bar-state matrices"),
    ],
)
def test_what_is_said(ask, said):
    with pytest.raises(InputError, match=said) as caught:
        ask()
    assert "\n" not in str(caught.value)
