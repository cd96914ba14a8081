"""The census counts every position once; samples agree with it; the values of all pieces."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from threading import Event

import pytest
from listening import Listener
from typed import answer

from enumerate import (
    Board,
    Polynomial,
    Position,
    StoppedError,
    TooLargeError,
    count,
    positions,
    value,
)
from enumerate.model.game import Game, names
from enumerate.sampling.sampling import PositionList
from enumerate.values.census import CensusRow, census
from enumerate.values.notation import format_value
from enumerate.values.placement import PlacementGame, parts_left
from enumerate.values.polyominoes import FREE_PIECES, Pieces, piece_values
from enumerate.values.value import Value

SMALL = "...\n.##\n#.#"
BOARDS = ["...\n...\n...", "....\n.#..", "..\n..\n..\n.."]


def test_the_error_of_a_share_is_that_of_a_sample_with_one_more_on_either_side():
    row = CensusRow(3, 100, {"L": 3, "R": 1, "N": 0, "P": 0}, {Fraction(-1): 4})
    assert row.share_error("L") == pytest.approx((4 / 6 * (2 / 6) / 6) ** 0.5)
    assert row.share_error("P") == pytest.approx((1 / 6 * (5 / 6) / 6) ** 0.5)
    assert replace(row, positions=4).share_error("P") == 0


@pytest.mark.parametrize(
    ("game", "drawing"),
    [*(("domineering", drawing) for drawing in BOARDS), *((name, SMALL) for name in names())],
)
def test_the_census_judges_every_position(game, drawing):
    board = Board.parse(drawing, lattice="triangular" if game == "lozenges" else "square")
    counted = census(board, game=game)
    variables = Game.named(game).variables(2)
    expected = {letter: Counter() for letter in "LRNP"}
    heat = {}
    for position in PositionList(board, game=game).listing():
        worth = value(position)
        expected[worth.outcome][position.counts] += 1
        heat.setdefault(len(position.pieces), Counter())[worth.temperature] += 1
    polynomials = {letter: Polynomial.of(found, variables) for letter, found in expected.items()}
    assert counted.polynomials == polynomials
    assert {row.pieces: dict(row.temperatures) for row in counted.rows} == heat
    for row, written in zip(counted.rows, counted.to_json()["rows"], strict=True):
        assert (written["pieces"], int(written["positions"])) == (row.pieces, row.positions)
        assert {letter: int(number) for letter, number in written["outcomes"].items()} == row.outcomes
        assert {Fraction(t): int(number) for t, number in written["temperatures"]} == row.temperatures


@pytest.mark.parametrize("shape", [(3, 4), (2, 7), (4, 4), pytest.param((4, 5), marks=pytest.mark.slow)])
def test_the_four_polynomials_add_up_to_d(shape):
    board = Board.rectangle(*shape)
    counted = census(board)
    total = Polynomial.of({}, 2)
    for polynomial in counted.polynomials.values():
        total += polynomial
    assert total == positions(board)


def test_exchanging_the_players_transposes_the_census():
    counted, turned = (census(Board.rectangle(*shape)) for shape in ((3, 4), (4, 3)))
    for letter, other in zip("LRNP", "RLNP", strict=True):
        mirrored = {(b, a): count for (a, b), count in turned.polynomials[other]}
        assert counted.polynomials[letter] == Polynomial.of(mirrored, 2)


@pytest.mark.parametrize(
    "position",
    [
        Position.of(Board.rectangle(4, 4)),
        Position.of(Board.rectangle(3, 3).bar([((0, 0), "L"), ((1, 1), "R")])),
        Position.parse("L..#\n....\n..R.", game="col"),
        Position.of(Board.rectangle(3, 4), game="cram"),
        Position.of(Board.from_graph([(0, 1), (1, 2), (2, 3), (3, 0), (3, 4), (4, 5)]), game="node-kayles"),
    ],
    ids=lambda position: position.game.name,
)
def test_samples_agree_with_the_exact_census(position):
    board = position
    size = 400 if board.game.name == "domineering" else 50
    exact, drawn = census(board), census(board, samples=size, seed=5)
    assert census(board, samples=1, seed=5).position == position
    assert [row.pieces for row in exact.rows] == [row.pieces for row in drawn.rows]
    for true, seen in zip(exact.rows, drawn.rows, strict=True):
        assert true.positions == seen.positions
        if seen.drawn == seen.positions:
            assert (true.outcomes, true.temperatures) == (seen.outcomes, seen.temperatures)
            continue
        assert seen.drawn == size
        assert abs(true.mean_temperature - seen.mean_temperature) <= 4 * seen.temperature_error
        for letter in "LRNP":
            assert abs(true.share(letter) - seen.share(letter)) <= 4 * seen.share_error(letter)
    assert census(board, samples=30, seed=5) == census(board, samples=30, seed=5)


def test_the_compiled_path_judges_drawn_positions_alike(monkeypatch):
    """Walls, so that parts lie about; both paths see the same positions."""
    board = Board.parse("....#.\n......\n.#....\n......")
    slow = census(board, samples=25, seed=3)
    monkeypatch.setattr("enumerate.values.placement.COMPILED_FROM", 0)
    monkeypatch.setattr(PlacementGame, "_evaluate", None)  # every part must be known already
    assert census(board, samples=25, seed=3) == slow


def test_the_command_draws_samples(tmp_path):
    picture = tmp_path / "drawn.png"
    found = answer(f"census 3x3 --game col --samples 5 --seed 1 --picture {picture}")
    assert (found["exact"], found["seed"]) == (False, 1)
    assert sum(int(row["positions"]) for row in found["rows"]) == count("3x3", game="col")
    assert picture.read_bytes()[:4] == b"\x89PNG"


def test_an_exact_census_of_too_many_sets_is_refused_at_once():
    with pytest.raises(TooLargeError, match=r"not about 10,875,153\. Take a smaller board, or a sample"):
        census(Board.rectangle(5, 6))


@pytest.fixture(scope="module")
def pieces():
    return Pieces.up_to(9)


@pytest.mark.parametrize("every", [25, pytest.param(1, marks=pytest.mark.slow)])
def test_every_piece_has_its_value(pieces, every):
    """Against the conflict graph, which knows nothing of pieces; and all free polyominoes are there."""
    for cells in range(1, 10):
        start, stop = pieces.starts[cells : cells + 2]
        assert stop - start == FREE_PIECES[cells - 1]
        for place in range(start, stop, 1 if cells < 6 else every):
            board = pieces.board(place)
            assert len(board) == cells
            assert len(board.components()) == 1
            found = format_value(pieces.values, int(pieces.value_ids[place]))
            assert Value.parse(found) == value(board).value
            for image in (board.mirror(0), board.transpose(), board.transpose().mirror(1)):
                assert (
                    Value.parse(format_value(pieces.values, pieces.find(image.cells))) == value(image).value
                )


def test_what_the_pieces_are_worth(pieces):
    found = piece_values(9)
    assert [size.pieces for size in found.sizes] == list(FREE_PIECES[:9])
    assert all(sum(size.kinds.values()) == size.pieces for size in found.sizes)
    assert [size.hottest for size in found.sizes[3:]] == [Fraction(n, 4) for n in (4, 4, 5, 5, 6, 6)]
    named = found.infinitesimals
    assert named["^"][1] == 6  # n ups in 1 + 5n cells [UB15]
    assert {name for name in named if Value.parse(name).ups_and_nimber is None} == {"tiny(2)"}
    assert pieces.find(Board.rectangle(2, 5).cells) is None


@pytest.mark.parametrize("name", ["kings", "far-node-kayles"])
def test_samples_where_rules_close_what_is_free(name):
    """A position of nine kings leaves 27 cells of 36 uncovered, and hardly one of them free."""
    board = Board.rectangle(6, 6)
    drawn = census(board, samples=2, seed=1, game=name)
    assert [row.positions for row in drawn.rows] == positions(board, game=name).by_size()


def test_samples_that_do_not_fit_are_refused_before_anything_is_counted(monkeypatch):
    monkeypatch.setattr("enumerate.counting.positions.positions", None)
    with pytest.raises(TooLargeError, match=r"counts need about [0-9.]+ TiB"):
        census(Board.rectangle(24, 24), samples=2, max_memory="8GiB")


def test_samples_of_which_none_could_be_worked_out_are_refused():
    apart = Board.parse("\n".join("#.#." * 4 if row % 2 else "####" * 4 for row in range(8)))
    with pytest.raises(TooLargeError, match="every position leaves more than 24 cells free"):
        census(apart, samples=2)


def test_the_number_of_parts_after_a_random_position_is_estimated_from_its_followers():
    assert parts_left([1, 4, 2], 0) == 1
    assert parts_left([1, 10, 100, 1000], 1) == 21


@pytest.mark.parametrize("size", [(5, 5), (6, 4)])
def test_a_long_census_is_announced_and_reports(size):
    """These two took 22 s without a word."""
    stop, listener = Event(), Listener()

    def hear(event):
        listener(event)
        if len(listener.shares) > 20:
            stop.set()

    with pytest.raises(StoppedError):
        census(Board.rectangle(*size), progress=hear, stop=stop)
    assert len(listener.estimates) == 1
    assert "sets of moves" in listener.estimates[0]
    assert listener.shares == sorted(set(listener.shares))
