"""What a worker says of the checks of a build: untrusted, but bounded."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

from shared.domain.builds.check_status import CheckStatus


class CheckResult(BaseModel):
    """One check. `log` is what its program printed."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True, hide_input_in_errors=True)

    status: CheckStatus
    reason: Annotated[str, StringConstraints(max_length=40)] | None = None
    message: Annotated[str, StringConstraints(max_length=4000)] = ""
    log: Annotated[str, StringConstraints(max_length=20_000)] = ""
