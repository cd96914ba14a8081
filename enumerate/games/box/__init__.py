"""Three-player Domineering in a box: who wins, strategies of two allies, the size of the tree [Hur10]."""
