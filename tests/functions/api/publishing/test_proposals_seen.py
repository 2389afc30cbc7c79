"""A proposal is seen before it is kept: its built page in a browser, its lockfiles folded, its list light."""

import json
import re
from typing import Any

import pytest

from devkit.api.api import Api, code
from devkit.api.review import BASE, CHANGED, propose
from devkit.fakes.samples import SAMPLE_FILES
from devkit.fakes.world import World
from shared.domain.builds.build_status import BuildStatus
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.revisions.revision import dist_prefix
from shared.domain.switches import Switches
from shared.services.site.addresses import preview_label
from tests.shared.services.builds.pipeline import archive, finalise, run_pipeline, to_worker, upload

LOCK = b'{"lockfileVersion": 3, "packages": {%s}}\n'


class Desk:
    """An app with a proposal, and the built files of its candidate."""

    def __init__(self, **over: Any) -> None:
        self.world = World()
        self.api = Api(self.world)
        self.app, _ = self.world.make_app(tenant_id="acme")
        self.world.add_revision(self.app, BASE)
        self.diff = propose(self.world, self.app, **over)

    def reserved(self) -> str:
        run = self.world.runs.get("acme", self.diff.run_id or "")
        build = self.world.builds.get("acme", self.app.id, run.green_build_id or "")
        prefix = dist_prefix("acme", self.app.id, build.revision_id)
        page = b"<!doctype html><head></head><body>Proposed</body>"
        self.world.site.put(prefix + "index.html", page, content_type="text/html", cache_control="no-cache")
        return build.revision_id

    def token(self, app_id: str = "", api: Any = None, **asked: Any) -> Any:
        body = asked or {"diff_id": self.diff.id}
        client = api or self.api.client
        return client.post(f"/admin/apps/{app_id or self.app.id}/builder/preview-token", json=body)

    def one(self, **query: Any) -> dict[str, Any]:
        body: dict[str, Any] = self.api.client.get(f"/diffs/{self.diff.id}", params=query).json()
        return body


def test_a_proposal_is_opened_in_a_browser_with_the_headers_of_every_preview() -> None:
    desk = Desk()
    revision_id = desk.reserved()
    given = desk.token().json()
    assert preview_label(revision_id) in given["preview_url"]
    there = f"/public/apps/preview/revisions/{revision_id}/assets/~{given['token']}/"
    page = desk.api.anonymous.get(there)
    assert page.status_code == 200 and "Proposed" in page.text
    assert page.headers["content-security-policy"].startswith("sandbox allow-scripts allow-forms;")
    assert page.headers["x-robots-tag"] == "noindex, nofollow"
    desk.world.clock.advance(1801)
    assert desk.api.anonymous.get(there).status_code == 401


def test_what_was_never_built_is_built_once_and_then_shown() -> None:
    desk = Desk(built=False)
    first, second = desk.token(), desk.token()
    assert (first.status_code, second.status_code, first.json()) == (202, 202, second.json())
    (build,) = desk.world.workflows.builds
    assert (build.id, build.tree, build.kind, build.run_id) == (
        first.json()["build_id"], desk.diff.tree, "candidate", None,
    )  # fmt: skip
    progress = desk.api.client.get(f"/admin/apps/{desk.app.id}/builder/builds/{build.id}").json()
    assert progress["status"] == "queued"
    run_pipeline(desk.world, desk.world.builds.find(build.id))
    given = desk.token().json()
    page = desk.api.anonymous.get(f"/public/apps/preview/revisions/{build.revision_id}/assets/~{given['token']}/")
    assert page.status_code == 200 and page.headers["x-robots-tag"] == "noindex, nofollow"
    assert preview_label(build.revision_id) in given["preview_url"] and len(desk.world.workflows.builds) == 1


def test_a_partly_accepted_proposal_shows_what_a_commit_would_keep() -> None:
    desk = Desk()
    desk.reserved()
    decisions = [{"path": "src/new.ts", "decision": "reject"}]
    body = {"decision": "approve", "files": decisions}
    assert desk.api.client.post(f"/diffs/{desk.diff.id}/review", json=body).status_code == 200
    assert desk.token().status_code == 202
    (build,) = desk.world.workflows.builds
    diff = desk.world.diffs.get("acme", desk.app.id, desk.diff.id)
    assert build.tree == diff.accepted_tree != diff.tree


def test_a_rebased_proposal_shows_its_new_tree() -> None:
    desk = Desk()
    desk.reserved()
    desk.world.add_revision(desk.app, {**BASE, "src/other.ts": b"export {};\n"})
    assert desk.api.client.post(f"/diffs/{desk.diff.id}/rebase").status_code == 200
    assert desk.token().status_code == 202
    (build,) = desk.world.workflows.builds
    assert "src/other.ts" in desk.world.snapshots.get("acme", desk.app.id, build.tree)


def test_a_tree_that_does_not_build_says_why_and_is_not_built_again() -> None:
    desk = Desk(built=False)
    desk.token()
    (build,) = desk.world.workflows.builds
    failed = to_worker(desk.world, build, "t")
    upload(desk.world, failed, archive(failed, status="failed", reason="exit", exit_code=1, message="no", dist={}))
    finalise(desk.world, failed)
    refused = [desk.token() for _ in range(2)]
    assert {(one.status_code, one.json()["code"]) for one in refused} == {(422, "BUILD_FAILED")}
    assert len(desk.world.workflows.builds) == 1


def test_what_a_run_has_built_in_vain_is_not_built_again() -> None:
    refused = (desk := Desk(built=False, build_status="failed")).token()
    assert (refused.status_code, refused.json()["code"], desk.world.workflows.builds) == (422, "BUILD_FAILED", [])


def test_a_build_that_was_lost_or_never_started_is_started_again_a_few_times() -> None:
    desk = Desk(built=False)
    desk.world.workflows.down = True
    assert desk.token().status_code == 202 and desk.world.workflows.builds == []
    desk.world.workflows.down = False
    for number in range(1, 9):
        answer = desk.token()
        assert len(desk.world.workflows.builds) == min(number, 6)
        if answer.status_code == 202:
            finalise(desk.world, to_worker(desk.world, desk.world.builds.find(answer.json()["build_id"]), "t"))
    assert (answer.status_code, answer.json()["code"]) == (422, "BUILD_FAILED")


def test_only_who_may_change_the_app_has_it_built() -> None:
    desk = Desk(built=False)
    reader = desk.api.as_tenant("acme", "apps:read")
    assert desk.token(api=reader).json()["code"] == "NOT_READY" and desk.world.workflows.builds == []
    build_id = desk.token().json()["build_id"]
    assert desk.token(api=reader).json() == {"build_id": build_id, "status": "queued"}


def test_a_closed_one_is_not_built() -> None:
    assert code(Desk(built=False, status="discarded").token()) == (422, "NOT_READY")


def test_no_build_begins_where_builds_are_off_or_used_up() -> None:
    off, dear = Desk(built=False), Desk(built=False)
    off.api = Api(off.world, over={"ports": off.world.ports(switches=Switches(build_automation=False))})
    assert off.token().json()["code"] == "FEATURE_DISABLED"
    capped = DEFAULT_LIMITS.model_copy(update={"build_seconds_day": 1})
    dear.api = Api(dear.world, over={"ports": dear.world.ports(limits=capped)})
    assert dear.token().json()["code"] == "BUDGET_EXCEEDED"
    assert off.world.workflows.builds == dear.world.workflows.builds == []


def test_the_same_tree_of_two_proposals_is_built_once() -> None:
    desk = Desk(built=False)
    desk.token()
    desk.diff = propose(desk.world, desk.app, built=False)
    assert desk.token().status_code == 202 and len(desk.world.workflows.builds) == 1


@pytest.mark.parametrize(
    "change",
    [{"kind": "revision"}, {"run_id": "run_" + "0" * 26}, {"status": BuildStatus.FAILED}, {"tree": "f" * 40}],
    ids=lambda change: next(iter(change)),
)
def test_only_a_green_candidate_of_its_own_run_is_shown(change: dict[str, Any]) -> None:
    desk = Desk()
    run = desk.world.runs.get("acme", desk.diff.run_id or "")
    build = desk.world.builds.get("acme", desk.app.id, run.green_build_id or "")
    desk.world.builds.update(build.model_copy(update=change))
    answer = desk.token()
    assert answer.status_code == 202 and answer.json()["build_id"] != build.id


def test_another_tenants_or_apps_diff_is_not_found() -> None:
    desk = Desk()
    other, _ = desk.world.make_app(tenant_id="acme", slug="other")
    assert desk.token(app_id=other.id).status_code == 404
    assert desk.token(api=desk.api.as_tenant("globex")).status_code == 404
    assert desk.token(revision_id="rev_" + "0" * 26, diff_id=desk.diff.id).status_code == 422
    assert desk.token(ttl=60).status_code == 422


def with_lock() -> Desk:
    base = {**SAMPLE_FILES, "package-lock.json": LOCK % b""}
    desk = Desk.__new__(Desk)
    desk.world = World()
    desk.api = Api(desk.world)
    desk.app, _ = desk.world.make_app(tenant_id="acme")
    desk.world.add_revision(desk.app, base)
    packages = b",".join(b'\n"node_modules/p%d": {"version": "1.0.%d"}' % (n, n) for n in range(400))
    desk.diff = propose(
        desk.world, desk.app, {**base, "src/a.ts": b"export {};\n", "package-lock.json": LOCK % packages}
    )
    return desk


def test_a_lockfile_is_folded_and_read_on_request() -> None:
    desk = with_lock()
    body = desk.one()
    files = {file["path"]: file for file in body["files"]}
    lock = files["package-lock.json"]
    assert (lock["folded"], lock["hunks"], lock["additions"] > 300) == (True, [], True)
    assert not files["src/a.ts"]["folded"] and files["src/a.ts"]["hunks"]
    assert "node_modules" not in body["diff_content"] and "src/a.ts" in body["diff_content"]
    asked = desk.one(path="package-lock.json")
    assert "node_modules/p7" in asked["diff_content"] and asked["files"][0]["hunks"]
    seen = desk.api.client.get(f"/diffs/{desk.diff.id}/preview").json()["files"]
    assert [(file["change"]["path"], file["content_omitted"]) for file in seen] == [
        ("package-lock.json", True),
        ("src/a.ts", False),
    ]


def test_a_list_has_no_text_of_any_file() -> None:
    desk = Desk()
    (item,) = desk.api.client.get(f"/projects/{desk.app.id}/diffs").json()["items"]
    assert item["diff_content"] == "" and item["truncated"]
    assert {file["path"] for file in item["files"]} == {
        path for path in {*BASE, *CHANGED} if BASE.get(path) != CHANGED.get(path)
    }
    assert all("hunks" not in file for file in item["files"])


def test_what_the_page_of_a_proposal_reports_is_taken_and_nothing_comes_of_it() -> None:
    """It is no state of the app: no repair of it is started, and the app's own report stays."""
    desk = Desk()
    desk.world.apps.update(desk.world.apps.get("acme", desk.app.id).model_copy(update={"autonomy_mode": "full_auto"}))
    revision_id, given = desk.reserved(), desk.token().json()
    there = f"/public/apps/preview/revisions/{revision_id}/assets/~{given['token']}/"
    (config,) = re.findall(r"\}\)\((\{.*\})\);</script>", desk.api.anonymous.get(there).text)
    error = {"kind": "error", "message": "Uncaught Error: boom"}
    body = {"nonce": json.loads(config)["nonce"], "seq": 1, "status": "failed", "stage": "runtime", "errors": [error]}
    assert desk.api.anonymous.post(there + "build-result", content=json.dumps(body)).status_code == 204
    assert desk.world.results.get("acme", desk.app.id) is None
    assert len(desk.world.runs.list("acme", desk.app.id, limit=9).items) == 1


PARTLY = {"decision": "approve", "files": [{"path": "src/new.ts", "decision": "reject"}]}


def test_a_choice_is_built_and_shown_while_the_proposal_stays_open() -> None:
    desk = Desk()
    desk.reserved()
    before = desk.world.diffs.get("acme", desk.app.id, desk.diff.id)
    assert desk.token(diff_id=desk.diff.id, review=PARTLY).status_code == 202
    (build,) = desk.world.workflows.builds
    kept = desk.world.snapshots.get("acme", desk.app.id, build.tree)
    assert kept == {path: text for path, text in CHANGED.items() if path != "src/new.ts"}
    run_pipeline(desk.world, desk.world.builds.find(build.id))
    assert preview_label(build.revision_id) in desk.token(diff_id=desk.diff.id, review=PARTLY).json()["preview_url"]
    assert desk.world.diffs.get("acme", desk.app.id, desk.diff.id) == before
    (waiting,) = desk.api.client.get(f"/admin/apps/{desk.app.id}/builder/state").json()["pending_diffs"]
    assert waiting["review_status"] == "pending_review"


def test_a_choice_of_nothing_shows_the_app_as_it_is_and_of_all_the_candidate() -> None:
    desk = Desk()
    candidate = desk.reserved()
    nothing = desk.token(diff_id=desk.diff.id, review={"decision": "reject"}).json()
    assert preview_label(desk.diff.base_revision_id) in nothing["preview_url"]
    assert (
        preview_label(candidate)
        in desk.token(diff_id=desk.diff.id, review={"decision": "approve"}).json()["preview_url"]
    )
    assert desk.world.workflows.builds == []


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"revision_id": "rev_1", "review": PARTLY}, (422, "VALIDATION_FAILED")),
        ({"review": PARTLY}, (422, "VALIDATION_FAILED")),
        (
            {"review": {"decision": "approve", "files": [{"path": "x", "decision": "reject"}]}},
            (422, "VALIDATION_FAILED"),
        ),
    ],
)
def test_a_choice_of_nothing_that_is_there_is_refused(asked: dict[str, Any], said: tuple[int, str]) -> None:
    desk = Desk()
    known = asked if len(asked) > 1 or asked["review"] == PARTLY else {"diff_id": desk.diff.id, **asked}
    assert code(desk.token(**known)) == said


def test_who_may_only_read_has_no_choice_built() -> None:
    desk = Desk()
    reader = desk.api.as_tenant("acme", "apps:read")
    answer = desk.token(api=reader, diff_id=desk.diff.id, review=PARTLY)
    assert code(answer) == (422, "NOT_READY") and desk.world.workflows.builds == []


def test_an_approved_proposal_that_is_not_kept_yet_still_waits() -> None:
    desk = Desk()
    desk.api.client.post(f"/diffs/{desk.diff.id}/review", json=PARTLY)
    (waiting,) = desk.api.client.get(f"/admin/apps/{desk.app.id}/builder/state").json()["pending_diffs"]
    assert (waiting["id"], waiting["review_status"]) == (desk.diff.id, "approved")
