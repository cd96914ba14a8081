"""The oracle: pieces are dropped on a grid, and the game tree is searched without merging states.

There are no heights, gains or mirrors here; a piece is a set of cells that sinks as far as it can.
"""

from collections.abc import Callable, Iterator
from itertools import product

Cells = tuple[tuple[int, int], ...]
Moves = list[tuple[str, Cells]]
History = tuple[str, ...]


class Grid:
    """A board of `rows` by `cols` cells that remembers which are taken."""

    def __init__(self, cols: int, rows: int, raised: int, length: int) -> None:
        self.cols, self.rows, self.raised, self.length = cols, rows, raised, length
        self.taken: set[tuple[int, int]] = set()

    def drop(self, shape: str, column: int) -> Cells | None:
        """The cells where a piece comes to rest; None if it sticks out of the board."""
        cells = [(self.rows + 1 + (k if shape == "V" else 0), column + (k if shape == "H" else 0))
                 for k in range(self.length)]  # fmt: skip
        while True:
            below = [(row - 1, col) for row, col in cells]
            if any(cell in self.taken or cell[0] < 1 for cell in below):
                break
            cells = below
        inside = all(1 <= row <= self.rows and 1 <= col <= self.cols for row, col in cells)
        return tuple(cells) if inside else None

    def moves(self) -> Iterator[tuple[str, Cells]]:
        """Every move that fits, as its name and its cells."""
        for shape in "VH"[: self.length]:
            for column in range(1, self.cols + 1):
                cells = self.drop(shape, column)
                if cells is not None:
                    yield f"{shape}{column}", cells

    def pay(self, cells: Cells) -> int:
        """What the cells are worth."""
        return sum(row + self.raised for row, _ in cells)


def leftmost_of_each_row(moves: Moves) -> Moves:
    """The rule of monominogames: among cells of one row the leftmost column is taken."""
    kept: dict[int, tuple[str, Cells]] = {}
    for name, cells in moves:
        kept.setdefault(cells[0][0], (name, cells))
    return sorted(kept.values())


def all_plays(grid: Grid, restrict: Callable[[Moves], Moves] = list) -> dict[History, list[int]]:
    """Every move sequence of the game with what each move paid."""
    found: dict[History, list[int]] = {}

    def walk(names: History, paid: list[int]) -> None:
        moves = restrict(list(grid.moves()))
        if not moves:
            found[names] = paid
        for name, cells in moves:
            grid.taken.update(cells)
            walk((*names, name), [*paid, grid.pay(cells)])
            grid.taken.difference_update(cells)

    walk((), [])
    return found


def payoffs(paid: list[int], players: int) -> tuple[int, ...]:
    """What each player has in the end."""
    return tuple(sum(paid[player::players]) for player in range(players))


def equilibrium_plays(plays: dict[History, list[int]], players: int) -> set[History]:
    """The plays of subgame-perfect equilibria, by backward induction on the unmerged tree.

    A play through a node survives if its mover gets there at least what each other move gives them at worst.
    """
    alive: dict[History, dict[History, tuple[int, ...]]] = {
        names: {names: payoffs(paid, players)} for names, paid in plays.items()
    }
    longest = max(map(len, plays))
    for depth in range(longest, 0, -1):
        families: dict[History, list[dict[History, tuple[int, ...]]]] = {}
        for names in [names for names in alive if len(names) == depth]:
            families.setdefault(names[:-1], []).append(alive.pop(names))
        mover = (depth - 1) % players
        for node, branches in families.items():
            sure = max(min(end[mover] for end in branch.values()) for branch in branches)
            alive[node] = {
                names: end for branch in branches for names, end in branch.items() if end[mover] >= sure
            }
    return set(alive[()])


def equilibrium_plays_by_definition(plays: dict[History, list[int]], players: int) -> set[History]:
    """The same from the definition: try every profile of pure strategies, keep those with no profitable
    deviation at any single node of the tree (which is subgame perfection in a finite game)."""
    nodes = sorted({names[:k] for names in plays for k in range(len(names))}, key=len)
    options = {
        node: sorted({names[len(node)] for names in plays if names[: len(node)] == node and names != node})
        for node in nodes
    }
    ends = {names: payoffs(paid, players) for names, paid in plays.items()}
    found = set()
    for choice in product(*(options[node] for node in nodes)):
        profile = dict(zip(nodes, choice, strict=True))
        outcome: dict[History, History] = {names: names for names in plays}
        perfect = True
        for node in reversed(nodes):
            mover = len(node) % players
            reached = {move: outcome[(*node, move)] for move in options[node]}
            outcome[node] = reached[profile[node]]
            best = max(ends[names][mover] for names in reached.values())
            if ends[outcome[node]][mover] < best:
                perfect = False
                break
        if perfect:
            found.add(outcome[()])
    return found


def number_of_profiles(plays: dict[History, list[int]]) -> int:
    """How many profiles of pure strategies the tree has."""
    children: dict[History, set[str]] = {}
    for names in plays:
        for k in range(len(names)):
            children.setdefault(names[:k], set()).add(names[k])
    total = 1
    for moves in children.values():
        total *= len(moves)
    return total


def tie_rule_value(plays: dict[History, list[int]], players: int, sign: int) -> tuple[int, ...]:
    """The payoffs when every mover takes own payoff first, then `sign` times the others', then the first."""
    value = {names: payoffs(paid, players) for names, paid in plays.items()}
    for depth in range(max(map(len, plays)), 0, -1):
        mover = (depth - 1) % players
        best: dict[History, tuple[int, ...]] = {}
        for names in [names for names in value if len(names) == depth]:
            end = value.pop(names)
            known = best.get(names[:-1])
            rank = (end[mover], sign * (sum(end) - end[mover]))
            if known is None or rank > (known[mover], sign * (sum(known) - known[mover])):
                best[names[:-1]] = end
        value.update(best)
    return value[()]
