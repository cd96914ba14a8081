"""The papers' own method, readable on its own: it uses only `Board` and `Polynomial` of the package.

Read `matrices` (tiles and the recursive bar-state matrices: general, maximal, Right-end), then `kronecker`
(boards with walls), `multiply` (the product of the rows, in python-flint polynomials) and `shortest` (the
length of a shortest game, read off the end polynomials). Tests compare the fast engine with these modules;
`evaluators.barstate` offers them as the engine "barstate".
"""
