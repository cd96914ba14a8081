"""What is counted on and with: boards, positions, players, polynomials, and their text."""
