"""OEIS sequences: what they count here, their terms, their b-files, and what is already known."""

from .bfile import bfile, read_bfile
from .known import Known, known
from .registry import REGISTRY, Sequence, sequence
from .terms import Term, cells_of, term, terms

__all__ = [
    "REGISTRY",
    "Known",
    "Sequence",
    "Term",
    "bfile",
    "cells_of",
    "known",
    "read_bfile",
    "sequence",
    "term",
    "terms",
]
