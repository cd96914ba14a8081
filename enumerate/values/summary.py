"""The old name of `polyominoes`, kept for one version."""

from .polyominoes import PieceValues, SizeSummary, piece_values

__all__ = ["PieceValues", "SizeSummary", "piece_values"]
