"""Values: what a position is worth as a combinatorial game, and how hot it is."""
