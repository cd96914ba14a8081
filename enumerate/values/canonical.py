"""Canonical forms of short games, with their order and their sums [C76, WW, S13].

A game is {its Left options | its Right options}. Two games have equal values exactly if they have the same
canonical form, which has no dominated and no reversible options. So a value is stored as an integer, the id
of its canonical form. The comparison

    G <= H   unless some G^L >= H or some H^R <= G

is computed once for every pair. Most pairs are decided by the stops, the numbers at which play ends if Left
or Right starts. Numbers are stored as multiples of 1/UNIT.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from threading import Lock
from typing import Any

from ..support.errors import ComputationError
from ..support.run import check_cancelled

FRACTION_BITS = 64
UNIT = 1 << FRACTION_BITS


def simplest(low: int | None, high: int | None) -> int:
    """The simplest number strictly between two numbers, in units; None is no bound."""
    if high is not None and high <= 0:
        return -simplest(-high, None if low is None else -low)
    if low is None or low < 0:
        return 0
    step = UNIT
    while True:
        number = (low // step + 1) * step
        if high is None or number < high:
            return number
        if step == 1:
            raise ComputationError(f"values finer than 1/2^{FRACTION_BITS} are not supported")
        step >>= 1


LEFT, RIGHT = 0, 1
KINDS = ("number", "infinitesimal", "number + infinitesimal", "switch", "hot")
ZERO = 0
Options = tuple[int, ...]


class CanonicalForms:
    """The canonical forms found so far. A value is the id of its form; the value 0 has the id 0.

    >>> values = CanonicalForms()
    >>> star = values.form([ZERO], [ZERO])
    >>> values.add(star, star) == ZERO
    True
    >>> values.at_most(star, ZERO), values.at_most(ZERO, star)
    (False, False)
    """

    def __init__(self) -> None:
        """A table with the value 0."""
        self.options: tuple[list[Options], list[Options]] = ([], [])
        self.stops: tuple[list[int], list[int]] = ([], [])
        self.is_number: list[bool] = []
        self._ids: dict[tuple[Options, Options], int] = {}
        self._forms: dict[tuple[Options, Options], int] = {}
        self._numbers: dict[int, int] = {}
        self._nimbers: dict[int, int] = {}  # sizes of the nimbers that `nimber` made
        self._negatives: dict[int, int] = {}
        self._sums: dict[tuple[int, int], int] = {}
        self._order: dict[tuple[int, int], bool] = {}
        self._cleared: tuple[dict[Any, Any], ...] = self._forms, self._order, self._sums, self._negatives
        self._lock = Lock()
        self.number(0)

    def __len__(self) -> int:
        return len(self.is_number)

    def number(self, units: int) -> int:
        """The value of the number units / UNIT: an integer n is {n - 1 | }, others lie halfway."""
        known = self._numbers.get(units)
        if known is not None:
            return known
        if units % UNIT == 0:
            return self._integer(units)
        step = units & -units
        left, right = (self.number(units - step),), (self.number(units + step),)
        form_id = self._numbers[units] = self._keep(left, right, units, units, is_number=True)
        return form_id

    def _integer(self, units: int) -> int:
        """The value of an integer n, built in a loop because {n - 1 | } is nested n deep."""
        step = UNIT if units > 0 else -UNIT
        before: Options = ()
        for each in range(0, units + step, step):
            form_id = self._numbers.get(each)
            if form_id is None:
                left, right = (before, ()) if each > 0 else ((), before)
                form_id = self._numbers[each] = self._keep(left, right, each, each, is_number=True)
            before = (form_id,)
        return before[0]

    def nimber(self, size: int) -> int:
        """The value *size of a heap of Nim: both players move to *0, *1, ..., *(size - 1)."""
        below: list[int] = []
        for _ in range(size + 1):
            options = tuple(sorted(below))
            form_id = self._keep(options, options, 0, 0, is_number=not below)
            self._nimbers[form_id] = len(below)
            below.append(form_id)
        return below[-1]

    def _keep(self, left: Options, right: Options, high: int, low: int, is_number: bool) -> int:
        """The id of the canonical form with these options and stops.

        Any number of threads may read. A new form is complete before its id can be found.
        """
        form_id = self._ids.get((left, right))
        if form_id is None:
            with self._lock:
                form_id = self._ids.get((left, right))
                if form_id is None:
                    form_id = len(self.is_number)
                    self.options[LEFT].append(left)
                    self.options[RIGHT].append(right)
                    self.stops[LEFT].append(high)
                    self.stops[RIGHT].append(low)
                    self.is_number.append(is_number)
                    self._ids[left, right] = form_id
        return form_id

    def at_most(self, a: int, b: int) -> bool:
        """Whether a <= b: Left, moving first in a - b, does not win."""
        if a == b:
            return True
        high, low = self.stops
        if high[a] < low[b]:
            return True
        if high[a] > high[b] or low[a] > low[b]:
            return False
        known = self._order.get((a, b))
        if known is None:
            known = self._order[a, b] = self._compare(a, b)
        return known

    def _compare(self, a: int, b: int) -> bool:
        """The comparison by definition; by number avoidance no move in a number matters [C76]."""
        at_most = self.at_most
        if not self.is_number[a]:
            for option in self.options[LEFT][a]:
                if at_most(b, option):
                    return False
        if not self.is_number[b]:
            for option in self.options[RIGHT][b]:
                if at_most(option, a):
                    return False
        return True

    def no_better(self, player: int, a: int, b: int) -> bool:
        """Whether b is at least as good as a for `player`."""
        return self.at_most(b, a) if player else self.at_most(a, b)

    def undominated(self, player: int, options: Iterable[int]) -> list[int]:
        """The options that are not dominated by another option."""
        ranked = list(options)
        if len(ranked) < 2:
            return ranked
        high, low = self.stops
        stop = high if player else low  # a better option has at least as good a stop
        ranked.sort(key=stop.__getitem__, reverse=not player)
        first, at_most = stop[ranked[0]], self.at_most
        best: list[int] = []
        for option in ranked:
            if low[option] > first if player else high[option] < first:
                continue  # the first option is better
            for other in best:
                if at_most(other, option) if player else at_most(option, other):
                    break
            else:
                for other in best[:]:
                    if stop[other] == stop[option] and (
                        at_most(option, other) if player else at_most(other, option)
                    ):
                        best.remove(other)
                best.append(option)
        return best

    def form(self, left: Iterable[int], right: Iterable[int]) -> int:
        """The value {left | right}."""
        key = tuple(sorted(set(left))), tuple(sorted(set(right)))
        known = self._forms.get(key)
        if known is None:
            check_cancelled()
            best = self.undominated(LEFT, key[LEFT]), self.undominated(RIGHT, key[RIGHT])
            units = self._number_between(*best)
            known = self._reduced(*best) if units is None else self.number(units)
            self._forms[key] = known
        return known

    def _number_between(self, left: list[int], right: list[int]) -> int | None:
        """The simplest number that no option excludes, in units, if there is one."""
        high, low = self.stops
        least = max((low[option] for option in left), default=None)
        most = min((high[option] for option in right), default=None)
        if least is not None and most is not None and least > most:
            return None
        if least is not None:
            end = self.number(least)
            least_fits = not any(self.at_most(end, option) for option in left)
        if most is not None:
            end = self.number(most)
            most_fits = not any(self.at_most(option, end) for option in right)
        if least is not None and least == most and not (least_fits and most_fits):
            return None
        return simplest(
            None if least is None else least - least_fits, None if most is None else most + most_fits
        )

    def _reduced(self, left: list[int], right: list[int]) -> int:
        """The canonical form of a game that is not a number, from its undominated options.

        If Left's option G^L has a reply G^LR <= G, Left's options of G^LR replace G^L.
        """
        own = (left, right)
        game_high = max(self.stops[RIGHT][option] for option in left)
        game_low = min(self.stops[LEFT][option] for option in right)
        known: dict[tuple[int, int], bool] = {}

        def is_at_least(player: int, other: int) -> bool:
            """Whether this game, with its current options, is at least as good for `player` as a value."""
            high, low, own_high, own_low = *(stops[other] for stops in self.stops), game_high, game_low
            if player:
                high, low, own_high, own_low = own_high, own_low, high, low
            if high < own_low:
                return True
            if high > own_high or low > own_low:
                return False
            found = known.get((player, other))
            if found is None:
                found = known[player, other] = not any(
                    self.no_better(player, option, other) for option in own[1 - player]
                ) and (
                    self.is_number[other]
                    or not any(is_at_least(1 - player, option) for option in self.options[player][other])
                )
            return found

        is_settled = False
        while not is_settled:
            is_settled = True
            for player in (LEFT, RIGHT):
                options: list[int] = []
                for option in own[player]:
                    replies = self.options[1 - player][option]
                    reply = next((reply for reply in replies if is_at_least(player, reply)), None)
                    options += [option] if reply is None else self.options[player][reply]
                    is_settled &= reply is None
                if options != own[player]:
                    own[player][:] = self.undominated(player, dict.fromkeys(options))
        return self._keep(tuple(sorted(left)), tuple(sorted(right)), game_high, game_low, is_number=False)

    def negative(self, value: int) -> int:
        """The value with the players exchanged."""
        known = self._negatives.get(value)
        if known is None:
            high, low = self.stops[LEFT][value], self.stops[RIGHT][value]
            if self.is_number[value]:
                known = self.number(-high)
            else:
                left, right = (
                    tuple(sorted(map(self.negative, self.options[player][value]))) for player in (RIGHT, LEFT)
                )
                known = self._keep(left, right, -low, -high, is_number=False)
            self._negatives[value] = known
            self._negatives[known] = value
        return known

    def add(self, a: int, b: int) -> int:
        """The sum of two games: each move is a move in one of them."""
        if a > b:
            a, b = b, a
        if a == ZERO:
            return b
        known = self._sums.get((a, b))
        if known is None:
            known = self._sums[a, b] = self._sum(a, b)
        return known

    def _sum(self, a: int, b: int) -> int:
        check_cancelled()
        if self.is_number[b]:
            a, b = b, a
        if self.is_number[a]:
            shift = self.stops[LEFT][a]
            if self.is_number[b]:
                return self.number(shift + self.stops[LEFT][b])
            # number translation: the shifted options are canonical
            left, right = (
                tuple(sorted([self.add(a, option) for option in self.options[player][b]]))
                for player in (LEFT, RIGHT)
            )
            high, low = (self.stops[player][b] + shift for player in (LEFT, RIGHT))
            return self._keep(left, right, high, low, is_number=False)
        if self._negatives.get(a) == b:
            return ZERO
        if a in self._nimbers and b in self._nimbers:
            return self.nimber(self._nimbers[a] ^ self._nimbers[b])
        left_moves, right_moves = (
            [self.add(option, b) for option in self.options[player][a]]
            + [self.add(a, option) for option in self.options[player][b]]
            for player in (LEFT, RIGHT)
        )
        return self.form(left_moves, right_moves)

    def kind(self, value: int) -> str:
        """Which of KINDS a value is: a switch is {x|y} with numbers x > y, "hot" is any other hot game."""
        if self.is_number[value]:
            return "number"
        high, low = (stops[value] for stops in self.stops)
        if high == low:
            return "number + infinitesimal" if high else "infinitesimal"
        options = [option for side in self.options for option in side[value]]
        return "switch" if all(self.is_number[option] for option in options) else "hot"

    def outcome(self, value: int) -> str:
        """Who wins: L or R whoever starts, N the first player, P the second player."""
        wins_second = self.at_most(ZERO, value), self.at_most(value, ZERO)  # Left, Right
        return {(True, True): "P", (True, False): "L", (False, True): "R", (False, False): "N"}[wins_second]

    def cached(self) -> int:
        """The number of entries that `forget` would clear."""
        return sum(map(len, self._cleared))

    def forget(self) -> None:
        """Clear what can be computed again; ids stay valid."""
        for known in self._cleared:
            known.clear()

    def forget_forms(self) -> None:
        """Clear the table from options to forms; forms, order and sums stay."""
        self._forms.clear()

    def dump(self, value: int) -> list["int | tuple[Options, Options]"]:
        """A value as a list that does not depend on this table, for `load`.

        It holds everything that the canonical form is built from, options before the forms that use them, so
        the value itself comes last. A number is its units; any other form is its Left and Right options, by
        their indices in the list.
        """
        reached, waiting = {value}, [value]
        while waiting:
            form = waiting.pop()
            if not self.is_number[form]:
                options = {option for side in self.options for option in side[form]}
                waiting += options - reached
                reached |= options
        index = {form: place for place, form in enumerate(sorted(reached))}  # an option has a smaller id

        def translated(form: int) -> tuple[Options, Options]:
            left, right = (tuple(index[option] for option in side[form]) for side in self.options)
            return left, right

        return [self.stops[LEFT][form] if self.is_number[form] else translated(form) for form in index]

    def load(self, forms: Iterable["int | tuple[Options, Options]"]) -> int:
        """The value that `dump` wrote, in this or in another table."""
        ids: list[int] = []
        for form in forms:
            if isinstance(form, int):
                ids.append(self.number(form))
            else:
                left, right = ([ids[option] for option in side] for side in form)
                ids.append(self.form(left, right))
        return ids[-1]

    def total(self, parts: Sequence[int]) -> int:
        """The sum of any number of values."""
        if len(parts) < 3:  # nearly always
            return self.add(*parts) if len(parts) == 2 else parts[0] if parts else ZERO
        times = Counter(parts)
        units = 0
        rest = []
        for part in sorted(times):
            if self.is_number[part]:
                units += times[part] * self.stops[LEFT][part]
                continue
            opposite = self.negative(part)
            copies = times[part] % 2 if opposite == part else times[part] - times[opposite]
            rest += [part] * copies  # G and -G cancel; [part] * -2 is empty
        whole = self.number(units)
        for part in rest:
            whole = self.add(whole, part)
        return whole
