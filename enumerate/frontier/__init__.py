"""The fast path: visit the cells one at a time and keep only what the open frontier knows."""
