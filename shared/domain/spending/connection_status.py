"""How far a connection test is, and each of its requests."""

from shared.domain.status import Status


class ConnectionStatus(Status):
    """`lost`: its function ended before the test did."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    LOST = "lost"


class ProbeStatus(Status):
    """`off`: it is not used with this model. `skipped`: what came before it does not work, so it was not tried."""

    WAITING = "waiting"
    RUNNING = "running"
    WORKS = "works"
    FAILS = "fails"
    OFF = "off"
    SKIPPED = "skipped"
