"""Values in several threads: all threads share one table of canonical forms."""

import json
import subprocess
import sys

from enumerate import Board, Value, census, value

ROUNDS = 40
SHAPES = [(rows, cols) for rows in range(1, 6) for cols in range(1, 6) if rows * cols <= 12]
QUESTIONS = """
def written(number):
    return f"{{{number}*2,{number}^|{{{number - 1}|-{number},*}}}}"

def answers(rows, cols):
    board = Board.rectangle(rows, cols)
    of_board = value(board).value
    double = of_board + of_board - Value.parse("{3|^*}")
    counted = str(census(board)) if rows * cols <= 6 else ""
    return [str(of_board), str(double), str(double.mean), double.outcome, counted]
"""
FOUR_THREADS = (
    """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, settrace
from time import sleep

from enumerate import Board, Value, census, value
"""
    + QUESTIONS
    + """
rounds, shapes = json.loads(sys.argv[1])
together = Barrier(4, timeout=20)  # a thread that fails must not leave the others waiting

def work(_):
    sums = []
    for number in range(1, rounds):  # all threads ask for the same new forms at the same moment
        together.wait()
        new = Value.parse(written(number))
        sums.append(str(new - Value.parse(written(number))))
    return sums, [answers(rows, cols) for rows, cols in shapes]

def switch(frame, event, argument):  # give way to the other threads before every line that adds a form
    if frame.f_code.co_name == "_keep":
        sleep(0)
        return switch

settrace(switch)
sys.setswitchinterval(1e-6)
with ThreadPoolExecutor(4) as pool:
    print(json.dumps(list(pool.map(work, range(4)))))
"""
)


def test_four_threads_find_what_one_finds():
    """In a process that has no table yet, so that all threads add to it at once."""
    asked = json.dumps([ROUNDS, SHAPES])
    run = [sys.executable, "-c", FOUR_THREADS, asked]
    found = json.loads(subprocess.run(run, capture_output=True, text=True, check=True).stdout)
    alone = {"Board": Board, "Value": Value, "census": census, "value": value}
    exec(QUESTIONS, alone)
    wanted = [["0"] * (ROUNDS - 1), [alone["answers"](rows, cols) for rows, cols in SHAPES]]
    assert found == [wanted] * 4
