"""Positions of least or greatest cost, shortest games, and what is proved about all lengths."""
