"""Positions of least or greatest cost, shortest games, and proofs for boards of any length."""
