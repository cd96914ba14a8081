"""The write-ahead log of a store: SQLite drops a damaged frame and all after it in silence, so we look first.

A log is a header of 32 bytes and frames, each a header of 24 bytes and a page. Numbers are big-endian. The
checksums run on from the header through all frames; a frame belongs to the log if it repeats the two salts of
the header, else it is left over from before the last checkpoint.
[https://www.sqlite.org/fileformat2.html#walformat]
"""

import struct
from collections.abc import Iterator
from pathlib import Path

from .schema import FLIPPED_BITS

HEADER, FRAME = struct.Struct(">8I"), struct.Struct(">6I")
MAGIC = 0x377F0682  # its last bit says that checksums read big-endian numbers
WORD = 2**32 - 1


def is_log_whole(path: Path) -> bool:
    """Whether no frame that was written to the log is damaged; a log that does not exist is whole.

    >>> is_log_whole(Path("no such log"))
    True
    """
    data = path.read_bytes() if path.exists() else b""
    if not data:
        return True
    if len(data) < HEADER.size:
        return False
    magic, _, size, _, *salts, one, two = HEADER.unpack_from(data)
    words = "<2I" if magic == MAGIC else ">2I"
    sums = add_words((0, 0), words, data[:24])
    if magic & ~1 != MAGIC or sums != (one, two):
        return False
    for frame in frames(data, size):
        if len(frame) < FRAME.size + size:
            return False
        _, _, *own, one, two = FRAME.unpack_from(frame)
        flipped: int = sum((a ^ b).bit_count() for a, b in zip(own, salts, strict=True))
        if flipped:
            return flipped > FLIPPED_BITS  # the first frame that is left over ends the log
        sums = add_words(add_words(sums, words, frame[:8]), words, frame[FRAME.size :])
        if sums != (one, two):
            return False
    return True


def frames(data: bytes, size: int) -> Iterator[bytes]:
    """The frames with pages of `size` bytes; the last may be cut off."""
    for at in range(HEADER.size, len(data), FRAME.size + size):
        yield data[at : at + FRAME.size + size]


def add_words(sums: tuple[int, int], words: str, data: bytes) -> tuple[int, int]:
    """The checksum, run on over more pairs of 32-bit numbers."""
    one, two = sums
    for a, b in struct.iter_unpack(words, data):
        one = (one + a + two) & WORD
        two = (two + b + one) & WORD
    return one, two
