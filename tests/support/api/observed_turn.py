"""A whole turn as its functions have it: a message over HTTP, then each handler of the loop and of a build."""

from typing import Any

from devkit.api.api import Api
from devkit.fakes.model import FakeModel
from shared.domain.runs.run import Run
from shared.domain.runs.steps import BuildState, LoopState
from shared.runtime.observability import observed
from shared.services.agent.commit_built import commit_built
from shared.services.agent.run_iteration import run_iteration
from shared.services.builds.prepare_build import Waiter, prepare_build
from shared.services.builds.worker.start_worker import start_worker
from tests.shared.services.builds.pipeline import archive, finalise, prepare_ports, upload, worker_ports


def make_session(api: Api) -> str:
    """Where messages to a new app are sent."""
    app = api.world.make_app(tenant_id="acme")[0]
    session = api.client.post(f"/projects/{app.id}/sessions", json={"session_type": "global"}).json()
    return f"/sessions/{session['id']}/messages"


def send(api: Api, path: str, prompt: str, headers: dict[str, str]) -> Run:
    """The run that the message starts; it will be built before it is committed."""
    answer = api.client.post(path, json={"content": prompt}, headers=headers)
    assert answer.status_code == 202, answer.text
    (run,) = api.world.workflows.runs
    stored = api.world.runs.get("acme", run.id)
    api.world.runs.update(stored.change(evaluator="build", review="after"))
    return stored


_EXECUTION = "execution/build_pipeline/observed"


def play(api: Api, run: Run, model: FakeModel, *, log: bytes) -> dict[str, Any]:
    """The state machine's last state, once it has committed. `log` is what the worker's build printed."""
    ports = api.world.loop_ports()

    @observed("agent_step")
    def step(event: dict[str, Any], context: object) -> dict[str, Any]:
        return run_iteration(LoopState.model_validate(event), ports=ports, model=model).model_dump()

    @observed("build_prepare")
    def prepare(event: dict[str, Any], context: object) -> None:
        waiter = Waiter(_EXECUTION, "place")
        api.world.workflows.waiting.add(waiter.token)
        prepare_build(state=BuildState.model_validate(event), waiter=waiter, ports=prepare_ports(api.world))

    @observed("worker_start")
    def start(event: dict[str, Any], context: object) -> None:
        state, ports = BuildState.model_validate(event), worker_ports(api.world)
        start_worker(state=state, task_token="token", execution=_EXECUTION, ports=ports)

    @observed("build_finalise")
    def finish(event: dict[str, Any], context: object) -> None:
        build = api.world.builds.get("acme", run.app_id, event["build_id"])
        upload(api.world, build, archive(build, log=log))
        finalise(api.world, build)

    @observed("agent_commit")
    def commit(event: dict[str, Any], context: object) -> dict[str, Any]:
        return commit_built(LoopState.model_validate(event), ports=ports).model_dump()

    state = LoopState(tenant_id="acme", app_id=run.app_id, run_id=run.id).model_dump()
    built = False
    while state["next"] not in ("finish", "failed", "done") and not built:
        state = step(state, None)
        if state["next"] == "worker":
            work = {"tenant_id": "acme", "app_id": run.app_id, "build_id": state["build_id"]}
            for handler in (prepare, start, finish):
                handler(work, None)
            built = state["finishing"] and api.world.builds.get("acme", run.app_id, state["build_id"]).green
    state = commit(state, None)
    assert api.world.runs.get("acme", run.id).status == "completed"
    return state
