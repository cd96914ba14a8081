"""Faults: whatever happens to the bytes of a store, no wrong result is read and no sound one is lost."""

import os
import random

import pytest
from click.testing import CliRunner
from plain_points import TASK, TRUTH, plain_workers, plan, residue

from enumerate import Board
from enumerate.cli import main
from enumerate.jobs.journal import is_sound, line_of, resembles_entry
from enumerate.jobs.listing import list_jobs
from enumerate.jobs.runner import Jobs
from enumerate.jobs.store import Store
from enumerate.jobs.wire import problem_key, write_problem
from enumerate.rules.problem import Problem
from enumerate.support.errors import InputError
from enumerate.support.run import silent

PLAN = plan(spares=6)
LANES = PLAN.points()
RESIDUES = [residue(point) for point in LANES]


@pytest.fixture(autouse=True)
def _no_waiting_for_the_disk(monkeypatch):
    """The bytes of files are the subject here, not when they reach the disk."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """The bytes of a finished store."""
    path = tmp_path_factory.mktemp("store") / "lanes.db"
    with Store(path) as store:
        Jobs(plain_workers(), store)(TASK, LANES, silent)
    return path.read_bytes()


def resume(path):
    """Run again: the residues, what was said, and the lanes that were computed."""
    said, begun = [], []
    with Store(path, said.append) as store:
        found = Jobs(plain_workers(started=begun.extend), store)(TASK, LANES, silent)
    return found, said, begun


def check_damaged(path, data):
    """A store with these bytes, after some damage: what is sound is kept, the rest said and computed again.

    A file without any line like those of a store is refused and left alone. Returns how many lanes were
    computed again.
    """
    path.write_bytes(data)
    lines = data.split(b"\n")
    sound = [line for line in lines if is_sound(line)]
    if not sound and not line_of(["store", 2]).startswith(data):
        if any(map(resembles_entry, lines)):
            with pytest.raises(InputError, match=r"no line of the store .* can be read"):
                list_jobs(path)
            check_set_aside(path, data)
            return len(LANES)
        for use in (list_jobs, Store):
            with pytest.raises(InputError, match="is not a store"):
                use(path)
        assert path.read_bytes() == data
        return len(LANES)
    assert len(list_jobs(path)) <= 1
    residues, said, begun = resume(path)
    assert residues == RESIDUES
    assert len(LANES) - len(begun) == len({line for line in sound if b'["lane"' in line})
    whole = data and all(is_sound(line) for line in lines if line)
    assert bool(said) != bool(whole), "what is lost is said, unless it was cut off between two lines"
    assert resume(path) == (RESIDUES, [], [])
    assert [job.state for job in list_jobs(path)] == ["finished"]
    return len(begun)


def check_set_aside(path, data):
    """A store without a sound line is renamed, this is said, and all is computed."""
    before = set(path.parent.iterdir())
    residues, said, begun = resume(path)
    assert (residues, len(begun), len(said)) == (RESIDUES, len(LANES), 1)
    (aside,) = set(path.parent.iterdir()) - before
    assert aside.read_bytes() == data
    assert str(aside) in said[0]
    assert resume(path) == (RESIDUES, [], [])
    aside.unlink()


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


FEW = [range(n, n + 10) for n in range(0, 60, 10)]
MANY = [pytest.param(range(n, n + 100), marks=pytest.mark.slow) for n in range(1000, 3000, 100)]


@pytest.mark.parametrize("seeds", [*FEW, *MANY], ids=str)
def test_damage(good, tmp_path, seeds):
    for seed in seeds:
        check_damaged(tmp_path / f"{seed}.db", damaged(random.Random(seed), good))


def test_what_was_not_written_at_the_end_is_damage(good, tmp_path):
    assert PLAN.assemble(RESIDUES) == TRUTH
    for number, end in enumerate([b"", b"\x0b", b" ", b"\t\n", b"\r\n"]):
        assert check_damaged(tmp_path / f"{number}.db", good + end) == 0


def test_every_bit_of_the_first_lines(good, tmp_path):
    """One flip anywhere in the head, the run, the job or a lane loses one line, or two at its end."""
    lines = good.split(b"\n")
    several = b"\n".join(lines[:6]) + b"\n"
    for bit in range(0, 8 * len(several), 173):
        data = bytearray(good)
        data[bit // 8] ^= 1 << bit % 8
        assert check_damaged(tmp_path / f"{bit}.db", bytes(data)) <= 2


def test_cut_off(good, tmp_path):
    for part in (0.0, 0.001, 0.003, 0.1, 0.5, 0.9, 0.999):
        again = check_damaged(tmp_path / f"{part}.db", good[: int(part * len(good))])
        assert again <= (1 - part) * len(LANES) + 6


def test_wrong_residues_that_look_right_are_found_by_the_spare_prime(tmp_path):
    """Rows with valid checksums, as a wrong worker would have left them, poison one run and not the next."""
    board = Board.rectangle(6, 6)
    path = tmp_path / "lanes.db"
    words = ["positions", "--rows", "6", "--cols", "6", "--kind", "maximal", "--store", str(path)]
    first = CliRunner().invoke(main, words)
    assert first.exit_code == 0
    task = Problem(board, frozenset({0, 1}))
    with Store(path) as store:
        known = store.known(task)
        some = list(known)[-1], list(known)[len(known) // 2]
        store.add("", task, [(point, (known[point] + 1) % point.prime) for point in some])
    mended = CliRunner().invoke(main, words)
    assert (mended.exit_code, mended.stdout) == (0, first.stdout)
    assert mended.stderr.count("that were wrong: they are replaced") == len({point.prime for point in some})
    again = CliRunner().invoke(main, words)
    assert (again.exit_code, again.stdout) == (0, first.stdout)
    assert "wrong" not in again.stderr
    with Store(path) as store:
        assert store.known(task) == known


def test_a_store_without_a_sound_line_is_set_aside_under_a_free_name(good, tmp_path):
    (tmp_path / "lanes.db-damaged").write_text("from an earlier time")
    draw = random.Random(1)
    check_damaged(tmp_path / "lanes.db", good.replace(b"\n", b"\r\n"))  # other ends of lines
    lines = [flipped(draw, line, 1) for line in good.splitlines()]
    check_damaged(tmp_path / "lanes.db", b"\n".join(lines))
    assert (tmp_path / "lanes.db-damaged").read_text() == "from an earlier time"


KEY, TEXT = problem_key(TASK), write_problem(TASK)
ODD_ENTRIES = [
    *([], {}, 7, None, "store", [[]], [7], [None, 2], "[" * 5),
    *(["store"], ["store", 2, 3], ["run"], ["run", None], ["run", 1, 1e999], ["run", 1, "now"]),
    *(["lane"], ["lane", KEY], ["lane", KEY, 101, [[1], 1], 7], ["lane", KEY, 101, [None, 1], 7]),
    *(["lane", KEY, 101, 5, 7], ["lane", KEY, "101", [1, 1], 7], ["lane", KEY, 101, [1, 1], "7"]),
    *(["job"], ["job", [], "{}", 1, 1, 1, 1, 1], ["job", KEY, "[" * 99, 1, 1, 1, 1, 1], ["done", KEY]),
    *(["job", KEY, TEXT, 1, 1e999, 1, 0, 1], ["job", KEY, TEXT, 1, 9, 1, 0, 1e999]),
    *(["done", KEY, 1, 1e999], ["done", KEY, "x", 1], ["done", {}, 1, 1], ["total", KEY, 7, {}]),
    *(["lane", KEY, 101, [1, 1], value] for value in (101, -1, 7.0, True, None, 10**30)),
    *(["total", KEY, "abc", {"engine": "integers"}], ["total", KEY, "-1", {"engine": "x"}]),
]


@pytest.mark.parametrize("odd", ODD_ENTRIES, ids=lambda odd: repr(odd)[:60])
@pytest.mark.parametrize("place", ["first", "last", "alone"])
def test_odd_lines_with_a_right_checksum_say_nothing(good, tmp_path, odd, place):
    path = tmp_path / "lanes.db"
    line = line_of(odd)
    path.write_bytes({"first": line + good, "last": good + line, "alone": line}[place])
    assert len(list_jobs(path)) == (place != "alone") or odd[0] == "job"
    str(list_jobs(path))
    with Store(path) as store:
        assert store.total(TASK) is None
        assert set(store.known(TASK)) <= set(LANES)
    residues, said, begun = resume(path)
    assert (residues, said) == (RESIDUES, [])
    assert len(begun) == (len(LANES) if place == "alone" else 0)
