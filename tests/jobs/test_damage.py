"""Faults: whatever happens to the bytes of a store, nothing wrong comes out and nothing sound is lost."""

import os
import random
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from plain_lanes import TASK, TRUTH, plain_workers, plan, residue

from enumerate import Board, positions
from enumerate.algebras.lane import Lane
from enumerate.cli import main
from enumerate.frontier.task import Task
from enumerate.jobs.journal import is_sound, written
from enumerate.jobs.listing import list_jobs
from enumerate.jobs.runner import Jobs
from enumerate.jobs.store import Store
from enumerate.support.errors import InputError

FIXTURES = Path(__file__).parent / "fixtures"
PLAN = plan(spares=20)
LANES = PLAN.lanes()


def silent(done, total):
    """Nobody listens."""


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """The bytes of a finished store."""
    path = tmp_path_factory.mktemp("store") / "lanes.db"
    with Store(path) as store:
        Jobs(plain_workers(), store)(TASK, LANES, silent)
    return path.read_bytes()


def resume(path):
    """Run again: the polynomial, what was said, and the lanes that were computed."""
    said, begun = [], []
    with Store(path, said.append) as store:
        found = Jobs(plain_workers(started=begun.extend), store)(TASK, LANES, silent)
    return PLAN.assemble(found), said, begun


def check_damaged(path, data):
    """A store with these bytes, after some damage: what is sound is kept, the rest said and computed again.

    A file without a sound line is refused and left alone. Returns how many lanes were computed again.
    """
    path.write_bytes(data)
    lines = data.split(b"\n")
    sound = [line for line in lines if is_sound(line)]
    if not sound and not written(["store", 2]).startswith(data):
        for use in (list_jobs, Store):
            with pytest.raises(InputError, match="is not a store"):
                use(path)
        assert path.read_bytes() == data
        return len(LANES)
    assert len(list_jobs(path)) <= 1
    polynomial, said, begun = resume(path)
    assert polynomial == TRUTH
    assert len(LANES) - len(begun) == len({line for line in sound if b'["lane"' in line})
    whole = data and all(is_sound(line) for line in lines if line)
    assert bool(said) != bool(whole), "what is lost is said, unless it was cut off between two lines"
    assert resume(path) == (TRUTH, [], [])
    assert [job.state for job in list_jobs(path)] == ["finished"]
    return len(begun)


def flipped(draw, data, bits):
    changed = bytearray(data)
    for _ in range(bits):
        changed[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    return bytes(changed)


def zeroed(draw, data):
    at = draw.randrange(len(data))
    size = draw.choice([1, 512, 4096])
    return data[:at] + bytes(len(data[at : at + size])) + data[at + size :]


def damaged(draw, data):
    """Bits flipped, pages zeroed, cut off, other bytes at the end, a piece missing or twice there."""
    at, end = sorted(draw.randrange(len(data)) for _ in range(2))
    return draw.choice(
        [
            lambda: flipped(draw, data, 1),
            lambda: flipped(draw, data, 30),
            lambda: zeroed(draw, data),
            lambda: data[:at],
            lambda: data + draw.randbytes(draw.choice([1, 100, 5000])),
            lambda: data[:at] + data[end:],
            lambda: data[:end] + data[at:],
            lambda: draw.randbytes(len(data) // 2) + data[len(data) // 2 :],
        ]
    )()


def test_an_undamaged_store_has_everything(good, tmp_path):
    assert check_damaged(tmp_path / "lanes.db", good) == 0


@pytest.mark.parametrize("seed", range(60))
def test_damage(good, tmp_path, seed):
    check_damaged(tmp_path / "lanes.db", damaged(random.Random(seed), good))


@pytest.mark.parametrize("white", [b"\x0b", b" ", b"\t\n", b"\r\n"])
def test_white_space_that_was_not_written_is_damage(good, tmp_path, white):
    assert check_damaged(tmp_path / "lanes.db", good + white) == 0


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_two_thousand_damaged_stores(good, tmp_path, block):
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        check_damaged(tmp_path / f"{seed}.db", damaged(random.Random(seed), good))


def test_every_bit_of_the_first_lines(good, tmp_path):
    """One flip anywhere in the head, the run, the job or a lane loses one line, or two at its end."""
    lines = good.split(b"\n")
    several = b"\n".join(lines[:6]) + b"\n"
    for bit in range(0, 8 * len(several), 61):
        data = bytearray(good)
        data[bit // 8] ^= 1 << bit % 8
        assert check_damaged(tmp_path / f"{bit}.db", bytes(data)) <= 2


@pytest.mark.parametrize("part", [0.0, 0.001, 0.003, 0.1, 0.5, 0.9, 0.999])
def test_cut_off(good, tmp_path, part):
    again = check_damaged(tmp_path / "lanes.db", good[: int(part * len(good))])
    assert again <= (1 - part) * len(LANES) + 6


def test_wrong_residues_that_look_right_are_found_by_the_spare_prime(tmp_path):
    """Rows with valid checksums, as a wrong worker would have left them, poison one run and not the next."""
    board = Board.rectangle(6, 6)
    truth = positions(board, "maximal", engine="packed")
    path = tmp_path / "lanes.db"
    words = ["positions", "--rows", "6", "--cols", "6", "--kind", "maximal", "--store", str(path)]
    first = CliRunner().invoke(main, words)
    assert first.exit_code == 0
    task = Task(board, frozenset({0, 1}))
    with Store(path) as store:
        known = store.known(task)
        some = list(known)[-1], list(known)[len(known) // 2]
        store.add("", task, [(lane, (known[lane] + 1) % lane.prime) for lane in some])
    mended = CliRunner().invoke(main, words)
    assert (mended.exit_code, mended.stdout) == (0, first.stdout)
    assert mended.stderr.count("that were wrong: they are replaced") == len({lane.prime for lane in some})
    again = CliRunner().invoke(main, words)
    assert (again.exit_code, again.stdout) == (0, first.stdout)
    assert "wrong" not in again.stderr
    assert positions(board, "maximal") == truth
    with Store(path) as store:
        assert store.known(task) == known


class TestOldStores:
    """Stores made by 0.1.0: 4 x 4 cells, finished; 3 x 3 cells, killed; answers about boxes."""

    def copy(self, tmp_path, name):
        for found in FIXTURES.glob(f"{name}*"):
            shutil.copy(found, tmp_path)
        return tmp_path / name

    def test_they_are_read_and_go_on(self, tmp_path):
        path = self.copy(tmp_path, "lanes-0.1.0.db")
        assert [(job.kind, job.done, job.state) for job in list_jobs(path)] == [
            ("maximal", 26, "finished"),
            ("general", 2, "finished"),
        ]
        said = []
        with Store(path, said.append) as store:
            for stuck, lanes in ((frozenset({0, 1}), 26), (frozenset(), 2)):
                known = store.known(Task(Board.rectangle(4, 4), stuck))
                polynomial = positions(Board.rectangle(4, 4), stuck=stuck)
                assert len(known) == lanes
                assert all(polynomial(*lane.point) % lane.prime == value for lane, value in known.items())
        assert len(said) == 1
        assert "28 results could be read and are kept" in said[0]
        assert (tmp_path / "lanes-0.1.0.db-old").read_bytes() == (FIXTURES / "lanes-0.1.0.db").read_bytes()
        assert [job.done for job in list_jobs(path)] == [26, 2]
        with Store(path, said.append):
            assert len(said) == 1

    def test_a_killed_one_is_read_with_its_log(self, tmp_path):
        path = self.copy(tmp_path, "killed-0.1.0.db")
        task = Task(Board.rectangle(3, 3), frozenset())
        with Store(path) as store:
            assert set(store.known(task)) == {
                Lane(1073741789, (i, k)) for i in range(1, 9) for k in (1, 2, 3)
            }
        assert not (tmp_path / "killed-0.1.0.db-wal").exists()

    @pytest.mark.parametrize("name", ["lanes-0.1.0.db", "killed-0.1.0.db"])
    def test_any_damage(self, tmp_path, name):
        """Flips in the header, the names of the tables, the index of the jobs: no sound row is given up."""
        draw = random.Random(name)
        data = (FIXTURES / name).read_bytes()
        tasks = [Task(Board.rectangle(4, 4), frozenset({0, 1})), Task(Board.rectangle(4, 4), frozenset())]
        tasks = tasks if name.startswith("lanes") else [Task(Board.rectangle(3, 3), frozenset())]
        truths = [positions(task.board, stuck=task.stuck) for task in tasks]
        for bit in [*range(0, 8 * 110, 31), *(draw.randrange(8 * len(data)) for _ in range(20))]:
            changed = bytearray(data)
            changed[bit // 8] ^= 1 << bit % 8
            path = tmp_path / f"{bit}.db"
            path.write_bytes(changed)
            if name.startswith("killed"):
                shutil.copy(FIXTURES / f"{name}-wal", f"{path}-wal")
            list_jobs(path)
            with Store(path) as store:
                found = [store.known(task) for task in tasks]
            for known, truth in zip(found, truths, strict=True):
                assert all(truth(*lane.point) % lane.prime == value for lane, value in known.items())
            rows = sum(map(len, found))
            assert rows >= (27 if name.startswith("lanes") else 24 if bit // 8 < 4096 else 0), bit

    def test_a_cut_one(self, tmp_path):
        data = (FIXTURES / "lanes-0.1.0.db").read_bytes()
        for size in (80, 1000, 4096, 5000, 8192, 10000):
            path = tmp_path / f"{size}.db"
            path.write_bytes(data[:size])
            with Store(path) as store:
                known = store.known(Task(Board.rectangle(4, 4), frozenset({0, 1})))
            assert len(known) == (26 if size >= 8192 else 0)

    def test_another_database_is_left_alone(self, tmp_path):
        path = tmp_path / "other.db"
        path.write_bytes(b"SQLite format 3\0" + bytes(200))
        before = path.read_bytes()
        with pytest.raises(InputError, match="is not a store"):
            Store(path)
        assert path.read_bytes() == before
        assert os.listdir(tmp_path) == ["other.db"]

    def test_answers_about_boxes(self, tmp_path):
        path = self.copy(tmp_path, "box-0.1.0.jsonl")
        done = CliRunner().invoke(main, ["box", "3x2x2", "--store", str(path), "--format", "json"])
        assert done.exit_code == 0
        assert '"nodes": 0' in done.stdout, "nothing was computed"
        assert "9 results could be read" in done.stderr


def test_a_residue_is_what_was_stored(tmp_path):
    with Store(tmp_path / "lanes.db") as store:
        store.append([["lane", "x"], ["lane"], ["job", 3], ["done"], ["run", "x", None], ["box", 1], [None]])
        job = store.begin(TASK, LANES[:3], 0)
        store.add(job, TASK, [(lane, residue(lane)) for lane in LANES[:3]])
        key = next(
            store.entries("lane", *[entry[1] for entry in store.entries("lane") if len(entry) == 5][:1])
        )[1]
        store.append([["lane", key, 101, [1, 1], value] for value in (101, -1, 7.0, True, "7", None, 10**30)])
        store.append([["lane", key, "p", [1, 1], 3], ["lane", key, 101, 5, 3], ["lane", key]])
        assert store.known(TASK) == {lane: residue(lane) for lane in LANES[:3]}
    assert [job.done for job in list_jobs(tmp_path / "lanes.db")] == [3]
