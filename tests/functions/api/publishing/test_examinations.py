"""The pages of a draft are examined by the worker's browser: asked for once, and read by everybody after that."""

import base64
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.api.estate import PICTURE
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.worker_page import Audit, AuditedPage, DeadLink, PageReport, Violation
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.revisions.revision import Build, BuildError
from shared.domain.switches import Switches
from shared.services.site.dist_objects import page_key, screenshot_key

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


ASKED = {"path": "/cart?x=1", "width": 390, "height": 844}


class Studio:
    """A built app."""

    def __init__(self, **over: Any) -> None:
        self.api = Api()
        self.world = self.api.world
        self.app, self.draft = self.world.make_app(tenant_id="acme", **over)
        self.place = f"/admin/apps/{self.app.id}/builder"

    def take(self, client: Any = None, revision_id: str | None = None, **body: Any) -> Any:
        there = f"{self.place}/revisions/{revision_id or self.draft.id}/picture"
        return (client or self.api.client).post(there, json=ASKED | body)

    def read(self, build_id: str, client: Any = None) -> Any:
        return (client or self.api.client).get(f"{self.place}/builds/{build_id}/picture")

    def taken(self, build_id: str, content: bytes | None = PICTURE) -> None:
        build = self.world.builds.find(build_id)
        if content is not None:
            self.world.blobs.put(screenshot_key(build), content, "image/png")
        self.world.builds.finish(build.model_copy(update={"status": BuildStatus.SUCCEEDED}), None, green=False)

    @property
    def started(self) -> list[Build]:
        return self.world.workflows.builds


def test_it_is_taken_once_and_read_inline() -> None:
    studio = Studio()
    first, second = studio.take(), studio.take()
    assert first.status_code == 202
    assert first.json() == {"build_id": first.json()["build_id"], "status": "queued", "error": None}
    assert second.json()["build_id"] == first.json()["build_id"]
    (build,) = studio.started
    page = build.work.page
    assert (build.work.task, build.tree, build.kind, page.path, page.width, page.height, page.actions) == (
        "browser", studio.draft.tree, "candidate", "/cart?x=1", 390, 844, [],
    )  # fmt: skip
    waits = studio.read(build.id).json()
    assert (waits["status"], waits["content"]) == ("queued", None)
    studio.taken(build.id)
    there = studio.read(build.id).json()
    assert base64.b64decode(there["content"]) == PICTURE and (there["width"], there["height"]) == (320, 200)
    assert studio.take().json()["status"] == "succeeded" and len(studio.started) == 1


def test_another_window_path_or_scheme_is_another_picture() -> None:
    studio = Studio()
    asked = [studio.take(**over).json()["build_id"] for over in ({}, {"width": 1280}, {"path": "/"}, {"dark": True})]
    assert len(set(asked)) == 4 == len(studio.started)


def test_one_that_was_lost_is_taken_again() -> None:
    studio = Studio()
    studio.world.workflows.down = True
    assert studio.take().json()["error"]["code"] == "ENQUEUE_FAILED"
    studio.world.workflows.down = False
    assert studio.take().json()["error"] is None and len(studio.started) == 1


def test_a_page_that_let_none_be_taken_has_none() -> None:
    studio = Studio()
    for content in (None, b"<html>no picture", b"\x89PNG\r\n\x1a\n"):
        build_id = studio.take(path=f"/{len(studio.started)}").json()["build_id"]
        studio.taken(build_id, content)
        body = studio.read(build_id).json()
        assert (body["status"], body["content"], body["width"]) == ("succeeded", None, None)


@pytest.mark.parametrize(
    "body",
    [
        {"path": "//evil.example/"}, {"path": "https://evil.example/"}, {"path": "/a\\b"}, {"path": "/" + "a" * 500},
        {"width": 319}, {"width": 100_000}, {"height": 1_601}, {"actions": [{"do": "click", "selector": "a"}]},
    ],
)  # fmt: skip
def test_bad_input_takes_nothing(body: dict[str, Any]) -> None:
    studio = Studio()
    answer = studio.take(**body)
    assert (answer.status_code, answer.json()["code"], studio.started) == (422, "VALIDATION_FAILED", [])


def test_what_is_not_built_has_no_page() -> None:
    studio = Studio(status="failed")
    answer = studio.take()
    assert (answer.status_code, answer.json()["code"], studio.started) == (422, "NOT_READY", [])


def test_none_is_taken_where_builds_are_off_or_used_up() -> None:
    off, dear = Studio(), Studio()
    off.api = Api(off.world, over={"ports": off.world.ports(switches=Switches(build_automation=False))})
    capped = DEFAULT_LIMITS.model_copy(update={"build_seconds_day": 1})
    dear.api = Api(dear.world, over={"ports": dear.world.ports(limits=capped)})
    assert (off.take().json()["code"], dear.take().json()["code"]) == ("FEATURE_DISABLED", "BUDGET_EXCEEDED")
    assert off.started == dear.started == []


def test_no_other_build_is_one() -> None:
    studio = Studio()
    studio.take()
    assert studio.read(studio.draft.build_id).status_code == 404
    assert studio.take(revision_id=f"rev_{'0' * 26}").status_code == 404


def test_a_flood_is_slowed() -> None:
    studio = Studio()
    answers = [studio.take(path=f"/{number}").status_code for number in range(DEFAULT_LIMITS.rate_person + 1)]
    assert answers[-1] == 429
