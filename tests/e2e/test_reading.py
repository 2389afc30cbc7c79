"""A specification read into a plan by the whole stack, killed twice on the way: nothing is lost or paid for twice.

H-Blueprint-01: a large specification is uploaded, its plan made, and tasks written for a node of it.
"""

import sys
import threading
import time
from typing import Any

import httpx
import pytest

from devkit.scripted_model.server import ScriptedModel
from devkit.specification.scripted_reader import ScriptedReader
from devkit.specification.specification import Shape, Specification, make_specification
from devkit.stack.client import Client, in_one_line
from devkit.stack.project import TICK, Project
from local.openai_server.reply import Reply
from local.stack import LocalStack
from shared.domain.agent.model_messages import ModelRequest
from tests.support.depth import deep

SECONDS = 600.0
SAVED_SECONDS = 12.0
"""The stack saves its state every few seconds; what was not saved when it died is asked for again."""
ASKED = "build plan"
"""Words of the instructions with which documents are read and tasks are written."""
SMALL = Shape(words=30_000, phases=2, epics=3, features=3)
LARGE = Shape(words=500_000, phases=6, epics=6, features=5, lost=4, misquoted=6)


class Reader(ScriptedReader):
    """Answers nothing once `holds` parts were asked about, until there is another number; None is no limit."""

    def __init__(self, specification: Specification, holds: int) -> None:
        super().__init__(specification)
        self.holds: int | None = holds
        self._changed = threading.Event()

    def respond(self, request: ModelRequest) -> Reply:
        if self.holds is not None and len(self.parts) >= self.holds:
            self._changed.wait(120)
        return super().respond(request)

    def go_on(self, holds: int | None) -> None:
        """What waits belongs to the machinery that died; nobody gets those answers."""
        before, self._changed, self.holds = self._changed, threading.Event(), holds
        before.set()


def upload(client: Client, project: Project, text: str) -> str:
    """A document by the form for large inputs."""
    form = client.call("POST", "/admin/uploads", status=201)
    sent = httpx.post(
        form["url"], data=form["fields"], files={"file": ("spec.md", text.encode())}, timeout=60, trust_env=False
    )
    assert sent.is_success, in_one_line(sent)
    body = {"title": "The specification", "kind": "markdown", "upload_id": form["upload_id"]}
    document = client.call("POST", f"/projects/{project.id}/docs/text", body, status=201)
    assert document["length"] == len(text)
    return str(document["id"])


def job_of(client: Client, blueprint: str) -> dict[str, Any]:
    found: dict[str, Any] = client.call("GET", f"/blueprints/{blueprint}")["ingestion_job"]
    return found


def wait_for(client: Client, blueprint: str, seconds: float, **wanted: Any) -> dict[str, Any]:
    until = time.monotonic() + seconds
    while True:
        job = job_of(client, blueprint)
        if all(job[name] == value for name, value in wanted.items()):
            return job
        assert time.monotonic() < until and job["status"] != "error", job
        time.sleep(TICK)


def read_with_two_deaths(
    specification: Specification, deaths: tuple[int, int], stack: LocalStack, client: Client, model: ScriptedModel
) -> tuple[str, Reader, dict[str, Any]]:
    """The blueprint, its reader, and the job when it is done. It dies after so many parts were asked about."""
    project = Project.create(client, model.script, "vanilla", "Planned")
    reader = Reader(specification, deaths[0])
    model.script.answer(reader.respond, match=ASKED)
    document = upload(client, project, specification.text)
    body = {"document_id": document, "title": "The specification", "mark_active": True}
    blueprint = client.call("POST", f"/projects/{project.id}/blueprints", body, status=201)["id"]
    client.call("POST", f"/blueprints/{blueprint}/generate_plan", {}, status=202)
    for following in (deaths[1], None):
        wait_until_held(reader)
        time.sleep(SAVED_SECONDS)
        stack.kill()
        reader.go_on(following)
        stack.start()  # which goes on with the job by itself
    return blueprint, reader, wait_for(client, blueprint, SECONDS, status="done")


def wait_until_held(reader: Reader) -> None:
    until = time.monotonic() + SECONDS
    while reader.holds is not None and len(reader.parts) < reader.holds:
        assert time.monotonic() < until, "nobody asks the model"
        time.sleep(TICK)


def check(specification: Specification, client: Client, blueprint: str, reader: Reader, job: dict[str, Any]) -> None:
    detail = client.call("GET", f"/blueprints/{blueprint}")
    nodes = list(every(detail["plan_tree"]))
    lost = [one for one in specification.planted if one.fault == "lost"]
    text = specification.text
    quoted = {" ".join(text[node["start_offset"] : node["end_offset"]].split()) for node in nodes}
    missing = [one.number for one in specification.planted if one.sentence not in quoted]
    assert missing == [one.number for one in lost] or set(missing) <= shown_elsewhere(specification, lost)
    assert job["gaps"] == len(lost) and job["processed_chunks"] == job["total_chunks"] == len(reader.parts)
    assert job["unplanned_paragraphs"] > 0
    assert {node["title"] for node in nodes if node["kind"] == "phase"} <= set(specification.headings)


def shown_elsewhere(specification: Specification, lost: list[Any]) -> set[int]:
    """Of what is said twice one place is the node's first; the other is among its anchors."""
    twice = {one.number for one in specification.planted if specification.text.count(one.sentence) > 1}
    return twice | {one.number for one in lost}


def check_tasks(client: Client, blueprint: str) -> None:
    """The first node without others in it gets its tasks: linked with it, the second waiting for the first."""
    detail = client.call("GET", f"/blueprints/{blueprint}")
    node = next(node for node in every(detail["plan_tree"]) if not node["children"])
    client.call("POST", f"/plan_nodes/{node['id']}/generate_tasks", {}, status=202)
    until = time.monotonic() + SECONDS
    while (job := client.call("GET", f"/blueprints/{blueprint}/tasks_job"))["status"] not in ("done", "error"):
        assert time.monotonic() < until, job
        time.sleep(TICK)
    assert (job["status"], job["gaps"]) == ("done", 0), job
    project = detail["blueprint"]["project_id"]
    tasks = client.call("GET", f"/projects/{project}/tasks?node={node['id']}")["items"]
    first, second = sorted(tasks, key=lambda task: int(task["order_index"]))
    assert {task["metadata_json"]["source_plan_node_id"] for task in tasks} == {node["id"]}
    assert second["metadata_json"]["dependencies"] == [first["id"]] and second["status"] == "blocked"
    following = client.call("GET", f"/projects/{project}/next_tasks")["items"]
    assert [task["id"] for task in following] == [first["id"]]


def every(branches: list[dict[str, Any]]) -> Any:
    for branch in branches:
        yield branch
        yield from every(branch["children"])


def test_a_small_specification_is_read_through_two_deaths(
    stack: LocalStack, client: Client, model: ScriptedModel, capsys: pytest.CaptureFixture[str]
) -> None:
    specification = make_specification(SMALL)
    began = time.monotonic()
    blueprint, reader, job = read_with_two_deaths(specification, (3, 7), stack, client, model)
    check(specification, client, blueprint, reader, job)
    asked_twice = sum(count - 1 for count in reader.parts.values())
    with capsys.disabled():
        sys.stdout.write(
            f"\n{job['total_chunks']} parts in {time.monotonic() - began:.0f} s, {asked_twice} asked twice\n"
        )
    assert asked_twice <= 2 * 8, "only what was under way when it died"
    check_tasks(client, blueprint)


@deep
def test_half_a_million_words_are_read_through_two_deaths(
    stack: LocalStack, client: Client, model: ScriptedModel, capsys: pytest.CaptureFixture[str]
) -> None:
    specification = make_specification(LARGE)
    began = time.monotonic()
    blueprint, reader, job = read_with_two_deaths(specification, (40, 110), stack, client, model)
    check(specification, client, blueprint, reader, job)
    asked_twice = sum(count - 1 for count in reader.parts.values())
    with capsys.disabled():
        sys.stdout.write(
            f"\n{job['total_chunks']} parts in {time.monotonic() - began:.0f} s, {asked_twice} asked twice\n"
        )
    assert asked_twice <= 2 * 8
