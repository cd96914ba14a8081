"""What a process remembers from one question to the next: show it, clear it, bound it by memory."""

from .support.caches import bound, clear, show

__all__ = ["bound", "clear", "show"]
