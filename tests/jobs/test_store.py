"""The store: one writer, versions, full disks; keys depend only on what determines the result."""

import errno
import os
import time
from dataclasses import replace

import pytest
from plain_points import TASK, TRUTH, plain_workers, plan, residue

from enumerate.counting.positions import positions
from enumerate.evaluators.points import EvaluationPoint
from enumerate.jobs.journal import line_of
from enumerate.jobs.listing import list_jobs
from enumerate.jobs.runner import Jobs
from enumerate.jobs.store import Store
from enumerate.jobs.wire import read_problem, write_problem
from enumerate.model.board import Board
from enumerate.model.game import Game, names
from enumerate.reconstruct import answers
from enumerate.reconstruct.answers import Threads
from enumerate.rules.problem import Problem
from enumerate.support.errors import ComputationError, InputError
from enumerate.support.run import silent


def refuse(points):
    raise AssertionError(f"{len(points)} lanes were computed again")


def test_the_same_question_is_answered_from_the_store(tmp_path):
    whole = plan()
    with Store(tmp_path / "lanes.db") as store:
        first = Jobs(plain_workers(), store)(TASK, whole.points(), silent)
    assert whole.assemble(first) == TRUTH
    with Store(tmp_path / "lanes.db") as store:
        assert Jobs(plain_workers(started=refuse), store)(TASK, whole.points(), silent) == first
        # a half sweep or a whole one: the residues are the same
        other = replace(TASK, symmetry=False)
        assert Jobs(plain_workers(started=refuse), store)(other, whole.points(), silent) == first


def test_repeated_lanes_are_computed_once():
    begun = []
    points = [EvaluationPoint(101, (2, 3)), EvaluationPoint(101, (5, 7)), EvaluationPoint(101, (2, 3))]
    found = Jobs(plain_workers(started=begun.extend))(TASK, points, silent)
    assert (found, len(begun)) == ([residue(point) for point in points], 2)


def test_tasks_do_not_mix(tmp_path):
    point = EvaluationPoint(101, (2, 3))
    boards = [*map(Board, ("2x3", "3x2", "2x3x1", "6")), Board("2x3", wrap="rows"), Board("..#\n...")]
    tasks = [Problem(board, frozenset(stuck)) for board in boards for stuck in ((), (0,))]
    with Store(tmp_path / "lanes.db") as store:
        for number, task in enumerate(tasks):
            store.add(store.begin(task, [point], 0), task, [(point, number)])
        assert [store.known(task)[point] for task in tasks] == list(range(len(tasks)))
        assert {job.task for job in list_jobs(tmp_path / "lanes.db")} == set(tasks)
    games = [Problem(Board("2x2"), frozenset({0}), game=Game.named(name)) for name in names()]
    assert [read_problem(write_problem(task)) for task in (*tasks, *games)] == [*tasks, *games]
    assert [task.game.name for task in games if "game" not in write_problem(task)] == ["domineering"]
    assert write_problem(tasks[3]) == '{"shape":[3,2],"wrap":[false,false],"text":"..\\n..\\n..","stuck":[0]}'


def test_it_can_be_read_while_it_is_written(tmp_path):
    path = tmp_path / "lanes.db"
    points = plan().points()
    with Store(path) as store:
        job = store.begin(TASK, points, 0)
        store.add(job, TASK, [(point, residue(point)) for point in points[:10]])
        (now,) = list_jobs(path)
        assert (now.state, now.done, now.lanes) == ("running", 10, len(points))
        assert now.left is not None
        assert now.left >= 0
    (then,) = list_jobs(path)
    assert then.state == "stopped"


def small_disk(path, size):
    """A way to write that finds the disk full, in the middle of a line, once the file has a size."""

    def write(handle, data):
        room = size - path.stat().st_size
        if room <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(handle, data[:room])

    real = os.write
    return write


def test_a_full_disk_is_reported_and_loses_nothing_committed(tmp_path, monkeypatch):
    path = tmp_path / "lanes.db"
    whole = plan(spares=20)
    with Store(path) as store:
        monkeypatch.setattr(os, "write", small_disk(path, 20_000))
        with pytest.raises(ComputationError, match="disk is full"):
            Jobs(plain_workers(nap=0.01), store)(TASK, whole.points(), silent)
        monkeypatch.undo()
    said = []
    with Store(path, said.append) as store:
        kept = store.known(TASK)
        assert 0 < len(kept) < len(whole.points())
        assert all(value == residue(point) for point, value in kept.items())
        begun = []
        found = Jobs(plain_workers(started=begun.extend), store)(TASK, whole.points(), silent)
    assert said == []
    assert whole.assemble(found) == TRUTH
    assert set(begun) == set(whole.points()) - set(kept)


def test_another_version_is_refused(tmp_path):
    path = tmp_path / "lanes.db"
    Store(path).close()
    path.write_bytes(line_of(["store", 99]))
    for use in (Store, list_jobs):
        with pytest.raises(InputError, match="version 99 and this program reads version 2"):
            use(path)
    assert path.read_bytes() == line_of(["store", 99])


def test_a_failing_block_does_not_take_the_others_with_it(tmp_path, monkeypatch):
    task = Problem(Board.rectangle(3, 3), frozenset())
    points = [EvaluationPoint(101, (i, 1)) for i in range(30)]
    compute = answers.run_block

    def failing(program, batch, *rest):
        time.sleep(0.2)  # both are under way
        if batch[0] == points[0]:
            raise MemoryError
        time.sleep(0.3)
        return compute(program, batch, *rest)

    monkeypatch.setattr(answers, "run_block", failing)
    with Store(tmp_path / "lanes.db") as store:
        with pytest.raises(MemoryError):
            Jobs(Threads(2), store)(task, points, silent)
        kept = store.known(task)
    assert sorted(point.values[0] for point in kept) == list(range(15, 30))
    assert all(kept[point] == positions(task.board)(*point.values) % 101 for point in kept)
