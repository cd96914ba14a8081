"""The engine for any game: against brute force over the rules, the golden numbers, and the state table."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from placement import GAMES, GOLDEN, polynomials, rectangles, walled, wrapped

from enumerate import Board, count, positions
from enumerate.checking.brute import brute_force
from enumerate.frontier.orders import greedy
from enumerate.frontier.program import compile_mirrored, compile_program
from enumerate.frontier.residual import ResidualSweep
from enumerate.frontier.sweep import Depth, Sweep
from enumerate.frontier.task import Task
from enumerate.jobs.wire import read_task, write_task
from enumerate.listing.sampling import PositionList
from enumerate.model.game import DOMINEERING, Forbidden, Game, Piece
from enumerate.rules.conflicts import conflict_graph
from enumerate.shortest.extremes import Search

SHAPES = [".#.\n...\n...", "..#\n#..\n...", "...\n...", "...\n.#.\n..."]
DEPTHS = [Depth(forced, dead) for forced, dead in product((False, True), repeat=2)]


def kinds(game: Game) -> list[str]:
    ends = [] if game.variables(2) != 2 else ["left-end", "right-end", "any-end"]
    return ["general", "maximal", "perfect", *ends]


def players(game: Game, kind: str) -> frozenset[int]:
    wanted = {"general": (), "left-end": (0,), "right-end": (1,), "maximal": range(game.variables(2))}
    return frozenset(wanted[kind])


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_on_boards_with_walls_and_seams(name):
    game = Game.named(name)
    boards = [Board.parse(text) for text in SHAPES]
    boards += [Board.rectangle(2, 3, wrap=wrap) for wrap in ((False, True), (True, True))]
    for board, kind in product(boards, kinds(game)):
        if kind == "any-end" and game.is_shared:
            continue
        wanted = brute_force(board, kind, game=game)
        for engine in ("packed", "modular"):
            assert positions(board, kind, game=game, engine=engine) == wanted, f"{kind} on {board!r}"


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_numbers(name):
    for kind in GOLDEN["rectangles"][name]:
        for board, total in rectangles(name, kind):
            assert count(board, kind, game=name) == total, f"{kind} on {board!r}"
    for board, kind, wanted in polynomials(name):
        assert positions(board, kind, game=name) == wanted, f"{kind} on {board!r}"
    for board, kind, total in [*walled(name), *wrapped(name)]:
        assert count(board, kind, game=name) == total, f"{kind} on {board!r}"


cells = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 2)), min_size=1, max_size=3, unique=True)
steps = st.lists(st.tuples(st.integers(-1, 1), st.integers(-2, 2)).filter(any), min_size=1, max_size=3)


@st.composite
def random_games(draw):
    owners = draw(st.sampled_from([["left", "right"], ["either", "either"], ["left"]]))
    pieces = [Piece("AB"[i], owner, draw(cells)) for i, owner in enumerate(owners)]
    names = st.sampled_from([piece.name for piece in pieces])
    rules = [Forbidden((draw(names), draw(names)), draw(steps)) for _ in range(draw(st.integers(0, 2)))]
    return Game("drawn", pieces, rules)


@st.composite
def small_boards(draw):
    chosen = draw(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=8))
    wrap = draw(st.sampled_from([(False, False), (False, True), (True, True)]))
    return Board.of((3, 3), chosen, wrap)


@settings(max_examples=60, deadline=None)
@given(game=random_games(), board=small_boards(), data=st.data())
def test_random_games_in_any_order_at_any_depth(game, board, data):
    """However far a visit looks and in whatever order, the sweep counts what brute force counts."""
    graph = conflict_graph(game, board)
    order = data.draw(st.permutations(sorted(board.cells)))
    stuck = data.draw(st.sets(st.sampled_from(sorted({*graph.variables, 0}))))
    wanted = brute_force(board, stuck=sorted(stuck), game=game).total
    for depth in DEPTHS:
        assert sum(plain_states(Sweep(graph, stuck, order, depth=depth))[-1].values()) == wanted
    reference = ResidualSweep(graph, stuck, order)
    *_, last = reference.carry(1, lambda _, value: value, lambda one, two: one + two)
    assert sum(last.values()) == wanted


def plain_states(swept: Sweep) -> list[dict[tuple[int, ...], int]]:
    """The states after each visit, with how many ways lead to them."""
    width = 1 + max((slot for local in swept.locals for slot in local.slots), default=0)
    states, found = {(0,) * width: 1}, []
    for local in swept.locals:
        made: dict[tuple[int, ...], int] = {}
        for state, value in states.items():
            for after, _, _ in local.rule(tuple(state[slot] for slot in local.slots)):
                word = list(state)
                for slot, label in zip(local.slots, after, strict=True):
                    word[slot] = label
                made[tuple(word)] = made.get(tuple(word), 0) + value
        states = made
        found.append(states)
    return found


# at row ends in the bulk, boards of 4 columns; the fewest that the residual problems have
STATES = {
    ("node-kayles", "general"): 8,
    ("node-kayles", "maximal"): 13,
    ("col", "general"): 41,
    ("col", "left-end"): 75,
    ("col", "maximal"): 100,
    ("snort", "general"): 41,
    ("snort", "left-end"): 120,
    ("snort", "maximal"): 100,
    ("domineering", "general"): 16,
    ("domineering", "left-end"): 81,
    ("domineering", "right-end"): 16,
    ("domineering", "maximal"): 60,
    ("cram", "maximal"): 60,
    ("kings", "general"): 6,
    ("kings", "maximal"): 13,
    ("knights", "general"): 38,
    ("triomineering", "general"): 81,
    ("triomineering", "right-end"): 81,
    ("l-trominoes", "general"): 16,
    ("squares", "general"): 4,
    ("squares", "maximal"): 9,
}


@pytest.mark.parametrize(("name", "kind"), STATES)
def test_as_few_states_as_the_residual_problems_have(name, kind):
    game, board = Game.named(name), Board.rectangle(9, 4)
    swept = Sweep(conflict_graph(game, board), players(game, kind), sorted(board.cells))
    assert max(len(states) for states in plain_states(swept)[3::4]) <= STATES[name, kind]


@pytest.mark.parametrize("name", GAMES)
def test_half_sweeps_make_the_same_polynomial(name):
    from enumerate.algebras.packed import packed_polynomial

    game = Game.named(name)
    for shape, kind in product([(4, 3), (5, 3), (6, 2)], ["general", "maximal"]):
        board = Board.rectangle(*shape)
        stuck, order = players(game, kind), tuple(sorted(board.cells))
        half = compile_mirrored(board, stuck, order, game=game)
        if half is not None:
            whole = compile_program(board, stuck, order, game=game)
            assert packed_polynomial(half) == packed_polynomial(whole), f"{kind} on {board!r}"


def test_games_that_fold():
    """A mirror that keeps the game, and labels that tell what was played, are enough."""
    for name in ("node-kayles", "col", "snort", "cram", "kings"):
        board = Board.rectangle(4, 4)
        order = tuple(sorted(board.cells))
        assert compile_mirrored(board, (), order, game=Game.named(name)) is not None


def test_tasks_of_domineering_are_written_as_ever():
    task = Task(Board.rectangle(1, 2), frozenset({1}))
    assert write_task(task) == '{"shape":[1,2],"wrap":[false,false],"text":"..","stuck":[1]}'
    for name in GAMES:
        task = Task(Board.rectangle(2, 2), frozenset({0}), game=Game.named(name))
        assert read_task(write_task(task)) == task
        assert ("game" in write_task(task)) == (task.game != DOMINEERING)


@pytest.mark.parametrize("name", ["col", "node-kayles", "squares", "triomineering", "kings"])
def test_lists_and_extremes_read_what_was_played(name):
    game, board = Game.named(name), Board.parse("...\n.#.\n...")
    for kind in ("general", "maximal"):
        listed = PositionList(board, kind, game=game)
        wanted = brute_force(board, kind, game=game)
        everything = list(listed.listing())
        assert listed.total == wanted.total == len(set(everything))
        assert [listed.rank(position) for position in everything] == list(range(listed.total))
        sizes = {sum(position.counts) for position in everything}
        for most, best in ((False, min(sizes)), (True, max(sizes))):
            search = Search(board, players(game, kind), None, most, game=game)
            assert search.dominoes == best == sum(search.witness().counts)
            assert search.witness() in everything


def test_an_order_for_odd_shapes_visits_every_cell_once():
    board = Board.parse("..#\n.##\n...")
    for name in GAMES:
        assert sorted(greedy(board, Game.named(name))) == sorted(board.cells)
