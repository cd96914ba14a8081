"""Independence polynomials of the Petersen graph and of a list of edges, beside NetworkX.

    python graph_polynomials.py

NetworkX lists cliques one by one: the independent sets of a graph are the cliques of its complement. Here
they are counted without a list, so that graphs of 60 vertices take a second.

>>> petersen = networkx.petersen_graph()
>>> list_sizes(petersen) == sizes(en.independence_polynomial(petersen))
True
>>> triangle = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
>>> print(en.independence_polynomial(triangle), "and", en.matching_polynomial(triangle))
2x^2 + 4x + 1 and x^2 + 4x + 1
>>> en.independence_polynomial(networkx.random_regular_graph(3, 60, seed=1)).total > 10**11
True
"""

from collections import Counter

import networkx

import enumerate as en


def list_sizes(graph: networkx.Graph) -> Counter[int]:
    """How many independent sets there are of each size, the empty one aside, by NetworkX."""
    return Counter(map(len, networkx.enumerate_all_cliques(networkx.complement(graph))))


def sizes(polynomial: en.Polynomial) -> Counter[int]:
    """The same from the coefficients."""
    return Counter({size: number for (size,), number in polynomial if size})


if __name__ == "__main__":
    print(en.independence_polynomial(networkx.petersen_graph()))
