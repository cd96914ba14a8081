"""Positions as the faces of a simplicial complex."""
