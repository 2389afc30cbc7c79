"""A project with one task in a phase that follows it, and runs that a person starts for it."""

from typing import Any

from devkit.fakes.model import Reply, calls
from devkit.fakes.planned import a_blueprint, a_node, a_task
from devkit.fakes.world import World
from devkit.loop import USER, LoopDriver, build_by_marker
from devkit.pilot import finish, write
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import Verdict, VerdictPart
from shared.domain.diffs.review import Review
from shared.domain.planning.plan_change import PlanChange
from shared.domain.planning.task import Task
from shared.domain.revisions.revision import Build, Revision
from shared.domain.runs.run import Run
from shared.services.diffs.commit_diff import CommitRequest, commit_diff
from shared.services.diffs.review_diff import review_diff
from shared.services.planning.change_tasks import patch_task
from shared.services.planning.task_bodies import TaskPatch

SUM, EMPTY = "The prices add up to a sum", "An empty cart shows no sum"
PASSED = VerdictPart(status=CheckStatus.PASSED)
NOT_RUN = VerdictPart(status=CheckStatus.SKIPPED)


def green(world: World, build: Build) -> Build:
    """A green build whose types and tests passed."""
    verdict = Verdict(build=PASSED, types=PASSED, tests=PASSED, page=NOT_RUN)
    return build_by_marker(world, build).model_copy(update={"verdict": verdict})


class Job:
    """The project. `criteria`: its task's; a run writes a test that shows the first of them."""

    def __init__(self, *criteria: str, replies: list[Reply] | None = None, **driver: Any) -> None:
        shows = [write("src/cart.test.ts", f'it("{line}", () => {{}});\n') for line in criteria[:1]]
        self.loop = LoopDriver(replies or [calls(write("src/cart.ts"), *shows, finish("Made."))], **driver)
        self.world = self.loop.world
        self.app, _ = self.world.make_app(tenant_id=USER.tenant_id)
        blueprint = self.world.blueprints.create(a_blueprint(self.app))
        phase = a_node(blueprint, title="Phase 1", auto_status_from_tasks=True)
        place = {"source_plan_node_id": phase.id, "blueprint_id": blueprint.id}
        made = a_task(self.app, acceptance_criteria=criteria, **place)
        graph = self.world.plans.graph(USER.tenant_id, self.app.id)
        self.world.plans.put(PlanChange(tasks=[made], nodes=[phase], graph=graph))
        self.task_id, self.phase_id = made.id, phase.id

    @property
    def task(self) -> Task:
        return self.world.plans.task(USER.tenant_id, self.task_id)

    @property
    def phase(self) -> str:
        return self.world.plans.node(USER.tenant_id, self.phase_id).status

    def start(self, **request: Any) -> Run:
        return self.loop.start(app_id=self.app.id, task_id=self.task_id, **request)

    def play(self, **request: Any) -> Run:
        return self.loop.follow(self.start(**request))

    def say(self, status: str) -> Task:
        patch = TaskPatch.model_validate({"status": status})
        return patch_task(principal=USER, task_id=self.task_id, patch=patch, ports=self.loop.ports)

    def commit(self, run: Run, review: Review | None = None) -> None:
        ports = self.world.ports()
        asked = {"principal": USER, "diff_id": run.outcome.diff_id or "", "ports": ports}
        review_diff(review=review or Review(decision="approve"), **asked)
        for _ in range(2):
            commit_diff(request=CommitRequest(), **asked)

    @property
    def draft(self) -> Revision:
        app = self.world.apps.get(USER.tenant_id, self.app.id)
        return self.world.revisions.get(USER.tenant_id, app.id, app.draft_revision_id or "")

    def draft_build(self) -> Build:
        return self.world.builds.get(USER.tenant_id, self.app.id, self.draft.build_id)
