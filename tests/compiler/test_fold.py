"""The two-sided fold: half a sweep of a mirrored board gives the same polynomial as the whole sweep."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packed import packed_polynomial, whole_program
from placement import random_games

from enumerate import Board
from enumerate.compiler.program import compile_mirrored, compile_program
from enumerate.model.game import Forbidden, Game, names
from enumerate.model.polynomial import Polynomial
from enumerate.plan.strategy import compiled_program
from enumerate.rules.problem import NoPositionError, Problem

WALLED = "#..\n...\n.#.\n.#.\n...\n#.."


def mirrored(game: Game) -> Game:
    """The game with the mirror image of every piece and rule added."""
    names = {piece.name: piece.name.lower() for piece in game.pieces}
    pieces = [
        replace(piece, name=names[piece.name], cells=tuple((-(*c, 0)[0], (*c, 0, 0)[1]) for c in piece.cells))
        for piece in game.pieces
    ]
    rules = [
        Forbidden((names[one], names[two]), [(-(*o, 0)[0], (*o, 0, 0)[1]) for o in rule.offsets])
        for rule in game.forbidden
        for one, two in [rule.between]
    ]
    return Game(game.name, (*game.pieces, *pieces), (*game.forbidden, *rules))


@st.composite
def mirrored_boards(draw):
    length, width = draw(st.integers(2, 7)), draw(st.integers(1, 3))
    half = st.sets(st.tuples(st.integers(0, (length - 1) // 2), st.integers(0, width - 1)), min_size=1)
    chosen = draw(half) if draw(st.booleans()) else {(r, c) for r in range(length) for c in range(width)}
    cells = {*chosen, *((length - 1 - r, c) for r, c in chosen)}
    return Board.of((length, width), cells, (False, draw(st.booleans())))


def whole_and_folded(board: Board, game: Game, stuck=(), perfect: bool = False) -> list[Polynomial | None]:
    """The polynomials of a whole sweep and of a folded one, row by row; None where there is no fold."""
    found, order = [], tuple(sorted(board.cells))
    problem = Problem(board, frozenset(stuck), perfect=perfect, game=game)
    for compiled in (compile_program, compile_mirrored):
        try:
            program = compiled(problem, order)
            found.append(program and packed_polynomial(program))
        except NoPositionError:
            found.append(Polynomial.of({}, game.variables(board.dimension)))
    return found


@pytest.mark.parametrize("name", [name for name in names() if name != "lozenges"])
@pytest.mark.parametrize("few", [True, pytest.param(False, marks=pytest.mark.slow)], ids=["few", "all"])
def test_every_library_game(name, few):
    game = Game.named(name)
    everybody = tuple(range(game.variables(2)))
    boards = [Board.rectangle(4, 3), Board.rectangle(5, 2), Board.rectangle(2, 3)]
    boards += [Board.parse(WALLED), Board.rectangle(7, 2, wrap=(False, True))]
    for board in boards[1:3] if few else boards[: 3 if len(game.pieces) > 4 else None]:
        ends = dict.fromkeys([(), everybody[:1], everybody[-1:], everybody])
        for stuck, perfect in (((), True), *((each, False) for each in ends)):
            whole, folded = whole_and_folded(board, game, stuck, perfect)
            assert folded in (whole, None), f"{name} on {board!r}, stuck: {stuck}"


@pytest.mark.parametrize("examples", [40, pytest.param(600, marks=pytest.mark.slow)])
def test_random_games(examples):
    """On boards with walls and seams, of even and odd lengths, shorter than the reach of a game or longer."""

    @settings(max_examples=examples, deadline=None)
    @given(game=random_games().map(mirrored), board=mirrored_boards(), perfect=st.booleans(), data=st.data())
    def check(game, board, perfect, data):
        players = st.sets(st.integers(0, game.variables(2) - 1))
        stuck = () if perfect else tuple(sorted(data.draw(players)))
        whole, folded = whole_and_folded(board, game, stuck, perfect)
        assert folded in (whole, None)

    check()


# the games whose labels decide what fits across the fold, by kind, and others on narrow boards
FOLDED = {
    (): ["domineering", "cram", "col", "snort", "node-kayles", "triomineering"],
    (0,): ["domineering", "cram", "node-kayles"],
    (0, 1): ["domineering"],
}


@pytest.mark.parametrize("stuck", FOLDED)
def test_games_that_fold(stuck):
    for name in FOLDED[stuck]:
        task = Problem(Board.rectangle(9, 6), frozenset(stuck), game=Game.named(name))
        program = compiled_program(task)
        assert program.is_folded, name
        assert packed_polynomial(program) == packed_polynomial(
            whole_program(task.board, stuck, game=task.game)
        )
    for name in ("kings", "tromino-against-domino", *FOLDED[()]) if not stuck else ():
        board = Board.rectangle(4, 4)
        assert compile_mirrored(Problem(board, game=Game.named(name)), tuple(sorted(board.cells))) is not None
