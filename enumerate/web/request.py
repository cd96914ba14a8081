"""The body of a question, read into the package's own types; invalid values are refused in one line.

`SharedCache` holds objects for later questions.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Any, Generic, TypeVar

from ..model.board import Player
from ..model.game import DOMINEERING, Game, names
from ..model.polynomial import TWO_PLAYERS
from ..model.position import Position
from ..rules.kinds import Kind, whose_turn
from ..support.caches import register
from ..support.errors import InputError, require_integer, unknown
from ..support.fields import Fields

MOST_CELLS = 1024  # of a board that the page draws
MOST_DIGITS = 4000  # of the number of a position
NULL = type(None)
Body = Mapping[str, Any]
Made = TypeVar("Made")


class Params(Fields):
    """The JSON object of a question; an entry with another key is refused, and null counts as missing.

    >>> params = Params({"rows": 3, "kind": "maximal"}, ["rows", "kind"])
    >>> params.number("rows", least=1), params.kind()
    (3, <Kind.MAXIMAL: 'maximal'>)
    """

    def __init__(self, body: Body, keys: Iterable[str] = ()) -> None:
        super().__init__(body, "the question", keys)

    def text(self, name: str, default: str = "", most: int = 8192) -> str:
        """A text."""
        value: str | None = self.optional(name, str, NULL)
        if value is not None and len(value) > most:
            raise InputError(f"`{name}` must have at most {most:,} characters, not {len(value):,}")
        return default if value is None else value

    def word(self, name: str, allowed: Iterable[str], default: str) -> str:
        """One of the allowed words."""
        found, words = self.text(name, default), list(allowed)
        if found not in words:
            raise unknown(name, found, words)
        return found

    def flag(self, name: str) -> bool:
        """A truth value, false unless given."""
        return bool(self.optional(name, bool, NULL))

    def number(self, name: str, default: int | None = None, least: int = 0, most: int = 10**9) -> int:
        """An integer between two bounds."""
        found = self.number_or_none(name, least, most)
        if found is None and default is None:
            raise InputError(f"`{name}` is missing: it must be an integer")
        return found if found is not None else default or 0

    def number_or_none(self, name: str, least: int = 0, most: int = 10**9) -> int | None:
        """An integer between two bounds, or None if it is missing."""
        number: int | None = self.optional(name, int, NULL)
        if number is not None and not least <= number <= most:
            raise InputError(f"`{name}` must be from {least} to {most}, not {number}")
        return number

    def digits(self, name: str) -> int | None:
        """An integer of any size, as a text of decimal digits."""
        text = self.text(name, most=MOST_DIGITS)
        if text and not (text.isascii() and text.isdecimal()):
            raise InputError(f"`{name}` must be digits, not {text!r}")
        return int(text) if text else None

    def items(self, name: str, most: int = MOST_CELLS) -> list[Any]:
        """A list, empty unless given."""
        value: list[Any] = self.optional(name, list, NULL) or []
        if len(value) > most:
            raise InputError(f"`{name}` must have at most {most:,} entries, not {len(value):,}")
        return value

    def game(self) -> Game:
        """A game of the library by its name: the page names no file."""
        return Game.named(self.word("game", names(), DOMINEERING.name))

    def kind(self, but: Iterable[Kind] = ()) -> Kind:
        """The kind of positions, except those in `but`."""
        allowed = [kind for kind in Kind if kind not in but]
        return Kind.of(self.word("kind", allowed, Kind.GENERAL.value))

    def player(self, name: str, among: Iterable[Player]) -> Player | None:
        """A player by name, or None."""
        given = self.text(name)
        return Player.of(given, among=tuple(among)) if given else None

    def position(self) -> Position:
        """The board in `board` with its letters, `wrap` and `game`, and on it what `pieces` adds.

        >>> str(Params({"board": "..\\n..", "pieces": [["L", [0, 1]]]}).position())
        '.L\\n.L'
        """
        text, wrap, game = self.text("board"), self.text("wrap") or None, self.game()
        drawn = Position.parse(text, wrap, self.number_or_none("dimension", 1, 3), game=game)
        if len(drawn.board) > MOST_CELLS:
            raise InputError(f"the page shows up to {MOST_CELLS:,} cells, not {len(drawn.board):,}")
        added = []
        for piece in self.items("pieces"):
            match piece:
                case [str() as name, cell]:
                    added.append((name, cell_of(cell)))
                case _:
                    raise InputError(f"a piece is written as in ['L', [0, 0]], not {piece!r}")
        lying = [(game.pieces[placed.piece].name, placed.at) for placed in drawn.placements]
        return Position.of(drawn.board, [*lying, *added], game) if added else drawn

    def turn(self, position: Position) -> Player | None:
        """Whose turn it is; None if alternating play cannot leave these numbers of pieces."""
        first = self.player("first", TWO_PLAYERS)
        return whose_turn(position, Player.LEFT if first is None else first, allow_unreachable=True)


def cell_of(value: Any) -> tuple[int, ...]:
    """A cell from the list of its coordinates."""
    if not isinstance(value, list) or not 1 <= len(value) <= 3 or any(type(n) is not int for n in value):
        raise InputError(f"a cell is written as in [0, 0], not {value!r}")
    return tuple(value)


def box_of(params: Params, most: int) -> tuple[int, ...]:
    """The three sizes in `box`."""
    sizes = params.items("box", 3)
    if len(sizes) != 3:
        raise InputError(f"a box has three sizes, as in [4, 4, 3], not {sizes!r}")
    for size in sizes:
        if not 1 <= require_integer("size", size) <= most:
            raise InputError(f"`size` must be from 1 to {most}, not {size}")
    return tuple(sizes)


class SharedCache(Generic[Made]):
    """The last few objects (lists, solutions, opponents), by what they were made from.

    They stay for later questions; two questions never use the same object at once.
    """

    def __init__(self, name: str, size: int) -> None:
        self._size = size
        self._held: dict[Hashable, Made] = {}
        self._lock = Lock()
        register(f"{__package__}.{name}", size, self._held.__len__, self._held.clear)

    @contextmanager
    def borrow(self, key: Hashable, make: Callable[[], Made]) -> Iterator[Made]:
        """Take the object out of the cache, or make it; put it back unless the question fails."""
        with self._lock:
            found = self._held.pop(key, None)
        if found is None:
            found = make()
        yield found
        with self._lock:
            while len(self._held) >= self._size:
                self._held.pop(next(iter(self._held)))
            self._held[key] = found
