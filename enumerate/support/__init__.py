"""What every room stands on: errors, progress, memory, seeds, settings."""
