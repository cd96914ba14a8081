"""Names in `docs/reliability.md` exist, and the script for mutants makes the mutants that it describes."""

import ast
import re
from pathlib import Path

import mutants
import pytest

ROOT = Path(__file__).parent.parent.parent
SOURCE = '''"""A module."""

def chosen(values: list[int], least: int = 0) -> int:
    """The sum of some values."""
    total = 0
    for value in values:
        if value < least or not value:
            continue
        total += max(value, 1)
    print(total)
    if total == 7:
        raise ValueError(f"{total} is wrong + {1 + 1}")
    return total - 1
'''
KINDS = {"and/or", "break", "comparison", "constant", "function", "not", "operator", "return", "statement"}


def test_named_files_exist():
    text = (ROOT / "docs" / "reliability.md").read_text()
    named = set(re.findall(r"`((?:tests|scripts)/[\w/]+\.py)`", text))
    assert len(named) > 30
    assert [name for name in sorted(named) if not (ROOT / name).is_file()] == []


@pytest.fixture
def tree(tmp_path):
    """A package of one module."""
    folder = tmp_path / "enumerate" / "rules"
    folder.mkdir(parents=True)
    (folder / "module.py").write_text(SOURCE)
    return tmp_path


def test_every_mutant_changes_one_thing_outside_texts_and_types(tree):
    found = mutants.sample(1000, 1, tree)
    assert {mutant.kind for mutant in found} == KINDS
    changed = {ast.dump(ast.parse(mutants.mutated(mutant, SOURCE.encode()))) for mutant in found}
    assert len(changed) == len(found) > 10
    assert ast.dump(ast.parse(SOURCE)) not in changed
    assert all("raise" not in mutant.before for mutant in found)
    assert all(mutant.line != 12 for mutant in found)


def test_samples_are_reproducible(tree):
    assert mutants.sample(5, 1, tree) == mutants.sample(5, 1, tree)
    assert mutants.sample(5, 1, tree) != mutants.sample(5, 2, tree)


def listening(folder, calls, loading=()):
    """A runner that has listened to some tests already: which functions they call, all in a second."""
    records = [{"test": test, "seconds": 1.0, "calls": places} for test, places in calls.items()]
    records += [{"file": file, "seconds": 1.0} for file in loading]
    runner = mutants.Runner(folder, 5, 1)
    for record in records:
        runner.write(runner.calls, record)
    runner.learn()
    return runner


def test_a_mutant_is_tried_with_the_tests_that_call_its_function(tmp_path):
    module = "enumerate/rules/problem.py"
    source = mutants.source_of()
    places = {mutant: source.around(mutant)[0] for mutant in mutants.mutants_of(ROOT / module)}
    found = {f"{module}:{f.first}": mutant for mutant, functions in places.items() for f in functions}
    one, *others = sorted(found)[-3:]
    calls = {
        "tests/model/test_a.py::test_one": [one],
        "tests/model/test_a.py::test_another": [others[0]],
        **{f"tests/rules/test_b.py::test_{number}": [one, *others] for number in range(3)},
    }
    runner = listening(tmp_path, calls, {"tests/model/test_a.py", "tests/rules/test_b.py"})
    beside = [f"tests/rules/test_b.py::test_{number}" for number in range(3)]
    assert runner.chosen(found[one]) == (beside, 1)  # the other one does not fit into five seconds
    runner.seconds = 7
    assert runner.chosen(found[one]) == ([*beside, "tests/model/test_a.py::test_one"], 0)
    assert runner.chosen(found[others[1]]) == (beside, 0)


def test_a_mutant_that_changes_an_answer_is_killed(tmp_path, monkeypatch):
    """A change of an answer fails a doctest of the module; another spelling of the same module survives."""
    monkeypatch.setattr(mutants, "PRELOADED", ("pytest", "hypothesis", "numpy"))
    monkeypatch.setattr(mutants, "COPIED", ("enumerate", "tests/conftest.py", "pyproject.toml"))
    module, before = "enumerate/evaluators/dictionary.py", "1 << len(ordered)"
    source = (ROOT / module).read_text()
    start = source.index(before)
    line = source[:start].count("\n") + 1
    changed = mutants.Mutant(module, line, "constant", start, start + len(before), before, f"3{before[1:]}")
    same = mutants.Mutant(module, line, "spelling", start, start + len(before), before, f"({before})")
    test = f"{module}::enumerate.evaluators.dictionary.DictionarySweep"
    runner = listening(
        tmp_path, {test: [f"{module}:{f.first}" for f in mutants.source_of().around(changed)[0]]}
    )
    tree = runner.tree(0)
    assert runner.judge(changed, tree)["by"] == test
    found = runner.judge(same, tree)
    assert (found["killed"], found["passed"]) == (False, [test])
