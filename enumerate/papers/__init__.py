"""The method of the papers: bar-state matrices, rows with walls, products."""
