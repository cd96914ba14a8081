"""The solution of a game of falling pieces: payoffs, equilibrium plays, and the check of a given play.

Listing, counting and checking plays need only the set S(s) of payoff vectors of every state s
(`induction.py`): an equilibrium play with vector v continues from s with move a exactly if the vector that is
left, `lower(g_a, v)`, belongs to S(s_a).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ...support.errors import InputError, require_type
from ...support.progress import cancellable, check_cancelled
from ...support.result import Result, plain
from ...support.table import Table
from .falling_rules import FallingMove, FallingStep, Heights, Payoffs, Play, Rules, payoff_names
from .induction import OLD_TIES, Bundle, lift, lower

JSON_TIES = {new: old for old, new in OLD_TIES.items()}
Bundles = Callable[[Heights], Mapping[Payoffs, Bundle]]
Sets = Callable[[Heights], Collection[Payoffs]]


def list_plays(game: Rules, sets: Sets, payoffs: Payoffs) -> Iterator[Play]:
    """The equilibrium plays that end in `payoffs`, in the order of their moves."""
    known = cache(sets)
    stack: list[tuple[Heights, Payoffs, tuple[FallingMove, ...]]] = [(game.start, payoffs, ())]
    while stack:
        check_cancelled()
        heights, left, moves = stack.pop()
        steps = game.steps(heights)
        if not steps:
            yield Play.of(game, moves)
        for step in reversed(steps):
            rest = lower(step.gain, left)
            if rest in known(step.after):
                stack.append((step.after, rest, (*moves, step.move)))


def count_paths(game: Rules, label: Payoffs, follow: Callable[[FallingStep, Payoffs], Payoffs | None]) -> int:
    """The number of paths to the end; `follow` gives the label after a step, or None to forbid the step."""
    ended = 0
    layer = {(game.start, label): 1}
    while layer:
        below: dict[tuple[Heights, Payoffs], int] = {}
        for (heights, here), ways in cancellable(layer.items()):
            steps = game.steps(heights)
            ended += 0 if steps else ways
            for step in steps:
                there = follow(step, here)
                if there is not None:
                    below[step.after, there] = below.get((step.after, there), 0) + ways
        layer = below
    return ended


def is_symmetric(game: Rules, move: FallingMove) -> bool:
    """Whether the move is its own mirror image."""
    return game.mirror(move) == move


def symmetric_sequences(game: Rules) -> int:
    """The number of move sequences that are their own mirror images (each of their moves is)."""
    return count_paths(game, (), lambda step, label: label if is_symmetric(game, step.move) else None)


def count_plays(game: Rules, sets: Sets, payoffs: Payoffs, only_symmetric: bool = False) -> int:
    """The number of equilibrium plays that end in `payoffs`: all, or the mirror-symmetric ones."""

    def follow(step: FallingStep, left: Payoffs) -> Payoffs | None:
        rest = lower(step.gain, left)
        if only_symmetric and not is_symmetric(game, step.move):
            return None
        return rest if rest in sets(step.after) else None

    return count_paths(game, payoffs, follow)


@dataclass(frozen=True, slots=True)
class Mistake(Result):
    """The first move after which no equilibrium play is left, and what was available instead.

    All amounts are payoffs of the mover in the whole game. `at_most` is the largest payoff after the move if
    play continues in equilibrium, and `sure` is the payoff that the mover could have secured. `available`
    lists each right move with its least and its largest payoff. If `at_most` is not below `sure`, the mover
    lost nothing, but the move makes the earlier move number `spoils` wrong: its player now gets less than
    that player could have secured.
    """

    number: int
    player: int
    move: FallingMove
    at_most: int
    sure: int
    available: tuple[tuple[FallingMove, int, int], ...]
    spoils: int | None

    def __str__(self) -> str:
        right = ", ".join(
            f"{move} ({least} or more)" if least != most else f"{move} ({least})"
            for move, least, most in self.available
        )
        who = f"move {self.number}, {self.move} by player {self.player + 1}, is wrong: "
        if self.spoils is None:
            return (
                f"{who}it earns them at most {self.at_most} in the whole game, "
                f"{self.sure} was sure; right: {right}"
            )
        return f"{who}it leaves the player of move {self.spoils} less than was sure; right: {right}"

    def to_json(self) -> dict[str, Any]:
        """The fields, with players counted from 1 and moves as text."""
        moves = [{"move": str(move), "least": low, "most": high} for move, low, high in self.available]
        return {
            "number": self.number,
            "player": self.player + 1,
            "move": str(self.move),
            "at_most": self.at_most,
            "sure": self.sure,
            "spoils": self.spoils,
            "available": moves,
        }


@dataclass(frozen=True, slots=True)
class Verdict(Result):
    """A play and its first mistake, None if it is an equilibrium play."""

    play: Play
    mistake: Mistake | None

    @property
    def is_equilibrium(self) -> bool:
        """Whether the play is an equilibrium play."""
        return self.mistake is None

    def __str__(self) -> str:
        return "an equilibrium play" if self.mistake is None else f"not an equilibrium play: {self.mistake}"

    def table(self) -> Table:
        """The play, whether it is an equilibrium play, and its first mistake."""
        row = (str(self.play), "yes" if self.is_equilibrium else "no", str(self.mistake or "-"))
        return Table(("play", "equilibrium", "mistake"), (row,))

    def to_json(self) -> dict[str, Any]:
        """The play, whether it is an equilibrium play, and its first mistake."""
        return {
            "play": self.play.to_json(),
            "equilibrium": self.is_equilibrium,
            "mistake": plain(self.mistake),
        }


def check_play(game: Rules, sets: Sets, play: Play) -> Verdict:
    """Follow the play as long as some equilibrium play begins in the same way."""
    for turn, (_, kept) in zip(play.turns, judged(game, sets, play.moves), strict=False):
        if not kept[turn.move]:
            return Verdict(play, _mistake(game, sets, play, turn.number, kept))
    return Verdict(play, None)


def judged(
    game: Rules, sets: Sets, moves: Iterable[FallingMove]
) -> Iterator[tuple[Heights, dict[FallingMove, set[Payoffs]]]]:
    """Before each move and after the last: the heights, and every move with the payoff vectors it keeps.

    A move keeps the vectors for which all moves so far belong to an equilibrium play. A move that keeps none
    is wrong; after it the check starts again from the state that it leads to.
    """
    heights, open_ = game.start, set(sets(game.start))
    for move in (*moves, None):
        steps = {step.move: step for step in game.steps(heights)}
        kept = {step.move: _kept(step, sets, open_) for step in steps.values()}
        yield heights, kept
        if move is not None:
            heights = steps[move].after
            open_ = kept[move] or set(sets(heights))


def _kept(step: FallingStep, sets: Sets, open_: set[Payoffs]) -> set[Payoffs]:
    return {rest for rest in sets(step.after) if lift(step.gain, rest) in open_}


def _mistake(
    game: Rules, sets: Sets, play: Play, number: int, kept: dict[FallingMove, set[Payoffs]]
) -> Mistake:
    turn = play.turns[number - 1]
    earned = sum(t.gain for t in play.turns[: number - 1] if t.player == turn.player)
    steps = {step.move: step for step in game.steps(turn.before)}
    played = steps[turn.move]
    at_most = earned + played.gain + max(rest[-1] for rest in sets(played.after))
    sure = earned + min(vector[0] for vector in sets(turn.before))
    available = tuple(
        (move, earned + steps[move].gain + min(ends), earned + steps[move].gain + max(ends))
        for move, rests in kept.items()
        if (ends := {rest[-1] for rest in rests})
    )
    spoils = None if at_most < sure else _spoiled(sets, play, number)
    return Mistake(number, turn.player, turn.move, at_most, sure, available, spoils)


def _spoiled(sets: Sets, play: Play, number: int) -> int:
    """The latest earlier move that no equilibrium of what is left after move `number` can justify."""
    turn = play.turns[number - 1]
    step = next(step for step in play.game.steps(turn.before) if step.move == turn.move)
    vectors = {lift(step.gain, rest) for rest in sets(step.after)} & set(sets(turn.before))
    for earlier in reversed(play.turns[: number - 1]):
        vectors = {lift(earlier.gain, vector) for vector in vectors} & set(sets(earlier.before))
        if not vectors:
            return earlier.number
    raise AssertionError("a prefix with an equilibrium continuation is no mistake")


@dataclass(frozen=True, slots=True)
class Equilibrium(Result):
    """A payoff vector, the number of equilibrium plays (raw, up to mirror), and the range of empty cells."""

    payoffs: Payoffs
    plays: int
    plays_up_to_mirror: int
    empty: tuple[int, int]

    def to_json(self) -> dict[str, Any]:
        """The payoffs, the numbers of plays as text, and the range of empty cells."""
        return {
            "payoffs": list(self.payoffs),
            "plays": str(self.plays),
            "plays_up_to_mirror": str(self.plays_up_to_mirror),
            "empty": list(self.empty),
        }


@dataclass(frozen=True, slots=True)
class FallingSolution(Result):
    """A solved game: the payoff vectors `sets(s)` of each state s; for ties `all` also `bundles` of plays."""

    game: Rules
    ties: str
    sets: Sets = field(compare=False)  # the game and the tie rule determine both tables
    bundles: Bundles | None = field(default=None, compare=False)

    @property
    def payoffs(self) -> list[Payoffs]:
        """The payoff vectors of the whole game, ascending."""
        return sorted(self.sets(self.game.start))

    @property
    def value(self) -> Payoffs:
        """The one payoff vector that a tie rule gives."""
        (only,) = self.payoffs
        return only

    @property
    def title(self) -> str:
        """The game and the numbers of payoffs and plays."""
        if self.ties != "all":
            return f"{self.game}, ties {self.ties}"
        found = self.equilibria()
        title = f"{self.game}: payoffs {len(found)}, plays {sum(e.plays for e in found)}"
        up_to_mirror = f", up to mirror {sum(e.plays_up_to_mirror for e in found)}"
        return title + (up_to_mirror if self.game.has_mirror else "")

    def __str__(self) -> str:
        return f"{self.title}\n{self.table().text()}"

    def table(self) -> Table:
        """The payoff vectors; with all equilibria, the plays and empty cells of each, too.

        >>> from .falling_game import Falling
        >>> print(Falling(2, 4).solve().table().text())
        player 1  player 2  plays  up to mirror  empty
               9        11      2             1      0
        """
        names = payoff_names(self.game.players)
        if self.ties != "all":
            return Table(names, tuple(self.payoffs))
        mirror = self.game.has_mirror
        rows = [
            (*e.payoffs, e.plays, *([e.plays_up_to_mirror] if mirror else []), span(e.empty))
            for e in self.equilibria()
        ]
        return Table((*names, "plays", *(["up to mirror"] if mirror else []), "empty"), tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """The game, the tie rule and the payoffs, with the keys of docs/json.md."""
        asked = self.asked_json()
        if self.ties != "all":
            return asked | {"payoffs": list(self.value)}
        return asked | {"equilibria": equilibrium_data(self.equilibria(), self.game.has_mirror)}

    def asked_json(self) -> dict[str, Any]:
        """The game and the tie rule."""
        return self.game.to_json() | {"ties": JSON_TIES[self.ties]}

    def equilibria(self) -> tuple[Equilibrium, ...]:
        """Every payoff vector with its number of plays and the range of empty cells."""
        if self.bundles is None:
            raise InputError(f"plays are counted for ties 'all', not '{self.ties}'")
        game = self.game
        cells = game.cols * game.rows
        known = cache(self.sets)
        any_symmetric = symmetric_sequences(game) > 0
        found = []
        for payoffs, bundle in sorted(self.bundles(game.start).items()):
            symmetric = 0
            if not game.has_mirror:
                symmetric = bundle.plays
            elif any_symmetric:
                symmetric = count_plays(game, known, payoffs, only_symmetric=True)
            empty = (cells - game.length * bundle.longest, cells - game.length * bundle.shortest)
            found.append(Equilibrium(payoffs, bundle.plays, (bundle.plays + symmetric) // 2, empty))
        return tuple(found)

    def plays(self, payoffs: Payoffs | None = None, up_to_mirror: bool = True) -> Iterator[Play]:
        """The plays (with these payoffs, if given), one of each pair of mirror images."""
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


def one_vector(value: Callable[[Heights], Payoffs], heights: Heights) -> tuple[Payoffs]:
    """The payoff vectors of a state under a tie rule: exactly one."""
    return (value(heights),)


def span(values: Iterable[int]) -> str:
    """The range of some numbers."""
    kept = list(values)
    return str(kept[0]) if min(kept) == max(kept) else f"{min(kept)}..{max(kept)}"


def equilibrium_data(found: Iterable[Equilibrium], mirror: bool) -> list[dict[str, Any]]:
    """Equilibria for JSON; without mirror images there is one count."""
    without = () if mirror else ("plays_up_to_mirror",)
    return [{key: value for key, value in e.to_json().items() if key not in without} for e in found]
