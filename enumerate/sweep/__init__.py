"""The sweep: visit the cells in an order and keep only what the remaining visits must know."""
