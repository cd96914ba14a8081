"""Positions by number: completions of every state, walks, samples, lists."""
