"""What a function of the agent loop answers: identifiers and one word for what comes next."""

from typing import Literal

from pydantic import BaseModel

NextStep = Literal["continue", "worker", "approval", "evaluate", "finish", "failed", "done"]


class LoopState(BaseModel):
    """The whole state that travels between the states of `agent_loop`; bodies stay in the stores."""

    tenant_id: str
    app_id: str
    run_id: str
    iteration: int = 0
    next: NextStep = "continue"
    build_id: str | None = None


class BuildState(BaseModel):
    """The whole state that travels through `build_pipeline`."""

    tenant_id: str
    app_id: str
    build_id: str
