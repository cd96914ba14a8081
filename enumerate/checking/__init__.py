"""Independent checks: brute force, two other engines, saved answers, the self-test."""
