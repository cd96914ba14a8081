"""The golden numbers of placement games, as boards, kinds and answers."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import sympy
from hypothesis import strategies as st

from enumerate import Board, Polynomial
from enumerate.model.game import Forbidden, Game, Piece

GOLDEN = json.loads((Path(__file__).parent / "fixtures" / "placement.json").read_text())
GAMES = tuple(GOLDEN["games"])


def rectangles(game: str, kind: str) -> Iterator[tuple[Board, int]]:
    """The boards up to 4 x 4 with their totals."""
    for size, total in GOLDEN["rectangles"][game][kind].items():
        yield Board.rectangle(*map(int, size.split("x"))), total


def squares(game: str, kind: str) -> Iterator[tuple[Board, int]]:
    """The square boards with their totals."""
    for size, total in GOLDEN["squares"][game][kind].items():
        yield Board.rectangle(int(size), int(size)), total


def walled(game: str) -> Iterator[tuple[Board, str, int]]:
    """Boards with walls, kinds and totals."""
    for entry in GOLDEN["walled"][game].values():
        board = Board.rectangle(*entry["board"]).without(map(tuple, entry["walls"]))
        yield from ((board, kind, total) for kind, total in entry["values"].items())


def wrapped(game: str) -> Iterator[tuple[Board, str, int]]:
    """Cylinders and tori, kinds and totals."""
    for entry in GOLDEN["wrapped"][game].values():
        board = Board.rectangle(*entry["board"], wrap=(entry["wrap_rows"], entry["wrap_cols"]))
        yield from ((board, kind, total) for kind, total in entry["values"].items())


def polynomials(game: str) -> Iterator[tuple[Board, str, Polynomial]]:
    """Boards, kinds and whole polynomials."""
    variables = 1 if GOLDEN["games"][game]["pieces"][0]["player"] == "either" else 2
    for size, kinds in GOLDEN["polynomials"][game].items():
        board = Board.rectangle(*map(int, size.split("x")))
        for kind, terms in kinds.items():
            yield board, kind, Polynomial.of({tuple(t[:variables]): t[2] for t in terms}, variables)


def path_series(formula: str, length: int) -> list[sympy.Expr]:
    """The coefficients of t^0, t^1, ... of a generating function, polynomials in x and y."""
    letters = {name: sympy.Symbol(name) for name in "xytAEM"}
    explicit = re.sub(r"(?<=[\w)])(?=[a-zA-Z(])", "*", formula.replace("^", "**"))
    function, *definitions = (sympy.sympify(part.split("=")[-1], letters) for part in explicit.split(", "))
    for name, value in zip(re.findall(r"(\w) =", explicit), definitions, strict=True):
        function = function.subs(letters[name], value)
    t = letters["t"]
    parts = sympy.fraction(sympy.together(function))
    top, below = (sympy.Poly(sympy.expand(part), t).all_coeffs()[::-1] for part in parts)
    series: list[sympy.Expr] = []
    for n in range(length):
        value = top[n] if n < len(top) else sympy.Integer(0)
        value -= sum(below[k] * series[n - k] for k in range(1, min(n, len(below) - 1) + 1))
        series.append(sympy.cancel(value / below[0]))
    return series


cells = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 2)), min_size=1, max_size=3, unique=True)
steps = st.lists(st.tuples(st.integers(-1, 1), st.integers(-2, 2)).filter(any), min_size=1, max_size=3)


@st.composite
def random_games(draw):
    """Games of one to three pieces with up to three cells each, and up to two rules."""
    players = [
        ["left", "right"],
        ["either", "either"],
        ["left"],
        ["right", "middle"],
        ["left", "right", "middle"],
    ]
    owners = draw(st.sampled_from(players))
    pieces = [Piece("ABC"[i], owner, draw(cells)) for i, owner in enumerate(owners)]
    names = st.sampled_from([piece.name for piece in pieces])
    rules = [Forbidden((draw(names), draw(names)), draw(steps)) for _ in range(draw(st.integers(0, 2)))]
    return Game("drawn", pieces, rules)
