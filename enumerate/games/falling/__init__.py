"""Falling pieces: dominogames and monominogames.

Read `rules` (moves and plays), then `induction` (the definitions, in plain Python), then `solution`
(payoffs, plays and mistakes). `kernels` is the same induction compiled for two players; `state_tables` runs
it and stores its results.
"""
