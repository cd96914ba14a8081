"""Values in the usual notation: 3/4, *2, ^*, 1v, tiny(2), +-1, {2|{1|-1/2}}; written and read.

*n        nimbers                     ^ v ^2 v3     up, down and their multiples, also ^*, ^2*3
tiny(G)   {0|{0|-G}}; miny(G) = -tiny(G)           +-G  {G|-G}, with several options +-(G,H)
1*, 1/2^  a number and an infinitesimal
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from ..support.errors import InputError
from .canonical import FINENESS, LEFT, RIGHT, UNIT, ZERO, CanonicalForms


@dataclass(frozen=True, slots=True)
class Style:
    """How the signs are written; `{}` marks the place of the argument."""

    fraction: str
    star: str
    nimber: str
    up: tuple[str, str]  # up and down
    ups: tuple[str, str]
    tiny: tuple[str, str]
    plus_minus: str
    several: str
    braces: str
    plus: str


TEXT = Style(
    "{}/{}",
    "*",
    "*{}",
    ("^", "v"),
    ("^{}", "v{}"),
    ("tiny({})", "miny({})"),
    "+-{}",
    "({})",
    "{{{}|{}}}",
    "+",
)
LATEX = Style(
    r"\frac{{{}}}{{{}}}",
    r"{\ast}",
    r"{{\ast}}{}",
    (r"{\uparrow}", r"{\downarrow}"),
    (r"{}{{\cdot}}{{\uparrow}}", r"{}{{\cdot}}{{\downarrow}}"),
    (r"{{+}}_{{{}}}", r"{{-}}_{{{}}}"),
    r"{{\pm}}{}",
    r"({})",
    r"\{{{}\mid {}\}}",
    "+",
)


def format_value(values: CanonicalForms, value: int, style: Style = TEXT) -> str:
    """A value in the usual notation."""
    if values.is_number[value]:
        return _number(values.stops[LEFT][value], style)
    high, low = values.stops[LEFT][value], values.stops[RIGHT][value]
    if high == low:
        small = values.add(value, values.number(-high))
        named = _infinitesimal(values, small, style)
        if named is not None:
            name, plus = named
            return _number(high, style) + plus + name if high else name
    options = [_listed(values, values.options[player][value], style) for player in (LEFT, RIGHT)]
    if values.negative(value) == value:
        own = options[LEFT]
        is_plain = len(own) == 1 and (values.is_number[values.options[LEFT][value][0]] or own[0][-1] == "}")
        inside = own[0] if is_plain else style.several.format(",".join(own))
        return style.plus_minus.format(inside)
    return style.braces.format(*(",".join(side) for side in options))


def _listed(values: CanonicalForms, options: tuple[int, ...], style: Style) -> list[str]:
    """Options in an order that depends only on their values."""
    high, low = values.stops
    return [
        text
        for _, _, text in sorted(
            (-high[option], -low[option], format_value(values, option, style)) for option in options
        )
    ]


def _number(units: int, style: Style) -> str:
    number = Fraction(units, UNIT)
    if number.denominator == 1:
        return str(number)
    sign = "-" if number < 0 else ""
    return sign + style.fraction.format(abs(number.numerator), number.denominator)


def _infinitesimal(values: CanonicalForms, value: int, style: Style) -> tuple[str, str] | None:
    """The name of an infinitesimal, if it has one, and the sign between a number and the name."""
    both = ups_and_nimber(values, value)
    if both is not None:
        ups, nimber = both
        sign = int(ups < 0)
        name = "" if not ups else style.up[sign] if abs(ups) == 1 else style.ups[sign].format(abs(ups))
        name += "" if not nimber else style.star if nimber == 1 else style.nimber.format(nimber)
        return name, ""
    for sign, inner in enumerate((value, values.negative(value))):
        size = tiny_of(values, inner)
        if size is not None:
            return style.tiny[sign].format(format_value(values, size, style)), style.plus
    return None


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
    left, right = values.options[LEFT][value], values.options[RIGHT][value]
    if value == ZERO:
        return 0, 0
    if left == right:
        return (0, len(left)) if _is_nimber(values, value) else None
    for sign, (own, other) in ((1, (left, right)), (-1, (right, left))):
        if own == (ZERO,) and len(other) == 1:
            inner = ups_and_nimber(values, other[0])
            if inner is not None and sign * inner[0] >= 0:
                return inner[0] + sign, inner[1] ^ 1
        if other == (ZERO,) and len(own) == 2 and ZERO in own:
            star = ups_and_nimber(values, max(own))
            if star == (0, 1):
                return sign, 1
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
DEEPEST = 50  # braces and parentheses inside each other


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
    if reader.words[reader.at] != _END:
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

    def take(self, *wanted: str) -> str:
        """The next word, which must be one of `wanted` if that is given."""
        word = self.words[self.at]
        if word == _END or (wanted and word not in wanted):
            raise _unreadable(self.text)
        self.at += 1
        return word

    def count(self, most: int) -> int:
        """An optional factor after a sign, at most `most`; 1 if it is missing."""
        sign = self.words[self.at - 1]
        return self.whole(self.take(), most, sign) if self.words[self.at].isdigit() else 1

    def whole(self, word: str, most: int, sign: str = "") -> int:
        """A whole number, at most `most`; `sign` is the sign before it."""
        if len(word.lstrip("0")) > len(str(most)) or int(word) > most:
            raise InputError(f"'{sign}{word[:20]}' is too large in a value: at most {sign}{most} is read")
        return int(word)

    def sum(self) -> int:
        """Terms side by side, as in 1/2^*; a minus belongs to its first term."""
        sign = self.words[self.at] == "-" and bool(self.take())
        total = self.term()
        total = self.values.negative(total) if sign else total
        while self.words[self.at] not in (_END, ",", "|", "}", ")"):
            if self.words[self.at] == "+":
                self.take()
            total = self.values.add(total, self.term())
        return total

    def term(self) -> int:
        """A number, a named value, or braces."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise InputError(f"'{self.text[:20]}...' is nested too deeply: expected at most {DEEPEST} levels")
        value = self._term()
        self.depth -= 1
        return value

    def _term(self) -> int:
        values, word = self.values, self.take()
        if word == "*":
            return values.nimber(self.count(LARGEST_NIMBER))
        if word in ("^", "v"):
            up = values.form([ZERO], [values.nimber(1)])
            return values.total([up if word == "^" else values.negative(up)] * self.count(MOST_UPS))
        if word in ("tiny", "miny"):
            self.take("(")
            size = self.sum()
            self.take(")")
            threat = values.form([ZERO], [values.negative(size)])
            tiny = values.form([ZERO], [threat])
            return tiny if word == "tiny" else values.negative(tiny)
        if word == "+-":
            own = self.options_until(")") if self.words[self.at] == "(" and self.take() else [self.term()]
            return values.form(own, map(values.negative, own))
        if word == "{":
            left = self.options_until("|")
            return values.form(left, self.options_until("}"))
        if word[0].isdigit():
            return self.number(word)
        raise _unreadable(self.text)

    def number(self, word: str) -> int:
        """An integer or a dyadic fraction."""
        top, _, bottom = word.partition("/")
        below = self.whole(bottom or "1", UNIT)
        if below == 0 or below & (below - 1) or below.bit_length() > FINENESS:
            raise InputError(f"'{word}' in {self.text!r}: the denominator must be a power of 2")
        return self.values.number(self.whole(top, LARGEST_INTEGER * below) * UNIT // below)

    def options_until(self, end: str) -> list[int]:
        """Options separated by commas; there may be none."""
        options = []
        while self.words[self.at] != end:
            options.append(self.sum())
            if self.words[self.at] != end:
                self.take(",")
        self.take(end)
        return options
