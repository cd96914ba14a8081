"""The page: `enumerate web` serves it, and every answer on it is one of the package's own functions."""
