"""The two-player solver against play by the rules, and against known outcomes."""

import json
import os
import random
import re
import subprocess
import sys
from itertools import combinations, product
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from kernels import called
from listening import Listener
from oracles.solved_games import domineering_outcomes

from enumerate import value
from enumerate.games.bitboard import search
from enumerate.games.bitboard.bits import words
from enumerate.games.domineering import solver as solvers
from enumerate.games.domineering.searches import CompiledSolver
from enumerate.games.domineering.solver import Sense, Solver, _sum, solve
from enumerate.model.board import Board, Player
from enumerate.model.position import Position
from enumerate.support.errors import StoppedError

ROOT = Path(__file__).parents[2]
FACTS = json.loads((ROOT / "tests" / "fixtures" / "domineering.json").read_text())
STARTERS = (Player.LEFT, Player.RIGHT)
KNOWN = {
    (int(rows), cols): outcome
    for rows, (first, row) in FACTS["outcomes"].items()
    for cols, outcome in zip(range(first, first + len(row)), row, strict=True)
}
PRINTED = {
    (int(m), int(m) + place): outcome
    for m, row in re.findall(
        r"^\| (\d) \| ([NPLR ]+) \|$",
        (ROOT / "docs" / "appendix" / "domineering.md")
        .read_text()
        .split("## Rectangles")[1]
        .split("\n## ")[0],
        re.MULTILINE,
    )
    for place, outcome in enumerate(row.split())
}
LONG = [(m, n) for m, n in PRINTED if m * n > 48 or (m, n) == (4, 12)]


@pytest.fixture(autouse=True)
def compiled_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small boards, too, go to the compiled searches, each question to its own."""
    monkeypatch.setattr(solvers, "SMALL_CELLS", 0)
    monkeypatch.setattr(solvers, "ONE_SEARCH_CELLS", 0)


SPARE = (  # a move outside the contested cells is needed, or costs the game
    "######\n##..##\n######\n.#..#.\n.#..##\n....##",
    ".#####\n....##\n...##.\n#.##..\n#.####\n#.####",
)


def compiled(solver: Solver) -> CompiledSolver:
    assert solver._large is not None
    return solver._large


def random_board(chance: random.Random, most: int, side: int = 5) -> Board:
    shape = chance.randint(1, side), chance.randint(1, side)
    cells = list(product(*map(range, shape)))
    chance.shuffle(cells)
    return Board.of(shape, cells[: chance.randint(1, most)])


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    ("small", "counted", "number"),
    [(0, 0, 60), (20, 0, 60), (0, 36, 60), pytest.param(0, 0, 300, marks=pytest.mark.slow)],
    ids=["two searches", "plain Python", "one search", "many"],
)
def test_every_path_equals_brute_force(
    monkeypatch: pytest.MonkeyPatch, small: int, counted: int, number: int, misere: bool
) -> None:
    """Winners and lengths of boards with walls, and the moves after which the other player loses."""
    monkeypatch.setattr(solvers, "SMALL_CELLS", small)
    monkeypatch.setattr(solvers, "ONE_SEARCH_CELLS", counted)
    chance = random.Random(23)
    signs = set()
    for board in (*map(Board.parse, SPARE), *(random_board(chance, 14) for _ in range(number))):
        solution = solve(board, misere=misere)
        found = {p: (s.winner, s.shortest, s.longest) for p, s in solution.first.items()}
        assert found == domineering_outcomes(board, misere), f"misere={misere} on\n{board}"
        for player, start in solution.first.items():
            after = {
                domino: domineering_outcomes(board.without(board.covered_by(domino)), misere)
                for domino in board.dominoes(player)
            }
            winning = [d for d, ends in after.items() if ends[Player(1 - player)][0] == player]
            assert list(start.winning_moves or ()) == winning, f"{player} on\n{board}"
            signs.add((start.shortest > start.longest) - (start.shortest < start.longest))
    assert misere or signs == {-1, 0, 1}  # neither length bounds the other


def test_a_small_board_needs_no_compiler() -> None:
    code = "import enumerate as en, sys; en.solve('4x5'); assert not {'numba', 'numpy'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": str(ROOT)})


def test_positions_know_whose_turn_it_is() -> None:
    chance = random.Random(21)
    turns = set()
    for _ in range(60):
        position = Position.of(random_board(chance, 16))
        for player in chance.choices(STARTERS, k=chance.randint(0, 3)):
            if moves := position.moves(player):
                position = position.place(chance.choice(moves))
        solution, plain = solve(position, moves=False), solve(position.free, moves=False)
        assert (solution.outcome, solution.first) == (plain.outcome, plain.first)
        assert plain.to_move is None
        left, right = position.counts
        turn = {1: Player.RIGHT, -1: Player.LEFT}.get(left - right)
        turns.add(turn)
        assert solution.to_move == turn
        found = {p: winner for p, (winner, _, _) in domineering_outcomes(position.free).items()}
        same = found[Player.LEFT] == found[Player.RIGHT]
        assert solution.winner == (found[turn] if turn is not None else found[Player.LEFT] if same else None)
    assert turns == {None, *STARTERS}


def test_two_threads_find_what_brute_force_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "SECOND_THREAD_FROM", 0)
    monkeypatch.setattr(search, "NODES_PER_CHECK", 5)
    chance = random.Random(22)
    helped = 0
    for _ in range(150):
        board = random_board(chance, 18)
        solver = Solver(board.shape)
        for player, (winner, _, _) in domineering_outcomes(board).items():
            assert solver.mover_wins(board, player, threads=2) == (winner == player), f"{player} on\n{board}"
        helped += compiled(solver)._searches["winner"]._walks[1].nodes > 0
    assert helped > 50


def test_two_threads_share_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Together they look at about as many positions as one of them alone, each at about half of them."""
    monkeypatch.setattr(search, "SECOND_THREAD_FROM", 1000)
    monkeypatch.setattr(search, "NODES_PER_CHECK", 500)
    alone, both = Solver((6, 8)), Solver((6, 8))
    for threads, solver in enumerate((alone, both), 1):
        assert not solver.mover_wins(Board.rectangle(6, 8), Player.LEFT, threads=threads)
    first, second = (walk.nodes for walk in compiled(both)._searches["winner"]._walks)
    assert second > 0
    assert first < alone.nodes
    assert both.nodes < 2 * alone.nodes


def test_a_long_search_says_how_long_it_may_take() -> None:
    stop = Event()
    listener = Listener(stop)
    with pytest.raises(StoppedError):
        solve(Board.rectangle(9, 9), moves=False, lengths=False, progress=listener, stop=stop, threads=1)
    assert re.search(
        r"81 cells: .* about 10\^7 positions, about 6 min 26 s on 1 core$", listener.estimates[0]
    )
    assert solve(Board.rectangle(8, 9), moves=False, lengths=False, progress=listener).outcome == "L"
    assert len(listener.estimates) == 1


@pytest.mark.parametrize("number", [4, pytest.param(12, marks=pytest.mark.slow)])
def test_crowded_boards_in_misere_play_equal_domineering_outcomes(number: int) -> None:
    # most cells of a box with a side of up to 7: long chains of each player's own, and much that is contested
    chance = random.Random(25)
    for shape in ((2, 7), (3, 6), (6, 3), (4, 5), (7, 2)):
        for _ in range(number):
            cells = list(product(*map(range, shape)))
            walls = chance.sample(cells, chance.randint(1, 4))
            board = Board.rectangle(*shape).without(walls)
            solution = solve(board, misere=True, moves=False)
            found = {p: (s.winner, s.shortest, s.longest) for p, s in solution.first.items()}
            assert found == domineering_outcomes(board, misere=True), f"on\n{board}"


@pytest.mark.parametrize("size", [(4, 6), (5, 5), (5, 6)], ids=str)
def test_misere_play_won_is_not_also_lost(size: tuple[int, int]) -> None:
    # a starter's win is found by a search with the starter as winner; here each move is answered by one for
    # the other player, which shares no table with it
    board = Board.rectangle(*size)
    solver = Solver(size, misere=True)
    for player in STARTERS:
        winning = solver.winning_moves(board, player)
        assert bool(winning) == solver.mover_wins(board, player)
        for domino in board.dominoes(player):
            after = board.without(board.covered_by(domino))
            assert solver.mover_wins(after, Player(1 - player)) != (domino in winning)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("shape", [(10, 11), (2, 55), (4, 20)], ids=str)
def test_boards_anywhere_in_a_box_of_two_words_equal_brute_force(shape: tuple[int, int], misere: bool):
    """The cells of a bitboard lie in the first word, in the second, or in both."""
    chance = random.Random(60)
    for _ in range(30):
        window = [range(c, c + 5) for c in (chance.randint(0, max(0, size - 5)) for size in shape)]
        cells = [cell for cell in product(*window) if cell[0] < shape[0]]
        board = Board.of(shape, chance.sample(cells, chance.randint(4, min(12, len(cells)))))
        solver = Solver(shape, misere)
        for player, (winner, shortest, longest) in domineering_outcomes(board, misere).items():
            assert solver.mover_wins(board, player) == (winner == player), str(board)
            found = [solver.length(board, player, sense) for sense in Sense]
            assert found == [shortest, longest], str(board)


@pytest.mark.parametrize("misere", [False, True])
def test_progress_never_goes_back(misere: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search in slices of a few nodes gives the same answer, and tells how far it is."""
    board = Board.rectangle(4, 5)
    whole = solve(board, misere=misere)
    monkeypatch.setattr(search, "NODES_PER_CHECK", 20)
    listener = Listener()
    assert solve(board, misere=misere, progress=listener) == whole
    shares = listener.shares
    assert len(set(shares)) > 20
    assert shares == sorted(shares)
    assert 0 <= shares[0] <= shares[-1] <= 1


@pytest.mark.slow
@pytest.mark.parametrize("size", [(6, 7), (7, 6)], ids=str)
def test_whoever_starts_wins_6_by_7_in_misere_play(size: tuple[int, int]) -> None:
    assert solve(Board.rectangle(*size), misere=True, moves=False, lengths=False).outcome == "N"


def test_a_sum_is_settled_by_its_components() -> None:
    """Outcomes of components, and of their sum where they tell it, equal brute force on the whole board."""
    chance = random.Random(90)
    told = set()
    for _ in range(60):
        shape = chance.choice([(2, 7), (3, 6)])
        cells = [cell for cell in product(*map(range, shape)) if cell[1] != 3]
        drawn = Board.of(shape, chance.sample(cells, chance.randint(6, len(cells))))
        for board in (drawn, drawn.transpose()):
            solution = solve(board, moves=False, lengths=False)
            assert {p: s.winner for p, s in solution.first.items()} == {
                p: winner for p, (winner, _, _) in domineering_outcomes(board).items()
            }, str(board)
            for part, outcome in solution.components:
                assert solve(part.crop(), moves=False, lengths=False).outcome == outcome
            told.add(_sum([outcome for _, outcome in solution.components]))
    assert told >= {"L", "R", "N", None}


def test_a_table_takes_no_more_memory_than_allowed() -> None:
    allowed = 2 << 20
    narrow = Solver((6, 8))
    assert not narrow.mover_wins(Board.rectangle(6, 8), Player.LEFT, max_memory=allowed)
    (search,) = compiled(narrow)._searches.values()
    assert search.table.nbytes <= allowed
    assert search.nodes > len(search.table)  # it was full


def test_the_table_of_rectangles_is_whole_and_agrees_with_the_literature() -> None:
    assert set(PRINTED) == {(m, n) for m in range(2, 9) for n in range(m, 64 // m + 1)}
    assert {size: PRINTED[size] for size in KNOWN if size in PRINTED} == KNOWN


@pytest.mark.parametrize(
    "size",
    [pytest.param(size, marks=[pytest.mark.slow] if size in LONG else []) for size in PRINTED],
    ids=str,
)
def test_rectangles(size: tuple[int, int]) -> None:
    assert solve(Board.rectangle(*size), moves=False, lengths=False).outcome == PRINTED[size]


@pytest.mark.parametrize("misere", [False, True])
def test_transposing_exchanges_the_players(misere: bool) -> None:
    chance = random.Random(40)
    other = {"L": "R", "R": "L", "N": "N", "P": "P"}
    for _ in range(40):
        board = random_board(chance, 25, side=6)
        plain, turned = (
            solve(board, misere=misere, moves=False),
            solve(board.transpose(), misere=misere, moves=False),
        )
        assert turned.outcome == other[plain.outcome]
        for player in STARTERS:
            here, there = plain.first[player], turned.first[Player(1 - player)]
            assert (here.shortest, here.longest) == (there.shortest, there.longest)


def test_a_hexagonal_board_is_solved_as_the_square_one():
    """Its dominoes lie along rows and columns, so the moves are the same."""
    for rows, cols in product(range(1, 4), repeat=2):
        board = Board.rectangle(rows, cols, lattice="hexagonal")
        assert solve(board).outcome == value(board).outcome


def test_a_table_gives_back_what_was_put_in_and_nothing_else() -> None:
    chance = random.Random(5)
    claim, known = called(search.claim), called(search.known)
    table = search.new_table()

    def find(low: int, high: int) -> int:
        return int(known(table, np.array([0, 0, low, high], dtype=np.uint64)))

    keys = [(chance.getrandbits(3) + 1, chance.getrandbits(62)) for _ in range(2000)]
    for number, key in enumerate(dict.fromkeys(keys), 1):
        place = claim(table, *words(key[0] | key[1] << 64), 1)
        table[place, 2] = number
    table = search.enlarged(table, len(table), memory=2**30)
    kept = 0
    for number, key in enumerate(dict.fromkeys(keys), 1):
        found = find(*key)
        assert found in (0, number)
        kept += found > 0
    assert kept > 1900
    for (low, _), other in combinations(keys[:20], 2):
        if (low, other[1]) not in keys:
            assert find(low, other[1]) == 0
