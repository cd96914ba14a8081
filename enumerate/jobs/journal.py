"""The file format of a store: one entry per line, each with its own checksum, in the order of writing.

`store.py` gives the entries their meaning.

One process writes while any number of processes read. An appended entry is on the disk before the writer
continues. Lines are independent: a damaged line is recognised by its checksum and skipped.
"""

import errno
import json
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import blake2b
from itertools import chain, count, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..support.errors import ComputationError, InputError, plural
from ..support.files import writable_file
from ..support.run import Say, silent

if TYPE_CHECKING:
    from filelock import BaseFileLock

Entry = list[Any]  # its kind, then its content in terms of JSON
HEADER: Entry = ["store", 2]  # the version
DIGITS = 16  # of the checksum before each entry
LONGEST_LINE = 2**22  # bytes; a longer line was not written here
SEARCHED_BYTES = 2**26  # a file without a sound line among its first bytes is not a store
LOCK_SECONDS = 1.0  # to wait for a lock, which a reader may hold briefly


def line_of(entry: Entry) -> bytes:
    """The line of an entry."""
    text = json.dumps(entry, separators=(",", ":")).encode()
    return _checksum(text) + b" " + text + b"\n"


def _checksum(text: bytes) -> bytes:
    return blake2b(text, digest_size=DIGITS // 2).hexdigest().encode()


def is_sound(line: bytes) -> bool:
    """Whether the checksum of a line is right."""
    return line[DIGITS : DIGITS + 1] == b" " and line[:DIGITS] == _checksum(line[DIGITS + 1 :].rstrip(b"\n"))


def resembles_entry(line: bytes) -> bool:
    """Whether a line may be a damaged entry: three quarters of its first 16 characters are right."""
    alike = sum(byte in b"0123456789abcdef" for byte in line[:DIGITS]) + line.startswith(b" [", DIGITS)
    return alike >= 3 * DIGITS // 4


def read_entries(path: Path, *beginning: Any) -> Iterator[Entry]:
    """The readable entries of a store that begin with these items, also while a run writes the store."""
    begins = json.dumps(beginning, separators=(",", ":")).encode()[:-1]
    for _, line in _lines(path):
        if line.startswith(begins, DIGITS + 1) and is_sound(line):
            try:
                entry = json.loads(line[DIGITS + 1 :])
            except (ValueError, RecursionError):
                continue
            if isinstance(entry, list) and entry and isinstance(entry[0], str):
                yield entry


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that are not blank, and where they begin."""
    at = 0
    with path.open("rb") as stream:
        while line := stream.readline(LONGEST_LINE):
            if line.strip(b" ") != b"\n":
                yield at, line
            at += len(line)


class DamagedStoreError(InputError):
    """The file was a store, but none of its lines can be read."""


def require_store(path: Path, name: str) -> None:
    """Refuse a file that is not a store of this version; `name` is the user's name for it.

    An empty file may become a store, and so may a file that ends within its first line.
    """
    with _explained(name, "read"):
        was_store = False
        for at, line in takewhile(lambda found: found[0] <= SEARCHED_BYTES, _lines(path)):
            if is_sound(line) or (at == 0 and line_of(HEADER).startswith(line)):
                break
            was_store = was_store or resembles_entry(line)
        else:
            if was_store:
                raise DamagedStoreError(f"no line of the store '{name}' can be read: it is damaged")
            if path.stat().st_size:
                raise InputError(f"'{name}' is not a store: name another file")
        for entry in read_entries(path, HEADER[0]):
            if len(entry) == 2 and (version := entry[1]) != HEADER[1]:
                raise InputError(
                    f"the store '{name}' has version {version} and this program reads version {HEADER[1]}: "
                    "use the program that wrote it, or name another file"
                )


def lock_of(path: Path) -> "BaseFileLock":
    """The lock of a store: a hidden file beside it, which the system unlocks when the process ends."""
    from filelock import FileLock

    return FileLock(path.with_name(f".{path.name}.lock"), mode=0o666, thread_local=False)


def is_locked(path: Path) -> bool:
    """Whether a run is writing the store now."""
    from filelock import Timeout

    lock = lock_of(path.resolve())
    if not os.path.exists(lock.lock_file):
        return False
    try:
        with lock.acquire(blocking=False):
            return False
    except (Timeout, OSError):  # OSError: the lock belongs to another user
        return True


@contextmanager
def _explained(name: str, doing: str = "write") -> Iterator[None]:
    """Turn errors of the system into errors of the package."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise ComputationError(
                f"the disk is full and the store '{name}' cannot grow: what was added before is kept; "
                "free some space and give the same command again"
            ) from error
        kind = InputError if doing == "read" or error.errno != errno.EIO else ComputationError
        raise kind(f"cannot {doing} the store '{name}': {error.strerror or error}") from error


class Journal(ExitStack):
    """A store open for writing until the end of a `with` block; a second writer is refused."""

    def __init__(self, name: str | os.PathLike[str], say: Say = silent) -> None:
        """Open or create the store; damaged lines are skipped, and `say` gets a message about them."""
        super().__init__()
        self.path, self.name = writable_file(name), os.fspath(name)
        with ExitStack() as opening, _explained(self.name):
            self._lock(opening)
            if self.path.exists():
                self._check(say)
            stream = opening.enter_context(open(self.path, "a+b", buffering=0))
            self._handle = stream.fileno()
            if os.fstat(self._handle).st_nlink > 1:
                raise InputError(
                    f"the store '{self.name}' has several names (hard links), and one lock cannot protect "
                    "them all: copy it, and name the copy"
                )
            if damaged := self._blank_damaged():
                lines = plural(damaged, "damaged line")
                say(f"{lines} of the store '{self.name}' cannot be read: lost results are computed again")
            has_head = any(True for _ in self.entries(HEADER[0]))
            self.append([*([] if has_head else [HEADER]), ["run", os.getpid(), time.time()]])
            if not has_head and os.name != "nt":  # Windows opens no folders
                folder = os.open(self.path.parent, os.O_RDONLY)
                opening.callback(os.close, folder)
                os.fsync(folder)  # the name of a new file is durable
            self.push(opening.pop_all())

    def _lock(self, stack: ExitStack) -> None:
        """Lock the store until the stack is closed; refuse a store that is locked."""
        from filelock import Timeout

        lock = lock_of(self.path)
        try:
            lock.acquire(timeout=LOCK_SECONDS)
        except Timeout:
            runs = read_entries(self.path, "run") if self.path.exists() else ()
            processes = [entry[1] for entry in runs if entry[1:]]
            process = f" (process {processes[-1]})" if processes else ""
            raise InputError(
                f"the store '{self.name}' is in use by another run{process}: wait for it to end, "
                "or name another file"
            ) from None
        stack.callback(lock.release)

        @stack.callback
        def remove() -> None:
            """Remove the lock before it is released: a waiting process looks for the name again."""
            with suppress(OSError):  # Windows removes no open file; there the lock removes it itself
                os.unlink(lock.lock_file)

    def _check(self, say: Say) -> None:
        """Refuse another sort of file; rename a store without a sound line."""
        try:
            require_store(self.path, self.name)
        except DamagedStoreError as error:
            names = (f"{self.path}-damaged{ending}" for ending in chain([""], map("-{}".format, count(2))))
            aside = next(name for name in names if not os.path.lexists(name))
            self.path.rename(aside)
            say(f"{error}; it was renamed '{aside}', and everything is computed again")
        else:
            if not self.path.stat().st_size:
                say(f"the file '{self.name}' is empty: a new store begins")

    def _blank_damaged(self) -> int:
        """Overwrite damaged lines with blanks, which later runs ignore, and end the last line.

        Return the number of damaged lines.
        """
        damaged = 0
        with self.path.open("r+b") as stream:
            for at, line in _lines(self.path):
                stream.seek(at)
                if not is_sound(line):
                    damaged += 1
                    stream.write(b" " * (len(line) - 1) + b"\n")
                elif not line.endswith(b"\n"):
                    stream.write(line + b"\n")
        return damaged

    def entries(self, *beginning: Any) -> Iterator[Entry]:
        """The entries that begin with these items, in the order in which they were added."""
        with _explained(self.name, "read"):
            yield from read_entries(self.path, *beginning)

    def append(self, entries: Iterable[Entry]) -> None:
        """Add all entries or none; they are on the disk when this returns."""
        data = b"".join(map(line_of, entries))
        with _explained(self.name):
            end = os.lseek(self._handle, 0, os.SEEK_END)
            try:
                at = 0
                while at < len(data):
                    at += os.write(self._handle, data[at:])
                os.fsync(self._handle)
            except BaseException:
                with suppress(OSError):
                    os.ftruncate(self._handle, end)
                raise
