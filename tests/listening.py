"""A listener of the progress of a computation, for tests."""

from threading import Event

from enumerate.support.run import ProgressEvent


class Listener:
    """Keeps the shares, phases, estimates and messages that it hears; may stop at an estimate."""

    def __init__(self, stop_at_estimate: Event | None = None) -> None:
        self.stop = stop_at_estimate
        self.shares: list[float] = []
        self.phases: list[str] = []
        self.estimates: list[str] = []
        self.messages: list[str] = []

    def __call__(self, event: ProgressEvent) -> None:
        """Sort an event."""
        if event.estimate:
            self.estimates.append(event.estimate)
            if self.stop is not None:
                self.stop.set()
        elif event.message:
            self.messages.append(event.message)
        elif event.phase and event.phase not in self.phases:
            self.phases.append(event.phase)
        else:
            self.shares.append(event.share)
