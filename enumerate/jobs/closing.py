"""What is open until the end of a `with` block."""

from types import TracebackType
from typing import Self


class Closing:
    """A context manager that is closed at the end."""

    def close(self) -> None:
        """Let go of what is held."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
