"""Estimates from independent matches: a value, its standard error, a 95 % interval."""

from dataclasses import dataclass
from math import sqrt

Z95 = 1.959963984540054  # the normal quantile of 97.5 %


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its standard error and the interval that covers the truth in 95 % of experiments.

    >>> print(proportion(320, 1000))
    0.3200 +- 0.0148 (0.2918 to 0.3496)
    """

    value: float
    se: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.4f} +- {self.se:.4f} ({self.low:.4f} to {self.high:.4f})"


def proportion(count: int, matches: int) -> Estimate:
    """The share count / matches, with Wilson's interval, which is sound near 0 and 1 too.

    >>> estimate = proportion(0, 100)
    >>> estimate.low, round(estimate.high, 4)
    (0.0, 0.037)
    """
    share = count / matches
    weight = Z95**2 / matches
    centre = (share + weight / 2) / (1 + weight)
    half = Z95 / (1 + weight) * sqrt(share * (1 - share) / matches + weight / (4 * matches))
    low = 0.0 if count == 0 else centre - half
    high = 1.0 if count == matches else centre + half
    return Estimate(share, sqrt(share * (1 - share) / matches), low, high)


def mean(total: int, squares: int, matches: int) -> Estimate:
    """The mean of numbers with the given sum and sum of squares, with the normal interval.

    >>> print(mean(1800, 36400, 100))
    18.0000 +- 0.6356 (16.7542 to 19.2458)
    """
    value = total / matches
    variance = max(0.0, (squares - total * total / matches) / max(1, matches - 1))
    se = sqrt(variance / matches)
    return Estimate(value, se, value - Z95 * se, value + Z95 * se)
