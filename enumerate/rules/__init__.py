"""What is counted: tiles, kinds of positions, whose turn it is, which boards are the same."""
