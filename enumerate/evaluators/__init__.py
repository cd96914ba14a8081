"""Evaluators: the numbers that a program runs over, from Python objects to sixteen residues at a time."""
