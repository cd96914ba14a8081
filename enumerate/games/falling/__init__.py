"""Falling pieces: dominogames and monominogames.

Read `falling_game` (moves, plays and solutions), then `induction` (the definitions, in plain Python).
`kernels` is the same induction compiled for two players.
"""
