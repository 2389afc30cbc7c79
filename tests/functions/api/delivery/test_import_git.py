"""A public repository becomes an app, over git's own server; what is none, or not public, makes nothing."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.outgoing import FakeResolver
from devkit.fakes.world import World
from devkit.git.client import git
from devkit.git.host import NAME, URL, GitHost, ports_over
from shared.ports.outgoing import Outside
from tests.functions.api.delivery.test_push import drips, hangs, leads_to

PACKAGE = {"name": "shop", "scripts": {"build": "vite build"}, "devDependencies": {"vite": "^8.0.0", "eslint": "9"}}
PROJECT = {
    "package.json": json.dumps(PACKAGE).encode(),
    "index.html": b'<script type="module" src="/src/main.ts"></script>',
    "src/main.ts": b"document.title = 'shop'\n",
    "eslint.config.js": b"export default []\n",
}


class Importing:
    """A repository that anybody may read."""

    def __init__(self, host: GitHost, outside: Outside | None = None, seconds: float = 20) -> None:
        host.public = True
        self.host, world = host, World()
        self.api = Api(world, {"git_out": ports_over(world, outside or host.outside(), seconds)})

    def commit(self, files: Mapping[str, bytes], branch: str = "main") -> None:
        clone = self.host.root / "work"
        if not clone.exists():
            git(self.host.root, "clone", "-q", str(self.host.repository), str(clone))
            for name, value in (("user.name", "bob"), ("user.email", "bob@example.com")):
                git(clone, "config", name, value)
        for path, content in files.items():
            (clone / path).parent.mkdir(parents=True, exist_ok=True)
            (clone / path).write_bytes(content)
        git(clone, "add", "-A", "-f")
        git(clone, "commit", "-q", "-m", "Of bob")
        git(clone, "push", "-q", "origin", f"HEAD:{branch}")

    def ask(self, **body: Any) -> Any:
        return self.api.client.post("/admin/apps/import", json={"git_url": URL} | body)

    def refused(self, code: str, **body: Any) -> None:
        answer = self.ask(**body)
        assert answer.json()["code"] == code, answer.text
        assert self.api.client.get("/admin/apps").json()["items"] == []


@pytest.fixture
def one(host: GitHost) -> Importing:
    return Importing(host)


def test_a_public_repository_becomes_an_app(one: Importing) -> None:
    one.commit(PROJECT)
    answer = one.ask(name="Ours")
    assert answer.status_code == 201, answer.text
    assert (answer.json()["name"], answer.json()["untrusted"]) == ("Ours", ["import"])
    assert "PACKAGES_DROPPED" in {each["code"] for each in answer.json()["diagnostics"]}


def test_a_folder_of_a_branch(one: Importing) -> None:
    one.commit({"readme.txt": b"x"})
    one.commit({f"apps/web/{path}": content for path, content in PROJECT.items()}, branch="next")
    assert one.ask(ref="next", path="apps/web").status_code == 201
    assert one.ask(ref="next", path="apps/none").json()["code"] == "GIT_NOT_FOUND"


def test_what_is_not_there_or_not_public_is_not_found(one: Importing, host: GitHost) -> None:
    one.commit(PROJECT)
    one.refused("GIT_NOT_FOUND", ref="gone")
    host.public = False
    one.refused("GIT_NOT_FOUND")


@pytest.mark.parametrize(
    "url", ["http://git.example.com/a/b.git", "https://localhost/a/b", "https://169.254.169.254/a/b", "https://[::1]/a/b",
            "file:///etc/passwd", "ssh://git@git.example.com/a/b", "https://u:p@git.example.com/a/b", f"{URL}?x=1"],
)  # fmt: skip
def test_other_addresses_are_refused(one: Importing, url: str) -> None:
    one.refused("GIT_ADDRESS_REFUSED", git_url=url)
    assert one.host.asked == []


@pytest.mark.parametrize("path", ["../x", "a/../../b", "a\\b", "a\u202eb"])
def test_other_folders_are_refused(one: Importing, path: str) -> None:
    one.refused("VALIDATION_FAILED", path=path)


def test_a_name_that_leads_inside_is_refused(host: GitHost) -> None:
    inside = Outside(FakeResolver({NAME: [["10.0.0.7"]]}), host.outside().http)
    Importing(host, inside).refused("GIT_ADDRESS_REFUSED")


@pytest.mark.parametrize("host_does", [hangs, drips])
def test_a_host_that_does_not_end_is_left(host: GitHost, host_does: Any) -> None:
    one = Importing(host, seconds=1)
    host.before = host_does
    one.refused("GIT_UNAVAILABLE")


def test_a_host_that_leads_inside_is_not_followed(one: Importing, host: GitHost) -> None:
    host.before = leads_to("https://169.254.169.254/latest")
    answer = one.ask()
    assert answer.json()["code"] in ("GIT_ADDRESS_REFUSED", "GIT_UNAVAILABLE"), answer.text


def test_a_repository_of_too_many_files_is_too_large(one: Importing) -> None:
    one.commit({f"src/{number // 500}/{number}.txt": b"x" for number in range(20_100)})
    one.refused("GIT_TOO_LARGE")
