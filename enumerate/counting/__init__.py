"""The front door of counting: choose an engine, return a polynomial or a number."""
