"""The plan: what a computation costs, which evaluator runs, and which shortcuts apply."""
