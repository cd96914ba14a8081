"""The other domino systems of the papers: falling dominoes, three players in a box, two-sided dominoes."""
