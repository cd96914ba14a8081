"""The fewest and the most dominoes, shortest games, and what is proved of all lengths."""
