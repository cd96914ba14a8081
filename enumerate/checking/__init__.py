"""Second opinions: brute force, another engine, saved answers, what a user can run."""
