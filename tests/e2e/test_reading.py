"""A specification read into a plan by the whole stack, killed twice on the way: nothing is lost or paid for twice."""

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

pytestmark = pytest.mark.e2e
SMALL = Shape(words=30_000, phases=2, epics=3, features=3)
LARGE = Shape(words=500_000, phases=6, epics=6, features=5, lost=4, misquoted=6)


class Reader(ScriptedReader):
    """Lets somebody wait until so many parts were asked about; from `holds` on it answers nothing until released."""

    def __init__(self, specification: Specification) -> None:
        super().__init__(specification)
        self.holds: int | None = None
        self._free = threading.Event()

    def respond(self, request: ModelRequest) -> Reply:
        if self.holds is not None and len(self.parts) >= self.holds:
            self._free.wait(60)
        return super().respond(request)

    def release(self) -> None:
        self.holds = None
        self._free.set()
        self._free = threading.Event()


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
    specification: Specification, stack: LocalStack, client: Client, model: ScriptedModel, seconds: float
) -> tuple[str, Reader, dict[str, Any]]:
    """The blueprint, its reader, and the job when it is done."""
    project = Project.create(client, model.script, "vanilla", "Planned")
    reader = Reader(specification)
    model.script.answer(reader.respond, match=project.id)
    document = upload(client, project, specification.text)
    body = {"document_id": document, "title": "The specification", "mark_active": True}
    blueprint = client.call("POST", f"/projects/{project.id}/blueprints", body, status=201)["id"]
    for share in (3, 2):
        parts = max(4, (job_of(client, blueprint) or {}).get("total_chunks") or 12)
        reader.holds = parts // share
        client.call("POST", f"/blueprints/{blueprint}/generate_plan", {}, status=202)
        die_after(stack, reader, seconds)
        model.script.answer(reader.respond, match=project.id)
    client.call("POST", f"/blueprints/{blueprint}/generate_plan", {})
    return blueprint, reader, wait_for(client, blueprint, seconds, status="done")


def die_after(stack: LocalStack, reader: Reader, seconds: float) -> None:
    """Killed once the reader holds; what it had answered by then was saved before."""
    until = time.monotonic() + seconds
    while reader.holds is not None and len(reader.parts) < reader.holds:
        assert time.monotonic() < until, "nobody asks the model"
        time.sleep(TICK)
    time.sleep(12)  # the state is saved every few seconds; what was not is asked for again, and counted below
    stack.kill()
    reader.release()
    stack.start()


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


def every(branches: list[dict[str, Any]]) -> Any:
    for branch in branches:
        yield branch
        yield from every(branch["children"])


def test_a_small_specification_is_read_through_two_deaths(
    stack: LocalStack, client: Client, model: ScriptedModel, capsys: pytest.CaptureFixture[str]
) -> None:
    specification = make_specification(SMALL)
    began = time.monotonic()
    blueprint, reader, job = read_with_two_deaths(specification, stack, client, model, 120)
    check(specification, client, blueprint, reader, job)
    asked_twice = sum(count - 1 for count in reader.parts.values())
    with capsys.disabled():
        sys.stdout.write(
            f"\n{job['total_chunks']} parts in {time.monotonic() - began:.0f} s, {asked_twice} asked twice\n"
        )
    assert asked_twice <= 2 * 8, "only what was under way when it died"


@deep
def test_half_a_million_words_are_read_through_two_deaths(
    stack: LocalStack, client: Client, model: ScriptedModel, capsys: pytest.CaptureFixture[str]
) -> None:
    specification = make_specification(LARGE)
    began = time.monotonic()
    blueprint, reader, job = read_with_two_deaths(specification, stack, client, model, 900)
    check(specification, client, blueprint, reader, job)
    asked_twice = sum(count - 1 for count in reader.parts.values())
    with capsys.disabled():
        sys.stdout.write(
            f"\n{job['total_chunks']} parts in {time.monotonic() - began:.0f} s, {asked_twice} asked twice\n"
        )
    assert asked_twice <= 2 * 8
