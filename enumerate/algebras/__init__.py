"""Evaluators: what a program carries along, from plain dictionaries to lanes of residues."""
