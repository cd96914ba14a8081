"""Games as data: which pieces each player may place, and which pairs of cells two pieces must not cover.

Pieces are placed and never moved; they never overlap, and rules forbid pairs of placements. A piece or a rule
that leaves the axes of a board (Right's domino on a single column of cells) does not occur there.

Games are named (the library, `library.toml` beside this module), read from files (TOML or JSON with the keys
`name`, `pieces`, `forbidden`, `about`, `source`) or built from `Piece` and `Forbidden`.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from operator import index, sub
from typing import Any

from ..support.caches import cached
from ..support.errors import InputError, did_you_mean, quoted, unknown
from ..support.fields import Fields, read_json
from ..support.files import text_of
from .board import Board, Player
from .lattice import AXIS_NAMES, Cell, items

Offset = tuple[int, ...]
EITHER = "either"  # a piece that every player may place: counted in one variable
OWNERS = (*(player.name.lower() for player in Player), EITHER)
MOST_AXES = len(Player)
MOST_STEPS = 100  # steps that a piece or a rule may reach
MOST_NAME = 40  # characters


def as_offset(steps: Any) -> Offset:
    """An offset from any sequence of integers, without the zeros at its end."""
    given = tuple(steps) if isinstance(steps, Iterable) else (None,)
    if not all(hasattr(step, "__index__") and type(step) is not bool for step in given):
        raise InputError(f"a step is a list of 1 to {MOST_AXES} integers, as in [0, 1], not {steps!r}")
    offset = tuple(map(index, given))
    if len(offset) > MOST_AXES or any(abs(step) > MOST_STEPS for step in offset):
        raise InputError(f"a step has at most {MOST_AXES} integers up to {MOST_STEPS}, not {list(offset)}")
    while offset and not offset[-1]:
        offset = offset[:-1]
    return offset


def check_name(what: str, name: Any) -> str:
    """A name that can stand in a drawing: it begins with a letter and has no control characters."""
    if not isinstance(name, str) or not name[:1].isalpha() or not name.isprintable() or len(name) > MOST_NAME:
        shown = repr(name) if len(repr(name)) < 2 * MOST_NAME else f"{repr(name)[:MOST_NAME]}..."
        raise InputError(
            f"the name of a {what} begins with a letter and has at most {MOST_NAME} characters, not {shown}"
        )
    return name


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece: its name, who places it, and the cells it covers, as steps (row, column, layer).

    The steps are counted from one of the cells; if (0, 0) is not among them, from the first.
    """

    name: str
    player: str
    cells: tuple[Offset, ...]

    def __post_init__(self) -> None:
        check_name("piece", self.name)
        cells = tuple(map(as_offset, items("cells", self.cells)))
        if self.player not in OWNERS:
            raise unknown("player", str(self.player), OWNERS)
        if not cells:
            raise InputError(f"the piece '{self.name}' has no cells: list at least one, as in [[0, 0]]")
        for cell in cells:
            if cells.count(cell) > 1:
                raise InputError(f"the piece '{self.name}' has the cell {list(padded(cell))} twice")
        if () not in cells:
            first = padded(cells[0], MOST_AXES)
            cells = tuple(as_offset(map(sub, padded(cell, MOST_AXES), first)) for cell in cells)
        object.__setattr__(self, "cells", cells)

    @property
    def axes(self) -> int:
        """The number of axes that a board needs for the piece."""
        return max(map(len, self.cells))

    @property
    def is_domino(self) -> bool:
        """Whether the piece covers two neighbours."""
        return len(self.cells) == 2 and sum(abs(step) for cell in self.cells for step in cell) == 1

    @property
    def domino_axis(self) -> int | None:
        """The axis of a domino that lies along its player's own axis; None for every other piece."""
        axis = OWNERS.index(self.player)
        own = len(self.cells) == 2 and self.player != EITHER and self.cells == ((), (*(0,) * axis, 1))
        return axis if own else None

    @property
    def letter(self) -> str:
        """The letter of its cells in a drawing: the first letter of its name."""
        return self.name[0].upper()[0]

    def to_json(self) -> dict[str, Any]:
        """The keys of a file."""
        size = max(2, self.axes)
        return {
            "name": self.name,
            "player": self.player,
            "cells": [list(padded(cell, size)) for cell in self.cells],
        }


def _plain(number: Any) -> Any:
    """A NumPy integer as a Python integer; other values unchanged."""
    return index(number) if hasattr(number, "__index__") and type(number) is not bool else number


def padded(offset: Offset, size: int = 2) -> Offset:
    """An offset with zeros for the axes that it does not name."""
    return offset + (0,) * (size - len(offset))


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A rule between two pieces: if a piece of the first name covers a cell c, another piece of the second
    name must not cover c + d, for every d of `offsets`. To forbid c - d as well, list -d, too.

    Instead of offsets a rule may give `distances`: 1 forbids neighbours, on any lattice and in any graph, 2
    forbids the cells two steps away, and so on. Walls do not block a rule.
    """

    between: tuple[str, str]
    offsets: tuple[Offset, ...] = ()
    distances: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        between = items("between", self.between)
        if len(between) != 2:
            raise InputError(f"a rule is between two names of pieces, not {list(between)}")
        offsets = tuple(map(as_offset, items("offsets", self.offsets)))
        distances = tuple(map(_plain, items("distances", self.distances)))
        what = f"the rule between {' and '.join(map(repr, between))}"
        if not offsets and not distances:
            raise InputError(f"{what} forbids nothing: give `offsets` or `distances`")
        if () in offsets:
            raise InputError(f"{what} has the offset [0, 0], and pieces never overlap anyway")
        for distance in distances:
            if type(distance) is not int or not 1 <= distance <= MOST_STEPS:
                raise InputError(f"{what} has distances from 1 to {MOST_STEPS}, not {distance!r}")
        for name, value in (("between", between), ("offsets", offsets), ("distances", distances)):
            object.__setattr__(self, name, value)

    def reaches(self, board: Board, cell: Cell) -> Iterator[Cell]:
        """The cells that a piece of the second name must not cover if one of the first covers `cell`."""
        for offset in self.offsets:
            there = board.shift(cell, offset)
            if there is not None:
                yield there
        for distance in self.distances:
            yield from board.at_distance(cell, distance)

    def to_json(self) -> dict[str, Any]:
        """The keys of a file."""
        size = max(2, *map(len, self.offsets)) if self.offsets else 2
        entries: dict[str, Any] = {"between": list(self.between)}
        if self.offsets:
            entries["offsets"] = [list(padded(offset, size)) for offset in self.offsets]
        if self.distances:
            entries["distances"] = list(self.distances)
        return entries


def variable_of(piece: Piece) -> int:
    """The variable that counts a piece: 0 for Left or either player, 1 for Right, 2 for Middle."""
    return 0 if piece.player == EITHER else OWNERS.index(piece.player)


DESCRIPTION_KEYS = ("about", "source")


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """A game: its pieces and the pairs that are forbidden; `about` and `source` describe it."""

    name: str
    pieces: tuple[Piece, ...]
    forbidden: tuple[Forbidden, ...] = ()
    about: str = field(default="", compare=False)
    source: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        check_name("game", self.name)
        for kind, name, values in ((Piece, "pieces", self.pieces), (Forbidden, "forbidden", self.forbidden)):
            found = items(name, values)
            for value in found:
                if not isinstance(value, kind):
                    raise InputError(f"`{name}` are given as {kind.__name__}(...), not {value!r}")
            object.__setattr__(self, name, found)
        names = [piece.name for piece in self.pieces]
        if not names:
            raise InputError(f"the game '{self.name}' has no pieces: list at least one")
        for name in names:
            if names.count(name) > 1:
                raise InputError(f"two pieces of '{self.name}' are called '{name}'")
        if 0 < [piece.player for piece in self.pieces].count(EITHER) < len(names):
            raise InputError(f"all pieces of '{self.name}' must be of 'either' player, or none")
        for rule in self.forbidden:
            for named in rule.between:
                if named not in names:
                    raise unknown("piece in a rule", str(named), names)

    def __reduce_ex__(self, protocol: Any) -> Any:  # a copy is still the one game of that name
        return "DOMINEERING" if self is DOMINEERING else object.__reduce_ex__(self, protocol)

    @classmethod
    def named(cls, name: str) -> "Game":
        """A game of the library."""
        return game_named(name)

    @classmethod
    def of(cls, game: "GameLike") -> "Game":
        """The game itself, or the one given by a library name, a file, or a mapping as `to_json` returns it.

        >>> Game.of("domineering") is DOMINEERING, Game.of(Game.of("col").to_json()).name
        (True, 'col')
        """
        if isinstance(game, cls):
            return game
        if isinstance(game, str):
            is_name = game == DOMINEERING.name or game in names()  # Domineering does not wait for the library
            is_file = game.lower().endswith((".toml", ".json")) or "/" in game or os.path.isfile(game)
            return cls.named(game) if is_name or not is_file else cls.read(game)
        if isinstance(game, os.PathLike):
            return cls.read(game)
        if isinstance(game, Mapping):
            return cls.from_json(game)
        raise InputError(
            f"expected a game: a name such as 'col', a file, a mapping or a Game, got {quoted(game)}"
        )

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> "Game":
        """The game in a file, TOML or JSON; docs/games.md says how to write one."""
        if not isinstance(path, str | os.PathLike):
            raise InputError(f"expected the name of a file with a game, got {quoted(path)}")
        text = text_of(path, "the game ")
        try:
            return parse_game(text, is_json=str(path).lower().endswith(".json"))
        except InputError as error:
            raise InputError(f"'{path}' is not a game: {error}") from error

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Game":
        """The game that a mapping describes, as `to_json` writes it and as files in TOML and JSON hold it."""
        game = Fields(value, "a game", ("name", "pieces", "forbidden", *DESCRIPTION_KEYS))
        name = game.required("name", str)
        words = {key: game.required(key, str) for key in DESCRIPTION_KEYS if key in game.entries}
        for key, text in words.items():
            if not text.isprintable():
                raise InputError(f"`{key}` must be a line of text, not {quoted(text)}")
        pieces = [_piece(piece) for piece in game.required("pieces", list)]
        rules = [_rule(rule) for rule in game.optional("forbidden", list) or ()]
        return cls(name, tuple(pieces), tuple(rules), **words)

    def to_json(self) -> dict[str, Any]:
        """The definition: `name`, `pieces`, `forbidden`, and its description if there is one."""
        return {
            "name": self.name,
            **{key: text for key in DESCRIPTION_KEYS if (text := getattr(self, key))},
            "pieces": [piece.to_json() for piece in self.pieces],
            "forbidden": [rule.to_json() for rule in self.forbidden],
        }

    def on(self, dimension: int) -> tuple[Piece, ...]:
        """The pieces that can lie on a board with this number of axes."""
        return tuple(piece for piece in self.pieces if piece.axes <= dimension)

    def players(self, dimension: int) -> frozenset[int]:
        """The players who have pieces on a board; player 0 stands for pieces of either player."""
        return frozenset(map(variable_of, self.on(dimension)))

    def variables(self, dimension: int) -> int:
        """The number of variables that count the pieces on a board."""
        return 1 + max(self.players(dimension), default=0)

    def covers(self, variables: int) -> list[int | None]:
        """The number of cells under a piece of each variable; None if its pieces have different sizes."""
        sizes: list[set[int]] = [set() for _ in range(variables)]
        for piece in self.pieces:
            if variable_of(piece) < variables:
                sizes[variable_of(piece)].add(len(piece.cells))
        return [next(iter(own)) if len(own) == 1 else None if own else 0 for own in sizes]

    def shown(self) -> str:
        """The argument that names the game in a call: a name of the library, or the whole definition."""
        return repr(self.name) if self._is_known else repr(self)

    @property
    def _is_known(self) -> bool:
        return self.name in names() and game_named(self.name) == self

    def __repr__(self) -> str:
        if self._is_known:
            return f"Game.named({self.name!r})"
        values = ((one.name, getattr(self, one.name)) for one in fields(self))
        return f"Game({', '.join(f'{name}={value!r}' for name, value in values if value)})"

    def called(self, number: int = 2) -> str:
        """The noun for one or several pieces: dominoes in Domineering."""
        one, more = ("domino", "dominoes") if self == DOMINEERING else ("piece", "pieces")
        return one if number == 1 else more

    @property
    def is_impartial(self) -> bool:
        """Whether the pieces belong to either player."""
        return self.pieces[0].player == EITHER

    is_shared = is_impartial  # its name in 0.2.0

    def spelled_out(self, board: Board) -> "Game":
        """The same game on a board with every distance written as offsets; a graph has only distances."""
        if board.lattice.is_graph:
            return self
        rules = []
        for rule in self.forbidden:
            rings = [board.lattice.ring(distance, board.dimension) for distance in rule.distances]
            rules.append(Forbidden(rule.between, (*rule.offsets, *(d for ring in rings for d in ring))))
        return replace(self, forbidden=tuple(rules))

    def require_board(self, board: Board) -> None:
        """Refuse a board on which the game has no meaning."""
        if board.lattice.is_surface:
            for axis, is_twisted in enumerate(board.lattice.twisted):
                if is_twisted and not is_mirror_invariant(self, 1 - axis):
                    raise InputError(
                        f"a {board.surface} mirrors {AXIS_NAMES[1 - axis]}, and '{self.name}' is not its own "
                        f"mirror image there: its pieces or rules change"
                    )
        if not board.lattice.is_graph:
            return
        for piece in self.pieces:
            if len(piece.cells) > 1:
                raise InputError(
                    f"on a graph pieces cover single cells, and '{piece.name}' of '{self.name}' has "
                    f"{len(piece.cells)}"
                )
        for rule in self.forbidden:
            if rule.offsets:
                names = " and ".join(rule.between)
                raise InputError(f"on a graph rules need distances: the rule between {names} has offsets")


@cached(64)
def is_mirror_invariant(game: Game, axis: int) -> bool:
    """Whether mirroring an axis maps each piece to one of the same player, and the rules to the rules."""

    def moved(step: Offset, sign: int) -> Offset:
        place = padded(step, 3)
        return (*place[:axis], sign * place[axis], *place[axis + 1 :])

    def form(piece: Piece, sign: int) -> tuple[str, frozenset[Offset]]:
        """The player and the cells, counted from the least row, column and layer."""
        cells = [moved(cell, sign) for cell in piece.cells]
        least = tuple(map(min, zip(*cells, strict=True)))
        return piece.player, frozenset(tuple(map(sub, cell, least)) for cell in cells)

    def pairs(sign: int, names: Mapping[str, str | None]) -> set[tuple[object, ...]]:
        """The forbidden pairs, also in the other order, after renaming the pieces."""
        found: set[tuple[object, ...]] = set()
        for rule in game.forbidden:
            one, two = (names[name] for name in rule.between)
            for distance in rule.distances:
                found |= {(one, two, distance), (two, one, distance)}
            for step in (moved(offset, sign) for offset in rule.offsets):
                found |= {(one, two, step), (two, one, tuple(-s for s in step))}
        return found

    own = {form(piece, 1): piece.name for piece in reversed(game.pieces)}
    is_own = {piece.name: form(piece, 1) == form(piece, -1) for piece in game.pieces}
    to = {p.name: p.name if is_own[p.name] else own.get(form(p, -1)) for p in game.pieces}
    if None in to.values() or len(set(to.values())) < len(to):
        return False
    return pairs(1, {name: name for name in to}) == pairs(-1, to)


def lined(name: str, length: int, about: str = "", source: str = "") -> Game:
    """Straight pieces of one length along the player's axis: the first for Left, then Right, then Middle."""
    pieces = (
        Piece(owner[0].upper(), owner, tuple((0,) * axis + (step,) for step in range(length)))
        for axis, owner in enumerate(OWNERS[:MOST_AXES])
    )
    return Game(name, tuple(pieces), (), about, source)


DOMINEERING = lined(
    "domineering",
    2,
    about="dominoes, Left's vertical and Right's horizontal, in a box Middle's across the layers",
    source="Conway, On Numbers and Games, 1976; counted in [HM21]",
)


GameLike = Game | str | os.PathLike[str] | Mapping[str, Any]  # the arguments of `Game.of`


class _Default(str):
    """The name of the game that is played unless another one is named; a position brings its own."""

    __slots__ = ()


DEFAULT_GAME: str = _Default(DOMINEERING.name)


@cached()
def _library() -> dict[str, dict[str, Any]]:
    """The games of the file, by name."""
    import tomllib  # imported late, since Domineering does not need it

    with open(os.path.join(os.path.dirname(__file__), "library.toml"), "rb") as stream:
        return {DOMINEERING.name: DOMINEERING.to_json()} | tomllib.load(stream)


def names() -> tuple[str, ...]:
    """The names of all games of the library."""
    return tuple(_library())


OTHER_NAMES = {"arc-kayles": "cram"}


@cached()
def game_named(name: str) -> Game:
    """The game of the library with this name or alias."""
    if name == DOMINEERING.name:
        return DOMINEERING
    name = OTHER_NAMES.get(name, name)
    if name not in names():
        hint = did_you_mean(name, names())
        raise InputError(f"unknown game {name!r}{hint} (a file, or a name that `enumerate games` lists)")
    return Game.from_json({"name": name} | _library()[name])


def parse_game(text: str, is_json: bool = False) -> Game:
    """The game that a text in TOML or JSON describes; a text that begins with a brace is read as JSON."""
    import tomllib

    is_json = is_json or text.lstrip().startswith("{")
    try:
        return Game.from_json(read_json(text) if is_json else tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"it is not TOML: {error}") from error


def _piece(value: Any) -> Piece:
    piece = Fields(value, "a piece", ("name", "player", "cells"))
    cells = _steps("cells", piece.required("cells", list))
    return Piece(piece.required("name", str), piece.required("player", str), tuple(cells))


def _rule(value: Any) -> Forbidden:
    rule = Fields(value, "a rule", ("between", "offsets", "distances"))
    offsets = _steps("offsets", rule.optional("offsets", list) or ())
    between, distances = rule.required("between", list), rule.optional("distances", list) or ()
    return Forbidden(tuple(between), tuple(offsets), tuple(distances))


def _steps(name: str, steps: Sequence[Any]) -> Sequence[Any]:
    """Steps along two or three axes, all of one length."""
    for step in steps:
        if not isinstance(step, list | tuple) or len(step) not in (2, 3) or len(step) != len(steps[0]):
            raise InputError(f"`{name}` are steps [row, column] or all [row, column, layer], not {step!r}")
    return steps


def game_toml(game: Game) -> str:
    """The file of a game."""
    import json

    value = game.to_json()
    lines = [f"{key} = {json.dumps(value[key])}" for key in ("name", *DESCRIPTION_KEYS) if key in value]
    for table in ("pieces", "forbidden"):
        for entry in value[table]:
            lines += ["", f"[[{table}]]", *(f"{key} = {json.dumps(found)}" for key, found in entry.items())]
    return "\n".join(lines)
