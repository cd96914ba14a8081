"""The compiler: from a sweep to block operators on vectors of states."""
