"""People at the same time, and people of other tenants."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from itertools import islice
from threading import Barrier
from typing import Any

import httpx
import pytest

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.project import Project
from local.openai_server.reply import say
from local.stack import LocalStack

pytestmark = pytest.mark.e2e
ROUNDS, AT_ONCE = 3, 4


@pytest.fixture(scope="module")
def project(client: Client, model: ScriptedModel) -> Project:
    made = Project.create(client, model.script, "vanilla", "Saves")
    made.built()
    return made


@contextmanager
def posting(
    project: Project, path: str, bodies: list[dict[str, Any]], **headers: str
) -> Iterator[list[Future[httpx.Response]]]:
    """One POST for each body, all sent at the same moment; at the end of the block each is answered."""
    ready = Barrier(len(bodies))

    def post(body: dict[str, Any]) -> httpx.Response:
        ready.wait(timeout=120)
        return project.client.http.post(path, json=body, headers=headers)

    with ThreadPoolExecutor(len(bodies)) as pool:
        yield [pool.submit(post, body) for body in bodies]


def all_at_once(project: Project, path: str, bodies: list[dict[str, Any]], **headers: str) -> list[httpx.Response]:
    with posting(project, path, bodies, **headers) as sent:
        return [one.result() for one in sent]


def save_of(base: str, words: str) -> dict[str, Any]:
    return {"base_revision_id": base, "operations": [{"op": "upsert_file", "path": "src/words.ts", "content": words}]}


def test_of_saves_on_the_same_base_exactly_one_is_kept(project: Project) -> None:
    for number in range(ROUNDS):
        base = project.draft
        bodies = [save_of(base, f"export const words = {number * 10 + one};\n") for one in range(AT_ONCE)]
        answers = all_at_once(project, f"{project.builder}/revisions", bodies)
        assert sorted(answer.status_code for answer in answers) == [201] + [409] * (AT_ONCE - 1)
        (kept,) = [answer.json() for answer in answers if answer.status_code == 201]
        refusals = [answer.json() for answer in answers if answer.status_code == 409]
        assert {(one["code"], one["current_revision_id"]) for one in refusals} == {("REVISION_CONFLICT", kept["id"])}
        assert (project.draft, kept["parent_revision_id"]) == (kept["id"], base)
    listed = project.client.call("GET", f"{project.builder}/revisions")["items"]
    assert len(listed) == ROUNDS + 1
    project.built()


def test_the_same_save_sent_twice_is_one_save(project: Project) -> None:
    body = save_of(project.draft, "export const words = 'once';\n")
    before = len(project.client.call("GET", f"{project.builder}/revisions")["items"])
    headers = {"Idempotency-Key": "the-same-save"}
    first, *others = all_at_once(project, f"{project.builder}/revisions", [body] * 3, **headers)
    answers = [first, *others, project.client.http.post(f"{project.builder}/revisions", json=body, headers=headers)]
    made = {answer.json()["id"] for answer in answers if answer.status_code == 201}
    assert len(made) == 1 and answers[-1].status_code == 201
    assert len(project.client.call("GET", f"{project.builder}/revisions")["items"]) == before + 1
    other = project.client.http.post(
        f"{project.builder}/revisions", json=save_of(project.draft, "export const words = 'other';\n"), headers=headers
    )
    assert (other.status_code, other.json()["code"]) == (422, "IDEMPOTENCY_MISMATCH")
    project.built()


def test_of_messages_at_once_exactly_one_runs(project: Project) -> None:
    bodies = [{"message": f"Nothing to do ({project.id})"}] * AT_ONCE
    project.script.push(say(*["nothing "] * 1200, delay=0.1), match=project.id)
    with posting(project, f"{project.builder}/chat/stream", bodies) as sent:
        refused = [one.result() for one in islice(as_completed(sent, timeout=60), AT_ONCE - 1)]
        assert [(one.status_code, one.json()["code"]) for one in refused] == [(409, "RUN_ACTIVE")] * (AT_ONCE - 1)
        run_id = project.state()["active_run"]["id"]
        project.client.call("POST", f"{project.builder}/chat/{run_id}/cancel", status=202)
    (accepted,) = [one.result() for one in sent if one.result() not in refused]
    assert (accepted.status_code, accepted.headers["x-run-id"]) == (200, run_id)
    assert project.state()["active_run"] is None


def test_for_another_tenant_there_is_no_such_app(project: Project, stack: LocalStack) -> None:
    draft = project.draft
    own = project.client.call("GET", f"{project.builder}/revisions/{draft}")
    asked: list[tuple[str, str, Any]] = [
        ("GET", project.path, None),
        ("GET", f"{project.builder}/state", None),
        ("GET", f"{project.builder}/revisions/{draft}/files", None),
        ("GET", f"{project.builder}/conversations", None),
        ("POST", f"{project.builder}/revisions", save_of(draft, "stolen")),
        ("POST", f"{project.builder}/chat/stream", {"message": "Hello?"}),
        ("POST", f"{project.builder}/preview-token", {"revision_id": draft}),
        ("POST", f"{project.path}/publish", None),
        ("DELETE", project.path, None),
    ]
    with Client(stack.api_url, stack.token("somebody-else")) as stranger:
        for method, path, body in asked:
            assert stranger.problem(method, path, body)[:2] == (404, "NOT_FOUND"), path
        assert stranger.call("GET", "/admin/apps")["items"] == []
    assert project.client.call("GET", f"{project.builder}/revisions/{draft}") == own
