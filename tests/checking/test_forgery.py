"""Answers constructed to deceive `verify`, and claims that are too expensive to check."""

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from enumerate import Board, Polynomial, positions
from enumerate.checking.claim import Claim
from enumerate.checking.verify import _corner, verify
from enumerate.support.errors import InputError, TooLargeError

ROOT = Path(__file__).parents[2]
BOARD = Board.rectangle(6, 6)
TRUTH = positions(BOARD)


def total(number):
    """The claim that the board has this number of positions."""
    return Claim(BOARD, "general", frozenset(), False, number, None)


def primes(found):
    """The primes that a verification used."""
    return [int(re.search(r"modulo (\d+)", c.detail)[1]) for c in found.checks if c.name == "value"]


@pytest.mark.parametrize("seed", range(5))
def test_a_known_seed_does_not_help_a_forger(seed):
    """The true answer plus the product of the primes of a seed; the changed answer draws other primes."""
    used = primes(verify(total(TRUTH.total), seed=seed))
    forged = total(TRUTH.total + used[0] * used[1])
    found = verify(forged, seed=seed)
    assert "value" in found.failed
    assert not set(primes(found)) & set(used)


def test_a_seed_repeats_a_check_and_says_what_it_is_worth():
    once, again = (verify(total(TRUTH.total), seed=5) for _ in range(2))
    assert once == again
    assert once.holds
    assert "A wrong answer that was not constructed for the seed 5 passes" in str(once)
    assert "seed" not in str(verify(total(TRUTH.total)))
    assert primes(verify(total(TRUTH.total))) != primes(verify(total(TRUTH.total)))
    with pytest.raises(InputError, match="`seed` must be at least 0, not -1"):
        verify(total(1), seed=-1)


def test_a_forged_polynomial_with_the_primes_of_a_seed():
    claim = Claim(BOARD, "general", frozenset(), False, TRUTH.total, TRUTH)
    one, two = primes(verify(claim, seed=1))
    terms = TRUTH.coefficients()
    terms[(9, 9)] = terms.get((9, 9), 0) + one * two
    wrong = Polynomial.of(terms)
    forged = Claim(BOARD, "general", frozenset(), False, wrong.total, wrong)
    assert "value" in verify(forged, seed=1).failed


def saved(**changes):
    value = {
        "board": BOARD.to_json(),
        "kind": "general",
        "stuck": [],
        "play": False,
        "total": str(TRUTH.total),
        "terms": None,
    }
    return json.dumps(value | changes)


@pytest.mark.parametrize("name", ["total", "kind", "board", "shape"])
def test_keys_that_occur_twice_are_refused(name):
    text = saved()
    assert Claim.parse(text).total == TRUTH.total
    doubled = text.replace(f'"{name}":', f'"{name}": 1, "{name}":', 1)
    with pytest.raises(InputError, match=f'the key "{name}" occurs twice'):
        Claim.parse(doubled)


def test_long_numbers_are_read_fast():
    began = time.process_time()
    claim = Claim.parse(saved(total="7" * 10**6))
    assert claim.total % 1000 == 777
    assert claim.total.bit_length() == 3321928
    with pytest.raises(InputError, match="too large for a size or an exponent"):
        Claim.parse(
            saved(board={"shape": [6, 6], "wrap": [False, False], "text": "x"}).replace("6", "7" * 10**6)
        )
    assert time.process_time() - began < 2


def test_corners_are_small_and_found_at_once():
    began = time.process_time()
    for board in (Board.rectangle(2, 9_000), Board.rectangle(9_000, 2), Board.box(1, 1, 9_999)):
        assert 1 < len(_corner(board)) < 100
    assert _corner(Board.rectangle(3, 3)) == Board.rectangle(3, 3)
    assert time.process_time() - began < 20


def test_a_small_claim_about_a_large_board_is_refused_at_once():
    """100 x 100 cells are 10 kB: nothing is computed, within the limit and within seconds."""
    board = Board.rectangle(100, 100)
    terms = [[0, 0, "1"]]
    text = saved(board=board.to_json(), total="1", terms=terms)
    began = time.process_time()
    with pytest.raises(TooLargeError, match="the tensors of this board need about"):
        verify(text, max_memory=100 * 2**20)
    assert time.process_time() - began < 5


MEASURE = """
import json, re, sys
from pathlib import Path
from enumerate import Board
from enumerate.checking.contraction import contract, contraction_memory
from enumerate.support.memory import process_memory
from enumerate.support.run import running
rows, cols, stuck, point = map(json.loads, sys.argv[1:])
board = Board.rectangle(rows, cols)
contract(Board.rectangle(4, 4), stuck, 101, point)
need = process_memory()[0] + contraction_memory(board, stuck)
with running({"max_memory": need + 2**21}):
    contract(board, stuck, 2**31 - 1, point)
status = Path("/proc/self/status").read_text()  # ru_maxrss would count the process that started this one
print(int(re.search(r"VmHWM:\\s+(\\d+)", status)[1]) * 1024 / need)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "cols", "stuck", "point"),
    [(21, 22, [], [1, 1]), (13, 13, [0, 1], [5, 7]), (20, 21, [0], [3, 1]), (13, 14, [0, 1], [1, 1])],
)
def test_a_contraction_takes_what_it_says(rows, cols, stuck, point):
    words = [str(rows), str(cols), json.dumps(stuck), json.dumps(point)]
    done = subprocess.run([sys.executable, "-c", MEASURE, *words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert 0.7 < float(done.stdout) < 1.2
