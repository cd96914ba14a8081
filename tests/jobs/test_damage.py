"""Faults: whatever happens to the bytes of a store, no wrong residue comes out of it."""

import random
import re
import shutil

import pytest
from plain_lanes import TASK, TRUTH, plain_workers, plan

from enumerate.jobs.runner import Jobs
from enumerate.jobs.store import Store
from enumerate.support.errors import InputError

PLAN = plan(spares=40)
LANES = PLAN.lanes()


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """A finished store."""
    path = tmp_path_factory.mktemp("store") / "lanes.db"
    with Store(path) as store:
        Jobs(plain_workers(), store)(TASK, LANES, lambda done, total: None)
    return path


def resume(path):
    """Run again: the polynomial, what was said, and the lanes that were computed."""
    said, begun = [], []
    with Store(path, said.append) as store:
        found = Jobs(plain_workers(started=begun.extend), store)(TASK, LANES, lambda done, total: None)
    return PLAN.assemble(found), said, begun


def test_an_undamaged_store_has_everything(good, tmp_path):
    path = shutil.copy(good, tmp_path)
    assert resume(path) == (TRUTH, [], [])


def test_a_changed_residue_is_found_by_its_checksum(good, tmp_path):
    path = shutil.copy(good, tmp_path)
    with Store(path) as store:
        store._db.execute("UPDATE residues SET residue = residue + 1 WHERE id IN (3, 14)")
        store._db.execute("UPDATE residues SET task = zeroblob(16) WHERE id = 15")
        store._db.execute("UPDATE residues SET point = '1,2,3' WHERE id = 92")
    polynomial, said, begun = resume(path)
    assert polynomial == TRUTH
    assert len(begun) == 4
    assert said == [f"4 damaged rows of the store '{path}' are dropped and computed again"]
    assert resume(path) == (TRUTH, [], [])


@pytest.mark.parametrize("seed", range(40))
def test_flipped_bits(good, tmp_path, seed):
    draw = random.Random(seed)
    path = tmp_path / "lanes.db"
    data = bytearray(good.read_bytes())
    for _ in range(draw.choice([1, 1, 3, 30])):
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    path.write_bytes(data)
    check_after_damage(path)


@pytest.mark.parametrize("byte", [0, 17, 19, 30, 59, 62, 70, 100, 105, 110])
def test_flipped_bits_in_the_header(good, tmp_path, byte):
    path = tmp_path / "lanes.db"
    data = bytearray(good.read_bytes())
    data[byte] ^= 1
    path.write_bytes(data)
    check_after_damage(path)


@pytest.mark.parametrize("part", [0.0, 0.001, 0.003, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999])
def test_truncated(good, tmp_path, part):
    path = tmp_path / "lanes.db"
    data = good.read_bytes()
    path.write_bytes(data[: int(part * len(data))])
    begun = check_after_damage(path)
    assert begun
    if part >= 0.5:
        assert len(begun) < len(LANES), "nothing was saved"


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """A store whose last commits stand in its log only, as after a kill: the file and the log."""
    folder = tmp_path_factory.mktemp("killed")
    with Store(folder / "lanes.db") as store:
        workers = plain_workers()
        for part in range(0, len(LANES), 50):
            Jobs(workers, store)(TASK, LANES[part : part + 50], lambda done, total: None)
        shutil.copy(folder / "lanes.db", folder / "kept.db")
        shutil.copy(folder / "lanes.db-wal", folder / "kept.db-wal")
    return folder / "kept.db"


def test_a_whole_log_is_read(killed, tmp_path):
    for ending in ("", "-wal"):
        shutil.copy(f"{killed}{ending}", tmp_path)
    assert resume(tmp_path / killed.name) == (TRUTH, [], [])


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_log_is_said_aloud(killed, tmp_path, seed):
    draw = random.Random(seed)
    path = tmp_path / killed.name
    shutil.copy(killed, path)
    log = bytearray(killed.with_name(killed.name + "-wal").read_bytes())
    if seed % 4:
        log[draw.randrange(len(log))] ^= 1 << draw.randrange(8)
    else:
        del log[draw.randrange(1, len(log)) :]
        log += b"\0" * draw.choice([0, 100])
    path.with_name(path.name + "-wal").write_bytes(log)
    begun = check_after_damage(path)
    assert len(begun) <= len(LANES)


def check_after_damage(path):
    """The next run is right and says what it lost, or refuses the file in one line; the lanes it computed."""
    try:
        polynomial, said, begun = resume(path)
    except InputError as error:
        refused = str(error)
    else:
        assert polynomial == TRUTH
        assert not begun or said
        assert resume(path) == (TRUTH, [], [])
        return begun
    assert re.search("version|not a store", refused)
    return []
