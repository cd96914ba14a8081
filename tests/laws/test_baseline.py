"""The answers of version 0.2.0 stay the same; scripts/baseline.py recorded them and says what is asked.

In the large groups the default run asks every seventh question, and none that takes many seconds.
`pytest -m slow` asks all the others.
"""

import importlib.util
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("record_baseline", ROOT / "scripts" / "baseline.py")
baseline = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(baseline)

LARGE = {"library", "random", "selections"}
SECONDS = {("seeded", 0), ("games", 54), ("commands", 60)}  # questions that take many
DIVISOR = 7


def recorded():
    """Every question with its answer, as parameters of a test."""
    for group in baseline.GROUPS:
        for index, (question, expected) in enumerate(baseline.read(group)):
            slow = group == "slow" or (group in LARGE and index % DIVISOR) or (group, index) in SECONDS
            marks = [pytest.mark.slow] if slow else []
            yield pytest.param(question, expected, id=f"{group}-{index}-{question['ask']}", marks=marks)


@pytest.mark.parametrize(("question", "expected"), list(recorded()))
def test_an_answer_is_as_in_the_baseline(question, expected):
    assert baseline.answer(question) == expected


@pytest.mark.parametrize("group", baseline.GROUPS)
def test_no_question_is_asked_twice(group):
    asked = [json.dumps(question, sort_keys=True) for question, _ in baseline.read(group)]
    assert len(set(asked)) == len(asked)


def test_every_way_to_ask_is_used():
    used = {question["ask"] for group in baseline.GROUPS for question, _ in baseline.read(group)}
    assert used == set(baseline.ANSWERS)


def test_every_game_of_the_library_is_asked():
    main = baseline.answer({"ask": "command", "words": ["games", "--format", "json"]})
    named = {question["game"] for question, _ in baseline.read("library") if "game" in question}
    assert named <= {game["name"] for game in main}
    assert len(named) == 29
