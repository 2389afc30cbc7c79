"""Filters of lists filter; a word that none knows is refused."""

from typing import Any

import pytest

from devkit.api.api import Api, code
from devkit.api.plans import Planned
from devkit.api.review import BASE, propose
from devkit.fakes.samples import a_conversation, a_run, a_turn
from shared.domain.apps.app import App
from shared.domain.runs.planned_step import PlannedStep
from shared.domain.runs.run_status import RunStatus
from tests.functions.api.diffs.test_diffs import post, proposed


def ids(api: Api, path: str, **query: Any) -> list[str]:
    answer = api.client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return [item["id"] for item in answer.json()["items"]]


def test_runs_by_status(api: Api, app: App) -> None:
    runs = {}
    for status in ("completed", "failed", "aborted", "interrupted", "running"):
        run = a_run(app, created_at=api.world.clock.now())
        api.world.runs.start(run, a_turn(run), a_conversation(run))
        if status != "running":
            api.world.runs.finish(run.change(status=RunStatus(status)), a_turn(run), None)
        runs[status] = run.id
    path = f"/projects/{app.id}/runs"
    assert ids(api, path, status="open") == ids(api, path, status="running") == [runs["running"]]
    assert ids(api, path, status="cancelled") == [runs["aborted"]]
    assert ids(api, path, status="failed") == [runs["failed"]]
    assert ids(api, path, status="planned") == []
    assert set(ids(api, path, status="all")) == set(ids(api, path)) == set(runs.values())


def test_runs_by_type(api: Api, app: App) -> None:
    runs = {}
    for run_type in ("fix_bug", "write_docs"):
        run = a_run(app, run_type=run_type, created_at=api.world.clock.now())
        api.world.runs.start(run, a_turn(run), a_conversation(run))
        api.world.runs.finish(run.change(status=RunStatus.FAILED), a_turn(run), None)
        runs[run_type] = run.id
    path = f"/projects/{app.id}/runs"
    assert ids(api, path, run_type="fix_bug") == [runs["fix_bug"]]
    assert ids(api, path, run_type="write_docs", status="open") == []
    assert set(ids(api, path)) == set(runs.values())
    assert api.client.get(path, params={"run_type": "anything"}).status_code == 422


def test_runs_by_actor(api: Api, app: App) -> None:
    now = api.world.clock.now()
    step = PlannedStep(id="plan_0", order_index=0, actor="test_worker", tool="run_terminal", title="T", created_at=now)
    runs = {}
    for name, fields in {
        "chat": {}, "tested": {"plan_steps": [step], "with_steps": True}, "ordered": {"started_by": "manager"},
    }.items():  # fmt: skip
        run = a_run(app, created_at=now, **fields)
        api.world.runs.start(run, a_turn(run), a_conversation(run))
        api.world.runs.finish(run.change(status=RunStatus.FAILED), a_turn(run), None)
        runs[name] = run.id
    path = f"/projects/{app.id}/runs"
    assert ids(api, path, actor="test_worker") == [runs["tested"]]
    assert set(ids(api, path, actor="manager")) == {runs["tested"], runs["ordered"]}
    assert set(ids(api, path, actor="code_worker")) == {runs["chat"], runs["ordered"]}
    assert ids(api, path, actor="doc_worker") == []
    assert api.client.get(path, params={"actor": "nobody"}).status_code == 422


def test_diffs_by_the_word_they_read() -> None:
    api, app, first = proposed()
    second = propose(api.world, app, {**BASE, "src/b.ts": b"export {};\n"}, evaluator_verdict="approved")
    third = propose(api.world, app, {**BASE, "src/c.ts": b"export {};\n"})
    post(api, f"/diffs/{third.id}/review", {"decision": "reject"})
    path = f"/projects/{app.id}/diffs"
    assert ids(api, path, status="pending_review") == [first.id]
    assert ids(api, path, status="evaluator_approved") == [second.id]
    assert ids(api, path, status="human_rejected") == [third.id]
    assert ids(api, f"/sessions/{second.conversation_id}/diffs", status="evaluator_approved") == [second.id]
    assert ids(api, f"/sessions/{second.conversation_id}/diffs", status="committed") == []
    api.world.add_revision(app, {**BASE, "src/d.ts": b"export {};\n"})
    assert set(ids(api, path, status="stale")) == {first.id, second.id}


def test_sessions_by_type(api: Api, app: App) -> None:
    path = f"/projects/{app.id}/sessions"
    node = Planned(api, app).node("Basket")
    made = {
        body["session_type"]: post(api, path, body).json()["id"]
        for body in ({"session_type": "global"}, {"session_type": "node", "node_id": node.id})
    }
    assert ids(api, path, session_type="node") == [made["node"]]
    assert ids(api, path, session_type="global") == [made["global"]]


@pytest.mark.parametrize(
    "query", ["runs?status=opened", "runs?status=", "diffs?status=rejected", "sessions?session_type=x"]
)
def test_a_word_that_none_knows_is_refused(query: str, api: Api, app: App) -> None:
    assert code(api.client.get(f"/projects/{app.id}/{query}")) == (422, "VALIDATION_FAILED")
