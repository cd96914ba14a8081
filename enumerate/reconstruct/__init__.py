"""Reconstruction: from residues at evaluation points to exact answers, with a proved number of primes."""
