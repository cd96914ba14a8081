"""The database of pieces in one file: SQLite, written chunk by chunk, each with its checksum.

A chunk is pieces of one size with their values; with it go the canonical forms that were new. Both are
committed together, so a build that is interrupted goes on with the next chunk.
"""

import sqlite3
import zlib
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from ..support.errors import ComputationError, InputError, require_positive
from ..support.memory import MORE, Need
from ..support.settings import Options, running
from .arena import LEFT, RIGHT, Values
from .pieces import FREE_PIECES, MOST_CELLS, Pieces

CHUNK = 1 << 13  # pieces
PIECE_BYTES, PER_PIECE = 200, 1.8e-5  # of memory, and seconds, measured
INSTEAD = f"Take fewer cells, {MORE}"
APPLICATION, VERSION = 0x70656365, 1  # "pece", in the header of the file
TABLES = (
    "CREATE TABLE chunks (cells INTEGER, number INTEGER, pieces INTEGER, known INTEGER, data BLOB,"
    " forms BLOB, checksum BLOB, PRIMARY KEY (cells, number))",
)


def build_database(path: str | Path, cells: int, **options: Unpack[Options]) -> Pieces:
    """Work out all pieces up to `cells` cells, going on where the file ends; return all of them.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "pieces.db"
    ...     one, two = build_database(file, 4), build_database(file, 6)
    ...     [open_database(file).count(cells) for cells in range(1, 7)]
    [1, 1, 2, 5, 12, 35]
    """
    most = _check_cells(cells)
    file = Path(path)
    if file.is_dir() or not file.parent.is_dir():
        raise InputError(f"cannot write the database '{path}': name a file in a folder that exists")
    with running(options) as settings, closing(_open(file, writing=True)) as db:
        pieces = Pieces(Values(), max(most, _largest(db)))
        there = _load(db, file, pieces)
        total = sum(FREE_PIECES[1:most])
        left = sum(FREE_PIECES[pieces.complete : most])
        settings.expect(Need(f"{left:,} pieces", total * PIECE_BYTES, left * PER_PIECE, instead=INSTEAD))
        done = 0
        for size in range(2, most + 1):
            pieces.grow_to(size, partial(settings.report, done, total))
            start, stop = pieces.span(size)
            number, at = there.get(size, (0, start))
            while at < stop:
                settings.report(done + at - start, total)
                before, end = len(pieces.values), min(at + CHUNK, stop)
                pieces.work_out(at, end)
                _write(db, pieces, (size, number), slice(at, end), before)
                number, at = number + 1, end
            done += stop - start
            pieces.complete = max(pieces.complete, size)
            pieces.values.forget_forms()
    return pieces


def open_database(path: str | Path) -> Pieces:
    """The pieces in a file, all complete sizes and what there is of the next.

    >>> open_database("no/such/file.db")
    Traceback (most recent call last):
        ...
    enumerate.InputError: there is no database of pieces 'no/such/file.db'
    """
    file = Path(path)
    if not file.is_file():
        raise InputError(f"there is no database of pieces '{path}'")
    with closing(_open(file, writing=False)) as db:
        pieces = Pieces(Values(), _largest(db))
        _load(db, file, pieces)
    return pieces


def _check_cells(cells: Any) -> int:
    most = require_positive("cells", cells)
    if most > MOST_CELLS:
        raise InputError(
            f"`cells` must be at most {MOST_CELLS}, not {most}: larger pieces do not fit 64 bits"
        )
    return most


def _open(file: Path, writing: bool) -> sqlite3.Connection:
    """The file, held against all others by who writes it until it is closed."""
    db = sqlite3.connect(file, isolation_level=None, timeout=2)
    try:
        if writing:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            db.execute("BEGIN EXCLUSIVE")
            db.execute("COMMIT")
        (found,) = db.execute("PRAGMA application_id").fetchone()
        (version,) = db.execute("PRAGMA user_version").fetchone()
        (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if writing and not tables and not found:
            found, version = APPLICATION, VERSION
            db.execute("BEGIN")
            db.execute(f"PRAGMA application_id = {found}")
            db.execute(f"PRAGMA user_version = {version}")
            for table in TABLES:
                db.execute(table)
            db.execute("COMMIT")
    except sqlite3.Error as error:
        db.close()
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise InputError(
                f"the database '{file}' is being built by another run: wait for its end"
            ) from error
        raise InputError(f"'{file}' is not a database of pieces ({error}): name another file") from error
    if (found, version) != (APPLICATION, VERSION):
        db.close()
        raise InputError(f"'{file}' is not a database of pieces of version {VERSION}: name another file")
    return db


def _largest(db: sqlite3.Connection) -> int:
    """The largest number of cells of which something is there."""
    (largest,) = db.execute("SELECT max(cells) FROM chunks").fetchone()
    return min(int(largest or 1), MOST_CELLS)


def _write(db: sqlite3.Connection, pieces: Pieces, name: tuple[int, int], own: slice, before: int) -> None:
    """One chunk with the forms that came with it, in one transaction."""
    data = b"".join(
        array[own].astype(kind).tobytes()
        for array, kind in ((pieces.numbers, "<u8"), (pieces.sizes, "<u2"), (pieces.worth, "<u4"))
    )
    values = pieces.values
    flat: list[int] = []
    for value in range(before, len(values)):
        for player in (LEFT, RIGHT):
            options = values.options[player][value]
            flat += [len(options), *options]
    forms = np.array(flat, dtype="<u4").tobytes()
    row = (*name, own.stop - own.start, before, zlib.compress(data, 1), zlib.compress(forms, 1))
    db.execute("BEGIN IMMEDIATE")
    db.execute("INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, _checksum(*row)))
    db.execute("COMMIT")


def _checksum(*row: Any) -> bytes:
    size, number, count, known, data, forms = row
    return sha256(f"{size} {number} {count} {known} ".encode() + data + forms).digest()


def _load(db: sqlite3.Connection, file: Path, pieces: Pieces) -> dict[int, tuple[int, int]]:
    """Put what the file holds into the arrays; every chunk must be what was written, and follow the last.

    Return for each size the number of the next chunk and where it begins.
    """
    rows = db.execute(
        "SELECT cells, number, pieces, known, data, forms, checksum FROM chunks ORDER BY cells, number"
    )
    there: dict[int, tuple[int, int]] = {}
    wanted = (2, 0)
    for size, number, count, known, data, forms, checksum in rows:
        if (size, number) != wanted or _checksum(size, number, count, known, data, forms) != checksum:
            raise ComputationError(
                f"the database '{file}' is damaged at chunk {number} of size {size}: build it again"
            )
        pieces.grow_to(size)
        start = there.get(size, (0, pieces.starts[size]))[1]
        raw = zlib.decompress(data)
        numbers = np.frombuffer(raw, dtype="<u8", count=count)
        worth = np.frombuffer(raw, dtype="<u4", offset=10 * count, count=count)
        if len(pieces.values) != known or not np.array_equal(numbers, pieces.numbers[start : start + count]):
            raise ComputationError(f"the database '{file}' does not fit this program: build it again")
        pieces.worth[start : start + count] = worth
        pieces.values.restore(np.frombuffer(zlib.decompress(forms), dtype="<u4").tolist())
        there[size] = number + 1, start + count
        wanted = (size + 1, 0) if start + count == pieces.starts[size + 1] else (size, number + 1)
    pieces.complete = wanted[0] - 1
    return there
