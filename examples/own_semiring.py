"""A semiring of your own over the compiled sweep: the fewest pieces, and how many positions have so few.

    python own_semiring.py

A commutative semiring is an object with `zero`, `one`, `add`, `mul` and `weight(placement)`. The weight of a
position is the product over its placements, and `evaluate` returns the sum over all positions.

>>> program = en.program("8x8", "maximal")
>>> program.evaluate(FewestAndHowMany())
(22, 4804)
>>> en.check_semiring(FewestAndHowMany())
"""

from math import inf

import enumerate as en

Pair = tuple[float, int]  # a number of pieces, and the number of positions with so many


class FewestAndHowMany:
    """Sums keep the lesser number of pieces; products add the pieces and multiply the positions."""

    zero: Pair = (inf, 0)
    one: Pair = (0, 1)

    def add(self, a: Pair, b: Pair) -> Pair:
        """The positions of a or b."""
        return (a[0], a[1] + b[1]) if a[0] == b[0] else min(a, b)

    def mul(self, a: Pair, b: Pair) -> Pair:
        """A position of a beside one of b."""
        return a[0] + b[0], a[1] * b[1]

    def weight(self, placement: object) -> Pair:
        """One piece."""
        return 1, 1


if __name__ == "__main__":
    pieces, number = en.program("6x6", "maximal").evaluate(FewestAndHowMany())
    print(f"{number} maximal positions of 6x6 have {pieces} dominoes, and none has fewer")
