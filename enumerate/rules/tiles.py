"""The old place of `Kind`, for pickles of version 0.2.0. Read `kinds.py` instead."""

from .kinds import Kind as Kind
