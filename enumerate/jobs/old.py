"""Stores that 0.1.0 made: residues of lanes in SQLite, and answers about boxes as lines of JSON.

A row of residues carries a checksum. The other rows, and the lines about boxes, do not: whoever reads them
has to look at what they say.
"""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

Entry = list[Any]  # its kind, and what it says, in terms that JSON can write

BESIDE = ("-wal", "-shm", "-lock")  # what SQLite and 0.1.0 put beside a store
MAGIC, APPLICATION = b"SQLite format 3\0", b"enum"  # at the beginning, and from byte 68 on
PAGE = 4096
TABLES = (
    "CREATE TABLE residues (id INTEGER PRIMARY KEY, task BLOB, prime INTEGER, point TEXT, residue INTEGER,"
    " checksum INTEGER)",
    "CREATE TABLE jobs (key BLOB PRIMARY KEY, task TEXT, symmetry INTEGER, lanes INTEGER, primes INTEGER,"
    " done INTEGER, before INTEGER, seconds REAL, began REAL, updated REAL)",
    "CREATE TABLE writer (process INTEGER, since REAL)",
)
ROW_BYTES = 20  # a row takes more than this, so a file has fewer rows than its size over this


def old_entries(path: Path) -> list[Entry] | None:
    """The entries of a store of 0.1.0 that can be read; None if it is none."""
    with path.open("rb") as stream:
        head = stream.read(PAGE)
    if head.startswith(MAGIC) or head[68:72] == APPLICATION:
        found = _lanes(path)
        return found if found or head[68:72] == APPLICATION else None
    return _boxes(path) or None if b'"sizes"' in head else None


def _boxes(path: Path) -> list[Entry]:
    """The lines {"sizes": [a, b, c], "player": place, "wins": true} that can be read."""
    found = []
    for line in path.read_bytes().splitlines():
        try:
            value = json.loads(line)
            found.append(["box", value["sizes"], value["player"], value["wins"]])
        except (ValueError, TypeError, KeyError, RecursionError):
            continue
    return found


def _lanes(path: Path) -> list[Entry]:
    """What can be read of tables in SQLite, from a copy that may be changed."""
    with TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        for ending in ("", "-wal"):
            if (own := Path(f"{path}{ending}")).exists():
                shutil.copyfile(own, f"{copy}{ending}")
        found = _tables(copy)
        if found is None:  # the first page, with the names of the tables, is the same in every such store
            with copy.open("r+b") as stream:
                stream.write(_first_page(Path(folder, "fresh")))
            found = _tables(copy, damaged=True)
    return found or []


def _first_page(path: Path) -> bytes:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(f"PRAGMA page_size = {PAGE}")
        db.execute("PRAGMA journal_mode = WAL")
        for table in TABLES:
            db.execute(table)
    page = path.read_bytes()[:PAGE]
    return page[:28] + bytes(4) + page[32:]  # the number of pages is the file's own


def _tables(path: Path, damaged: bool = False) -> list[Entry] | None:
    """The entries; None if something is wrong with the file, unless that is known."""
    most = sum(file.stat().st_size for file in path.parent.glob(f"{path.name}*")) // ROW_BYTES
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.text_factory = lambda data: data.decode(errors="replace")
            db.execute("PRAGMA writable_schema = ON")  # takes a file that is shorter than it says
            named = [sql for (sql,) in db.execute("SELECT sql FROM sqlite_schema WHERE sql NOT NULL")]
            sound = named == [*TABLES] and db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
            if not sound and not damaged:
                return None
            found: list[Entry] = [
                ["lane", row[1].hex(), row[2], [*map(int, row[3].split(","))], row[4]]
                for row in _rows(db, "residues", 1, most + 1)
                if _is_sound(*row)
            ]
            return found + [entry for row in _rows(db, "jobs", 1, most + 1) for entry in _job(*row)]
    except sqlite3.Error:
        return [] if damaged else None


def _rows(db: sqlite3.Connection, table: str, low: int, high: int) -> Iterator[tuple[Any, ...]]:
    """The rows numbered from `low` to before `high`; where reading fails, the two halves are tried."""
    try:
        yield from db.execute(f"SELECT * FROM {table} WHERE rowid >= ? AND rowid < ?", (low, high)).fetchall()
    except sqlite3.OperationalError:
        raise  # there is no such table
    except sqlite3.DatabaseError:
        middle = (low + high) // 2
        if high - low > 1:
            yield from _rows(db, table, low, middle)
            yield from _rows(db, table, middle, high)


def _is_sound(_: int, task: Any, prime: Any, point: Any, residue: Any, checksum: Any) -> bool:
    """Whether a row of residues is what was written."""
    if not isinstance(task, bytes):
        return False
    digest = blake2b(task + f" {prime} {point} {residue}".encode(), digest_size=8).digest()
    return bool(int.from_bytes(digest, "big", signed=True) == checksum)


def _job(
    key: Any, task: Any, symmetry: Any, lanes: Any, primes: Any, done: Any, _: Any, seconds: Any, *times: Any
) -> list[Entry]:
    """The entries of a job: that it was begun, and the time that it took."""
    *_, updated = times
    if not isinstance(key, bytes) or not isinstance(seconds, float) or not isinstance(updated, float):
        return []
    name = key.hex()
    return [
        ["job", name, task, bool(symmetry), lanes, primes, done, updated - seconds],
        ["done", name, 0, updated],
    ]
