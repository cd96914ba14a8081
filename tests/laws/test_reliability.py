"""What `docs/reliability.md` names exists, and the script that makes mutants makes what it says."""

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


def test_tests_that_import_a_module_are_found():
    known = mutants.distances()
    files = mutants.tests_for("enumerate/compiler/trace.py", known)
    assert files[0].startswith("tests/compiler/test_trace")
    assert all(known[file]["enumerate/compiler/trace.py"] == 1 for file in files)
    assert 0 < len(mutants.tests_for("enumerate/evaluators/kernel.py", known)) <= mutants.MOST_FILES


@pytest.mark.slow
def test_a_mutant_that_changes_an_answer_is_killed(tmp_path):
    """A change of an answer fails a doctest of the module; another spelling of the same module survives."""
    module, before = "enumerate/evaluators/dictionary.py", "1 << len(ordered)"
    start = (ROOT / module).read_text().index(before)
    runner = mutants.Runner(tmp_path, 5, 1)
    runner.known = {"tests/model/test_small_parts.py": {module: 1}}
    runner.baseline[mutants.QUESTIONS] = None
    tree = runner.tree(0)
    changed = mutants.Mutant(module, 1, "constant", start, start + len(before), before, f"3{before[1:]}")
    assert runner.judge(changed, tree)["by"] == f"{module}::enumerate.evaluators.dictionary.DictionarySweep"
    same = mutants.Mutant(module, 1, "spelling", start, start + len(before), before, f"({before})")
    assert runner.judge(same, tree)["killed"] is False
