"""What a real build would say, asked before a change is kept."""

from typing import Any

import pytest

from devkit.stack.project import Make, Project
from tests.support.eventually import eventually


@pytest.fixture(scope="module")
def project(make: Make) -> Project:
    return make("vanilla", "History").ready()


def test_what_a_real_build_would_say_can_be_asked_beforehand(project: Project) -> None:
    typed = project.save_text("package.json", '"vite build"', '"tsc --noEmit && vite build"')
    project.built(typed["id"])
    before = project.state()
    body = {
        "base_revision_id": before["draft"]["id"],
        "operations": [{"op": "upsert_file", "path": "src/odd.ts", "content": "export const odd: string = 1;\n"}],
    }
    assert project.client.call("POST", f"{project.builder}/validate", body | {"worker": False})["valid"] is True
    answer = verdict_of(project, project.client.call("POST", f"{project.builder}/validate", body | {"worker": True}))
    assert (answer["valid"], answer["pending"]) == (False, False)
    assert [(found["path"], found["line"]) for found in answer["diagnostics"]] == [("src/odd.ts", 1)]
    assert project.state() == before


def verdict_of(project: Project, answer: dict[str, Any]) -> dict[str, Any]:
    """The answer once its build has ended, which takes longer than a request on a slow machine."""
    if not answer["pending"]:
        return answer
    path = f"{project.builder}/validate/{answer['build_id']}"
    return eventually(lambda: project.client.call("GET", path), lambda found: not found["pending"])
