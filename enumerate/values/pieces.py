"""The old name of `polyominoes`, kept for one version."""

from .polyominoes import Pieces

__all__ = ["Pieces"]
