"""Damaged stores: keep every row that can still be read and whose checksum holds."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from .schema import COLUMNS, HEADER, TABLES, connect, create, is_sound

ROW_BYTES = 20  # a row takes more than this, so a file has fewer rows than its size over this


def beside(path: Path, ending: str) -> Path:
    """The file of the same name with an ending, as SQLite names its own."""
    return path.with_name(path.name + ending)


def drop_damaged_rows(db: sqlite3.Connection) -> int:
    """Delete the rows whose checksum does not hold; how many there were."""
    rows = db.execute(f"SELECT id, {COLUMNS} FROM residues")
    damaged = [(number,) for number, *row in rows if not is_sound(*row)]
    if damaged:
        db.execute("BEGIN IMMEDIATE")
        db.executemany("DELETE FROM residues WHERE id = ?", damaged)
        db.execute("COMMIT")
    return len(damaged)


def is_whole(db: sqlite3.Connection) -> bool:
    """Whether SQLite finds nothing wrong with the structure of the file, and the tables are ours."""
    tables = [sql for (sql,) in db.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")]
    return tables == list(TABLES) and db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)


def rebuild(path: Path, say: Callable[[str], None]) -> None:
    """Replace a store whose structure is damaged by one with all sound rows; the old file is kept aside."""
    aside = beside(path, "-damaged")
    number = 1
    while aside.exists():
        number += 1
        aside = beside(path, f"-damaged-{number}")
    shutil.copyfile(path, aside)
    reading, new = beside(path, "-reading"), beside(path, "-new")
    shutil.copyfile(path, reading)
    if beside(path, "-wal").exists():
        shutil.copyfile(beside(path, "-wal"), beside(reading, "-wal"))
    with reading.open("r+b") as stream:
        stream.write(HEADER)
    new.unlink(missing_ok=True)
    with closing(create(new)) as db:
        db.execute("BEGIN IMMEDIATE")
        db.executemany(f"INSERT INTO residues ({COLUMNS}) VALUES (?, ?, ?, ?, ?)", sound_rows(reading))
        db.execute("COMMIT")
        (kept,) = db.execute("SELECT count(*) FROM residues").fetchone()
    for ending in ("", "-wal", "-shm"):
        beside(reading, ending).unlink(missing_ok=True)
    for ending in ("-wal", "-shm"):  # before the new file takes the name: they belong to the old one
        beside(path, ending).unlink(missing_ok=True)
    new.replace(path)
    say(
        f"the store '{path}' was damaged: {kept:,} residues could be read and are kept, "
        f"the others are computed again; the damaged file is '{aside}'"
    )


def sound_rows(path: Path) -> Iterator[tuple[Any, ...]]:
    """The rows of a damaged file that can be read and are sound, without repetition."""
    seen = set()
    most = (
        path.stat().st_size + sum(f.stat().st_size for f in [beside(path, "-wal")] if f.exists())
    ) // ROW_BYTES
    try:
        with closing(connect(path, damaged=True)) as db:
            for row in _readable(db, 1, most + 1):
                if is_sound(*row) and row not in seen:
                    seen.add(row)
                    yield row
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return  # not even the list of tables can be read


def _readable(db: sqlite3.Connection, low: int, high: int) -> Iterator[tuple[Any, ...]]:
    """The rows numbered from `low` to before `high`; where reading fails, the two halves are tried."""
    query = "SELECT * FROM residues WHERE rowid >= ? AND rowid < ?"  # names of columns may be damaged too
    try:
        yield from (tuple(row[1:]) for row in db.execute(query, (low, high)).fetchall())
    except sqlite3.DatabaseError as error:
        if "no such table" in str(error):
            raise
        middle = (low + high) // 2
        if high - low > 1:
            yield from _readable(db, low, middle)
            yield from _readable(db, middle, high)
