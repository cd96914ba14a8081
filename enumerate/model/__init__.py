"""Boards, games, positions, players, polynomials and weights, with their texts."""
