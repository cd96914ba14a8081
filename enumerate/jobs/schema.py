"""The file format of the store: tables, version, checksums, the header, the lock, and what errors mean."""

import sqlite3
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from urllib.parse import quote

from ..support.errors import ComputationError, EnumerateError, InputError

VERSION = 1
APPLICATION = 0x656E756D  # "enum", in the header of the file
TABLES = (
    "CREATE TABLE residues (id INTEGER PRIMARY KEY, task BLOB, prime INTEGER, point TEXT, residue INTEGER,"
    " checksum INTEGER)",
    "CREATE TABLE jobs (key BLOB PRIMARY KEY, task TEXT, symmetry INTEGER, lanes INTEGER, primes INTEGER,"
    " done INTEGER, before INTEGER, seconds REAL, began REAL, updated REAL)",
    "CREATE TABLE writer (process INTEGER, since REAL)",
)
COLUMNS = "task, prime, point, residue, checksum"
# the first bytes of every store: pages of 4096 bytes, write-ahead log
HEADER = b"SQLite format 3\0" + bytes([16, 0, 2, 2, 0, 64, 32, 32])
FLIPPED_BITS = 8  # what differs in no more bits from what we wrote is damaged, not written by others


def checksum(task: bytes, prime: object, point: object, residue: object) -> int:
    """The checksum of a row, as a signed 64-bit integer."""
    digest = blake2b(task + f" {prime} {point} {residue}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def is_sound(*row: object) -> bool:
    """Whether a row is what was written."""
    task, *values = row
    return isinstance(task, bytes) and len(values) == 4 and checksum(task, *values[:3]) == values[3]


def is_store(path: Path) -> bool:
    """Whether a file is a store, perhaps a damaged one, by its first bytes."""
    try:
        with path.open("rb") as stream:
            found = stream.read(72)
    except OSError as error:
        raise InputError(f"cannot read the store '{path}': {error.strerror}") from error
    wanted = HEADER + APPLICATION.to_bytes(4, "big")
    if len(found) < 72:  # cut off: only the beginning can tell
        return found[: len(HEADER)] == HEADER
    pairs = zip(found[: len(HEADER)] + found[68:72], wanted, strict=True)
    return sum((a ^ b).bit_count() for a, b in pairs) <= FLIPPED_BITS


def create(path: Path) -> sqlite3.Connection:
    """A new, empty store, open for writing."""
    db = connect(path)
    db.execute("PRAGMA page_size = 4096")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("BEGIN")
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {VERSION}")
    for table in TABLES:
        db.execute(table)
    db.execute("COMMIT")
    return db


def connect(path: Path, read_only: bool = False, damaged: bool = False) -> sqlite3.Connection:
    """A connection in which every commit is on the disk before it returns.

    `damaged` accepts a file that is shorter than its header says.
    """
    if read_only:
        address = f"file:{quote(str(path.absolute()))}?mode=ro"
        db = sqlite3.connect(address, uri=True, isolation_level=None, timeout=10)
    else:
        db = sqlite3.connect(path, isolation_level=None, timeout=10)
    db.text_factory = lambda data: data.decode(errors="replace")  # damaged text must not stop a reading
    if damaged:
        db.execute("PRAGMA writable_schema = ON")
    db.execute("PRAGMA synchronous = FULL")
    return db


def check_version(db: sqlite3.Connection, path: Path) -> None:
    """Refuse a store that another version wrote."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version != VERSION:
        raise InputError(
            f"the store '{path}' has version {version} and this program reads version {VERSION}: "
            "use the program that wrote it, or name another file"
        )


def explain(error: sqlite3.Error, path: Path, doing: str = "write") -> EnumerateError:
    """What an error of SQLite means for who wants to read or write."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return ComputationError(
            f"the disk is full and the store '{path}' cannot grow: what was committed is kept; "
            "free some space and give the same command again"
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return ComputationError(
            f"the store '{path}' is damaged ({error}): the next run with --store keeps what can be read"
        )
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return InputError(f"cannot {doing} the store '{path}': {error}")
    return ComputationError(f"the store '{path}' failed: {error}")


def lock_file(path: Path) -> Path:
    """The empty file beside a store that its writer holds locked."""
    return path.with_name(path.name + "-lock")


def lock(path: Path, wait: float = 1.0) -> sqlite3.Connection | None:
    """Hold the lock of a store until the connection is closed or the process ends; None if another has it.

    The lock is SQLite's own, on an empty database beside the store: it works on every platform, and the
    system lets go of it when the process is killed.
    """
    db = sqlite3.connect(lock_file(path), isolation_level=None, timeout=wait)
    try:
        db.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        db.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            return None
        raise
    return db


def is_locked(path: Path) -> bool:
    """Whether a run is writing the store now."""
    if not lock_file(path).exists():
        return False
    with closing(sqlite3.connect(lock_file(path), isolation_level=None, timeout=0)) as db:
        try:
            db.execute("SELECT * FROM sqlite_schema").fetchall()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            return True
    return False
