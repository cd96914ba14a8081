"""Files: clear errors for reading, and writing that succeeds as a whole or not at all."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from .errors import ComputationError, InputError

if TYPE_CHECKING:
    from pathlib import Path

MOST_TEXT = 2**26  # characters of a file
UNFINISHED = ".new"  # the end of the name of a file that is being written


@contextmanager
def readable(name: str | os.PathLike[str], what: str = "") -> Iterator[None]:
    """Translate the errors of reading a text file (of `what`) in this block."""
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot read {what}'{name}': {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"cannot read {what}'{name}': it is not a text file in UTF-8") from error
    except ValueError as error:  # a name that no file can have
        raise InputError(f"cannot read {what}{str(name)!r}: {error}") from error


def text_of(name: str | os.PathLike[str], what: str = "") -> str:
    """The text of a file; files without an end, such as devices, are refused."""
    with readable(name, what), open(name, encoding="utf-8-sig") as stream:
        text = stream.read(MOST_TEXT + 1)
    if len(text) > MOST_TEXT:
        raise InputError(f"cannot read {what}'{name}': it is longer than {MOST_TEXT:,} characters")
    return text


def writable_file(name: str | os.PathLike[str]) -> "Path":
    """The file behind a name, after following links: a regular file, or one that can be created.

    Folders, devices, pipes, sockets and links that lead nowhere are refused and left alone.
    """
    from pathlib import Path

    value = os.fspath(name)
    if "\0" in value or not value:
        raise InputError(f"cannot write {value!r}: no file can have this name")
    path = Path(os.path.realpath(value))
    if os.path.isdir(path):
        raise InputError(f"cannot write '{value}': it is a folder, name a file")
    if os.path.exists(path) and not os.path.isfile(path):
        raise InputError(f"cannot write '{value}': it is not a regular file")
    if os.path.islink(value) and not os.path.exists(value):
        raise InputError(f"cannot write '{value}': it is a link that leads nowhere")
    if not os.path.isdir(path.parent):
        raise InputError(f"cannot write '{value}': there is no folder '{Path(value).parent}'")
    if not os.access(path.parent, os.W_OK):
        raise InputError(f"cannot write '{value}': no permission in '{path.parent}'")
    return path


def write_whole(path: "Path", data: "str | bytes | Callable[[IO[bytes]], object]") -> None:
    """Write `data` to `path`, or let it write, completely or not at all: to a new file, which is renamed.

    The name of the new file begins with that of `path`, goes on at random and ends with `UNFINISHED`. The
    file is created exclusively, so that an existing link is never followed.
    """
    import tempfile

    name = ""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=UNFINISHED, dir=path.parent)
        with os.fdopen(handle, "wb") as stream:
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(handle if os.chmod in os.supports_fd else name, 0o666 & ~umask)
            if callable(data):
                data(stream)
            else:
                stream.write(data.encode() if isinstance(data, str) else data)
            stream.flush()
            os.fsync(handle)
        os.replace(name, path)
    except BaseException as error:
        if name:
            os.unlink(name)
        if isinstance(error, OSError):
            raise ComputationError(f"cannot write '{path}': {error.strerror or error}") from error
        raise
