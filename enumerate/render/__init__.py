"""Pictures and tables of what the library computes."""
