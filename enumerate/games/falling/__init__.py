"""Falling pieces: what dominogames and monominogames have in common.

Read `model` (moves, plays), then `induction` (the definitions, in plain Python), then `plays` (listing and
checking). `kernels` is the same induction compiled; `tables` runs it and keeps what it found.
"""
