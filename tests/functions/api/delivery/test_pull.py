"""What others did in the repository comes back as a diff under review, over git's own server."""

import struct
import subprocess
import zlib
from hashlib import sha1
from typing import Any

import pytest

from devkit.git.client import git
from devkit.git.host import TOKEN, GitHandler, GitHost
from tests.functions.api.delivery.test_push import Pushing, drips, hangs, leads_to


class Pulling(Pushing):
    """As `Pushing`; a colleague has a clone."""

    def __init__(self, host: GitHost, seconds: float = 20) -> None:
        super().__init__(host, seconds=seconds)
        self.pushed()
        self.clone = host.root / "clone"
        git(host.root, "clone", "-q", str(host.repository), str(self.clone))
        for name, value in (("user.name", "bob"), ("user.email", "bob@example.com")):
            git(self.clone, "config", name, value)

    def colleague(self, files: dict[str, bytes], branch: str = "main") -> str:
        """Writes, commits and pushes."""
        for path, content in files.items():
            place = self.clone / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        git(self.clone, "add", "-A", "-f")
        git(self.clone, "commit", "-q", "-m", "Of bob")
        git(self.clone, "push", "-q", "origin", f"HEAD:{branch}")
        return git(self.clone, "rev-parse", "HEAD").strip()

    def change(self, path: str, content: bytes) -> None:
        """In the app."""
        self.world.add_revision(self.app, {**self.files, path: content}, message=f"Change {path}")

    @property
    def files(self) -> dict[str, bytes]:
        app = self.world.apps.get("acme", self.app.id)
        tree = self.world.revisions.get("acme", app.id, app.draft_revision_id or "").tree
        return self.world.snapshots.get("acme", app.id, tree)

    def pull(self, **body: str) -> Any:
        return self.api.client.post(f"/admin/apps/{self.app.id}/builder/git/pull", json=body)

    def pulled(self, **body: str) -> dict[str, Any]:
        answer = self.pull(**body)
        assert answer.status_code == 200, answer.text
        shown: dict[str, Any] = answer.json()
        return shown

    def no_pull(self, code: str, **body: str) -> Any:
        before = self.head, len(self.diffs)
        answer = self.pull(**body)
        assert answer.json()["code"] == code, answer.text
        assert TOKEN not in answer.text
        assert (self.head, len(self.diffs)) == before, "nothing is done by halves"
        return answer.json()

    @property
    def diffs(self) -> list[Any]:
        found: list[Any] = self.api.client.get(f"/projects/{self.app.id}/diffs").json()["items"]
        return found

    def keeps(self, diff_id: str) -> None:
        """Somebody approves it."""
        client = self.api.client
        assert client.post(f"/diffs/{diff_id}/review", json={"decision": "approve"}).status_code == 200
        assert client.post(f"/diffs/{diff_id}/commit", json={}).status_code == 200

    def proposal(self, diff_id: str) -> dict[str, Any]:
        found: dict[str, Any] = self.api.client.get(f"/diffs/{diff_id}").json()
        return found


@pytest.fixture
def one(host: GitHost) -> Pulling:
    return Pulling(host)


def test_a_change_of_others_is_proposed_and_kept_once_it_is_approved(one: Pulling) -> None:
    theirs = one.colleague({"src/theirs.ts": b"export const theirs = 1;\n"})
    one.change("src/ours.ts", b"export const ours = 1;\n")
    before = one.head
    shown = one.pulled()
    assert (shown["branch"], shown["commit"], one.head) == ("main", theirs, before)
    proposal = one.proposal(shown["diff_id"])
    assert [file["path"] for file in proposal["files"]] == ["src/theirs.ts"]
    assert proposal["review_status"] == "pending_review" and theirs[:7] in proposal["commit_message"]
    one.keeps(shown["diff_id"])
    assert {"src/theirs.ts", "src/ours.ts"} <= one.files.keys()
    assert one.pulled()["diff_id"] is None


LONG = b"".join(b"const n%d = %d;\n" % (n, n) for n in range(9))


def test_a_second_pull_before_the_first_was_pushed_merges_from_what_was_pulled(one: Pulling) -> None:
    one.colleague({"src/n1.ts": LONG})
    one.keeps(one.pulled()["diff_id"])
    one.change("src/n1.ts", LONG.replace(b"n8 = 8", b"n8 = 800"))
    assert one.pulled()["diff_id"] is None
    one.colleague({"src/n1.ts": LONG.replace(b"n0 = 0", b"n0 = 100"), "src/two.ts": b"2\n"})
    one.keeps(one.pulled()["diff_id"])
    assert one.files["src/n1.ts"] == LONG.replace(b"n0 = 0", b"n0 = 100").replace(b"n8 = 8", b"n8 = 800")
    one.pushed(branch="work")
    git(one.clone, "fetch", "-q")
    git(one.clone, "merge", "-q", "-s", "ours", "-m", "Both", "origin/work")
    one.colleague({"src/two.ts": b"3\n"}, "work")
    one.keeps(one.pulled(branch="work")["diff_id"])
    assert one.files["src/two.ts"] == b"3\n"


def test_what_was_pulled_and_undone_is_proposed_again(one: Pulling) -> None:
    one.colleague({"src/theirs.ts": b"1\n"})
    one.keeps(one.pulled()["diff_id"])
    history = one.api.client.get(f"/admin/apps/{one.app.id}/builder/revisions").json()["items"]
    restored = one.api.client.post(f"/admin/apps/{one.app.id}/builder/revisions/{history[1]['id']}/restore")
    assert restored.status_code == 201 and "src/theirs.ts" not in one.files
    assert [file["path"] for file in one.proposal(one.pulled()["diff_id"])["files"]] == ["src/theirs.ts"]


def test_pulling_what_is_here_or_proposed_already_proposes_nothing_new(one: Pulling) -> None:
    assert one.pulled()["diff_id"] is None
    one.colleague({"src/theirs.ts": b"1\n"})
    first = one.pulled()["diff_id"]
    assert one.pulled()["diff_id"] == first and len(one.diffs) == 1


def test_changes_in_other_places_of_one_file_are_merged(one: Pulling) -> None:
    text = b"".join(b"const n%d = %d;\n" % (n, n) for n in range(9))
    one.change("src/long.ts", text)
    one.pushed(branch="work")
    git(one.clone, "pull", "-q", "origin", "work")
    one.colleague({"src/long.ts": text.replace(b"n0 = 0", b"n0 = 100")}, "work")
    one.change("src/long.ts", text.replace(b"n8 = 8", b"n8 = 800"))
    shown = one.pulled(branch="work")
    (file,) = one.proposal(shown["diff_id"])["files"]
    assert (file["additions"], file["deletions"]) == (1, 1)


def test_what_both_changed_is_a_conflict_until_a_side_is_named(one: Pulling) -> None:
    one.colleague({"src/n1.ts": b"theirs\n", "src/more.ts": b"1\n"})
    one.change("src/n1.ts", b"ours\n")
    answer = one.no_pull("MERGE_CONFLICT")
    assert answer["paths"] == ["src/n1.ts"] and answer["diagnostics"][0]["path"] == "src/n1.ts"
    app = one.proposal(one.pulled(take="app")["diff_id"])
    assert [file["path"] for file in app["files"]] == ["src/more.ts"]
    theirs = one.proposal(one.pulled(take="repository")["diff_id"])
    assert sorted(file["path"] for file in theirs["files"]) == ["src/more.ts", "src/n1.ts"]


def test_a_merged_pull_request_is_pulled_from_where_the_two_parted(one: Pulling) -> None:
    one.add(2)
    own = one.pushed()["branch"]
    git(one.clone, "fetch", "-q")
    git(one.clone, "merge", "-q", "--no-ff", "-m", "Merge it", f"origin/{own}")
    git(one.clone, "push", "-q", "origin", "HEAD:main", f":{own}")
    assert one.pulled()["diff_id"] is None, "a merge alone changes nothing"
    one.add(3)
    assert one.pushed()["pushed_commits"] == 1, "the merged commit is not sent again"
    one.colleague({"src/theirs.ts": b"1\n"})
    assert one.pulled()["diff_id"]


def test_a_pushed_branch_that_was_thrown_away_is_sent_again(one: Pulling) -> None:
    one.add(2)
    own = one.pushed()["branch"]
    one.host.git("update-ref", "-d", f"refs/heads/{own}")
    one.host.git("reflog", "expire", "--expire=now", "--all")
    one.host.git("gc", "-q", "--prune=now")
    one.add(3)
    assert one.pushed()["pushed_commits"] == 2


def test_what_no_project_holds_is_left_out_and_named(one: Pulling) -> None:
    (one.clone / "link").symlink_to("/etc/passwd")
    one.colleague({".github/workflows/ci.yml": b"on: push\n", "docs/a.md": b"a\n", "src/theirs.ts": b"1\n"})
    shown = one.pulled()
    assert [file["path"] for file in one.proposal(shown["diff_id"])["files"]] == ["src/theirs.ts"]
    assert {found["path"] for found in shown["left_out"]} >= {".github/", "link"}


def test_a_package_that_is_not_in_the_catalog_is_refused_with_its_place(one: Pulling) -> None:
    one.colleague({"package.json": b'{"dependencies": {"leftest-pad": "1.0.0"}}'})
    found = one.no_pull("BUILDER_PATCH_POLICY_VIOLATION")["diagnostics"]
    assert any(each["path"] == "package.json" for each in found)


def test_an_unrelated_history_and_a_branch_that_is_not_there_are_told(one: Pulling) -> None:
    one.foreign_commit("other")
    one.no_pull("GIT_UNRELATED", branch="other")
    assert "no branch nowhere" in one.no_pull("GIT_NOT_FOUND", branch="nowhere")["detail"]
    one.host.git("update-ref", "-d", "refs/heads/main")
    one.host.git("update-ref", "-d", "refs/heads/other")
    assert "no branch yet" in one.no_pull("GIT_NOT_FOUND")["detail"]


def test_a_large_repository_is_given_up(one: Pulling) -> None:
    noise = subprocess.run(["head", "-c", str(25 * 2**20), "/dev/urandom"], capture_output=True, check=True).stdout
    one.colleague({"src/large.bin": noise})
    one.no_pull("GIT_TOO_LARGE")


def bomb(size: int) -> bytes:
    """A pack of one object that says it is small, or that is as large as it says."""
    head = bytearray([(3 << 4) | (size & 15) | 128])
    rest = size >> 4
    while rest > 127:
        head.append(rest & 127 | 128)
        rest >>= 7
    head.append(rest)
    body = struct.pack(">4sII", b"PACK", 2, 1) + bytes(head) + zlib.compress(b"0" * (100 * 2**20))
    return body + sha1(body, usedforsecurity=False).digest()


@pytest.mark.parametrize("size, code", [(100 * 2**20, "GIT_TOO_LARGE"), (20, "GIT_UNAVAILABLE")])
def test_a_pack_that_unpacks_to_much_more_is_not_unpacked(one: Pulling, size: int, code: str) -> None:
    one.colleague({"src/theirs.ts": b"1\n"})
    pack = bomb(size)
    bands = b"".join(
        b"%04x\x01" % (len(part) + 5) + part for part in (pack[at : at + 60000] for at in range(0, len(pack), 60000))
    )
    answers(one, b"0008NAK\n" + bands + b"0000")
    one.no_pull(code)


def answers(one: Pulling, body: bytes) -> None:
    kind = "application/x-git-upload-pack-result"
    one.host.before = lambda request: request.command == "POST" and request.answer(200, body, Content_Type=kind)


@pytest.mark.parametrize(
    "body", [b"", b"0000", b"0008NAK\n", b"0008NAK\n0009\x01PACK0000", b"<html>", b"0008NAK\n0008\x03no\n0000"]
)
def test_an_answer_that_is_no_pack_is_told(one: Pulling, body: bytes) -> None:
    one.colleague({"src/theirs.ts": b"1\n"})
    answers(one, body)
    one.no_pull("GIT_UNAVAILABLE")


def cuts(request: GitHandler) -> bool:
    """In the middle of the pack."""
    if request.command == "GET":
        return False
    request.send_response(200)
    request.send_header("Content-Type", "application/x-git-upload-pack-result")
    request.send_header("Content-Length", "1000")
    request.end_headers()
    request.wfile.write(b"0008NAK\n")
    request.connection.close()
    return True


@pytest.mark.parametrize(
    "act, code",
    [
        (leads_to("https://169.254.169.254/latest"), "GIT_ADDRESS_REFUSED"),
        (leads_to("https://other.example.com/a/b"), "GIT_UNAVAILABLE"),
        (lambda request: request.answer(200, b"<html>", Content_Type="text/html"), "GIT_UNAVAILABLE"),
        (lambda request: request.answer(401), "GIT_UNAUTHORIZED"),
        (lambda request: request.answer(404), "GIT_NOT_FOUND"),
        (cuts, "GIT_UNAVAILABLE"),
    ],
    ids=["private", "elsewhere", "html", "401", "404", "cuts"],
)
def test_a_host_that_does_not_answer_as_git_does_is_told(one: Pulling, act: Any, code: str) -> None:
    one.colleague({"src/theirs.ts": b"1\n"})
    one.host.before = act
    one.no_pull(code)


@pytest.mark.parametrize("act", [hangs, drips])
def test_a_host_that_hangs_is_given_up(host: GitHost, act: Any) -> None:
    one = Pulling(host, seconds=2)
    host.before = act
    assert "in time" in one.no_pull("GIT_UNAVAILABLE")["detail"]


def test_a_history_of_many_revisions_is_merged_from_the_newest_that_both_have(one: Pulling) -> None:
    for number in range(2, 40):
        one.add(number)
    one.pushed(branch="work")
    git(one.clone, "pull", "-q", "origin", "work")
    one.colleague({"src/theirs.ts": b"1\n", "src/n1.ts": b"1\n"}, "work")
    for number in range(40, 45):
        one.add(number)
    shown = one.pulled(branch="work")
    assert [file["path"] for file in one.proposal(shown["diff_id"])["files"]] == ["src/n1.ts", "src/theirs.ts"]
