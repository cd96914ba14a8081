"""Two-player Domineering, normal and misère: who wins, by which moves, how long perfect play lasts."""
