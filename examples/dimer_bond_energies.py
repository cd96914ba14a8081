"""A dimer model with random bond energies: every place for a domino has an energy of its own.

    python dimer_bond_energies.py

At temperature T a domino with energy E has the weight exp(-E / T). The partition function, the mean number of
dominoes and the chance of every bond follow from weights by placement; the energy of a ground state follows
from the same energies as costs.

>>> program = en.program("6x6")
>>> logarithm = program.evaluate(en.semirings.logarithms(minus_energy))
>>> abs(en.evaluate("6x6", weights=boltzmann(1.0)).log - logarithm) < 1e-9
True
>>> ground = program.evaluate(en.semirings.min_plus(energy))
>>> cold = en.evaluate("6x6", weights=boltzmann(0.02)).log
>>> abs(-0.02 * cold - ground) < 0.02
True
"""

import random
from collections.abc import Callable
from math import exp
from typing import Any

import enumerate as en


def energy(placement: Any) -> float:
    """The energy of a bond: random, but the same whenever it is asked for."""
    return random.Random(f"{placement.cells}").uniform(-1, 1)


def minus_energy(placement: Any) -> float:
    """The logarithm of the weight at temperature 1."""
    return -energy(placement)


def boltzmann(temperature: float) -> Callable[[Any], float]:
    """The weights of dominoes at a temperature."""
    return lambda placement: exp(-energy(placement) / temperature)


if __name__ == "__main__":
    for temperature in (0.5, 1.0, 2.0):
        found = en.moments("6x6", weights=boltzmann(temperature))
        print(f"T = {temperature}: {float(found.mean):.3f} dominoes, density {float(found.density or 0):.3f}")
