"""The built pages of a draft as the worker's browser examines them: asked for once, read by everybody after that."""

from shared.domain.apps.app import App
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.worker_page import PageReport, PageSpec
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.errors import FeatureDisabled, NotReady
from shared.domain.identity import Principal
from shared.domain.publishing.page_checks import PagesLook
from shared.domain.revisions.revision import Build, Revision
from shared.services.builds.trial_build import begin_trial, latest_trial
from shared.services.builds.worker.read_task import read_page
from shared.services.get_app import get_draft
from shared.services.ports_bundle import Ports
from shared.services.spending.build_budget import check_build_budget, seconds_of

EXAMINATION = WorkerTask(task="browser", page=PageSpec(audit=True))
_NOT_ASKED = PagesLook(None, why="its pages have not been opened since it was built.")


def examine_pages(*, principal: Principal, app_id: str, ports: Ports) -> None:
    """Have it done, unless it was or is under way. NotReady without pages; FeatureDisabled; LimitReached."""
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    if draft.build_status != BuildStatus.SUCCEEDED:
        raise NotReady("The draft has no pages: it is not built, or its build failed.")
    build = latest_trial(app, draft.tree, ports, EXAMINATION)
    if not _is_asked(build):
        _require_worker(ports)
        check_build_budget(app.tenant_id, seconds_of(build, ports.limits), ports=ports)
        begin_trial(build, ports)


def read_examination(app: App, draft: Revision, ports: Ports) -> tuple[PagesLook, PageReport | None]:
    """What is known by now, and what the browser reported of the first page."""
    if not ports.switches.browser:
        return PagesLook(None, why="there is no browser here."), None
    if draft.build_status != BuildStatus.SUCCEEDED:
        return PagesLook(None, why="the draft is not built."), None
    build = latest_trial(app, draft.tree, ports, EXAMINATION)
    if not _is_asked(build):
        return _NOT_ASKED, None
    if not build.status.finished:
        return PagesLook(None, pending=True), None
    report = read_page(build, ports.blobs)
    why = build.error.message if build.error else ""
    return PagesLook(report.audit if report else None, why=why), report


def _is_asked(build: Build) -> bool:
    return build.status != BuildStatus.QUEUED or build.execution is not None


def _require_worker(ports: Ports) -> None:
    if not ports.switches.build_automation:
        raise FeatureDisabled("Builds are switched off here.", flag="APPS_BUILDER_BUILD_AUTOMATION_ENABLED")
    if not ports.switches.browser:
        raise FeatureDisabled("There is no browser here.", flag="APPS_BUILDER_BROWSER_ENABLED")
