"""Totals modulo one prime at a time: slower than limbs, where these do not fit into memory.

Every prime below 2^47 is a sweep of its own over one plane of 64 bits a state. There are as many as the bound
on the number of positions asks for, and one more, which must agree with what the others say.
"""

from math import prod

from ..compiler.program import Program, evaluate
from ..evaluators.integers import PRIME, Residue, Sweeper, ticking
from ..support.errors import ComputationError
from ..support.progress import Report, silent
from .interpolate import chinese_remainder, primes_below


def primes_for(bound: int) -> list[int]:
    """The primes that tell an integer from 0 up to a bound, and one to spare.

    >>> len(primes_for(2**46)), len(primes_for(2**47))
    (2, 3)
    """
    top, count = PRIME + 1, 1
    while prod(primes_below(top, count)) <= bound:
        count += 1
    return primes_below(top, count + 1)


def total_by_primes(program: Program, bound: int, threads: int = 1, report: Report = silent) -> int:
    """The number of positions, at most `bound`, from a program without weights.

    >>> from enumerate.compiler.program import compile_program
    >>> from enumerate.model.board import Board
    >>> total_by_primes(compile_program(Board.rectangle(4, 4), weighted=False), 2**24)
    10012
    """
    primes = primes_for(bound)
    sweeper = Sweeper(program.programs, threads, ticking(program.operators * len(primes), report))
    residues = [evaluate(program, Residue(sweeper, prime)) for prime in primes]
    [total] = chinese_remainder([[residue] for residue in residues[:-1]], primes[:-1])
    if total > bound or total % primes[-1] != residues[-1]:
        raise ComputationError(
            f"the prime {primes[-1]} contradicts the others: the computation is not trusted"
        )
    return total
