"""The page of `enumerate web`; every answer on it comes from a function of the package."""
