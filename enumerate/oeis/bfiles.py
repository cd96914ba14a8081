"""Lists of terms, and b-files: the text in which the OEIS exchanges long lists, `n a(n)` on each line."""

from collections.abc import Iterable, Mapping
from itertools import takewhile

from ..support.errors import InputError, require_integer, require_type
from ..support.result import Result, Table

MOST_DIGITS = 1000  # of a term in a b-file


def fits_bfile(value: int) -> bool:
    """Whether a term is short enough for a b-file."""
    return bool(abs(value) < 10**MOST_DIGITS)


def bfile(terms: Mapping[int, int], *, comments: Iterable[str] = ()) -> str:
    """The b-file of some terms: ASCII, single spaces, a final newline, at most 1000 digits a term.

    >>> print(bfile({1: 1, 2: 5}, comments=["small"]), end="")
    # small
    1 1
    2 5
    """
    require_type(Mapping, "a mapping as in {1: 1, 2: 5}", terms)
    lines = [f"# {line}" for line in comments]
    plain = {require_integer("index", n): require_integer("term", value) for n, value in terms.items()}
    for index, value in sorted(plain.items()):
        if not fits_bfile(value):
            raise InputError(
                f"the term a({index}) has more than {MOST_DIGITS} digits: a b-file ends before it"
            )
        lines.append(f"{index} {value}")
    text = "\n".join(lines) + "\n"
    if not text.isascii():
        raise InputError("the comments of a b-file must be ASCII")
    return text


def read_bfile(text: str, *, name: str = "b-file") -> dict[int, int]:
    """The terms of a b-file; the indices must follow each other.

    >>> read_bfile("# small\\n1 1\\n2 5\\n")
    {1: 1, 2: 5}
    """
    require_type(str, "the text of a b-file", text)
    terms: dict[int, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            index, value = map(int, line.split(" "))
        except ValueError:
            raise InputError(f"line {number} of {name} is '{line}': write `n a(n)` with one space") from None
        if terms and index != max(terms) + 1:
            raise InputError(f"line {number} of {name} has n = {index} after {max(terms)}")
        terms[index] = value
    return terms


class TermList(Result):
    """A result with terms from a(offset) on, as a table and as a b-file."""

    __slots__ = ()
    offset: int
    terms: tuple[int, ...]

    @property
    def values(self) -> dict[int, int]:
        """The terms by their indices."""
        return dict(enumerate(self.terms, self.offset))

    def __str__(self) -> str:
        return ", ".join(map(str, self.terms))

    def table(self) -> Table:
        """A row for each term."""
        return Table(("n", "a(n)"), tuple(self.values.items()))

    def bfile(self) -> str:
        """The b-file; it ends before the first term that is too long for one, and a comment says so."""
        short = dict(takewhile(lambda term: fits_bfile(term[1]), self.values.items()))
        end = self.offset + len(short)
        is_cut = 0 < len(short) < len(self.terms)
        comment = f"a({end}) has more than {MOST_DIGITS} digits: the b-file ends before it"
        return bfile(short or self.values, comments=[comment] if is_cut else [])
