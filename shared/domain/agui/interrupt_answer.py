"""What an AG-UI client says to an interrupt."""

from shared.domain.status import Status


class InterruptAnswer(Status):
    """`resolved` has a payload or means yes, `cancelled` means no."""

    RESOLVED = "resolved"
    CANCELLED = "cancelled"
