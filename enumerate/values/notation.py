"""Values in the usual notation: 3/4, *2, ^*, 1v, tiny(2), +-1, {2|{1|-1/2}}; written and read.

*n        nimbers                     ^ v ^2 v3     up, down and their multiples, also ^*, ^2*3
tiny(G)   {0|{0|-G}}; miny(G) = -tiny(G)           +-G  {G|-G}, with several options +-(G,H)
1*, 1/2^  a number and an infinitesimal
"""

import re
from fractions import Fraction
from typing import NamedTuple

from ..support.errors import InputError
from .canonical import FRACTION_BITS, LEFT, RIGHT, UNIT, ZERO, CanonicalForms


class Style(NamedTuple):
    """How the signs are written; `{}` marks the place of the argument."""

    fraction: str
    star: str
    nimber: str
    up: tuple[str, str]  # up and down
    ups: tuple[str, str]
    tiny: tuple[str, str]
    plus_minus: str
    braces: str


TEXT = Style("{}/{}", "*", "*{}", ("^", "v"), ("^{}", "v{}"), ("tiny({})", "miny({})"), "+-{}", "{{{}|{}}}")
LATEX = Style(
    r"\frac{{{}}}{{{}}}",
    r"{\ast}",
    r"{{\ast}}{}",
    (r"{\uparrow}", r"{\downarrow}"),
    (r"{}{{\cdot}}{{\uparrow}}", r"{}{{\cdot}}{{\downarrow}}"),
    (r"{{+}}_{{{}}}", r"{{-}}_{{{}}}"),
    r"{{\pm}}{}",
    r"\{{{}\mid {}\}}",
)


def format_value(values: CanonicalForms, value: int, style: Style = TEXT) -> str:
    """A value in the usual notation."""
    if values.is_number[value]:
        return _number(values.stops[LEFT][value], style)
    high, low = values.stops[LEFT][value], values.stops[RIGHT][value]
    if high == low:
        small = values.add(value, values.number(-high))
        if name := _infinitesimal(values, small, style):
            plus = "+" if ups_and_nimber(values, small) is None else ""
            return _number(high, style) + plus + name if high else name
    left, right = (_listed(values, options[value], style) for options in values.options)
    if values.negative(value) == value:
        is_plain = len(left) == 1 and (values.is_number[values.options[LEFT][value][0]] or left[0][-1] == "}")
        return style.plus_minus.format(left[0] if is_plain else f"({','.join(left)})")
    return style.braces.format(",".join(left), ",".join(right))


def _listed(values: CanonicalForms, options: tuple[int, ...], style: Style) -> list[str]:
    """Options in an order that depends only on their values."""
    high, low = values.stops
    ranked = ((-high[option], -low[option], format_value(values, option, style)) for option in options)
    return [text for _, _, text in sorted(ranked)]


def _number(units: int, style: Style) -> str:
    number = Fraction(units, UNIT)
    if number.denominator == 1:
        return str(number)
    sign = "-" if number < 0 else ""
    return sign + style.fraction.format(abs(number.numerator), number.denominator)


def _infinitesimal(values: CanonicalForms, value: int, style: Style) -> str:
    """The name of an infinitesimal; empty if it has none."""
    both = ups_and_nimber(values, value)
    if both is not None:
        ups, nimber = both
        sign = int(ups < 0)
        name = "" if not ups else style.up[sign] if abs(ups) == 1 else style.ups[sign].format(abs(ups))
        return name + ("" if not nimber else style.star if nimber == 1 else style.nimber.format(nimber))
    for sign, inner in enumerate((value, values.negative(value))):
        size = tiny_of(values, inner)
        if size is not None:
            return style.tiny[sign].format(format_value(values, size, style))
    return ""


def tiny_of(values: CanonicalForms, value: int) -> int | None:
    """G > 0 if the value is tiny-G, {0|{0|-G}}; None otherwise."""
    left, right = values.options
    if left[value] != (ZERO,) or len(right[value]) != 1:
        return None
    threat = right[value][0]
    if left[threat] != (ZERO,) or len(right[threat]) != 1:
        return None
    size = values.negative(right[threat][0])
    return size if values.at_most(ZERO, size) and size != ZERO else None


def ups_and_nimber(values: CanonicalForms, value: int) -> tuple[int, int] | None:
    """(n, k) if the value is n times up + *k; None otherwise.

    Up is {0|*}, up-star {0,*|0}; otherwise n ups + *k are {0 | n - 1 ups + *(k xor 1)} for n > 0 [WW].
    """
    ups = 0
    while True:  # along the ups, of which there may be thousands
        left, right = values.options[LEFT][value], values.options[RIGHT][value]
        if left == (ZERO,) and len(right) == 1 and right != left and ups >= 0:
            value, ups = right[0], ups + 1
        elif right == (ZERO,) and len(left) == 1 and right != left and ups <= 0:
            value, ups = left[0], ups - 1
        else:
            break
    if left == right:  # also of 0
        return (ups, len(left) ^ (ups & 1)) if _is_nimber(values, value) else None
    for sign, (own, other) in ((1, (left, right)), (-1, (right, left))):
        if other == (ZERO,) and len(own) == 2 and ZERO in own:
            star = ups_and_nimber(values, max(own))
            if star == (0, 1) and sign * ups >= 0:
                return ups + sign, 1 ^ (ups & 1)
    return None


def _is_nimber(values: CanonicalForms, value: int) -> bool:
    """Whether both players' options are *0, *1, ..., *(n - 1) for some n."""
    left, right = values.options
    below = sorted(left[value], key=lambda option: len(left[option]))
    return left[value] == right[value] and all(
        left[option] == right[option] == tuple(sorted(below[:size])) for size, option in enumerate(below)
    )


_WORD = re.compile(r"\s*(\+-|tiny|miny|\d+(?:/\d+)?|[-*^v{}(),|+])")
_END = ""
LARGEST_INTEGER = 10_000  # the canonical form of n holds all integers from 0 to n
LARGEST_NIMBER = 100
MOST_UPS = 50
MAX_DEPTH = 50  # braces and parentheses


def parse_value(values: CanonicalForms, text: str) -> int:
    """The value of a text; braces are reduced to canonical form.

    Integers up to 10000, nimbers up to *100, up to 50 ups and braces up to 50 deep are read.

    >>> values = CanonicalForms()
    >>> format_value(values, parse_value(values, "{1,0|{0|-2}}"))
    '{1|{0|-2}}'
    >>> parse_value(values, "{1|")
    Traceback (most recent call last):
        ...
    enumerate.InputError: '{1|' is not a value: write for instance 3/4, *2, ^*, tiny(2), +-1 or {2|{1|-1/2}}
    """
    words: list[str] = []
    at = 0
    while at < len(text.rstrip()):
        found = _WORD.match(text, at)
        if not found:
            raise _unreadable(text)
        words.append(found[1])
        at = found.end()
    reader = _Reader(values, text, [*words, _END])
    try:
        value = reader.sum()
    except RecursionError:
        raise InputError(f"'{text[:20]}...' has too many terms: write fewer") from None
    if reader.next != _END:
        raise _unreadable(text)
    return value


def _unreadable(text: str) -> InputError:
    return InputError(
        f"{text!r} is not a value: write for instance 3/4, *2, ^*, tiny(2), +-1 or {{2|{{1|-1/2}}}}"
    )


class _Reader:
    """Reads words from left to right."""

    def __init__(self, values: CanonicalForms, text: str, words: list[str]) -> None:
        self.values, self.text, self.words, self.at, self.depth = values, text, words, 0, 0

    @property
    def next(self) -> str:
        """The next word, without taking it."""
        return self.words[self.at]

    def take(self, *wanted: str) -> str:
        """The next word, which must be one of `wanted` if that is given."""
        word = self.next
        if word == _END or (wanted and word not in wanted):
            raise _unreadable(self.text)
        self.at += 1
        return word

    def count(self, most: int, sign: str) -> int:
        """An optional factor after a sign, at most `most`; 1 if it is missing."""
        return self.whole(self.take(), most, sign) if self.next.isdigit() else 1

    def whole(self, word: str, most: int, sign: str = "") -> int:
        """A whole number, at most `most`; `sign` is the sign before it."""
        if len(word.lstrip("0")) > len(str(most)) or int(word) > most:
            raise InputError(f"'{sign}{word[:20]}' is too large in a value: at most {sign}{most} is read")
        return int(word)

    def sum(self) -> int:
        """Terms side by side, as in 1/2^*; a minus belongs to its first term."""
        is_negative = self.next == "-" and bool(self.take())
        total = self.values.negative(self.term()) if is_negative else self.term()
        while self.next not in (_END, ",", "|", "}", ")"):
            if self.next == "+":
                self.take()
            total = self.values.add(total, self.term())
        return total

    def term(self) -> int:
        """A number, a named value, or braces."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise InputError(
                f"'{self.text[:20]}...' is nested too deeply: expected at most {MAX_DEPTH} levels"
            )
        values, word = self.values, self.take()
        if word == "*":
            value = values.nimber(self.count(LARGEST_NIMBER, word))
        elif word in ("^", "v"):
            up = values.form([ZERO], [values.nimber(1)])
            value = values.total([up if word == "^" else values.negative(up)] * self.count(MOST_UPS, word))
        elif word in ("tiny", "miny"):
            self.take("(")
            threat = values.form([ZERO], [values.negative(self.sum())])
            self.take(")")
            tiny = values.form([ZERO], [threat])
            value = tiny if word == "tiny" else values.negative(tiny)
        elif word == "+-":
            own = self.options_until(")") if self.next == "(" and self.take() else [self.term()]
            value = values.form(own, map(values.negative, own))
        elif word == "{":
            left = self.options_until("|")
            value = values.form(left, self.options_until("}"))
        elif word[0].isdigit():
            top, _, bottom = word.partition("/")
            below = self.whole(bottom or "1", UNIT)
            if below == 0 or below & (below - 1) or below.bit_length() > FRACTION_BITS:
                raise InputError(f"'{word}' in {self.text!r}: the denominator must be a power of 2")
            value = values.number(self.whole(top, LARGEST_INTEGER * below) * UNIT // below)
        else:
            raise _unreadable(self.text)
        self.depth -= 1
        return value

    def options_until(self, end: str) -> list[int]:
        """Options separated by commas; there may be none."""
        options = []
        while self.next != end:
            options.append(self.sum())
            if self.next != end:
                self.take(",")
        self.take(end)
        return options
