"""OEIS sequences: the registry, their terms, their b-files, and the terms known so far."""

from .bfiles import bfile, read_bfile
from .computed import Term, cells_of, term, terms
from .own import Draft
from .published import Known, known
from .registry import REGISTRY, Sequence, sequence

__all__ = [
    "REGISTRY",
    "Draft",
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
