"""Values as people use them: written, compared, added, with outcome, stops, mean and temperature."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from threading import RLock
from typing import Any

from ..model.players import Player
from ..support.caches import register
from ..support.errors import InputError
from ..support.progress import check_cancelled
from ..support.result import Result, plain, shortened
from .arena import LEFT, RIGHT, UNIT, ZERO, Values
from .notation import LATEX, read, ups_and_nimber, written
from .thermograph import Thermograph, Walls

OUTCOMES = {(True, True): "P", (True, False): "R", (False, True): "L", (False, False): "N"}
KINDS = ("number", "infinitesimal", "number + infinitesimal", "switch", "hot")


_VALUES = Values()  # equal values are one entry, so an entry keeps its index for the life of the process
_walls: list[Walls] = []
_lock = RLock()
WAIT = 0.1  # seconds between two checks whether the computation that waits for the lock is cancelled


@contextmanager
def shared_values() -> Iterator[Values]:
    """The table of all values of this process, for one thread at a time.

    The table grows while it is read, so every reading and every computation holds the lock.
    """
    while not _lock.acquire(timeout=WAIT):
        check_cancelled()
    try:
        yield _VALUES
    finally:
        _lock.release()


@contextmanager
def shared_walls() -> Iterator[Walls]:
    """The thermographs of these values, under the same lock."""
    with shared_values() as values:
        if not _walls:
            _walls.append(Walls(values))
        yield _walls[0]


def _forget() -> None:
    for known in _VALUES.memory:
        known.clear()


register(f"{__name__}.shared_values", None, lambda: sum(map(len, _VALUES.memory)), _forget)
register(f"{__name__}.shared_walls", None, lambda: len(_walls), _walls.clear)


@dataclass(frozen=True, slots=True, repr=False)
class Value(Result):
    """The value of a game, by its place among all values met so far.

    Values are partly ordered: `a <= b` and `a >= b` may both be false, and then the two are confused.

    >>> up, star = Value.parse("^"), Value.parse("*")
    >>> print(up + star, up - up, up >= Value.parse("0"), up >= star, up <= star)
    ^* 0 True False False
    >>> hot = Value.parse("{2|-1/2}")
    >>> hot.outcome, str(hot.mean), str(hot.temperature), *map(str, hot.stops)
    ('N', '3/4', '5/4', '2', '-1/2')
    """

    place: int

    @classmethod
    def parse(cls, text: str) -> "Value":
        """Read a value; braces are reduced to canonical form.

        >>> Value.parse("{0,*|0}")
        Value.parse('^*')
        """
        if not isinstance(text, str):
            raise InputError(f"a value is read from text such as '{{2|-1}}', not {text!r}")
        with shared_values() as values:
            return cls(read(values, text))

    @classmethod
    def of(cls, left: "list[Value]", right: "list[Value]") -> "Value":
        """The game in which Left and Right may move to the given values.

        >>> print(Value.of([Value.parse("1")], [Value.parse("-1")]))
        +-1
        """
        with shared_values() as values:
            return cls(values.form([v.place for v in left], [v.place for v in right]))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the canonical form: the index of a value means nothing in another process."""
        with shared_values() as values:
            return _loaded, (values.dump(self.place),)

    def __str__(self) -> str:
        with shared_values() as values:
            return written(values, self.place)

    def __repr__(self) -> str:
        return f"Value.parse({shortened(str(self))})"

    def to_json(self) -> dict[str, Any]:
        """The value, its kind, outcome, mean, temperature and stops; numbers as "p/q".

        >>> Value.parse("*").to_json()["temperature"]
        '0'
        """
        names = ("kind", "outcome", "mean", "temperature", "stops")
        return {"value": str(self)} | {name: plain(getattr(self, name)) for name in names}

    def latex(self) -> str:
        r"""The value in the usual notation, for LaTeX.

        >>> print(Value.parse("{1/2^|*}").latex())
        \{\frac{1}{2}{\uparrow}\mid {\ast}\}
        """
        with shared_values() as values:
            return written(values, self.place, LATEX)

    def _repr_latex_(self) -> str:
        """What notebooks show."""
        return f"${self.latex()}$"

    def _repr_svg_(self) -> str:
        """The thermograph that notebooks show."""
        from ..render.thermograph import thermograph_svg

        graph = self.thermograph
        return thermograph_svg(graph.left, graph.right, str(self))

    def __add__(self, other: "Value") -> "Value":
        with shared_values() as values:
            return Value(values.add(self.place, other.place))

    def __neg__(self) -> "Value":
        with shared_values() as values:
            return Value(values.negative(self.place))

    def __sub__(self, other: "Value") -> "Value":
        return self + -other

    def __le__(self, other: "Value") -> bool:
        with shared_values() as values:
            return values.at_most(self.place, other.place)

    def __ge__(self, other: "Value") -> bool:
        return other <= self

    def options(self, player: Any) -> tuple["Value", ...]:
        """The options of a player in canonical form.

        >>> print(*Value.parse("^*").options("left"))
        * 0
        """
        side = Player.of(player)
        if side not in (Player.LEFT, Player.RIGHT):
            raise InputError(f"a value has options for Left and for Right, not for {player!r}")
        with shared_values() as values:
            return tuple(sorted(map(Value, values.options[side][self.place]), key=str))

    @property
    def outcome(self) -> str:
        """L or R: that player wins, whoever starts; N: who starts wins; P: who starts loses."""
        with shared_values() as values:
            return OUTCOMES[values.at_most(self.place, ZERO), values.at_most(ZERO, self.place)]

    @property
    def stops(self) -> tuple[Fraction, Fraction]:
        """The numbers at which play ends if Left starts, and if Right starts."""
        with shared_values() as values:
            left, right = (Fraction(stops[self.place], UNIT) for stops in values.stops)
        return left, right

    @property
    def thermograph(self) -> Thermograph:
        """What the value is worth at every tax on moving."""
        with shared_walls() as walls:
            return walls.thermograph(self.place)

    @property
    def mean(self) -> Fraction:
        """What one of many copies is worth."""
        with shared_walls() as walls:
            return walls.mean(self.place)

    @property
    def temperature(self) -> Fraction:
        """How much a move is worth; negative for numbers, 0 for infinitesimals."""
        with shared_walls() as walls:
            return walls.temperature(self.place)

    @property
    def is_number(self) -> bool:
        """Whether the value is a number."""
        with shared_values() as values:
            return values.is_number[self.place]

    @property
    def kind(self) -> str:
        """What sort of value this is, one of KINDS.

        >>> [Value.parse(text).kind for text in ("1/2", "*", "1^", "{1|-2}", "{1|{0|-2}}")]
        ['number', 'infinitesimal', 'number + infinitesimal', 'switch', 'hot']
        """
        with shared_values() as values:
            return kind_of(values, self.place)

    @property
    def canonical(self) -> str:
        """The canonical form with numbers and braces only.

        >>> Value.parse("^").canonical
        '{0|{0|0}}'
        """
        if self.is_number:
            return str(self)
        sides = (",".join(option.canonical for option in self.options(player)) for player in (LEFT, RIGHT))
        return "{" + "|".join(sides) + "}"

    @property
    def ups_and_nimber(self) -> tuple[int, int] | None:
        """(n, k) for n times up + *k, else None.

        >>> Value.parse("^*").ups_and_nimber
        (1, 1)
        """
        with shared_values() as values:
            return ups_and_nimber(values, self.place)


def _loaded(forms: list[int | tuple[tuple[int, ...], tuple[int, ...]]]) -> Value:
    """The value with a pickled canonical form."""
    with shared_values() as values:
        return Value(values.load(forms))


def kind_of(values: Values, value: int) -> str:
    """Numbers; infinitesimals, alone or added to a number; switches {x|y} of numbers x > y; other hot games.

    >>> values = Values()
    >>> kind_of(values, values.integer(2))
    'number'
    """
    if values.is_number[value]:
        return "number"
    high, low = (stops[value] for stops in values.stops)
    if high == low:
        return "number + infinitesimal" if high else "infinitesimal"
    options = [option for side in values.options for option in side[value]]
    return "switch" if all(values.is_number[option] for option in options) else "hot"
