"""A solved game: ask it for payoffs, plays and verdicts without solving it again."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ...support.errors import InputError, require_type, unknown
from ...support.result import Result
from ...support.settings import DEFAULT, Settings
from ...support.table import Table
from .induction import TIE_RULES, Bundle, equilibrium_sets, tie_values
from .model import FallingGame, Heights, Payoffs, Play, start
from .plays import Sets, Verdict, check_play, count_plays, list_plays, symmetric_sequences

TIES = ("set", *TIE_RULES)
Bundles = Callable[[Heights], Mapping[Payoffs, Bundle]]


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """A payoff vector, the number of equilibrium plays (raw, up to mirror), and the range of empty cells."""

    payoffs: Payoffs
    plays: int
    plays_up_to_mirror: int
    empty: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Solution(Result):
    """The payoff vectors `sets(s)` of every state s; `bundles` adds the plays, for all equilibria only."""

    game: FallingGame
    ties: str
    sets: Sets
    bundles: Bundles | None = None

    @property
    def payoffs(self) -> list[Payoffs]:
        """The payoff vectors of the whole game, ascending."""
        return sorted(self.sets(start(self.game)))

    @property
    def value(self) -> Payoffs:
        """The one payoff vector that a tie rule gives."""
        (only,) = self.payoffs
        return only

    @property
    def title(self) -> str:
        """The game, and how many payoffs and plays there are."""
        if self.ties != "set":
            return f"{self.game}, ties {self.ties}"
        found = self.equilibria()
        title = f"{self.game}: payoffs {len(found)}, plays {sum(e.plays for e in found)}"
        up_to_mirror = f", up to mirror {sum(e.plays_up_to_mirror for e in found)}"
        return title + (up_to_mirror if self.game.has_mirror else "")

    def __str__(self) -> str:
        return f"{self.title}\n{self.table().text()}"

    def table(self) -> Table:
        """The payoff vectors; with all equilibria, the plays and empty cells of each, too.

        >>> from ..dominogame import Dominogame, solve
        >>> print(solve(Dominogame(2, 4)).table().text())
        V1  V2  plays  up to mirror  empty
         9  11      2             1      0
        """
        names = payoff_names(self.game.players)
        if self.ties != "set":
            return Table(names, tuple(self.payoffs))
        mirror = self.game.has_mirror
        rows = [
            (*e.payoffs, e.plays, *([e.plays_up_to_mirror] if mirror else []), span(e.empty))
            for e in self.equilibria()
        ]
        return Table((*names, "plays", *(["up to mirror"] if mirror else []), "empty"), tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """Plain values for JSON, with the keys of docs/json.md.

        >>> from ..dominogame import Dominogame, solve
        >>> solve(Dominogame(2, 4), "kind").to_json()["ties"]
        'kind'
        """
        if self.ties != "set":
            return {"ties": self.ties, "payoffs": list(self.value)}
        return {"ties": self.ties, "equilibria": equilibrium_data(self.equilibria(), self.game.has_mirror)}

    def equilibria(self) -> tuple[Equilibrium, ...]:
        """Every payoff vector with its number of plays and the range of empty cells."""
        if self.bundles is None:
            raise InputError(f"plays are counted for ties 'set', not '{self.ties}'")
        game = self.game
        cells = game.cols * game.rows
        known = cache(self.sets)
        any_symmetric = symmetric_sequences(game) > 0
        found = []
        for payoffs, bundle in sorted(self.bundles(start(game)).items()):
            symmetric = 0
            if not game.has_mirror:
                symmetric = bundle.plays
            elif any_symmetric:
                symmetric = count_plays(game, known, payoffs, only_symmetric=True)
            empty = (cells - game.length * bundle.longest, cells - game.length * bundle.shortest)
            found.append(Equilibrium(payoffs, bundle.plays, (bundle.plays + symmetric) // 2, empty))
        return tuple(found)

    def plays(self, payoffs: Payoffs | None = None, up_to_mirror: bool = True) -> Iterator[Play]:
        """The plays (with these payoffs, if given), of two mirror images one."""
        known = self.payoffs
        if payoffs is not None and payoffs not in known:
            some = ", ".join(map(str, known[:10])) + (", ..." if len(known) > 10 else "")
            raise InputError(f"{payoffs} are not payoffs of an equilibrium of {self.game} (they are: {some})")
        for vector in known if payoffs is None else [payoffs]:
            for play in list_plays(self.game, self.sets, vector):
                image = tuple(map(self.game.mirror, play.moves))
                if not up_to_mirror or play.moves <= image:
                    yield play

    def check(self, play: Play) -> Verdict:
        """Whether `play` is an equilibrium play and, if not, the first move that is wrong."""
        require_type(Play, "a play as in Play.parse(game, 'H1 V1 V2')", play)
        return check_play(self.game, self.sets, play)


def solve_plain(game: FallingGame, ties: str, settings: Settings = DEFAULT) -> Solution:
    """Solve with the plain induction."""
    check_ties(ties)
    if ties == "set":
        sets = equilibrium_sets(game, settings)
        return Solution(game, ties, sets.__getitem__, sets.__getitem__)
    values = tie_values(game, ties, settings)
    return Solution(game, ties, lambda heights: (values[heights],))


def check_ties(ties: str) -> None:
    """Refuse a word that is neither `set` nor a tie rule."""
    if ties not in TIES:
        raise unknown("tie rule", ties, TIES)


def payoff_names(players: int) -> tuple[str, ...]:
    """V1, V2, ... as column headings."""
    return tuple(f"V{player}" for player in range(1, players + 1))


def span(values: Iterable[int]) -> str:
    """The range of some numbers.

    >>> span([5, 1]), span([3, 3])
    ('1..5', '3')
    """
    kept = list(values)
    return str(kept[0]) if min(kept) == max(kept) else f"{min(kept)}..{max(kept)}"


def equilibrium_data(found: Iterable[Equilibrium], mirror: bool) -> list[dict[str, Any]]:
    """Equilibria for JSON; without mirror images there is one count."""
    return [
        {
            "payoffs": list(e.payoffs),
            "plays": str(e.plays),
            **({"plays_up_to_mirror": str(e.plays_up_to_mirror)} if mirror else {}),
            "empty": list(e.empty),
        }
        for e in found
    ]
