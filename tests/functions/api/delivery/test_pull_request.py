"""An app offered to the people of its repository: a pull request that says what changed and what was checked."""

import json
from typing import Any

import pytest

from devkit.git.forge import LIMITED, FakeForge
from devkit.git.host import TOKEN, GitHandler, GitHost
from shared.domain.apps.app import App
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import Verdict, VerdictPart
from shared.domain.builds.worker_tests import TestCounts
from tests.functions.api.delivery.test_push import Pushing, leads_to

PASSED, SKIPPED = VerdictPart(status=CheckStatus.PASSED), VerdictPart(status=CheckStatus.SKIPPED)


class Offering(Pushing):
    """As `Pushing`, to a repository whose people have an earlier revision in `main`, with a forge."""

    def offer(self, **body: str) -> Any:
        place = f"/admin/apps/{self.app.id}/builder/export/pull-request"
        return self.api.client.post(place, json=body)

    def offered(self, **body: str) -> dict[str, Any]:
        answer = self.offer(**body)
        assert answer.status_code == 200, answer.text
        shown: dict[str, Any] = answer.json()
        return shown

    def not_offered(self, code: str, **body: str) -> Any:
        answer = self.offer(**body)
        assert answer.json()["code"] == code, answer.text
        assert TOKEN not in answer.text
        return answer


@pytest.fixture
def one(host: GitHost) -> Offering:
    made = Offering(host)
    made.connect(forge="forgejo")
    made.pushed()
    made.add(2)
    return made


@pytest.fixture
def forge(one: Offering) -> FakeForge:
    return FakeForge(one.host)


@pytest.mark.parametrize(
    "remote", ["https://git.example.com/ann/shop.git", "ann/shop", "https://git.example.com/Ann/Shop/"]
)
def test_remote_may_name_the_connected_repository(one: Offering, forge: FakeForge, remote: str) -> None:
    assert one.offered(remote=remote)["number"] == 1


@pytest.mark.parametrize("remote", ["https://git.example.com/eve/shop.git", "eve/shop", "origin"])
def test_another_remote_is_refused_and_nothing_is_pushed(one: Offering, forge: FakeForge, remote: str) -> None:
    before = one.host.git("for-each-ref")
    one.not_offered("GIT_NOT_CONNECTED", remote=remote)
    assert one.host.git("for-each-ref") == before


def test_it_is_pushed_and_offered(one: Offering, forge: FakeForge) -> None:
    shown = one.offered()
    assert shown == {
        "url": "https://git.example.com/ann/shop/pulls/1",
        "number": 1,
        "created": True,
        "branch": one.own,
        "base": "main",
        "commit": one.head,
        "pushed_commits": 1,
    }
    assert one.host.git("rev-parse", one.own) == one.head
    assert (forge.pulls[1]["title"], forge.pulls[1]["base"]) == ("Change 2", "main")
    assert one.head in forge.pulls[1]["body"] and f"{one.head[:7]} Change 2" in forge.pulls[1]["body"]


def test_one_that_is_open_is_updated(one: Offering, forge: FakeForge) -> None:
    one.offered(branch="from-chatbuilder")
    one.add(3)
    shown = one.offered(branch="from-chatbuilder")
    assert (shown["created"], shown["number"], shown["pushed_commits"]) == (False, 1, 1)
    assert len(forge.pulls) == 1 and forge.pulls[1]["title"] == f"{one.app.name}: 2 changes"
    assert "Change 3" in forge.pulls[1]["body"] and "Change 2" in forge.pulls[1]["body"]
    again = one.offered(branch="from-chatbuilder", title="In my own words")
    assert (again["pushed_commits"], forge.pulls[1]["title"]) == (0, "In my own words")


def test_it_is_found_among_many_and_not_taken_for_that_of_a_fork(one: Offering, forge: FakeForge) -> None:
    for number in range(60):
        forge.open(f"other-{number}")
    for owner in ("bob", ""):
        forge.open("mine", owner=owner)
    wanted = forge.open("mine")["number"]
    assert one.offered(branch="mine")["number"] == wanted
    forge.pulls[wanted]["state"] = "closed"
    one.add(3)
    assert one.not_offered("PULL_REQUEST_REFUSED", branch="mine").json()["detail"].count("already exists") == 1


def test_one_that_somebody_opens_at_the_same_moment_is_ours(one: Offering, forge: FakeForge) -> None:
    def meanwhile(request: GitHandler) -> bool:
        if (request.command, len(forge.pulls)) == ("POST", 0) and "/api/" in request.path:
            forge.open("mine")
        return False

    one.host.before = meanwhile
    shown = one.offered(branch="mine")
    assert (shown["created"], shown["number"], len(forge.pulls)) == (False, 1, 1)


def test_a_default_branch_that_is_protected_does_not_matter(one: Offering, forge: FakeForge) -> None:
    one.host.refuse("GH006: Protected branch update failed", "main")
    assert one.offered()["created"]


def test_where_there_is_nothing_to_merge_it_says_so(one: Offering, forge: FakeForge) -> None:
    one.host.git("update-ref", "-d", "refs/heads/main")
    assert "no branch" in one.not_offered("PULL_REQUEST_REFUSED").json()["detail"]
    assert "already" in one.not_offered("PULL_REQUEST_REFUSED").json()["detail"]
    one.add(3)
    assert "base: invalid" in one.not_offered("PULL_REQUEST_REFUSED", base="nowhere").json()["detail"]


def test_without_a_forge_nothing_is_pushed(one: Offering) -> None:
    one.connect()
    packs = list(one.host.packs)
    assert "forge" in one.not_offered("GIT_NOT_CONNECTED").json()["detail"]
    assert one.host.packs == packs


def verdict() -> Verdict:
    tests = PASSED.model_copy(update={"counts": TestCounts(passed=3, total=3)})
    page = VerdictPart(status=CheckStatus.FAILED, accepted_by="ann")
    return Verdict(build=PASSED, types=SKIPPED, tests=tests, page=page)


def test_it_says_what_was_checked_and_where_it_is_online(one: Offering, forge: FakeForge) -> None:
    app: App = one.world.apps.get("acme", one.app.id)
    draft = one.world.revisions.get("acme", app.id, app.draft_revision_id or "")
    one.world.revisions.update(draft.model_copy(update={"verdict": verdict()}))
    online = {"published_revision_id": draft.id, "live_url": "https://shop.apps.example.com/"}
    one.world.apps.update(app.model_copy(update=online))
    one.offered()
    body = forge.pulls[1]["body"]
    for line in (
        "- build: succeeded",
        "- types: skipped",
        "- tests: passed (3 passed, 0 failed, of 3)",
        "- page: failed, which a person accepted",
        "This revision is online: https://shop.apps.example.com/",
    ):
        assert line in body.split("\n")


def test_what_strangers_wrote_is_shown_as_it_is(one: Offering, forge: FakeForge) -> None:
    words = "```\n@ann fixes #1\u202e <img src=x> [a](https://evil.example.com) ````"
    files = {"src/a.ts": b"1\n"}
    one.world.add_revision(one.app, files, message=words.replace("\n", " ") + "\nsecond line")
    one.offered()
    body = forge.pulls[1]["body"]
    fence = "`" * 5
    before, inside, after = body.split(fence)
    assert "@ann fixes #1" in inside and "second line" not in body and "\u202e" not in body
    assert not [part for part in ("@", "#1", "<img", "evil") if part in before + after]


def test_many_revisions_are_not_all_listed(one: Offering, forge: FakeForge) -> None:
    for number in range(3, 70):
        one.add(number)
    one.offered()
    assert "... and 18 before" in forge.pulls[1]["body"]


@pytest.mark.parametrize("method", ["GET", "POST", "PATCH"])
@pytest.mark.parametrize(
    "refusal, code, words",
    [
        ((401, {"message": "Bad credentials"}, {}), "GIT_UNAUTHORIZED", "token"),
        ((403, {"message": "Resource not accessible by personal access token"}, {}), "GIT_UNAUTHORIZED", "too little"),
        ((404, {"message": "Not Found"}, {}), "GIT_NOT_FOUND", "no such"),
        ((409, {"message": f"Conflict of {TOKEN}"}, {}), "PULL_REQUEST_REFUSED", "Conflict of (token)"),
        (
            (422, {"message": "Validation Failed", "errors": [{"message": "No\ncommits"}, 7, "odd"]}, {}),
            "PULL_REQUEST_REFUSED",
            "Validation Failed. No commits. odd",
        ),
        ((422, {"errors": "none"}, {}), "PULL_REQUEST_REFUSED", "did not take"),
        ((500, {}, {}), "GIT_UNAVAILABLE", "status 500"),
        ((200, {"number": "x"}, {}), "GIT_UNAVAILABLE", "api_url"),
    ],
)
def test_a_refusal_has_a_code_and_the_forges_words(
    one: Offering, forge: FakeForge, method: str, refusal: Any, code: str, words: str
) -> None:
    if method == "PATCH":
        forge.open(one.own)
    forge.refusal, forge.refuses = refusal, (method,)
    assert words in one.not_offered(code).json()["detail"]
    assert one.host.git("rev-parse", one.own) == one.head, "the push is there"


@pytest.mark.parametrize(
    "refusal, seconds",
    [
        ((429, {}, {"Retry_After": "7"}), 7),
        ((403, {"message": "You have exceeded a secondary rate limit."}, {"Retry_After": "30"}), 30),
        ((LIMITED[0], LIMITED[1], LIMITED[2] | {"X_RateLimit_Reset": "1"}), 1),
        ((LIMITED[0], LIMITED[1], LIMITED[2] | {"X_RateLimit_Reset": "99999999999"}), 3600),
        (LIMITED, 60),
        ((429, {}, {"Retry_After": "Wed, 25 Nov 2026 07:28:00 GMT"}), 60),
    ],
)
def test_a_rate_limit_says_how_long_to_wait(one: Offering, forge: FakeForge, refusal: Any, seconds: int) -> None:
    forge.refusal = refusal
    answer = one.not_offered("GIT_RATE_LIMITED")
    assert (answer.status_code, answer.headers["retry-after"]) == (429, str(seconds))


@pytest.mark.parametrize(
    "act, code",
    [
        (lambda request: request.answer(200, b"<html>", Content_Type="text/html"), "GIT_UNAVAILABLE"),
        (leads_to("https://10.0.0.1/api"), "GIT_ADDRESS_REFUSED"),
        (leads_to("https://other.example.com/api"), "GIT_UNAVAILABLE"),
        (lambda request: request.connection.close() or True, "GIT_UNAVAILABLE"),
    ],
)
def test_an_api_that_is_none_is_told(one: Offering, act: Any, code: str) -> None:
    one.host.api = lambda request: "/api/" in request.path and act(request)
    one.not_offered(code)


def test_a_page_of_the_pull_request_that_is_no_address_is_not_told(one: Offering, forge: FakeForge) -> None:
    forge.refusal, forge.refuses = (201, {"number": 1, "html_url": "javascript:1", "head": {"ref": "a"}}, {}), ("POST",)
    one.not_offered("GIT_UNAVAILABLE")


def test_it_is_read_with_its_state_and_checks(one: Offering, forge: FakeForge) -> None:
    place = f"/admin/apps/{one.app.id}/builder/git/pull-request"
    assert one.api.client.get(place).json()["code"] == "NOT_FOUND"
    made = one.offered()
    forge.statuses = [
        {"context": "ci\u202e", "status": "pending", "target_url": "javascript:1"},
        {"context": "old", "state": "warning", "target_url": "https://ci.example.com/1"},
    ]
    forge.runs = [{"name": "run", "status": "completed", "conclusion": "success", "html_url": None}]
    shown = one.api.client.get(place).json()
    assert (shown["number"], shown["state"], shown["commit"]) == (made["number"], "open", one.head)
    assert [(check["name"], check["state"], check["url"]) for check in shown["checks"]] == [
        ("ci ", "running", None),
        ("old", "failed", "https://ci.example.com/1"),
        ("run", "passed", None),
    ]
    forge.statuses = forge.runs = None
    forge.pulls[1] |= {"state": "closed", "merged": True}
    shown = one.api.client.get(place).json()
    assert (shown["state"], shown["checks"]) == ("merged", None)
    assert one.api.client.get(f"/admin/apps/{one.app.id}/builder/git").json()["pull_request"] == 1


def test_the_token_is_in_nothing_that_is_kept_or_sent_as_text(one: Offering, forge: FakeForge) -> None:
    one.offered()
    assert TOKEN not in json.dumps(forge.asked) + "\n".join(one.host.asked) + one.world.stored_text()
