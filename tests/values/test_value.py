"""Canonical forms: published values, play, laws, games on other boards, and refusals."""

import operator
import pickle
import random
from fractions import Fraction
from itertools import pairwise
from time import monotonic

import pytest
from typed import answer, printed

from enumerate import Board, InputError, Position, Settings, TooLargeError, Value, count, solve, value
from enumerate.model.game import Forbidden, Game, Piece
from enumerate.rules.problem import conflict_graph
from enumerate.values import placement
from enumerate.values.canonical import CanonicalForms
from enumerate.values.placement import PlacementGame
from enumerate.values.value import LONGEST_VALUE, short_text

GAMES = [Game.named(name) for name in ("domineering", "triomineering", "col", "snort", "cram", "node-kayles")]


@pytest.mark.parametrize(
    ("board", "printed"),
    [
        # Wikipedia, "Domineering", section "Basic examples"
        (".", "0"),
        (".\n.", "1"),
        ("..", "-1"),
        ("..\n.#", "*"),
        ("..\n..", "+-1"),
        ("...\n...", "{2|-1/2}"),
        # E. Berlekamp, "2xN Domineering" (a page of his class): 1/2 | -2 = -3/4 +- 5/4
        ("..\n..\n..", "{1/2|-2}"),
        # CGSuite's own tests: +-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}
        ("....\n....\n....\n....", "+-({{2|0},2+tiny(2)|{2|0},miny(2)},0)"),
    ],
)
def test_values_that_others_print(board, printed):
    assert value(Board.parse(board)).value == Value.parse(printed)


@pytest.mark.parametrize(("rows", "cols", "printed"), [(3, 3, "+-1"), (4, 5, "1"), (5, 5, "0")])
def test_values_by_play(rows, cols, printed):
    """G = v if nobody who starts wins G - v: asked of the solver, with -v as a piece of board beside G."""
    board = Board.rectangle(rows, cols)
    assert value(board).value == Value.parse(printed)
    beside = {"+-1": (2, 2), "1": (1, 2), "0": (1, 1)}[printed]
    negative = Board.rectangle(*beside)
    assert value(negative).value == -Value.parse(printed)
    cells = [*board.cells, *((row, cols + 1 + col) for row, col in negative.cells)]
    both = Board.of((max(rows, beside[0]), cols + 1 + beside[1]), cells)
    assert solve(both, moves=False, lengths=False).outcome == "P"


@pytest.mark.parametrize(
    "text", ["0", "-3/4", "*", "^", "{2|-1}", "{3|{1|0}}", "{{5|2}|{0|-4}}", "{{4|0}|{2|-2}}"]
)
def test_the_walls_of_a_thermograph_meet_at_the_mean_and_the_temperature(text):
    found = Value.parse(text)
    graph = found.thermograph
    assert (graph.mean, graph.temperature) == (found.mean, found.temperature)
    assert graph.left[-1] == graph.right[-1] == (graph.temperature, graph.mean)
    for wall in (graph.left, graph.right):
        assert all(below[0] < above[0] for below, above in pairwise(wall))
    assert found._repr_svg_().startswith("<svg")


def test_long_values_are_cut_to_fit_into_a_table():
    found = Value.parse("{{10000|9000}|{{8000|7000}|{{600|50}|{{4|3}|{-2|-10000}}}}}")
    text = short_text(found)
    assert len(str(found)) > LONGEST_VALUE == len(text)
    assert text == str(found)[: LONGEST_VALUE - 3] + "..."
    assert short_text(Value.parse("{2|-1}")) == "{2|-1}"


def test_many_terms_beside_each_other_do_not_hide_that_others_are_nested_too_deeply():
    deep, beside = "{" * 51 + "0|0" + "}" * 51, ",".join("0" * 60)
    for text in (deep, f"{{{beside}|{deep}}}"):
        with pytest.raises(InputError, match="nested too deeply"):
            Value.parse(text)
    flat = "{" + beside + "|1}"
    assert Value.parse("{" * 20 + flat + "|2}" * 20) == Value.parse("{" * 20 + "{0|1}" + "|2}" * 20)


def test_the_symmetries_of_a_game_keep_its_rules():
    """Cells that may not be beside each other in a row may be in a column: rows stay rows."""
    beside = Game("beside", [Piece("C", "either", [[0, 0]])], [Forbidden(("C", "C"), [[0, 1]])])
    assert {turn.axes for turn in placement.symmetries_of(beside, 2)} == {(0, 1)}
    assert {turn.axes for turn in placement.symmetries_of(Game.named("node-kayles"), 2)} == {(0, 1), (1, 0)}


def test_sums_and_order():
    star, up, tiny = (Value.parse(text) for text in ("*", "^", "tiny(2)"))
    equal = [(star + star, "0"), (up + up, "{0|^*}"), (up + up + star, "{0|^}"), (tiny, "{0|{0|-2}}")]
    equal += [(Value.parse("*100") + Value.parse("*99"), "*7"), (Value.parse("*60*100"), "*88")]
    ell = "..#\n.##\n###\n"  # an L of three cells: both players have one move
    equal += [(value(Board.parse(ell * 7)).value, "*"), (value(Board.parse(ell * 8)).value, "0")]
    assert [found for found, text in equal if found != Value.parse(text)] == []
    assert (tiny <= up, up <= tiny, star <= up) == (True, False, False)
    for combine in (operator.add, operator.sub, operator.le, operator.ge):
        with pytest.raises(TypeError):
            combine(star, 1)


def test_the_names_of_ups():
    for text, name in (("{0|*}", "^"), ("{*|0}", "v"), ("{0,*|0}", "^*"), ("{0|0,*}", "v*"), ("^^*", "^2*")):
        assert str(Value.parse(text)) == name
    assert str(Value.parse("^" * 1200)) == "^1200"
    assert str(Value.parse("v" * 1201 + "*")) == "v1201*"
    assert Value.parse("^" * 1200).temperature == 0


@pytest.mark.parametrize("ups", range(-3, 4))
@pytest.mark.parametrize("nimber", range(5))
def test_ups_and_nimbers_are_recognised(ups, nimber):
    total = Value.parse(f"*{nimber}" if nimber else "0")
    for _ in range(abs(ups)):
        total += Value.parse("^" if ups > 0 else "v")
    assert total.ups_and_nimber == (ups, nimber)
    for number in ("", "3/4", "-2"):
        shifted = total + Value.parse(number or "0")
        assert Value.parse(str(shifted)) == shifted
        assert "{" not in str(shifted)


def random_value(chance, depth=3):
    if depth == 0 or chance.random() < 0.2:
        return Value.parse(chance.choice(["0", "1", "-1", "1/2", "*", "^", "-3/4", "2"]))
    sides = ([random_value(chance, depth - 1) for _ in range(chance.randint(1, 2))] for _ in range(2))
    return Value.of(*sides)


def test_laws_of_values():
    """A group, ordered; means add, stops bound, a sum is no hotter than its parts; text reads back."""
    chance = random.Random(3)
    zero = Value.parse("0")
    for _ in range(150):
        a, b, c = (random_value(chance) for _ in range(3))
        assert (a + b) + c == a + (b + c)
        assert a + b == b + a
        assert a - a == zero
        assert -(a + b) == -a - b
        assert (a <= b) == (a + c <= b + c) == (a - b <= zero)
        assert (a + b).mean == a.mean + b.mean
        assert (a + b).temperature <= max(a.temperature, b.temperature)
        assert a.stops[0] >= a.mean >= a.stops[1]
        assert Value.parse(str(a)) == a
        assert Value.parse(a.canonical) == a
        both = Value.of([a], [-a])  # written as +-(...)
        assert Value.parse(str(both)) == both
        assert a.outcome == {"L": "R", "R": "L"}.get((-a).outcome, (-a).outcome)


SMALL = ["....\n..#.", "...\n.#.\n...", "..\n..\n..", ".....", "#.#\n...\n#.#"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_parts_remembered_up_to_symmetry_are_right(game):
    """With and without symmetries, on a board with walls: the same value."""
    board = Board.parse("...#\n....\n#...")
    values = CanonicalForms()
    with_symmetries, without = (PlacementGame(conflict_graph(game, board), values) for _ in range(2))
    without._turned, without._slabs = [], []
    assert with_symmetries.value(with_symmetries.all) == without.value(without.all)
    assert len(with_symmetries) >= 1


def test_a_transposed_board_is_the_negative():
    for drawing in SMALL:
        board = Board.parse(drawing)
        assert value(board.transpose()).value == -value(board).value


def test_the_table_names_components_by_their_first_cells():
    rows = value(Board.parse("..#.\n.##.")).table().rows
    assert rows == (("1,1", 3, "*", "N", "0", "0", "0, 0"), ("1,4", 2, "1", "L", "1", "-1", "1, 1"))


def test_components_add():
    board = Board.parse("..#...\n..#...\n###..#\n...#..")
    worth = value(board)
    total = Value.parse("0")
    for part in worth.components:
        total += value(part.board).value
    assert worth.value == total
    assert sum(len(part.board) for part in worth.components) <= len(board)


def test_moves_lead_where_they_say():
    position = Position.parse("L...\nL...\n....")
    worth = value(position)
    for player in (0, 1):
        moves = worth.moves(player)
        for move in moves:
            after = value(position.place(move.placement.domino))
            assert after.value == move.after  # there is one component
            assert move.wins == (after.outcome in {"P", "LR"[player]})
        assert moves[0].temperature == worth.temperature
        options = {move.after for move in moves if move.dominated_by is None and move.reverses_to is None}
        assert options <= set(worth.value.options(player))


def test_a_board_without_moves_is_zero():
    for board in (Board.of((2, 2), []), Board.parse("."), Board.parse(".#\n#.")):
        worth = value(board)
        assert (str(worth.value), worth.outcome, worth.components) == ("0", "P", ())
        assert worth.temperature == Fraction(-1)
        assert worth.best_moves("left") == []


def test_too_large_is_refused_with_the_estimate():
    with pytest.raises(TooLargeError, match=r"parts of this board need about .* may be used"):
        value(Board.rectangle(7, 7), settings=Settings(max_memory=2**34))


@pytest.mark.parametrize("game", ["domineering", "snort", "node-kayles", "triomineering", "knights"])
def test_the_expected_number_of_positions(game):
    """Exact on small boards; above what any computation can take on large ones."""
    board = Board.rectangle(6, 6)
    assert placement.expected_positions(board, Game.of(game)) == [count(board, game=game)]
    assert placement.expected_positions(Board.rectangle(20, 20), Game.of(game))[0] > 10**50


@pytest.mark.parametrize(("game", "side"), [("node-kayles", 20), ("snort", 14)])
def test_wide_boards_are_known_to_be_far_too_large(game, side):
    """Keeping the most frequent states of the count made it collapse to 10^7 positions."""
    with pytest.raises(TooLargeError, match=r"10\^\d+ parts of this board need about"):
        value(Board.rectangle(side, side), game=game)


def test_the_command_draws(tmp_path):
    file = tmp_path / "worth.svg"
    shown = printed(f"value 2x3 --show --thermograph --picture {file}")
    assert "mast at 3/4 from t = 5/4 on" in shown
    assert "│ L │" in shown
    assert file.read_text().count("<svg ") == 3
    assert "temperature 5/4" in file.read_text()


def test_moves_are_told_by_piece_where_the_place_does_not_tell_them():
    shown = printed("value 2x3 --game cram --options").splitlines()
    rows = [line.split() for line in shown if line.startswith(("L ", "R "))]
    assert len({tuple(row[:3]) for row in rows}) == len(rows) == 2 * 7
    assert 0 < sum("dominated" in row for row in rows) < len(rows)
    # a vertical domino leaves a square (0) or two columns (* + * = 0), a horizontal one a path of four cells
    assert {(row[1], row[3]) for row in rows} == {("V", "0"), ("H", "*2")}
    for move in answer("value 2x3 --game cram --options")["moves"]["L"]:
        assert move["dominated_by_piece"] in (None, move["piece"])


def test_the_compiled_search_is_for_plain_boards_of_domineering():
    """Its bit boards know neither forbidden cells nor periodic axes, and an empty board has no bits."""
    plain = [Board("8x8"), Board("15x4")]
    others = [
        Board("4x4").bar([((0, 0), "H")]),
        Board("4x4", wrap="cols"),
        Board("4x4").without(Board("4x4")),
        *map(Board, ("2x2x2", "9x8", "1x16")),
    ]
    assert [placement.is_compact(board) for board in plain + others] == [True] * 2 + [False] * 6


LARGE = ["1000", "-10000", "*100", "^50", "v50*3", "{*40|*41}", "1/1048576"]


@pytest.mark.parametrize("text", ["0", "-5/4", "*2", "+-1", "{2|-1/2}", *LARGE])
def test_values_are_read_written_and_pickled(text):
    found = Value.parse(text)
    assert Value.parse(str(found)) == pickle.loads(pickle.dumps(found)) == found
    assert found - found == Value.parse("0")


def test_many_isolated_dominoes():
    began = monotonic()
    found = value(Board.parse("..#" * 1200))
    assert found.value == Value.parse("-1200")
    assert len(found.components) == 1200
    assert monotonic() - began < 20


def test_components_and_moves_are_in_the_order_of_the_board():
    found = value(Board.parse("..#..\n#####\n.#...\n.#..."))
    first = [min(part.board.cells) for part in found.components]
    assert first == sorted(first)
    moves = [(-move.temperature, not move.wins, move.placement.at) for move in found.moves("right")]
    assert moves == sorted(moves)
