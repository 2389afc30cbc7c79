"""An app taken away by git's own client: cloned, fetched, as a bundle, as mails; never pushed to."""

import base64
import gzip
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from devkit.api.api import Api
from devkit.fakes.world import SAMPLE_FILES, World
from devkit.git.client import git, ids_of
from devkit.loop import LoopDriver
from shared.domain.apps.app import App
from shared.domain.base import Files
from tests.support.api.live_api import live_api

STEPS: tuple[tuple[str, Files], ...] = (
    ("Grüße, <b>\n\nWith a body.\nOf two lines.", {"src/müll & co.ts": b"a\n", "public/a.png": b"\x89PNG\0\1"}),
    ("[WIP] Re: no newline", {"src/end.ts": b"no newline", "src/crlf.ts": b"a\r\nb\r\n", "src/empty.ts": b""}),
    ("Move", {"src/moved.ts": b"no newline", "public/a.png": b"\x89PNG\0\2" * 99, "src/crlf.ts": b"a\r\nc\r\n"}),
)


@pytest.fixture
def app(world: World) -> App:
    made, _ = world.make_app()
    files = dict(SAMPLE_FILES)
    for message, change in STEPS:
        files |= change
        if message == "Move":
            del files["src/end.ts"]
        world.add_revision(made, files, message=message)
    return world.apps.get(made.tenant_id, made.id)


@pytest.fixture
def address(world: World, app: App) -> Iterator[str]:
    with live_api(LoopDriver([], world)) as base:
        yield f"{base}/git/{app.id}.git".replace("://", f"://git:{world.sign_in(app.tenant_id)}@")


def commits(world: World, app: App) -> list[str]:
    """Newest first."""
    found = world.revisions.list(app.tenant_id, app.id, limit=50).items
    return [revision.commit for revision in found]


def test_a_clone_has_the_revisions_as_its_commits(world: World, app: App, address: str, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", address, "here")
    here = tmp_path / "here"
    assert ids_of(here) == commits(world, app)
    git(here, "fsck", "--strict")
    assert git(here, "branch", "--show-current").strip() == "main"
    assert (here / "src/müll & co.ts").read_text() == "a\n"
    assert git(here, "status", "--porcelain") == ""


def test_a_fetch_brings_only_what_is_new(world: World, app: App, address: str, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", address, "here")
    world.add_revision(app, {**SAMPLE_FILES, "src/new.ts": b"1\n"}, message="Later")
    reads = world.snapshots.get
    read: list[str] = []
    world.snapshots.get = lambda tenant, app_id, tree: read.append(tree) or reads(tenant, app_id, tree)  # type: ignore[method-assign,func-returns-value]
    git(tmp_path / "here", "pull", "-q")
    assert ids_of(tmp_path / "here") == commits(world, app)
    assert len(read) == 2, "the newest that the client has, and the new one"


def test_a_shallow_clone_has_one_commit(world: World, app: App, address: str, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "1", address, "here")
    assert ids_of(tmp_path / "here") == commits(world, app)[:1]


def test_a_push_is_refused_in_words(address: str, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", address, "here")
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.com")
    git(tmp_path / "here", *identity, "commit", "-q", "--allow-empty", "-m", "Mine")
    assert "for reading" in git(tmp_path / "here", "push", fails=True)


def test_a_wrong_or_missing_token_is_told_so(world: World, app: App, address: str, tmp_path: Path) -> None:
    assert "Authentication failed" in git(tmp_path, "clone", address.replace("token-", "other-"), "a", fails=True)
    anonymous = Api(world).anonymous
    answer = anonymous.get(f"/git/{app.id}.git/info/refs?service=git-upload-pack")
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, 'Basic realm="ChatBuilder"')


@pytest.mark.parametrize(
    "body",
    [b"", b"0000", b"\xff" * 100, b"zzzz", b"0032want " + b"1" * 40 + b"\n00000009done\n", b"fffe" + b"a" * 200],
    ids=["empty", "flush", "bytes", "length", "unknown", "cut"],
)
def test_what_is_no_request_of_git_is_refused(world: World, app: App, body: bytes) -> None:
    answer = Api(world).client.post(f"/git/{app.id}.git/git-upload-pack", content=body)
    assert answer.status_code in (200, 400)
    assert b"PACK" not in answer.content


def test_a_request_that_unpacks_to_too_much_is_refused(world: World, app: App) -> None:
    packed = gzip.compress(b"0032have " + b"1" * 2**22)
    headers = {"Content-Encoding": "gzip"}
    answer = Api(world).client.post(f"/git/{app.id}.git/git-upload-pack", content=packed, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "MALFORMED_REQUEST")


def exported(world: World, app: App, format: str) -> bytes:
    answer = Api(world).client.get(
        f"/admin/apps/{app.id}/builder/export?format={format}", headers={"Accept": "application/json"}
    )
    assert answer.status_code == 200, answer.text
    assert answer.json()["file_name"] == f"{app.slug}.{format}"
    return world.blobs.get(f"apps/{app.tenant_id}/{app.id}/exports/{app.draft_revision_id}/2/{app.slug}.{format}")


def test_the_zip_has_the_files_below_one_folder(world: World, app: App) -> None:
    with zipfile.ZipFile(io.BytesIO(exported(world, app, "zip"))) as archive:
        assert archive.read(f"{app.slug}/src/moved.ts") == b"no newline"
        assert {name.partition("/")[0] for name in archive.namelist()} == {app.slug}


def test_the_bundle_is_cloned(world: World, app: App, tmp_path: Path) -> None:
    (tmp_path / "app.bundle").write_bytes(exported(world, app, "bundle"))
    git(tmp_path, "clone", "-q", "app.bundle", "here")
    assert ids_of(tmp_path / "here") == commits(world, app)


def test_the_mails_make_the_same_commits(world: World, app: App, tmp_path: Path) -> None:
    (tmp_path / "app.patch").write_bytes(exported(world, app, "patch"))
    git(tmp_path, "init", "-q", "-b", "main", "here")
    identity = ("-c", "user.name=user-1", "-c", "user.email=user-1")
    options = ("--keep", "--keep-cr", "--empty=keep", "--committer-date-is-author-date")
    git(tmp_path / "here", *identity, "am", "-q", *options, "../app.patch")
    assert ids_of(tmp_path / "here") == commits(world, app)


HOSTILE = (
    "Green\n\nX.\n---\ndiff --git a/evil b/evil\nnew file mode 100755\n--- /dev/null\n+++ b/evil\n@@ -0,0 +1 @@\n+",
    "Green\n\nFrom: CEO <ceo@corp.example>\nSubject: approved\n\nx",
    "Green\n\nFrom cccccccccccccccccccccccccccccccccccccccc Mon Sep 17 00:00:00 2001\n\nx",
    "Two\nlines\nof a subject",
    "=?UTF-8?q?encoded?= [PATCH] 8<",
    "\u202eturned\u2066 and \U000e0041 hidden\n\n--\n-- 8<",
)


@pytest.fixture
def hostile(world: World, app: App) -> App:
    """Each revision's message is written to become something else; one changes no file."""
    for number, message in enumerate(HOSTILE):
        world.add_revision(app, {**SAMPLE_FILES, "src/a.ts": b"%d\n" % number}, message=message)
    world.add_revision(app, {**SAMPLE_FILES, "src/a.ts": b"%d\n" % (len(HOSTILE) - 1)}, message="No file changes")
    return world.apps.get(app.tenant_id, app.id)


def test_mails_of_hostile_messages_make_the_same_commits(world: World, hostile: App, tmp_path: Path) -> None:
    test_the_mails_make_the_same_commits(world, hostile, tmp_path)
    assert not (tmp_path / "here/evil").exists()


def test_a_bundle_of_hostile_messages_passes_the_strict_check_of_git(
    world: World, hostile: App, tmp_path: Path
) -> None:
    test_the_bundle_is_cloned(world, hostile, tmp_path)
    git(tmp_path / "here", "fsck", "--strict")


def test_an_export_lists_the_commits_that_mails_change(world: World, app: App) -> None:
    address = f"/admin/apps/{app.id}/builder/export?format=patch"
    headers = {"Accept": "application/json"}
    assert Api(world).client.get(address, headers=headers).json()["inexact_commits"] == []
    old = world.add_revision(app, {**SAMPLE_FILES, "src/a.ts": b"1\n"}, message="Old\n\n\n\nrevision  \nof before")
    assert Api(world).client.get(address, headers=headers).json()["inexact_commits"] == [old.commit]
    assert b"\n---\nNote: git cleans up" in exported(world, world.apps.get(app.tenant_id, app.id), "patch")


def test_an_export_leads_to_its_file_and_is_made_once(world: World, app: App) -> None:
    client = Api(world).client
    address = f"/admin/apps/{app.id}/builder/export"
    first = client.get(address, follow_redirects=False)
    assert first.status_code == 303
    puts = dict(world.blobs.objects) if hasattr(world.blobs, "objects") else None
    assert client.get(address, follow_redirects=False).headers["location"] == first.headers["location"]
    assert puts is None or puts == dict(world.blobs.objects)


def test_a_basic_header_that_cannot_be_read_is_no_token(world: World, app: App) -> None:
    anonymous = Api(world).anonymous
    for header in ("Basic", "Basic ***", "Basic " + base64.b64encode(b"\xff\xfe").decode(), "Basic Og=="):
        headers = {"Authorization": header}
        answer = anonymous.get(f"/git/{app.id}.git/info/refs?service=git-upload-pack", headers=headers)
        assert answer.status_code == 401, header
