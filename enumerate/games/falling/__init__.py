"""Falling pieces: dominogames and monominogames.

Read `falling_rules` (moves and plays), then `induction` (the definitions, in plain Python), then `equilibria`
(payoffs, plays and mistakes) and `falling_game`. `kernels` is the same induction compiled for
two players; `state_tables` runs it and stores its results.
"""
