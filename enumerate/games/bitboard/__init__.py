"""Searching games of placed dominoes on bitboards: what the solvers of `domineering` and `box` share.

Read `bits` (sets of cells in two words), `layout` (the bit of each cell), `table` (the transposition table),
`stack` (the steps of a search), `search` (running a search in slices). A game adds a kernel: when a position
is decided, which moves to try first, and what an entry of the table means.
"""
