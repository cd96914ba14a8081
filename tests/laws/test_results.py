"""Every public result is a value: equality, hash, `repr`, text, table, JSON, copy, and pickle.

A pickle keeps its meaning in another process, to which multiprocessing sends it.
"""

import copy
import json
import pickle
import subprocess
import sys
from multiprocessing import get_context
from pathlib import Path

import pytest
from results import RESULTS

import enumerate as package
from enumerate import Board, Settings, Value, value
from enumerate.support.result import Result, Results

# modules, a function that returns nothing, and a compiled program, which belongs to its process
WITHOUT_RESULT = {"games", "oeis", "render", "caches", "semirings", "check_semiring", "program"}
# what a user passes in, numbers and words
WITHOUT_TABLE = {
    *("Board", "Domino", "Forbidden", "Game", "Kind", "Piece", "Player", "Position", "Settings"),
    *("ComputationError", "EnumerateError", "InputError", "StoppedError", "TooLargeError"),
    *("count", "games.leaves", "selftest"),
}
FRESH = """
import json, pickle, sys
sys.path.insert(0, sys.argv[1])
from enumerate import Value, value, Board
other = [Value.parse(text) for text in ("{7|5*}", "{4|-4,*2}", "^3", "-9/16")]  # another table of values
value(Board.rectangle(3, 4))
from results import RESULTS

found = {}
for name, data in pickle.load(sys.stdin.buffer).items():
    try:
        loaded, own = pickle.loads(data), RESULTS[name](int)
        found[name] = [loaded == own, hash(loaded) == hash(own), repr(loaded) == repr(own)]
        found[name] += [str(loaded) == str(own), type(loaded) is type(own)]
    except Exception as error:
        found[name] = repr(error)
print(json.dumps(found))
"""


def test_every_public_name_has_a_result():
    names = {name for name in package.__all__ if not hasattr(getattr(package, name), "__deprecated__")}
    assert {name.partition(",")[0] for name in RESULTS} >= names - WITHOUT_RESULT


@pytest.fixture(scope="module")
def elsewhere():
    """What a process that has worked out other values finds in the pickles of this one."""
    sent = {}
    for name, ask in RESULTS.items():
        try:
            sent[name] = pickle.dumps(ask(int))
        except (TypeError, AttributeError, pickle.PicklingError):
            continue  # the test of this name fails
    run = [sys.executable, "-c", FRESH, str(Path(__file__).parents[1])]
    done = subprocess.run(run, input=pickle.dumps(sent), capture_output=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_keeps_its_meaning_in_another_process(name, elsewhere):
    assert elsewhere.get(name) == [True] * 5


def each(found):
    """The results in a tuple, or the one result."""
    return found if type(found) is tuple else (found,)


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_a_value_that_prints(name):
    """Copies are equal, the `repr` is short, no address is shown; most are a table and JSON."""
    found = RESULTS[name](int)
    copies = [copy.copy(found), copy.deepcopy(found)]
    assert copies == [found, found]
    assert {found, *copies} == {found}
    for result in each(found):
        assert len(repr(result)) <= 200
        assert " at 0x" not in repr(result) + str(result)
        if name.partition(",")[0] not in WITHOUT_TABLE:
            check_outputs(result, is_picture=name.startswith("sample"))


def check_outputs(result, is_picture):
    table = result.table()
    assert table.rows
    assert {len(row) for row in table.rows} == {len(table.header)}
    assert json.loads(json.dumps(result.to_json())) == result.to_json()
    if isinstance(result, Result):
        assert str(result) != repr(result)
        assert result._repr_html_().startswith("<svg" if is_picture else "<table>")
    if isinstance(result, Results):
        plain = list(result)
        assert (result, result[0], result[1:], len(result)) == (plain, plain[0], plain[1:], len(plain))


def test_a_sequence_of_results_cannot_be_changed():
    curve = package.activity_curve(Board.rectangle(2, 2), points=3)
    with pytest.raises(TypeError):
        curve[0] = curve[1]
    assert curve == list(curve) == curve[:]
    assert curve != list(curve)[:2]
    assert curve[1:].table().rows == curve.table().rows[1:]


def value_of(rows):
    """What a worker of a pool returns."""
    return value(Board.rectangle(rows, 3)).value


def test_a_pool_returns_right_values():
    Value.parse("{9|-9}")  # this process has values that the workers do not have
    with get_context("spawn").Pool(2) as pool:
        found = pool.map(value_of, range(1, 6))
    assert found == [value_of(rows) for rows in range(1, 6)]


def test_moves_of_a_loaded_value_are_those_of_the_position():
    found = value(Board.parse("....\n..#.\n...."))
    again = pickle.loads(pickle.dumps(found))
    for player in ("left", "right"):
        assert again.moves(player) == found.moves(player)


def test_a_loaded_list_numbers_positions_as_before():
    listed = package.list_positions(Board.rectangle(3, 4), "maximal", play=True)
    again = pickle.loads(pickle.dumps(listed))
    assert list(again.listing()) == list(listed.listing())
    few = package.sampling.sampling.PositionList(Board.rectangle(3, 3), pieces=(1, 2)).of_size(2)
    assert pickle.loads(pickle.dumps(few)).total == few.total == 44


def test_lists_are_equal_if_they_list_the_same():
    board = Board.rectangle(2, 3)
    assert package.list_positions(board, "maximal") == package.list_positions(board, stuck=["left", "right"])
    assert package.list_positions(board, "maximal") != package.list_positions(board)
    assert package.list_positions(board, pieces=(1, None)) != package.list_positions(board)


def test_what_belongs_to_a_process_stays_there():
    """A listener of the caller cannot be sent; the other settings are."""
    heard = []
    settings = Settings(threads=1, progress=heard.append)
    grid = package.legal_complex(Board.rectangle(2, 2), settings=settings)
    assert pickle.loads(pickle.dumps(grid)).settings == Settings(threads=1)
