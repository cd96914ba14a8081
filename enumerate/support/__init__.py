"""What every package uses: errors, progress, memory, seeds, settings."""
