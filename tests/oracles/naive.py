"""Values straight from the definitions, for small boards: no canonical forms, no symmetry, no shared tables.

A game is a pair of tuples of games. A board of Domineering becomes the whole tree of its plays; equal boards
are one object, so that comparisons can be cached.
"""

from fractions import Fraction
from functools import cache


class Tree:
    """A game: Left's and Right's options."""

    def __init__(self, left, right):
        self.options = (tuple(left), tuple(right))


ZERO = Tree((), ())


@cache
def domineering(cells):
    """The tree of Domineering on a frozenset of cells."""
    options = []
    for step in ((1, 0), (0, 1)):
        pairs = [((r, c), (r + step[0], c + step[1])) for r, c in sorted(cells)]
        options.append([domineering(cells - set(pair)) for pair in pairs if pair[1] in cells])
    return Tree(*options)


@cache
def at_most(g, h):
    """g <= h, by the definition."""
    return not any(at_most(h, left) for left in g.options[0]) and not any(
        at_most(right, g) for right in h.options[1]
    )


def equal(g, h):
    """The same value."""
    return at_most(g, h) and at_most(h, g)


@cache
def number(x):
    """The tree of a dyadic number."""
    if x == 0:
        return ZERO
    if x.denominator == 1:
        inner = number(x - (1 if x > 0 else -1))
        return Tree([inner], []) if x > 0 else Tree([], [inner])
    step = Fraction(1, x.denominator)
    return Tree([number(x - step)], [number(x + step)])


DYADICS = sorted({Fraction(a, 2**k) for k in range(6) for a in range(-10 * 2**k, 10 * 2**k + 1)}, key=abs)


@cache
def as_number(g):
    """The number that a game equals, None if it is none of those tried: enough for small boards."""
    return next((x for x in DYADICS if equal(g, number(x))), None)


@cache
def stop(g, player):
    """The number at which play ends if `player` begins."""
    x = as_number(g)
    if x is not None:
        return x
    return (max, min)[player](stop(option, 1 - player) for option in g.options[player])


GRID = [Fraction(k, 32) for k in range(193)]


@cache
def cooled_stop(g, player, t):
    """The stop of g at the tax t >= 0, before the walls meet; afterwards the mast."""
    x = as_number(g)
    if x is not None:
        return x
    mean = mast(g)
    if mean is not None and t >= mean[0]:
        return mean[1]
    return taxed(g, player, t)


def taxed(g, player, t):
    """The wall without its mast."""
    sign = (-1, 1)[player]
    return (max, min)[player](cooled_stop(option, 1 - player, t) + sign * t for option in g.options[player])


@cache
def mast(g):
    """(temperature, mean) of a game that is no number, with temperatures among GRID."""
    for t in GRID:
        left, right = (taxed(g, player, t) for player in (0, 1))
        if left <= right:
            assert left == right, "the grid of temperatures is too coarse"
            return t, left
    raise AssertionError("hotter than 6")
