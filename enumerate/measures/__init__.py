"""Positions with weights: values of the generating polynomial, means, densities."""
