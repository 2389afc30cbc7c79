"""What a tick answers, in the words of the older API."""

from shared.domain.status import Status


class TickStatus(Status):
    """`idle`: nothing is done before somebody changes something; `nothing_to_do`: not at this moment."""

    IDLE = "idle"
    WAITING_FOR_APPROVAL = "waiting_for_approval"
    ADVANCED_RUN = "advanced_run"
    STARTED_RUN = "started_run"
    NOTHING_TO_DO = "nothing_to_do"
