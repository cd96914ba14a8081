"""The papers' own method, readable alone: it needs nothing of the package but `Board` and `Polynomial`.

Read `matrices` (tiles and the recursive bar-state matrices: general, maximal, Right-end), then `kronecker`
(boards with walls), `multiply` (the product of the rows, in python-flint polynomials) and `shortest` (the
length of a shortest game, read off the end polynomials). Tests hold the fast engine against these modules;
`evaluators.barstate` offers them as the engine "barstate".
"""
