"""Memory: the peak stays near the forecast, and the number of threads is limited by memory."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from enumerate import Board, count
from enumerate.evaluators.kernel import ROW_PITCH
from enumerate.evaluators.points import EvaluationPoint
from enumerate.evaluators.vectors import BYTES
from enumerate.plan.strategy import compiled_program
from enumerate.reconstruct.answers import block_bytes, fitting_threads, run_memory, run_points
from enumerate.rules.problem import Problem
from enumerate.support import memory
from enumerate.support.memory import process_memory
from enumerate.support.run import Settings

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("rows", [7, 8])
@pytest.mark.parametrize("stuck", [(), (0, 1)])
def test_as_many_threads_work_as_fit(rows, stuck):
    program = compiled_program(Problem(Board.rectangle(rows, 8), frozenset(stuck)))
    points = [EvaluationPoint(101, (i, 2 * i + 1)) for i in range(100)]
    for room in (10**5, 2 * block_bytes(program), 10**9):
        threads = fitting_threads(program, 3, room)
        assert 1 <= threads <= 3
        assert threads == 1 or run_memory(program, 100, threads) <= room
        assert run_points(program, points, threads) == run_points(program, points, 1)
    values = block_bytes(program) // BYTES - program.programs.rows * ROW_PITCH // BYTES
    assert program.states <= values <= 6 * program.states


def test_what_was_held_once_is_not_needed_again():
    """A large array that is gone does not make a small question too large."""
    held = process_memory()[0]
    bytearray(700 * 2**20)
    limit = held + 300 * 2**20
    assert process_memory()[1] > limit
    assert count(Board.rectangle(4, 4), engine="modular", settings=Settings(max_memory=limit)) == 10012


def test_threads_may_ask_at_once():
    """More tasks than programs are kept, from several threads."""
    boards = [Board.rectangle(3, n) for n in range(1, 9)] * 4
    with ThreadPoolExecutor(6) as pool:
        found = list(
            pool.map(lambda board: count(board, engine="modular", settings=Settings(threads=1)), boards)
        )
    assert found == [count(board, engine="dictionary") for board in boards]


GiB = 2**30
V2, V1 = "sys/fs/cgroup", "sys/fs/cgroup/memory"
# /proc/self/cgroup, the files of the groups, and what is free in each group with a limit
GROUPS = {
    "no groups": ("", {}, []),
    "the root of version 2": ("0::/", {f"{V2}/memory.max": GiB}, [GiB]),
    "no limit": ("0::/a", {f"{V2}/a/memory.max": "max"}, []),
    "nested, version 2": (
        "0::/user.slice/job",
        {
            f"{V2}/user.slice/memory.max": 4 * GiB,
            f"{V2}/user.slice/memory.current": 3 * GiB,
            f"{V2}/user.slice/memory.stat": f"anon {GiB}\ninactive_file {GiB}\n",
            f"{V2}/user.slice/job/memory.max": 3 * GiB,
            f"{V2}/user.slice/job/memory.current": GiB // 2,
        },
        [2 * GiB, 5 * GiB // 2],
    ),
    "nested, version 1": (
        "4:memory:/docker/abc\n3:cpuset:/\n0::/",
        {
            f"{V1}/memory.limit_in_bytes": 2**63 - 4096,
            f"{V1}/docker/abc/memory.limit_in_bytes": GiB,
            f"{V1}/docker/abc/memory.usage_in_bytes": GiB // 4,
            f"{V1}/docker/abc/memory.stat": f"inactive_file 7\ntotal_inactive_file {GiB // 8}\n",
        },
        [2**63 - 4096, 7 * GiB // 8],
    ),
    "version 1, controllers together, group not mounted": (
        "2:cpu,memory,pids:/docker/abc",
        {f"{V1}/memory.limit_in_bytes": GiB},
        [GiB],
    ),
    "more is used than is allowed": (
        "0::/a",
        {f"{V2}/a/memory.max": GiB, f"{V2}/a/memory.current": 2 * GiB},
        [0],
    ),
}


@pytest.mark.parametrize("groups", GROUPS)
def test_the_limits_of_all_control_groups_of_the_process_are_seen(tmp_path, monkeypatch, groups):
    said, files, free = GROUPS[groups]
    for name, text in {"proc/self/cgroup": said, **files}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n")
    found = memory.group_memory(str(tmp_path))
    assert found == free
    monkeypatch.setattr(memory, "group_memory", lambda: found)
    assert not free or memory.available_memory() <= min(free)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux bounds an address space")
def test_the_address_space_that_is_left_bounds_what_may_be_taken():
    code = "from enumerate.support.memory import available_memory; print(available_memory())"
    limited = f"ulimit -v 1000000; exec {sys.executable} -c '{code}'"
    done = subprocess.run(["bash", "-c", limited], cwd=ROOT, capture_output=True, text=True, check=True)
    assert 0 < int(done.stdout) < 900_000 * 1024
