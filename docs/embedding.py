# %% [markdown]
# # Domino placements inside other combinatorics code
#
# A script with cells: open it as a notebook (jupytext, VS Code, Spyder) or run it with Python. It converts
# polynomials to SymPy, NumPy and NetworkX.

# %%
import networkx as nx
import numpy as np
import sympy

import enumerate as en

# %% [markdown]
# ## SymPy: manipulate a generating function
#
# The maximal positions of the 4 x 3 board, as a SymPy polynomial. Its derivative at x = y = 1, divided by the
# total, is the mean number of Left's dominoes in a maximal position drawn at random.

# %%
x, y, t = sympy.symbols("x y t")
maximal = en.positions("4x3", "maximal")
F = maximal.to_sympy()
mean_left = sympy.Rational(sympy.diff(F.as_expr(), x).subs({x: 1, y: 1}), maximal.total)
print("mean number of vertical dominoes:", mean_left)
assert mean_left == sympy.Rational(sum(a * c for (a, b), c in maximal), 75)

# %% [markdown]
# The totals of m x 3 boards have a rational generating function, which the library proves. SymPy expands it,
# and the same numbers come out of the boards one by one.

# %%
found = en.recurrence(3, "right-end")
ascending = [sympy.Poly(coefficients[::-1], t) for coefficients in (found.numerator, found.denominator)]
G = ascending[0].as_expr() / ascending[1].as_expr()
expanded = sympy.series(G, t, 0, 7).removeO()
totals = [int(expanded.coeff(t, m)) for m in range(7)]
print("Right ends of m x 3:", totals)
assert totals[1:] == [en.count((m, 3), "right-end") for m in range(1, 7)]

# %% [markdown]
# ## NumPy: an array of coefficients
#
# Rows count Left's dominoes, columns Right's. Alternating play reaches the three middle diagonals.

# %%
array = en.positions("4x4").to_numpy()
print(array)
play = sum(int(np.trace(array, offset=offset)) for offset in (-1, 0, 1))
print("positions of alternating play:", play)
assert play == en.count("4x4", play=True) == 4632

# %% [markdown]
# ## NetworkX: the matching polynomial of a graph
#
# Positions are matchings of the grid graph. On a tree the matching polynomial is the characteristic
# polynomial of the adjacency matrix; a board with walls can be a tree.

# %%
board = en.Board.parse(".....\n.#.#.\n.#.##")
graph = board.to_networkx()
assert nx.is_tree(graph)
matching = en.positions(board).matching_polynomial(len(board))
characteristic = np.rint(np.poly(nx.to_numpy_array(graph))).astype(int)[::-1]
print("matching polynomial:", matching)
assert matching == characteristic.tolist()

# %% [markdown]
# Matchings of a graph G with an edge e either avoid e or contain it: m(G) = m(G - e) + m(G - both ends of e).
# NetworkX deletes edges here; the library counts the whole board at once.


# %%
def matchings(graph: nx.Graph) -> int:
    """The number of matchings, edge by edge."""
    if graph.number_of_edges() == 0:
        return 1
    one, two = next(iter(graph.edges))
    without_edge, without_ends = graph.copy(), graph.copy()
    without_edge.remove_edge(one, two)
    without_ends.remove_nodes_from([one, two])
    return matchings(without_edge) + matchings(without_ends)


count = matchings(nx.grid_2d_graph(3, 3))
print("matchings of the 3 x 3 grid:", count)
assert count == en.count("3x3") == 131
print("all checks hold")
