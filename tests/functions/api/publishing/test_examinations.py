"""The pages of a draft are examined by the worker's browser: asked for once, and read by everybody after that."""

from typing import Any

from devkit.api.api import Api
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.worker_page import Audit, AuditedPage, DeadLink, PageReport, Violation
from shared.domain.revisions.revision import BuildError
from shared.domain.switches import Switches
from shared.services.site.dist_objects import page_key

HINDRANCE = Violation(
    page="/", rule="image-alt", impact="critical", what="Images must have a text", where="img", count=3
)
DEAD = DeadLink(page="/", to="/prices", words="Prices", why="nowhere")


class Desk:
    """A built app of acme."""

    def __init__(self, **over: Any) -> None:
        self.api = Api()
        self.world = self.api.world
        self.app, self.draft = self.world.make_app(tenant_id="acme", **over)
        self.place = f"/admin/apps/{self.app.id}/builder/readiness"

    def ask(self, client: Any = None) -> Any:
        return (client or self.api.client).post(self.place)

    def checks(self) -> dict[str, dict[str, Any]]:
        return {check["key"]: check for check in self.api.client.get(self.place).json()["checks"]}

    def ends(self, report: PageReport | None, error: BuildError | None = None) -> None:
        (build,) = self.world.workflows.builds
        status = BuildStatus.FAILED if error else BuildStatus.SUCCEEDED
        if report is not None:
            self.world.blobs.put(page_key(build), report.model_dump_json().encode(), "application/json")
        stored = self.world.builds.find(build.id)
        self.world.builds.finish(stored.model_copy(update={"status": status, "error": error}), None, green=False)


def test_they_are_asked_for_once_and_what_was_found_is_told() -> None:
    desk = Desk()
    assert desk.checks()["accessibility"]["ok"] is None and not desk.checks()["accessibility"]["pending"]
    first, second = desk.ask(), desk.ask()
    assert (first.status_code, second.status_code) == (202, 202) and len(desk.world.workflows.builds) == 1
    (build,) = desk.world.workflows.builds
    assert (build.work.task, build.work.page.audit, build.tree) == ("browser", True, desk.draft.tree)
    assert [desk.checks()[key]["pending"] for key in ("accessibility", "links", "page")] == [True, True, False]
    audit = Audit(pages=[AuditedPage(path="/")], accessibility=[HINDRANCE], links=[DEAD])
    desk.ends(PageReport(title="Page", tree="heading", errors=["TypeError: no"], audit=audit))
    checks = desk.checks()
    (hindrance,), (dead,) = checks["accessibility"]["diagnostics"], checks["links"]["diagnostics"]
    assert "image-alt" in hindrance["message"] and "2 more" in hindrance["message"]
    assert '"Prices" to /prices' in dead["message"]
    assert all(checks[key]["level"] == "advisory" for key in ("accessibility", "links", "page"))
    assert checks["page"]["ok"] is False and "TypeError" in checks["page"]["diagnostics"][0]["message"]
    assert len(desk.world.workflows.builds) == 1 and desk.ask().json()["ready"] is True


def test_what_the_browser_found_counts_for_the_quality_of_the_revision() -> None:
    desk = Desk()
    place = f"/admin/apps/{desk.app.id}/builder/revisions"

    def points() -> dict[str, int | None]:
        quality = desk.api.client.get(f"{place}/{desk.draft.id}").json()["quality"]
        assert quality == desk.api.client.get(place).json()["items"][0]["quality"]
        return {part["key"]: part["points"] for part in quality["parts"]}

    assert [points()[key] for key in ("build", "page", "accessibility", "links")] == [30, None, None, None]
    desk.ask()
    desk.ends(PageReport(title="Page", tree="heading", audit=Audit(accessibility=[HINDRANCE] * 2, links=[DEAD])))
    desk.checks()
    assert [points()[key] for key in ("build", "page", "accessibility", "links")] == [30, 15, 5, 2]


def test_pages_without_faults_are_well() -> None:
    desk = Desk()
    desk.ask()
    desk.ends(PageReport(title="Page", tree="heading", audit=Audit(pages=[AuditedPage(path="/")], accessibility=[])))
    assert [desk.checks()[key]["ok"] for key in ("accessibility", "links", "page")] == [True, True, True]


def test_what_nobody_could_look_at_is_not_known() -> None:
    desk = Desk()
    desk.ask()
    desk.ends(PageReport(title="Page", tree="heading", audit=Audit(pages=[AuditedPage(path="/")])))
    assert [desk.checks()[key]["ok"] for key in ("accessibility", "links")] == [None, True]
    desk = Desk()
    desk.ask()
    desk.ends(None, BuildError(code="NO_BROWSER", message="There is no browser in this worker."))
    assert "no browser" in desk.checks()["links"]["message"]


def test_without_a_browser_or_a_build_nothing_is_asked_of_the_worker() -> None:
    desk = Desk()
    desk.api = Api(desk.world, over={"ports": desk.world.ports(switches=Switches(browser=False))})
    assert desk.ask().json()["code"] == "FEATURE_DISABLED"
    assert "no browser" in desk.checks()["links"]["message"]
    desk = Desk(status="running")
    assert desk.ask().json()["code"] == "NOT_READY"
    assert desk.world.workflows.builds == []


def test_nobody_else_asks_for_them() -> None:
    desk = Desk()
    assert desk.ask(desk.api.as_tenant("rival")).status_code == 404
    assert desk.world.workflows.builds == []
