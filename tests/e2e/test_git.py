"""An app is taken away over the whole stack: cloned with an API key, pulled, downloaded."""

import io
import zipfile
from pathlib import Path

import httpx

from devkit.git.client import git, ids_of
from devkit.stack.project import Project
from local.stack import LocalStack


def commits(project: Project) -> list[str]:
    items = project.client.call("GET", f"{project.builder}/revisions")["items"]
    return [revision["commit"] for revision in items]


def test_an_app_is_cloned_with_a_key_pulled_and_downloaded(project: Project, stack: LocalStack, tmp_path: Path) -> None:
    key = project.client.call("POST", "/admin/api-keys", {"name": "git", "scopes": ["apps:read"]}, status=201)["key"]
    address = f"{stack.api_url}/git/{project.id}.git".replace("://", f"://git:{key}@")
    git(tmp_path, "clone", "-q", address, "here")
    assert ids_of(tmp_path / "here") == commits(project)
    saved = project.save({"op": "upsert_file", "path": "src/grüße.ts", "content": "export const ä = 1;\n"})
    git(tmp_path / "here", "pull", "-q")
    assert ids_of(tmp_path / "here") == commits(project)
    assert (tmp_path / "here/src/grüße.ts").read_text() == "export const ä = 1;\n"
    git(tmp_path / "here", "fsck", "--strict")

    answer = project.client.http.get(f"{project.builder}/export?format=zip")
    assert answer.status_code == 303
    with zipfile.ZipFile(io.BytesIO(httpx.get(answer.headers["location"], trust_env=False).content)) as archive:
        assert f"{project.slug}/src/grüße.ts" in archive.namelist()
    project.built(saved["id"])
