"""Three-player Domineering in a box [Hur10]."""
