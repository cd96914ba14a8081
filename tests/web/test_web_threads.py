"""Questions of the page in several threads at once, as the server runs them."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from enumerate import Board, caches
from enumerate.support.run import Settings
from enumerate.web.questions import answer

QUESTIONS = [
    (name, {"board": str(Board.rectangle(rows, cols)), "kind": kind, **more})
    for rows, cols, kind in ((4, 5, "maximal"), (4, 5, "right-end"), (5, 6, "general"))
    for name, more in (("count", {}), ("browse", {"number": "7"}))
]


def found(question):
    """An answer without its provenance, which contains the time it took."""
    name, body = question
    shown = answer(name, body, Settings(threads=1))
    return json.dumps({key: value for key, value in shown.items() if key != "provenance"}, default=str)


@pytest.fixture
def many_switches():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_threads_find_the_answers_of_one_thread(many_switches):
    """Four threads ask the same questions at once; they share the caches of the engine and of the page."""
    wanted = list(map(found, QUESTIONS))
    with ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            caches.clear()
            asked = [question for question in QUESTIONS for _ in range(4)]
            assert list(pool.map(found, asked)) == [each for each in wanted for _ in range(4)]
