"""Searching games of placed dominoes on bitboards: what the solvers of `domineering` and `box` share.

Read `bits` (sets of cells in two words), `layout` (which cell is which bit), `table` (what is known of a
position), `stack` (the steps of a search), `search` (running one in slices). A game adds a kernel: when a
position is settled, which moves to try first, what an entry of the table says.
"""
