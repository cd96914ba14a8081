"""Falling pieces: dominogames D(C, R) and monominogames M(C, R) [Lef], their plays and their solutions.

Players in turn drop pieces of `length` cells, upright or flat, on an upright board of C columns and R rows,
where they fall until they rest. A cell in row r (from 1 at the bottom) pays r to its owner; in a game raised
by q it pays r + q, so D(C, R)^{+q} is played above q filled rows [Lef, ch. 5.3]. The game is over when
no piece fits, and each player maximizes their own payoff. Cells below the top of a column are out of reach,
so the state is the tuple of column heights.

A game is solved by `induction` (plain Python) or by `kernels` (compiled). Both give the set S(s) of payoff
vectors of every state s. Listing, counting and checking plays need nothing else: an equilibrium play with
vector v continues from s with move a exactly if the vector that is left, `lower(g_a, v)`, is in S(s_a).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import comb
from typing import Any, Unpack

from ...support.errors import InputError, plural, require_integer, require_type, unknown
from ...support.result import Result, Table
from ...support.run import Options, cancellable, check_cancelled, running
from .induction import (
    OLD_TIES,
    Bundle,
    Heights,
    Payoffs,
    equilibrium_sets,
    lift,
    lower,
    read_ties,
    sequence_counts,
    tie_values,
)

Sets = Callable[[Heights], Mapping[Payoffs, Bundle | None]]
ENGINES = ("auto", "plain", "compiled")
PLAIN_UP_TO = 20_000  # tuples of heights; for fewer, plain Python is faster than loading the compiler


@dataclass(frozen=True, slots=True, order=True)
class FallingMove:
    """A piece dropped upright (`V`) or flat (`H`), with its left end in `column`, counted from 0."""

    orientation: str
    column: int

    @classmethod
    def parse(cls, text: str) -> FallingMove:
        """Read `V3` or `h1`: the orientation and the leftmost column."""
        found = re.fullmatch(r"([VvHh])([1-9]\d{0,3})", text)
        if not found:
            raise InputError(
                f"'{text}' is not a move: write V or H and the leftmost column, for instance V1 or H2"
            )
        return cls(found[1].upper(), int(found[2]) - 1)

    def __str__(self) -> str:
        return f"{self.orientation}{self.column + 1}"

    to_json = __str__


@dataclass(frozen=True, slots=True)
class FallingStep:
    """A move that fits, the row of its lowest cell, its gain and the heights after it."""

    move: FallingMove
    row: int
    gain: int
    after: Heights


@dataclass(frozen=True, slots=True)
class Falling:
    """A game of falling pieces for two or more players.

    With `length` 2 this is the dominogame D(C, R): an upright domino in a column of height h pays 2h + 3; a
    flat one over columns i and i + 1 lands in row max(h_i, h_{i+1}) + 1 and pays twice that row, and the
    cells that it covers from above stay empty. In an older rule of the paper pieces are as long as the board
    is wide.

    With `length` 1 it is the monominogame M(C, R). Among columns of one height the leftmost is taken, so a
    move is the choice of a row. The payoffs of all players add up to a constant, since all cells are filled
    in the end. So two players have unique payoffs; for more, tie rules that compare the sum of the others'
    payoffs decide nothing.

    >>> print(Falling(3, 5), Falling(2, 4, raised=2), Falling(3, 4, length=3), Falling(3, 2, 1, players=3))
    D(3,5) D(2,4)^+2 D(3,4) with pieces of length 3 M(3,2) for 3 players
    >>> [(str(step.move), step.gain) for step in Falling(2, 3).steps((2, 0))]
    [('V2', 3), ('H1', 6)]
    """

    cols: int
    rows: int
    length: int = 2
    players: int = 2
    raised: int = 0

    def __post_init__(self) -> None:
        for least, name in ((1, "cols"), (1, "rows"), (1, "length"), (2, "players"), (0, "raised")):
            object.__setattr__(self, name, require_integer(name, getattr(self, name), least))

    def __str__(self) -> str:
        name = f"{'M' if self.length == 1 else 'D'}({self.cols},{self.rows})"
        raised = f"^+{self.raised}" if self.raised else ""
        length = f" with pieces of length {self.length}" if self.length > 2 else ""
        players = f" for {self.players} players" if self.length == 1 or self.players > 2 else ""
        return name + raised + length + players

    def to_json(self) -> dict[str, Any]:
        """The keys that describe the game in every answer; defaults are left out."""
        board = {"cols": self.cols, "rows": self.rows, "raised": self.raised}
        board |= {"length": self.length} if self.length > 1 else {}
        return board | ({"players": self.players} if self.length == 1 or self.players > 2 else {})

    @property
    def start(self) -> Heights:
        """The heights before the first move."""
        return (0,) * self.cols

    @property
    def states(self) -> int:
        """The number of tuples of heights that the rules allow, an upper bound on the reachable ones."""
        if self.length == 1:
            return comb(self.cols + self.rows, self.cols)  # heights never increase from left to right
        return int((self.rows + 1) ** self.cols)

    @property
    def has_mirror(self) -> bool:
        """Whether mirror images of plays are plays; they are not with monominoes (leftmost column rule)."""
        return self.length > 1

    def mirror(self, move: FallingMove) -> FallingMove:
        """The mirror image of the move; the move itself in a game without mirror images."""
        if not self.has_mirror:
            return move
        width = 1 if move.orientation == "V" else self.length
        return FallingMove(move.orientation, self.cols - width - move.column)

    def steps(self, heights: Heights) -> list[FallingStep]:
        """The moves that fit, verticals first, each from the left; none when the game is over."""
        n, q = self.length, self.raised
        found = []
        for i, h in enumerate(heights):
            if h + n <= self.rows and (n > 1 or i == 0 or heights[i - 1] != h):
                after = (*heights[:i], h + n, *heights[i + 1 :])
                found.append(FallingStep(FallingMove("V", i), h + 1, n * (h + q) + n * (n + 1) // 2, after))
        for i in range(self.cols - n + 1 if n > 1 else 0):
            row = max(heights[i : i + n]) + 1
            if row <= self.rows:
                after = (*heights[:i], *(row,) * n, *heights[i + n :])
                found.append(FallingStep(FallingMove("H", i), row, n * (row + q), after))
        return found

    def solve(
        self, ties: str = "all", *, engine: str = "auto", **options: Unpack[Options]
    ) -> FallingSolution:
        """Solve by backward induction: `all` equilibria, or that of a tie rule, `generous` or `spiteful`.

        `engine` is `plain` (Python), `compiled` (Numba; two players and pieces of two or more cells) or
        `auto`, which chooses by the size of the board.

        >>> Falling(3, 4).solve().payoffs
        [(12, 18), (16, 14)]
        >>> Falling(3, 3, length=1, players=3).solve().payoffs
        [(3, 6, 9), (5, 6, 7)]
        """
        ties = read_ties(ties)
        is_plain = self._is_plain(engine)
        sets: Sets
        with running(options):
            if is_plain:
                found = equilibrium_sets(self) if ties == "all" else tie_values(self, ties)
                sets = found.__getitem__
            else:
                from .kernels import SetTable, TieTable

                sets = SetTable.compute(self) if ties == "all" else TieTable.compute(self, ties)
        return FallingSolution(self, ties, sets)

    def move_sequences(self, *, engine: str = "auto", **options: Unpack[Options]) -> tuple[int, int]:
        """The number of all move sequences to the end of the game, and their number up to mirror images.

        For monominoes both are the number of standard Young tableaux of a C x R rectangle.

        >>> Falling(3, 3).move_sequences(), Falling(3, 3, length=1).move_sequences()
        ((78, 39), (42, 42))
        """
        is_plain = self._is_plain(engine)
        with running(options):
            if is_plain:
                total = sequence_counts(self)[self.start]
            else:
                from .kernels import SetTable

                (bundle,) = SetTable.compute(self, paid=0)(self.start).values()
                total = bundle.plays
        return total, (total + symmetric_sequences(self)) // 2

    def require_fits(self, ties: str = "all", **options: Unpack[Options]) -> None:
        """Raise TooLargeError if `solve` would refuse the game: a check before other work."""
        ties = read_ties(ties)
        if not self._is_plain("auto"):
            from .kernels import require_fits

            with running(options):
                require_fits(self, ties)

    def _is_plain(self, engine: str) -> bool:
        """Whether the game is solved in plain Python."""
        if engine not in ENGINES:
            raise unknown("engine", engine, ENGINES)
        has_kernel = self.players == 2 and self.length > 1
        if engine == "compiled" and not has_kernel:
            raise InputError(
                f"the compiled engine needs two players and pieces of two or more cells, not {self}"
            )
        return engine == "plain" or (engine == "auto" and (not has_kernel or self.states <= PLAIN_UP_TO))


def require_game(game: object) -> None:
    """Refuse an object that is not a game."""
    require_type(Falling, "a game as in Falling(2, 3)", game)


@dataclass(frozen=True, slots=True)
class FallingTurn:
    """One move of a play: its number (from 1), its player (from 0), its gain and the cells it covers."""

    number: int
    player: int
    move: FallingMove
    gain: int
    cells: tuple[tuple[int, int], ...]
    before: Heights


def payoff_names(players: int) -> tuple[str, ...]:
    """player 1, player 2, ... as column headings."""
    return tuple(f"player {player}" for player in range(1, players + 1))


def dropped(game: Falling, moves: Iterable[FallingMove]) -> tuple[tuple[FallingTurn, ...], Heights]:
    """The turns of a game in progress and the heights after them; every move must fit."""
    require_game(game)
    heights = game.start
    turns: list[FallingTurn] = []
    for move in moves:
        steps = game.steps(heights)
        chosen = next((step for step in steps if step.move == move), None)
        if chosen is None:
            fits = ", ".join(str(step.move) for step in steps) or "nothing, the game is over"
            raise InputError(f"move {len(turns) + 1}, '{move}', does not fit (moves that fit: {fits})")
        across = move.orientation == "H"
        cells = tuple((chosen.row + k * (not across), move.column + k * across) for k in range(game.length))
        player = len(turns) % game.players
        turns.append(FallingTurn(len(turns) + 1, player, move, chosen.gain, cells, heights))
        heights = chosen.after
    return tuple(turns), heights


@dataclass(frozen=True, slots=True)
class Play(Result):
    """A whole game: `turns` from the empty board until nothing fits."""

    game: Falling
    turns: tuple[FallingTurn, ...]

    @classmethod
    def of(cls, game: Falling, moves: Iterable[FallingMove]) -> Play:
        """Drop the pieces one after the other; every move must fit and the game must be over at the end."""
        turns, heights = dropped(game, moves)
        left = game.steps(heights)
        if left:
            raise InputError(
                f"the play stops after {plural(len(turns), 'move')}, but {left[0].move} still fits"
            )
        return cls(game, turns)

    @classmethod
    def parse(cls, game: Falling, text: str) -> Play:
        """Read moves separated by blanks or commas."""
        require_type(str, "a play as in 'H1 V1 V2'", text)
        return cls.of(game, map(FallingMove.parse, text.replace(",", " ").split()))

    @property
    def moves(self) -> tuple[FallingMove, ...]:
        """The moves alone."""
        return tuple(turn.move for turn in self.turns)

    @property
    def payoffs(self) -> Payoffs:
        """The payoff of each player, the first player first."""
        return tuple(
            sum(turn.gain for turn in self.turns if turn.player == player)
            for player in range(self.game.players)
        )

    @property
    def empty(self) -> int:
        """The number of empty cells at the end."""
        return self.game.cols * self.game.rows - self.game.length * len(self.turns)

    def __repr__(self) -> str:
        return f"Play.parse({self.game!r}, {str(self)!r})"

    def __str__(self) -> str:
        return " ".join(map(str, self.moves))

    def table(self) -> Table:
        """The payoffs, the number of empty cells and the moves."""
        header = (*payoff_names(self.game.players), "empty", "play")
        return Table(header, ((*self.payoffs, self.empty, str(self)),))

    def to_json(self) -> dict[str, Any]:
        """The moves, the payoffs and the number of empty cells."""
        return {"moves": str(self).split(), "payoffs": list(self.payoffs), "empty": self.empty}

    def _repr_svg_(self) -> str:
        from ...render.falling_plays import notebook_svg

        return notebook_svg(self)


JSON_TIES = {new: old for old, new in OLD_TIES.items()}


def count_paths(
    game: Falling, label: Payoffs, follow: Callable[[FallingStep, Payoffs], Payoffs | None]
) -> int:
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


def symmetric_sequences(game: Falling) -> int:
    """The number of move sequences that are their own mirror images (each of their moves is)."""
    return count_paths(game, (), lambda step, label: label if game.mirror(step.move) == step.move else None)


@dataclass(frozen=True, slots=True)
class Mistake(Result):
    """The first move after which no equilibrium play is left, and the right moves instead.

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
            f"{move} ({least}{' or more' if least < most else ''})" for move, least, most in self.available
        )
        loss = f"it earns them at most {self.at_most} in the whole game, {self.sure} was sure"
        if self.spoils is not None:
            loss = f"it leaves the player of move {self.spoils} less than was sure"
        who = f"move {self.number}, {self.move} by player {self.player + 1}"
        return f"{who}, is wrong: {loss}; right: {right}"

    def to_json(self) -> Any:
        """The fields, with players counted from 1 and moves as text."""
        moves = [{"move": str(move), "least": low, "most": high} for move, low, high in self.available]
        return Result.to_json(self) | {"player": self.player + 1, "available": moves}


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

    def to_json(self) -> Any:
        """The same as plain values for JSON."""
        return Result.to_json(self) | {"equilibrium": self.is_equilibrium}


@dataclass(frozen=True, slots=True)
class Equilibrium(Result):
    """A payoff vector, the number of equilibrium plays (raw, up to mirror), and the range of empty cells."""

    payoffs: Payoffs
    plays: int
    plays_up_to_mirror: int
    empty: tuple[int, int]

    def to_json(self) -> Any:
        """The payoffs, the numbers of plays as text, and the range of empty cells."""
        counts = {"plays": str(self.plays), "plays_up_to_mirror": str(self.plays_up_to_mirror)}
        return Result.to_json(self) | counts


@dataclass(frozen=True, slots=True)
class FallingSolution(Result):
    """A solved game: the payoff vectors `sets(s)` of each state s, for ties `all` with bundles of plays."""

    game: Falling
    ties: str
    sets: Sets = field(compare=False)  # determined by the game and the tie rule

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
        if self.game.has_mirror:
            title += f", up to mirror {sum(e.plays_up_to_mirror for e in found)}"
        return title

    def __str__(self) -> str:
        return f"{self.title}\n{self.table().text()}"

    def table(self) -> Table:
        """The payoff vectors; with all equilibria, the plays and empty cells of each, too."""
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
        question = self.question_json()
        if self.ties != "all":
            return question | {"payoffs": list(self.value)}
        return question | {"equilibria": equilibrium_data(self.equilibria(), self.game.has_mirror)}

    def question_json(self) -> dict[str, Any]:
        """The game and the tie rule."""
        return self.game.to_json() | {"ties": JSON_TIES[self.ties]}

    def equilibria(self) -> tuple[Equilibrium, ...]:
        """Every payoff vector with its number of plays and the range of empty cells."""
        if self.ties != "all":
            raise InputError(f"plays are counted for ties 'all', not '{self.ties}'")
        game = self.game
        cells = game.cols * game.rows
        known = cache(self.sets)
        any_symmetric = symmetric_sequences(game) > 0

        def follow(step: FallingStep, left: Payoffs) -> Payoffs | None:
            rest = lower(step.gain, left)
            return rest if game.mirror(step.move) == step.move and rest in known(step.after) else None

        found = []
        for payoffs, bundle in sorted(self.sets(game.start).items()):
            assert bundle is not None
            symmetric = bundle.plays if not game.has_mirror else 0
            if game.has_mirror and any_symmetric:
                symmetric = count_paths(game, payoffs, follow)
            empty = (cells - game.length * bundle.longest, cells - game.length * bundle.shortest)
            found.append(Equilibrium(payoffs, bundle.plays, (bundle.plays + symmetric) // 2, empty))
        return tuple(found)

    def plays(self, payoffs: Payoffs | None = None, up_to_mirror: bool = True) -> Iterator[Play]:
        """The plays (with these payoffs, if given), one of each pair of mirror images."""
        game, known = self.game, self.payoffs
        if payoffs is not None and payoffs not in known:
            some = ", ".join(map(str, known[:10])) + (", ..." if len(known) > 10 else "")
            raise InputError(f"{payoffs} are not payoffs of an equilibrium of {game} (they are: {some})")
        for vector in known if payoffs is None else [payoffs]:
            for moves in self._moves_to(vector):
                if not up_to_mirror or moves <= tuple(map(game.mirror, moves)):
                    yield Play.of(game, moves)

    def _moves_to(self, payoffs: Payoffs) -> Iterator[tuple[FallingMove, ...]]:
        """The moves of the equilibrium plays that end in `payoffs`, in order."""
        known = cache(self.sets)
        stack: list[tuple[Heights, Payoffs, tuple[FallingMove, ...]]] = [(self.game.start, payoffs, ())]
        while stack:
            check_cancelled()
            heights, left, moves = stack.pop()
            steps = self.game.steps(heights)
            if not steps:
                yield moves
            for step in reversed(steps):
                rest = lower(step.gain, left)
                if rest in known(step.after):
                    stack.append((step.after, rest, (*moves, step.move)))

    def check(self, play: Play) -> Verdict:
        """Whether `play` is an equilibrium play and, if not, the first move that is wrong."""
        require_type(Play, "a play as in Play.parse(game, 'H1 V1 V2')", play)
        for turn, (_, kept) in zip(play.turns, self.judged(play.moves), strict=False):
            if not kept[turn.move]:
                return Verdict(play, self._mistake(play, turn, kept))
        return Verdict(play, None)

    def judged(
        self, moves: Iterable[FallingMove]
    ) -> Iterator[tuple[Heights, dict[FallingMove, set[Payoffs]]]]:
        """Before each move and after the last: the heights, and every move with the payoff vectors it keeps.

        A move keeps the vectors for which all moves so far belong to an equilibrium play. A move that keeps
        none is wrong; after it the check starts again from the state that it leads to.
        """
        heights, open_ = self.game.start, set(self.sets(self.game.start))
        for move in (*moves, None):
            steps = {step.move: step for step in self.game.steps(heights)}
            kept = {
                step.move: {rest for rest in self.sets(step.after) if lift(step.gain, rest) in open_}
                for step in steps.values()
            }
            yield heights, kept
            if move is not None:
                heights = steps[move].after
                open_ = kept[move] or set(self.sets(heights))

    def _mistake(self, play: Play, turn: FallingTurn, kept: dict[FallingMove, set[Payoffs]]) -> Mistake:
        """The wrong move of a turn; `kept` are the payoff vectors that each move there keeps."""
        earlier = play.turns[: turn.number - 1]
        earned = sum(t.gain for t in earlier if t.player == turn.player)
        steps = {step.move: step for step in self.game.steps(turn.before)}
        after = self.sets(steps[turn.move].after)
        at_most = earned + turn.gain + max(rest[-1] for rest in after)
        sure = earned + min(vector[0] for vector in self.sets(turn.before))
        available = tuple(
            (move, earned + steps[move].gain + min(ends), earned + steps[move].gain + max(ends))
            for move, rests in kept.items()
            if (ends := {rest[-1] for rest in rests})
        )
        spoils = None
        if at_most >= sure:  # the latest earlier move that is in no equilibrium play with the moves after it
            vectors = {lift(turn.gain, rest) for rest in after} & set(self.sets(turn.before))
            for before in reversed(earlier):
                vectors = {lift(before.gain, vector) for vector in vectors} & set(self.sets(before.before))
                if not vectors:
                    spoils = before.number
                    break
        return Mistake(turn.number, turn.player, turn.move, at_most, sure, available, spoils)


def span(values: Iterable[int]) -> str:
    """The range of some numbers."""
    numbers = sorted(values)
    return str(numbers[0]) if numbers[0] == numbers[-1] else f"{numbers[0]}..{numbers[-1]}"


def equilibrium_data(found: Iterable[Equilibrium], mirror: bool) -> list[dict[str, Any]]:
    """Equilibria for JSON; in a game without mirror images, with one count each."""
    without = () if mirror else ("plays_up_to_mirror",)
    return [{key: value for key, value in e.to_json().items() if key not in without} for e in found]
