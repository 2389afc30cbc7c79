"""The commit of a run, of whose candidate the worker may just have said that it is green."""

from shared.domain.runs.steps import LoopState
from shared.services.agent.run_iteration import run_iteration
from shared.services.loop_ports import LoopPorts
from shared.services.runs.commit_run import commit_run


def commit_built(state: LoopState, *, ports: LoopPorts) -> LoopState:
    """Take in the build that was waited for, if one was, and commit. Idempotent, as both of these are.

    Where the run does not end with it (a cancel, a verdict that the app's settings refuse, another build to wait for)
    the answer is what comes next instead, and never `finish`.
    """
    if state.next == "worker":
        state = run_iteration(state, ports=ports, model=None)
        if state.next != "finish":
            return state
    return commit_run(state, ports=ports)
