"""Text with a structure of its own stays text: in commits, archives, pull requests and streams of events."""

import io
import json
import re
import zipfile
from pathlib import Path

import pytest

from devkit.fakes.world import World
from functions.api.http.sse import frame
from shared.adapters.s3.git_ids import git_commit
from shared.domain.delivery.commit import Commit
from shared.domain.delivery.proposal import propose
from shared.domain.delivery.zip_export import zip_tree
from shared.domain.tree.paths import path_faults
from tests.hostile.written_places import PLACES, PLAIN

REPOSITORY = Path(__file__).parents[2]
WRITES = re.compile(
    r"HTMLResponse|RedirectResponse|text/event-stream|zipfile\.ZipFile\(|html\.escape|subprocess\.(run|Popen)"
    r"|csv\.writer|yaml\.dump|WWW-Authenticate|content-disposition",
    re.IGNORECASE,
)
FOLDERS = ("shared", "functions", "worker", "local", "infra")
HOSTILE = (
    "a\nid: 7\ndata: forged\n\n", "a\r\ndata: forged", "a\rdata: b", "a\u2028b\u2029c\x85d", "a\0b",
    "```\n# Title\n[x](javascript:a)",
    "`` ` ```` @everyone closes #1 <img src=x onerror=alert(1)>", "=1+1", "\x1b[31m", "\u202eevil",
    "]]><!--", "{{x}} ${x} $(x) `x`",
)  # fmt: skip


def test_every_file_that_writes_such_a_format_is_listed() -> None:
    listed = PLAIN.union(*(place.sources for place in PLACES))
    found = {
        str(path.relative_to(REPOSITORY))
        for folder in FOLDERS
        for path in (REPOSITORY / folder).rglob("*.py")
        if WRITES.search(path.read_text())
    }
    assert found - listed == set(), "add it to written_places.py with a test of hostile values"
    assert all((REPOSITORY / source).exists() for source in listed)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_a_place_has_tests_and_is_in_the_documentation(place: object) -> None:
    name, _, tests = place  # type: ignore[misc]
    assert tests and all((REPOSITORY / test).exists() for test in tests)
    assert f"| {name} |" in (REPOSITORY / "docs/security.md").read_text()


@pytest.mark.parametrize("text", HOSTILE)
def test_an_event_stays_one_frame_of_one_line(text: str) -> None:
    lines = frame({"type": "text-delta", "delta": text}, 7).encode()
    assert len(re.findall(rb"\r\n|\r|\n", lines)) == 3
    ((data,),) = [re.findall(rb"^data: (.*)$", lines, re.MULTILINE)]
    assert json.loads(data)["delta"] == text


@pytest.mark.parametrize("text", HOSTILE)
def test_a_commit_has_one_line_a_header(text: str) -> None:
    head, _, message = git_commit("a" * 40, None, "x", text, 1).as_raw_string().partition(b"\n\n")
    assert [line.split(b" ")[0] for line in head.split(b"\n")] == [b"tree", b"author", b"committer"]
    assert re.fullmatch(rb"author [^<>\n\0]* <[^<>\n\0]*> 1 \+0000", head.split(b"\n")[1])
    assert message == b"x\n"


@pytest.mark.parametrize("text", HOSTILE)
def test_a_pull_request_shows_messages_as_they_are(text: str) -> None:
    app, draft = World().make_app()
    commits = [Commit("a" * 40, "b" * 40, None, text, "user-1", 1), Commit("c" * 40, "b" * 40, None, text, "user-1", 2)]
    body = propose(app, draft, commits, branch="x", base="main", title="").body
    fence = next(line for line in body.split("\n") if line.startswith("```")).removesuffix("text")
    outside = "".join(body.split(f"\n{fence}\n")[1:]) + body.split(f"{fence}text")[0]
    assert body.count(f"\n{fence}\n") == 1
    assert not any(mark in outside for mark in ("@everyone", "#1 ", "<img", "javascript", "forged"))


@pytest.mark.parametrize("path", ["../a", "/a", "a/../../b", "C:\\a", "a\nb", "a\0b", "~a", "a\\..\\b", "\u202ea"])
def test_no_path_of_an_archive_leads_out_of_its_folder(path: str) -> None:
    assert path_faults(path), "no tree has such a path"
    with zipfile.ZipFile(io.BytesIO(zip_tree({"src/a.ts": b"a"}, "shop", 0))) as archive:
        assert archive.namelist() == ["shop/src/a.ts"]
