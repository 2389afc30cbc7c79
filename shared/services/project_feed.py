"""What happens in a project, as it happens: messages, tokens used, tests, and code that changed."""

from typing import Any, NamedTuple

from shared.domain.app import App
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.run import Iteration, Run, Step
from shared.services.get_project import get_project
from shared.services.list_messages import Message, messages_of
from shared.services.loop_ports import LoopPorts
from shared.services.ports_bundle import Ports

_LOOKED_AT = 10
_TESTS = "run_targeted_tests"
_OUTPUT = 4_000


class FeedEvent(NamedTuple):
    """One event by its name in the first seed."""

    name: str
    data: dict[str, Any]


class ProjectFeed:
    """Gives what is new since the last step; it never waits. What was over before it began is not told."""

    def __init__(self, *, principal: Principal, app_id: str, ports: Ports, loop: LoopPorts) -> None:
        self._principal, self._ports, self._loop = principal, ports, loop
        app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
        self.app_id = app.id
        self._draft = app.draft_revision_id
        self._open: dict[str, Run] = {}
        self._told: dict[str, int] = {}
        self._known = {run.id for run in self._runs() if run.ended}

    def step(self) -> list[FeedEvent]:
        """New events, oldest first. NotFound when the project was deleted."""
        app = self._ports.apps.get(self._principal.tenant_id, self.app_id)
        told = [event for run in reversed(self._runs()) for event in self._of_run(run)]
        return told + self._code(app)

    def _runs(self) -> list[Run]:
        return self._loop.runs.list(self._principal.tenant_id, self.app_id, limit=_LOOKED_AT).items

    def _of_run(self, run: Run) -> list[FeedEvent]:
        before = self._open.get(run.id)
        if run.id in self._known or (before is not None and before.version == run.version):
            return []
        self._open[run.id] = run
        if run.ended:
            self._known.add(run.id)
        iterations = self._loop.runs.iterations(run.tenant_id, run.id)
        new = messages_of(run, iterations, self._loop)[self._told.get(run.id, 0) :]
        self._told[run.id] = self._told.get(run.id, 0) + len(new)
        first = before.iteration if before else 0
        latest = [done for done in iterations if done.number >= first]
        return [event for message in new for event in _message_events(message)] + _tests(run, latest)

    def _code(self, app: App) -> list[FeedEvent]:
        if app.draft_revision_id == self._draft:
            return []
        self._draft = app.draft_revision_id
        project = get_project(principal=self._principal, app_id=app.id, ports=self._ports)
        changed = {"project_id": app.id, "new_code": project.code, "revision_id": app.draft_revision_id}
        return [FeedEvent("code_changed", changed)]


def _message_events(message: Message) -> list[FeedEvent]:
    body = message.model_dump(mode="json")
    told = [FeedEvent("conversation_message", {"message_id": body.pop("id"), **body})]
    if message.token_usage is not None:
        used = {"session_id": message.session_id, "message_id": message.id, "usage": body["token_usage"]}
        told.append(FeedEvent("token_usage", used | {"timestamp": body["created_at"]}))
    return told


def _tests(run: Run, iterations: list[Iteration]) -> list[FeedEvent]:
    steps = [step for done in iterations for step in done.steps if step.tool == _TESTS]
    return [FeedEvent("test_completed", _test(run, step)) for step in steps if step.status != "needs_approval"]


def _test(run: Run, step: Step) -> dict[str, Any]:
    status = "passed" if step.status == "completed" else "failed"
    return {"diff_id": run.diff_id, "test_name": step.tool, "status": status, "output": step.output[:_OUTPUT]}
