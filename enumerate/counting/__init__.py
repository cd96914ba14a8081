"""Counting: polynomials and numbers of positions."""
