"""Where a package stands that its owner adds to the catalog."""

from shared.domain.status import Status


class AdditionStatus(Status):
    """`refused`: the rules speak against it. `failed`: nothing is known, and it can be tried again."""

    PROPOSED = "proposed"
    ADDING = "adding"
    ADDED = "added"
    REFUSED = "refused"
    FAILED = "failed"
