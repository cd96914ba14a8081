"""Totals with a store: the frontier saved beside it, and faults."""

import io
import json
import os
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from weakref import ref

import numpy as np
import pytest
from listening import Listener

from enumerate import Board, count
from enumerate.counting.positions import answer_total
from enumerate.evaluators.integers import Checkpoint, checked_total
from enumerate.jobs import checkpoints as frontiers
from enumerate.jobs.listing import list_jobs
from enumerate.jobs.store import Store
from enumerate.jobs.wire import problem_key
from enumerate.plan.question import Question
from enumerate.plan.strategy import compiled_program
from enumerate.rules.problem import Problem

HERE = Path(__file__).parent
BOTH = frozenset({0, 1})
BOARD = Board.rectangle(7, 7)
TASK = Problem(BOARD, BOTH)
TRUTH = count(BOARD, "maximal", engine="dictionary")


def copied(moment):
    return Checkpoint(
        moment.total, moment.done, [[plane.copy() for plane in planes] for planes in moment.values]
    )


@pytest.mark.parametrize(
    "task",
    [
        Problem(Board.rectangle(6, 5), BOTH),
        Problem(Board.rectangle(5, 5), BOTH),
        Problem(Board.rectangle(5, 4), BOTH, symmetry=False),
        Problem(Board.rectangle(7, 6), frozenset()),
        Problem(Board.parse("..#..\n.....\n....#\n....."), frozenset({1})),
    ],
    ids=["even", "odd", "whole", "general", "walls"],
)
def test_a_total_goes_on_from_any_moment(task):
    program = compiled_program(task, weighted=False)
    moments = []
    total = checked_total(program, keep=lambda moment: moments.append(copied(moment)))
    assert total == count(task.board, stuck=task.stuck, engine="dictionary")
    assert program.is_folded == (task.symmetry and task.board.mirror(0) == task.board)
    assert len(moments) == 2 * len(program.operators)
    passed = [moment.passed(program) for moment in moments]
    assert passed == sorted(set(passed))
    assert passed[-1] == 2 * sum(operator.targets for operator in program.operators)
    for number, moment in enumerate(moments):
        left = []
        assert checked_total(program, keep=left.append, since=copied(moment)) == total
        assert len(left) == len(moments) - number - 1, "an operator was done twice, or left out"


def test_what_was_loaded_is_held_once():
    """The planes of a moment are let go as soon as an operator has carried them on."""
    program = compiled_program(TASK, weighted=False)
    assert program.is_folded
    moments = []
    checked_total(program, keep=lambda moment: moments.append(copied(moment)))
    since = moments[len(program.shared) // 2]
    held = [ref(plane) for planes in since.values for plane in planes]
    alive = []
    moments.clear()
    checked_total(program, keep=lambda moment: alive.append(sum(r() is not None for r in held)), since=since)
    assert len(alive) == 2 * len(program.operators) - len(program.shared) // 2 - 1
    assert held
    assert not any(alive)


@pytest.fixture
def eager(monkeypatch):
    """Keep a frontier after every operator."""
    monkeypatch.setattr(frontiers, "SECONDS_BETWEEN", 0.0)
    monkeypatch.setattr(frontiers, "WORK_PER_WRITE", 0)


def stopped_at(path, number):
    """Stop a total after some operators, as an interrupt does, and return the file that it leaves."""
    write = frontiers.Frontier.write
    written = []

    def interrupted(self, moment):
        write(self, moment)
        written.append(self.path)
        if len(written) == number:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frontiers.Frontier, "write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            count(BOARD, "maximal", store=path)
    assert written[-1].exists()
    return written[-1]


def finish(store, **options):
    """Finish the total and check that no frontier is left; the messages."""
    listener = Listener()
    assert count(BOARD, "maximal", store=store, progress=listener, **options) == TRUTH
    assert not list(store.parent.glob("*.frontier"))
    assert not list(store.parent.glob(".*.new"))
    return listener.messages


@pytest.mark.parametrize("number", [3, 10])
def test_an_interrupt_keeps_the_frontier_and_the_next_run_goes_on(tmp_path, eager, number):
    store = tmp_path / "lanes.db"
    stopped_at(store, number)
    (job,) = list_jobs(store)
    assert (job.state, job.lanes, job.kind) == ("stopped", 0, "maximal")
    assert 0 < job.done < job.states
    assert finish(store) == [f"the sweep resumes at {job.percent} %"]
    assert [path.name for path in tmp_path.iterdir()] == ["lanes.db"]
    (job,) = list_jobs(store)
    assert (job.state, job.done) == ("finished", job.states)


def test_a_total_that_is_known_is_read_with_how_it_was_obtained(tmp_path):
    store = tmp_path / "lanes.db"
    first = answer_total(Question(BOARD, "maximal"), store=store)
    listener = Listener()
    assert answer_total(Question(BOARD, "maximal"), store=store, progress=listener) == first
    assert listener.messages == ["the total is in the store"]
    assert (first[0], first[1]["engine"]) == (TRUTH, "integers")
    by_lanes = answer_total(Question(BOARD, "maximal"), store=store, engine="modular")
    assert (by_lanes[0], by_lanes[1]["engine"]) == (TRUTH, "modular")


IS_DAMAGED = "the frontier '{}' is damaged or of other operators: it is computed again"


def flipped(data, at):
    return data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :]


def odd(change):
    """An archive with right checksums but another line to identify the frontier, or other planes."""

    def damage(data):
        with np.load(io.BytesIO(data)) as archive:
            line, *planes = archive.values()
        line, *planes = change(json.loads(line.item()), *planes)
        stream = io.BytesIO()
        np.savez(stream, np.array(json.dumps(line)), *planes)
        return stream.getvalue()

    return damage


DAMAGES = {
    "cut": lambda data: data[: len(data) // 2],
    "a bit of the line": lambda data: flipped(data, 300),
    "a bit of a number": lambda data: flipped(data, len(data) // 2),
    "empty": lambda data: b"",
    "no archive": lambda data: b"no archive",
    "no list": odd(lambda line, *planes: (7, *planes)),
    "another name": odd(lambda line, *planes: ([["frontier", 1], *line[1:]], *planes)),
    "a total of letters": odd(lambda line, *planes: ([line[0], "abc", *line[2:]], *planes)),
    "done as text": odd(lambda line, *planes: ([*line[:2], "1", line[3]], *planes)),
    "more done than there is": odd(lambda line, *planes: ([*line[:2], 10**9, line[3]], *planes)),
    "less than nothing done": odd(lambda line, *planes: ([*line[:2], -1, line[3]], *planes)),
    "no values": odd(lambda line, *planes: ([*line[:3], []], *planes)),
    "too few planes": odd(lambda line, *planes: (line, *planes[:-1])),
    "a longer plane": odd(lambda line, *planes: (line, np.append(planes[0], planes[0]), *planes[1:])),
    "floats": odd(lambda line, *planes: (line, *(plane.astype(float) for plane in planes))),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_frontier_is_computed_again(tmp_path, eager, damage):
    store = tmp_path / "lanes.db"
    kept = stopped_at(store, 6)
    kept.write_bytes(damage(kept.read_bytes()))
    assert finish(store) == [IS_DAMAGED.format(kept)]


def test_a_frontier_of_other_phases_is_not_used(tmp_path, eager):
    store = tmp_path / "lanes.db"
    stopped_at(store, 6)
    assert "of other operators" in finish(store, symmetry=False)[0]


@pytest.mark.parametrize("number", [6, 10])
def test_a_wrong_frontier_with_a_right_checksum_is_found_by_the_prime(tmp_path, eager, number):
    store = tmp_path / "lanes.db"
    stopped_at(store, number)
    program = compiled_program(TASK, weighted=False)
    with Store(store) as opened:
        frontier = frontiers.Frontier(opened, TASK, program, [].append)
        moment = frontier.read()
        moment.values[-1][0][0] += np.uint64(1)
        frontier.write(moment)
    assert finish(store)[-1] == "the saved frontier is wrong: the total is computed again"


def test_a_disk_without_room_is_told_once_and_stops_nothing(tmp_path, eager, monkeypatch):
    monkeypatch.setattr(frontiers.shutil, "disk_usage", lambda path: type("Usage", (), {"free": 1}))
    (message,) = finish(tmp_path / "lanes.db")
    assert "cannot be saved" in message
    assert "do not fit on the disk" in message


def test_killed_while_it_keeps_a_frontier(tmp_path):
    kills = 2
    script = [sys.executable, str(HERE / "kill_harness.py"), "total"]
    words = [*script, str(tmp_path / "lanes.db"), str(kills)]
    environment = {**os.environ, "PYTHONPATH": str(HERE.parents[1])}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    *lines, total = done.stdout.splitlines()
    assert int(total) == count(Board.rectangle(9, 9), "maximal", engine="dictionary")
    runs = [tuple(map(int, line.split())) for line in lines]
    assert len(runs) == kills + 1
    for (_, last), (first, _) in pairwise(runs):
        assert first > last, "a process began before what the one before it had kept"
    assert not list(tmp_path.glob("*.frontier*"))


def test_what_a_killed_run_left_half_written_is_removed(tmp_path, eager):
    store = tmp_path / "lanes.db"
    left = tmp_path / f".lanes.db.{problem_key(TASK)}.frontier.abc123.new"
    left.write_bytes(b"half")
    finish(store)
    assert [path.name for path in tmp_path.iterdir()] == ["lanes.db"]


PLANTED = {
    "folder": Path.mkdir,
    "pipe": os.mkfifo,
    "loose link": lambda path: path.symlink_to("nothing"),
    "link": lambda path: path.symlink_to("own"),
}


@pytest.mark.parametrize("plant", PLANTED.values(), ids=PLANTED)
def test_what_is_no_file_in_place_of_a_frontier_is_not_opened(tmp_path, eager, plant):
    """The name of a frontier can be foretold: a link there must not lead the writer to another file."""
    (tmp_path / "own").write_text("precious")
    plant(tmp_path / f"lanes.db.{problem_key(TASK)}.frontier")
    assert count(BOARD, "maximal", store=tmp_path / "lanes.db", progress=(listener := Listener())) == TRUTH
    assert "is damaged" in listener.messages[0]
    assert (tmp_path / "own").read_text() == "precious"
