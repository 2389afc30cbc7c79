"""An app pushed to a repository of the person's own: git's real server takes it, or says why not."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.outgoing import FakeResolver
from devkit.fakes.world import SAMPLE_FILES, World
from devkit.git.host import NAME, TOKEN, URL, GitHandler, GitHost, ports_over
from shared.domain.apps.app import App
from shared.ports.outgoing import Outside

PUSH = "/admin/apps/{}/builder/git/push"


class Pushing:
    """An app that is connected to the host's one repository."""

    def __init__(self, host: GitHost, outside: Outside | None = None, seconds: float = 20) -> None:
        self.world, self.host = World(), host
        self.api = Api(self.world, {"git_out": ports_over(self.world, outside or host.outside(), seconds)})
        self.app: App = self.world.make_app()[0]
        self.add(1)
        assert self.connect().status_code == 200

    def connect(self, **over: Any) -> Any:
        wish = {"url": URL, "token": TOKEN} | over
        return self.api.client.put(f"/admin/apps/{self.app.id}/builder/git", json=wish)

    def add(self, number: int) -> None:
        files = {**SAMPLE_FILES, f"src/n{number}.ts": b"%d\n" % number}
        self.world.add_revision(self.app, files, message=f"Change {number}")

    def push(self, **body: str) -> Any:
        return self.api.client.post(PUSH.format(self.app.id), json=body)

    def pushed(self, **body: str) -> dict[str, Any]:
        answer = self.push(**body)
        assert answer.status_code == 200, answer.text
        shown: dict[str, Any] = answer.json()
        assert shown["commit"] == self.head == self.host.git("rev-parse", f"refs/heads/{shown['branch']}")
        self.host.git("fsck", "--strict")
        return shown

    def refused(self, code: str, **body: str) -> str:
        answer = self.push(**body)
        assert answer.json()["code"] == code, answer.text
        return str(answer.json()["detail"])

    @property
    def head(self) -> str:
        app = self.world.apps.get("acme", self.app.id)
        return self.world.revisions.get("acme", app.id, app.draft_revision_id or "").commit

    @property
    def own(self) -> str:
        return f"chatbuilder/{self.app.slug}-{self.head[:7]}"

    def foreign_commit(self, branch: str, parent: str | None = None) -> None:
        """Somebody else's, in the repository itself."""
        tree = self.host.git("hash-object", "-t", "tree", "-w", "/dev/null")
        who = ("-c", "user.name=b", "-c", "user.email=b@example.com")
        above = ("-p", parent) if parent else ()
        made = self.host.git(*who, "commit-tree", tree, *above, "-m", "Of somebody else")
        self.host.git("update-ref", f"refs/heads/{branch}", made)


@pytest.fixture
def one(host: GitHost) -> Pushing:
    return Pushing(host)


def test_an_empty_repository_gets_main_and_the_next_push_a_branch_with_what_it_lacks(one: Pushing) -> None:
    assert one.pushed() | {"url": ""} == {
        "branch": "main",
        "commit": one.head,
        "created": True,
        "pushed_commits": 2,
        "url": "",
    }
    one.add(2)
    shown = one.pushed()
    assert (shown["branch"], shown["created"], shown["pushed_commits"]) == (one.own, True, 1)
    assert one.host.git("log", "--format=%s", one.own).split("\n")[:2] == ["Change 2", "Change 1"]


def test_what_is_there_and_what_was_pushed_last_is_told(one: Pushing) -> None:
    place = f"/admin/apps/{one.app.id}/builder/git"
    empty = {"empty": True, "default_branch": None, "unpushed": 2, "revisions": 2}
    assert one.api.client.get(f"{place}/status").json() == empty
    one.pushed()
    one.add(2)
    there = {"empty": False, "default_branch": "main", "unpushed": 1, "revisions": 3}
    assert one.api.client.get(f"{place}/status").json() == there
    last = one.api.client.get(place).json()["last_push"]
    assert (last["branch"], last["commit"]) == ("main", one.host.git("rev-parse", "main"))
    one.connect(url=URL.replace("shop", "other"))
    assert one.api.client.get(place).json()["last_push"] is None


def test_only_what_is_new_is_packed(one: Pushing) -> None:
    one.pushed()
    objects = int(one.host.git("count-objects").split()[0])
    one.add(2)
    one.pushed()
    new = int(one.host.git("count-objects").split()[0]) - objects
    assert new == 4, "a commit, two trees, a blob"


def test_pushing_again_does_nothing_and_says_so(one: Pushing) -> None:
    first = one.pushed()
    packs = list(one.host.packs)
    for body in ({}, {"branch": "main"}):
        assert one.pushed(**body) == first | {"created": False, "pushed_commits": 0}
    assert one.host.packs == packs


def test_a_named_branch_is_moved_on(one: Pushing) -> None:
    one.pushed()
    for number, created in ((2, True), (3, False)):
        one.add(number)
        shown = one.pushed(branch="from/chatbuilder")
        assert (shown["created"], shown["pushed_commits"]) == (created, 1)


def test_the_default_branch_is_pushed_to_once_only(one: Pushing) -> None:
    one.pushed()
    one.add(2)
    assert "people work on" in one.refused("GIT_DEFAULT_BRANCH", branch="main")


def test_a_branch_with_commits_of_others_is_left_alone(one: Pushing) -> None:
    one.pushed()
    one.add(2)
    one.foreign_commit("feature", one.host.git("rev-parse", "main"))
    before = one.host.git("rev-parse", "feature")
    assert "commits that are not the app's" in one.refused("GIT_MOVED", branch="feature")
    assert one.host.git("rev-parse", "feature") == before


def test_a_branch_that_moves_between_look_and_push_is_told(one: Pushing) -> None:
    one.pushed()
    one.add(2)
    one.pushed(branch="feature")
    one.add(3)

    def move(request: GitHandler) -> bool:
        if "info/refs?service=git-receive-pack" in request.path:
            one.foreign_commit("feature")
        return False

    one.host.before = move
    assert "a moment ago" in one.refused("GIT_MOVED", branch="feature")


def test_a_branch_that_moves_while_it_is_pushed_is_an_error_too(one: Pushing) -> None:
    one.pushed()
    one.add(2)
    one.pushed(branch="feature")
    one.add(3)

    def move(request: GitHandler) -> bool:
        if request.command == "POST":
            one.foreign_commit("feature")
        return False

    one.host.before = move
    one.refused("GIT_REJECTED", branch="feature")


def test_a_refusal_is_told_in_the_hosts_words_without_the_token(one: Pushing) -> None:
    one.host.refuse(f"GH006: Protected branch {TOKEN}", "main")
    words = one.refused("GIT_REJECTED")
    assert "GH006: Protected branch (token)" in words and "hook declined" in words
    assert one.host.git("for-each-ref") == ""
    assert one.pushed(branch="other")["created"]


def test_a_wrong_token_and_a_repository_that_is_gone_are_told(one: Pushing) -> None:
    one.host.token = "another-token"
    assert "token" in one.refused("GIT_UNAUTHORIZED")
    one.host.token = TOKEN
    one.host.repository.rename(one.host.root / "gone.git")
    assert "not there" in one.refused("GIT_NOT_FOUND")


def test_a_token_that_may_only_read_is_told(one: Pushing) -> None:
    one.host.set("http.receivepack", "false")
    assert "too little" in one.refused("GIT_UNAUTHORIZED")


def leads_to(place: str) -> Any:
    return lambda request: request.answer(301, Location=place)


def closes(request: GitHandler) -> bool:
    """In the middle of the pack."""
    if request.command == "GET":
        return False
    request.rfile.read(100)
    request.connection.close()
    return True


def hangs(request: GitHandler) -> bool:
    request.server.stopped.wait(20)
    return True


def drips(request: GitHandler) -> bool:
    """A byte now and then, so that no single wait is long."""
    request.send_response(200)
    request.end_headers()
    while not request.server.stopped.wait(0.05):
        request.wfile.write(b"0")
    return True


ANSWERS = {
    "private": (leads_to("https://169.254.169.254/latest/info/refs"), "GIT_ADDRESS_REFUSED"),
    "http": (leads_to(f"http://{NAME}/ann/shop.git/info/refs?service=git-upload-pack"), "GIT_ADDRESS_REFUSED"),
    "elsewhere": (leads_to("https://other.example.com/info/refs?service=git-upload-pack"), "GIT_UNAVAILABLE"),
    "sign-in": (leads_to(f"https://{NAME}/sign-in"), "GIT_UNAVAILABLE"),
    "circle": (leads_to(""), "GIT_UNAVAILABLE"),
    "html": (lambda request: request.answer(200, b"<html>", Content_Type="text/html"), "GIT_UNAVAILABLE"),
    "cut": (lambda request: request.answer(200, b"0", Content_Type="application/x-git-x"), "GIT_UNAVAILABLE"),
    "no git": (lambda request: request.answer(200, b"zzzz", Content_Type="application/x-git-x"), "GIT_UNAVAILABLE"),
    "bytes": (
        lambda request: request.answer(200, b"0008\xff\xff\xff\xff", Content_Type="application/x-git-x"),
        "GIT_UNAVAILABLE",
    ),
    "endless": (
        lambda request: request.answer(200, b"0" * 9 * 2**20, Content_Type="application/x-git-x"),
        "GIT_UNAVAILABLE",
    ),
    "500": (lambda request: request.answer(500), "GIT_UNAVAILABLE"),
    "403": (lambda request: request.answer(403), "GIT_UNAUTHORIZED"),
    "closes": (closes, "GIT_UNAVAILABLE"),
}


@pytest.mark.parametrize("act, code", ANSWERS.values(), ids=ANSWERS)
def test_a_host_that_does_not_answer_as_git_does_is_told(one: Pushing, act: Any, code: str) -> None:
    one.host.before = act
    assert TOKEN not in one.refused(code)
    assert one.host.git("for-each-ref") == ""


@pytest.mark.parametrize("act", [hangs, drips])
def test_a_host_that_hangs_is_given_up(host: GitHost, act: Any) -> None:
    one = Pushing(host, seconds=0.5)
    host.before = act
    assert "in time" in one.refused("GIT_UNAVAILABLE")


def test_a_result_that_is_no_result_is_no_success(one: Pushing) -> None:
    kind = "application/x-git-receive-pack-result"
    for body in (b"", b"0000", b"000eunpack ok\n0000", b"<html>"):
        one.host.before = lambda request, body=body: (
            request.command == "POST" and request.answer(200, body, Content_Type=kind)
        )
        one.refused("GIT_UNAVAILABLE")


def test_a_redirect_on_the_same_host_is_followed(one: Pushing) -> None:
    def renamed(request: GitHandler) -> bool:
        if "shop.git" in request.path and request.command == "GET":
            return request.answer(301, Location=request.path.replace("shop.git", "new.git"))
        return False

    one.host.repository = one.host.repository.rename(one.host.root / "ann/new.git")
    one.host.before = renamed
    one.pushed()


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "192.168.1.1"])
def test_a_name_that_leads_inside_is_not_asked(host: GitHost, address: str) -> None:
    outside = host.outside()
    one = Pushing(host, Outside(FakeResolver({NAME: [[address]]}), outside.http))
    assert "public Internet" in one.refused("GIT_ADDRESS_REFUSED")
    assert host.asked == []


def test_a_name_is_looked_up_once_a_push(host: GitHost) -> None:
    outside = host.outside()
    resolver = FakeResolver({NAME: [["93.184.216.34"], ["10.0.0.1"]]})
    Pushing(host, Outside(resolver, outside.http)).pushed()
    assert resolver.asked == [NAME]


@pytest.mark.parametrize(
    "branch", ["", "../x", "a b", "a//b", "/a", "a/", "-a", "a..b", "a.lock", "refs@{1}", "x" * 201]
)
def test_a_name_that_is_none_of_a_branch_is_refused(one: Pushing, branch: str) -> None:
    one.refused("VALIDATION_FAILED", branch=branch)
    assert one.host.asked == []


def test_a_long_history_that_takes_too_long_is_told(host: GitHost) -> None:
    one = Pushing(host, seconds=0.5)
    get = one.world.snapshots.get

    def slow(*place: str) -> Any:
        host.stopped.wait(0.6)
        return get(*place)

    one.world.snapshots.get = slow  # type: ignore[method-assign]
    assert "bundle" in one.refused("GIT_TOO_LARGE")
    assert host.packs == []


def test_two_hundred_revisions_are_pushed_and_can_be_cloned(one: Pushing, tmp_path: Path) -> None:
    for number in range(2, 200):
        one.add(number)
    assert one.pushed()["pushed_commits"] == 200
    cloned = subprocess.run(["git", "clone", "-q", str(one.host.repository), str(tmp_path / "here")], timeout=60)
    assert cloned.returncode == 0
