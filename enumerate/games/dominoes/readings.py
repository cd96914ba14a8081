"""Readings of the paper: each ambiguity in its text is a named option.

The paper's text is ambiguous in places and its pictures are lost. `best-fit` is the reading whose totals come
nearest to the printed ones; `literal` takes the words as they stand. Neither fits within sampling error.
"""

from collections import namedtuple
from dataclasses import dataclass, replace

from ...support.errors import InputError, require_type, unknown

# the allowed words of each option; the reading `best-fit` takes the first
OPTIONS = {
    "counts": ("halves", "tiles"),
    "candidate": ("included", "excluded"),
    "other_end": ("table", "table-and-hand", "value"),
    "ties": ("non-doubles", "uniform", "first"),
    "juca": ("configuration", "tile"),
    "doubles": ("twice", "once"),
    "bought": ("agent", "raffle"),
    "temperature": ("before", "after"),
    "closed": ("fewer", "pseudo-code", "draw"),
}


# a reading for compiled code: whether it takes each word after the first of `OPTIONS`, in their order
Codes = namedtuple(
    "Codes",
    "counts_tiles candidate_excluded other_end_table_and_hand other_end_value ties_uniform ties_first "
    "juca_tile doubles_once bought_raffle temperature_after closed_pseudo_code closed_draw",
)


@dataclass(frozen=True, slots=True)
class Reading:
    """An interpretation of the paper: one word for each ambiguity.

    counts
        v and t count `halves` with a value, so that a double counts 2, or `tiles`, so that it counts 1.
    candidate
        Whether the candidate tile itself is `included` in what the agent counts in its hand, or `excluded`.
    other_end
        t(i) counts the other end's value on the `table`, on the `table-and-hand`, or is the `value` itself.
    ties
        Among the best configurations: `non-doubles` first, then by raffle; `uniform`, by raffle; or `first`,
        in the order of the hand (as dealt, eaten tiles last), left before right.
    juca
        Juca raffles a `configuration`, or a `tile` and then one of its configurations.
    doubles
        The two orientations of a double count as configurations `twice` for each side, or `once`.
    bought
        The side of a tile just eaten is chosen by the `agent`, or by `raffle`.
    temperature
        In u = 0.999^m, m counts the tiles on the table `before` or `after` the move.
    closed
        A closed match is won by the player with `fewer` tiles (the text), or by the rule of the printed
        `pseudo-code` (line 44: the first agent wins with more tiles, else a draw), or is a `draw`.
    """

    counts: str = OPTIONS["counts"][0]
    candidate: str = OPTIONS["candidate"][0]
    other_end: str = OPTIONS["other_end"][0]
    ties: str = OPTIONS["ties"][0]
    juca: str = OPTIONS["juca"][0]
    doubles: str = OPTIONS["doubles"][0]
    bought: str = OPTIONS["bought"][0]
    temperature: str = OPTIONS["temperature"][0]
    closed: str = OPTIONS["closed"][0]

    def __post_init__(self) -> None:
        for name, allowed in OPTIONS.items():
            word = getattr(self, name)
            if word not in allowed:
                raise unknown(f"reading of `{name}`", str(word), allowed)

    @classmethod
    def parse(cls, text: str) -> "Reading":
        """Read a preset, with changes after commas.

        >>> Reading.parse("literal,ties=uniform") == replace(LITERAL, ties="uniform")
        True
        """
        first, *changes = (part.strip() for part in text.split(","))
        if first not in READINGS:
            raise unknown("reading", first, READINGS)
        changed = {}
        for change in changes:
            name, sign, word = (part.strip() for part in change.partition("="))
            if not sign:
                raise InputError(
                    f"'{change}' is not a change of reading: write OPTION=WORD, as in ties=first"
                )
            if name not in OPTIONS:
                raise unknown("option of a reading", name, OPTIONS)
            changed[name] = word
        return replace(READINGS[first], **changed) if changed else READINGS[first]

    @classmethod
    def of(cls, given: "Reading | str") -> "Reading":
        """A reading, or the text of one."""
        require_type((Reading, str), "a reading as in 'literal,ties=uniform'", given)
        return cls.parse(given) if isinstance(given, str) else given

    def __str__(self) -> str:
        """The preset, with changes."""
        preset, base = min(READINGS.items(), key=lambda item: len(self._changes_from(item[1])))
        return ",".join([preset, *self._changes_from(base)])

    def _changes_from(self, base: "Reading") -> list[str]:
        return [f"{n}={getattr(self, n)}" for n in OPTIONS if getattr(self, n) != getattr(base, n)]

    @property
    def codes(self) -> Codes:
        """This reading for compiled code."""
        return Codes(*(getattr(self, name) == word for name, words in OPTIONS.items() for word in words[1:]))


BEST_FIT = Reading()
LITERAL = Reading(juca="tile", doubles="once", other_end="table-and-hand", ties="first")
READINGS = {"best-fit": BEST_FIT, "literal": LITERAL}
