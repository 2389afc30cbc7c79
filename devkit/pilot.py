"""A project with a phase of tasks, its autopilot, and what carries out its runs, over fakes."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from devkit.fakes.model import Call, Reply, calls, say
from devkit.fakes.planned import a_blueprint, a_node, a_task
from devkit.fakes.tool_calls import finish
from devkit.loop import USER, LoopDriver
from shared.domain.agent.model_messages import ModelRequest
from shared.domain.apps.app import App, AutonomyMode
from shared.domain.autopilot.record import Autopilot, TickSaid
from shared.domain.planning.plan_change import PlanChange
from shared.domain.planning.task import Dependency, Task
from shared.domain.runs.run import Run
from shared.services.autopilot.autopilot_ports import Manager
from shared.services.autopilot.control import AutopilotOrder, order_autopilot
from shared.services.autopilot.tick import tick
from shared.services.runs.advance_run import Advance, advance_run

STEP = {"actor": "code_worker", "tool": "write_file", "title": "It is there", "input": {}}


def write(path: str, text: str = "export {};\n") -> Call:
    return Call(name="write_file", arguments={"path": path, "content": text})


def builder(request: ModelRequest) -> Reply:
    """Steps where none may be taken; else the file whose path the task names, and the end, in one answer."""
    if not request.tools:
        return say(json.dumps({"steps": [STEP]}))
    if any("declined" in str(item) for item in request.items[-3:]):
        return calls(finish("Then not."))
    asked = " ".join(str(getattr(item, "content", "")) for item in request.items)
    path = asked.rpartition("file:")[2].split()[0]
    return calls(write(path), finish(f"Made {path}."))


class Pilot:
    """`tasks` by name: the file that each makes, and the names of those it waits for."""

    def __init__(
        self,
        tasks: Mapping[str, tuple[str, Iterable[str]]],
        *,
        respond: Callable[[ModelRequest], Reply] = builder,
        mode: AutonomyMode = "full_auto",
        model: str = "fake",
        ports_over: dict[str, Any] | None = None,
        **app: Any,
    ) -> None:
        self.loop = LoopDriver([], respond=respond, ports_over=ports_over or {})
        self.world = self.loop.world
        made, _ = self.world.make_app(tenant_id=USER.tenant_id, autonomy_mode=mode, **app)
        blueprint = self.world.blueprints.create(a_blueprint(made))
        self.phase = a_node(blueprint, title="Phase 1", auto_status_from_tasks=True)
        named: dict[str, Task] = {}
        for name, (path, after) in tasks.items():
            edges = tuple(Dependency(task_id=named[one].id) for one in after)
            named[name] = a_task(
                made, description=f"{name} file:{path}", expected_files=(path,), depends_on=edges,
                source_plan_node_id=self.phase.id, blueprint_id=blueprint.id,
            )  # fmt: skip
        graph = self.world.plans.graph(made.tenant_id, made.id)
        counted = graph.model_copy(update={"tasks": len(named)})
        self.world.plans.put(PlanChange(tasks=[*named.values()], nodes=[self.phase], graph=counted))
        self.ids = {name: task.id for name, task in named.items()}
        over = {"active_blueprint_id": blueprint.id, "active_phase_node_id": self.phase.id}
        self.app_id = self.world.apps.update(made.model_copy(update=over)).id
        self.manager = Manager(self.loop.ports, self.world.workflows, model, "req-1")

    @property
    def app(self) -> App:
        return self.world.apps.get(USER.tenant_id, self.app_id)

    @property
    def row(self) -> Autopilot:
        return self.world.autopilots.get(USER.tenant_id, self.app_id)

    def task(self, name: str) -> Task:
        return self.world.plans.task(USER.tenant_id, self.ids[name])

    def tick(self) -> TickSaid:
        return tick(USER.tenant_id, self.app_id, self.manager)

    def runs(self) -> list[Run]:
        """Those of the row, as they stand."""
        return [self.world.runs.get(USER.tenant_id, one.run_id) for one in self.row.runs]

    def work(self) -> None:
        """Each run under way goes on to where it waits, or to its end."""
        for run in self.runs():
            if not run.ended and not run.undecided:
                self.loop.follow(run)

    def lay_out(self) -> None:
        """The steps of runs that were just started are written."""
        for run in self.runs():
            if run.request.with_steps and not run.plan_steps:
                self.loop.follow(run)

    def rounds(self, most: int = 30) -> list[str]:
        """Ticks and work by turns until nothing more is done; the words of the ticks."""
        said: list[str] = []
        for _ in range(most):
            one = self.tick()
            said.append(f"{one.status}:{one.reason}")
            if one.status in ("idle", "waiting_for_approval") or one.reason == "phase_done":
                return said
            self.lay_out()
            self.work()
        return said

    def answer(self, run: Run, approval: str = "approve") -> Run:
        asked = Advance.model_validate({"approval": approval})
        return advance_run(
            principal=USER, run_id=run.id, request=asked, ports=self.loop.ports, workflows=self.world.workflows
        )

    def order(self, action: str, **more: Any) -> App:
        order = AutopilotOrder.model_validate({"action": action, **more})
        return order_autopilot(principal=USER, app_id=self.app_id, order=order, manager=self.manager)
