"""Good answers that an owner gets only after something else has happened, for the examples of the document."""

from collections.abc import Callable
from typing import Any

from devkit.api.api import Api
from devkit.api.releases import waiting_run
from devkit.api.review import BASE, CHANGED, apply, propose
from devkit.api.routes import CONNECTION
from devkit.fakes.messages import FakeMessages
from devkit.fakes.model import FakeModel, Reply, call
from devkit.fakes.planned import a_blueprint, a_job
from devkit.fakes.world import World
from devkit.loop import LoopDriver
from shared.domain.agent.model_profile import GENERAL
from shared.domain.agent.profile_points import points_of
from shared.domain.spending.connection import Probe, ServerForm
from shared.domain.spending.connection_status import ConnectionStatus, ProbeStatus
from shared.domain.spending.models import ModelEntry, Models

Answer = Any


def retry() -> Answer:
    """A build that failed is started again."""
    api = Api()
    app, revision = api.world.make_app(BASE, tenant_id="acme", status="failed")
    return api.client.post(f"/admin/apps/{app.id}/builder/revisions/{revision.id}/build/retry")


def undo() -> Answer:
    """The agent's last change is taken back."""
    api = Api()
    app, _ = api.world.make_app(BASE, tenant_id="acme")
    apply(api.world, app, CHANGED)
    return api.client.post(f"/admin/apps/{app.id}/builder/undo?confirm=true")


def commit() -> Answer:
    """An approved diff becomes a revision."""
    api = Api()
    diff = propose(api.world, api.world.make_app(BASE, tenant_id="acme")[0])
    assert api.client.post(f"/diffs/{diff.id}/review", json={"decision": "approve"}).status_code == 200
    return api.client.post(f"/diffs/{diff.id}/commit", json={"commit_message": "Done"})


def preview() -> Answer:
    """A preview's description, with its token."""
    api = Api()
    app, revision = api.world.make_app(BASE, tenant_id="acme")
    made = api.client.post(f"/admin/apps/{app.id}/builder/preview-token", json={"revision_id": revision.id}).json()
    return api.anonymous.get(f"/public/apps/preview/revisions/{revision.id}/runtime?t={made['token']}")


def proposal() -> Answer:
    """A proposal that nobody has built yet is looked at."""
    api = Api()
    diff = propose(api.world, api.world.make_app(BASE, tenant_id="acme")[0], built=False)
    return api.client.post(f"/admin/apps/{diff.app_id}/builder/preview-token", json={"diff_id": diff.id})


def advance() -> Answer:
    """A run that waits for a person goes on."""
    api = Api()
    run = waiting_run(api.world)
    api.world.workflows.waiting.add(run.waiting.approval_token or "")
    return api.client.post(f"/runs/{run.id}/advance", json={"approval": "approve"})


def rollback() -> Answer:
    """What a run did is taken back."""
    api = Api()
    revision = apply(api.world, api.world.make_app(BASE, tenant_id="acme")[0], CHANGED)
    return api.client.post(f"/runs/{revision.run_id}/rollback")


def message() -> Answer:
    """A message whose run is waited for."""
    write = call("write_file", path="src/note.ts", content="export const note = 1;\n")
    finish = call("finish", summary="A note is there.", rationale=None, assumptions=None)
    verdict = call("verdict", decision="approve", reasoning="It does what was asked.", commit_message="Add a note")
    loop = LoopDriver([write, finish, verdict]).at_once()
    app, _ = loop.world.make_app(tenant_id="acme")
    api = Api(loop.world)
    session = api.client.post(f"/projects/{app.id}/sessions", json={"session_type": "global"}).json()
    asked = {"message": "Add a note"}
    return api.client.post(f"/sessions/{session['id']}/messages", json=asked, headers={"Prefer": "wait=5"})


def push(then: str = "", read: str = "") -> Answer:
    """An app that is connected to an empty repository is pushed, later pushed again, offered, pulled or asked for."""
    api = Api()
    app, _ = api.world.make_app(BASE, tenant_id="acme")
    place = f"/admin/apps/{app.id}/builder/git"
    assert api.client.put(place, json=CONNECTION).status_code == 200
    first = api.client.post(f"{place}/push", json={})
    if not then:
        return first
    api.world.add_revision(app, CHANGED)
    if then == "git/pull":
        api.world.remote.add("main", {**BASE, "src/theirs.ts": b"export const theirs = 1;\n"})
    done = api.client.post(place.removesuffix("git") + then, json={})
    return api.client.get(f"{place}/{read}") if read else done


def agreed() -> Answer:
    """An app whose owner has typed the code at GitHub."""
    api = Api()
    place = f"/admin/apps/{api.world.make_app(BASE, tenant_id='acme')[0].id}/builder/git/device"
    start = api.client.post(place, json={"url": CONNECTION["url"]}).json()
    return api.client.post(f"{place}/poll", json={"handle": start["handle"]})


def planned() -> Answer:
    """A document that was read into a plan before."""
    api = Api()
    app, _ = api.world.make_app(tenant_id="acme")
    blueprint = api.world.blueprints.create(a_blueprint(app))
    read = {"status": "done", "total_chunks": 12, "processed_chunks": 12, "gaps": 1, "unplanned_paragraphs": 7}
    api.world.blueprints.put_job(a_job(blueprint, **read))
    return api.client.post(f"/blueprints/{blueprint.id}/generate_plan", json={})


def connection_test(ends: bool) -> Answer:
    """A connection test that was started, or one that has ended."""
    world = World()
    models = Models([ModelEntry(name="fake", price="unpriced")], default="fake")
    loop = world.loop_ports(models=models)
    messages = FakeMessages(loop, FakeModel([Reply(status=401)]))
    api = Api(world, {"ports": world.ports(models=models, messages=messages)})
    started = api.client.post("/admin/models/test", json={"model": "fake"})
    if not ends:
        return started
    stored = world.connection_tests.find("acme")
    assert stored is not None
    plain = Probe(
        name="plain", status=ProbeStatus.WORKS, outcome="answered", requests=1, seconds=1.2, input_tokens=38,
        output_tokens=2, cost_usd=0.0001,
    )  # fmt: skip
    tool = Probe(
        name="tool_call", status=ProbeStatus.FAILS, outcome="no_call", advice="start_tool_parser", requests=1,
        seconds=1.9, input_tokens=112, output_tokens=24, cost_usd=0.0002,
    )  # fmt: skip
    form = ServerForm(wire="chat", profile=points_of(GENERAL), left_out=("stream_options",))
    end = {"status": ConnectionStatus.DONE, "form": form, "verdict": "unusable", "ended_at": world.clock.now()}
    learned = ServerForm(wire="chat", left_out=("stream_options",))
    more = {**end, "learned": learned}
    world.connection_tests.put(stored.with_probe(plain).with_probe(tool).model_copy(update=more))
    return api.client.get("/admin/models/test")


LATER: dict[str, Callable[[], Answer]] = {
    "retryBuild": retry, "undoChange": undo, "commitDiff": commit, "readPreviewRuntime": preview,
    "createPreviewToken": proposal,
    "advanceRun": advance, "rollbackRun": rollback, "sendMessage": message, "pushGit": push,
    "openPullRequest": lambda: push("export/pull-request"),
    "pollGitDevice": agreed, "generatePlan": planned, "pullGit": lambda: push("git/pull"),
    "testConnection": lambda: connection_test(ends=False), "readConnectionTest": lambda: connection_test(ends=True),
    "readGitStatus": lambda: push("git/push", "status"),
    "readPullRequest": lambda: push("export/pull-request", "pull-request"),
}  # fmt: skip
