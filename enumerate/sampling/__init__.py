"""Lists, ranks and samples of positions, from the number of completions of every state."""
