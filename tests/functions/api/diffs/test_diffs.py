"""Diffs, undo, revert-file and explain over HTTP, in the words of the seeds, with every refusal."""

from typing import Any

import pytest

from devkit.api.api import Api, code
from devkit.api.review import BASE, CHANGED, LINES, apply, propose
from devkit.fakes.messages import FakeMessages
from devkit.fakes.model import FakeModel, Reply, call, say
from devkit.fakes.samples import TENANT
from devkit.loop import LoopDriver
from shared.domain.apps.app import App
from shared.domain.diffs.diff import Diff


def proposed(**proposal: Any) -> tuple[Api, App, Diff]:
    api = Api()
    app, _ = api.world.make_app(BASE)
    return api, app, propose(api.world, app, **proposal)


def post(api: Api, path: str, body: Any = None, **over: Any) -> Any:
    return api.client.post(path, json=body, **over)


def test_a_diff_has_the_seeds_fields_and_ours() -> None:
    api, app, diff = proposed(evaluator_reasoning="The build succeeded.")
    body = api.client.get(f"/diffs/{diff.id}").json()
    assert (body["session_id"], body["project_id"]) == (diff.conversation_id, app.id)
    assert (body["status"], body["review_status"], body["stale"]) == ("pending_review", "pending_review", False)
    assert (body["base_commit"], body["target_branch"]) == (diff.base_commit, "main")
    assert body["diff_content"].startswith("diff --git a/src/App.tsx b/src/App.tsx\n")
    assert (body["vibecoder_prompt"], body["evaluator_reasoning"]) == (diff.vibecoder_prompt, "The build succeeded.")
    assert (body["commit_message"], body["human_feedback"], body["committed_sha"]) == ("Say it in German", None, None)
    assert [(file["path"], len(file["hunks"])) for file in body["files"]] == [
        ("src/App.tsx", 1),
        ("src/new.ts", 1),
        ("src/numbers.ts", 2),
    ]
    assert "tenant_id" not in body and "version" not in body
    one = api.client.get(f"/diffs/{diff.id}", params={"path": "src/new.ts"}).json()
    assert [file["path"] for file in one["files"]] == ["src/new.ts"] and "src/App.tsx" not in one["diff_content"]
    assert code(api.client.get(f"/diffs/{diff.id}", params={"path": "src/main.tsx"})) == (404, "NOT_FOUND")


def test_lists_by_project_by_session_and_what_waits() -> None:
    api, app, first = proposed()
    second = propose(api.world, app, {**BASE, "src/b.ts": b"export {};\n"}, built=False, status="interrupted")
    post(api, f"/diffs/{first.id}/review", {"decision": "reject", "feedback": "No"})

    def ids(path: str, **query: Any) -> list[str]:
        return [item["id"] for item in api.client.get(path, params=query).json()["items"]]

    assert set(ids(f"/projects/{app.id}/diffs")) == {first.id, second.id}
    assert ids(f"/sessions/{first.conversation_id}/diffs") == [first.id]
    assert ids(f"/sessions/{first.conversation_id}/diffs/pending") == []
    assert ids(f"/sessions/{second.conversation_id}/diffs/pending", limit=1) == [second.id]
    page = api.client.get(f"/projects/{app.id}/diffs", params={"limit": 1}).json()
    rest = api.client.get(f"/projects/{app.id}/diffs", params={"cursor": page["next_cursor"]}).json()
    assert [page["items"][0]["id"], *(item["id"] for item in rest["items"])] == ids(f"/projects/{app.id}/diffs")
    assert "hunks" not in page["items"][0]["files"][0] and rest["next_cursor"] is None
    for path in ("/projects/app_x/diffs", "/sessions/conv_x/diffs", "/sessions/nobody/diffs/pending", "/diffs/dif_x"):
        assert code(api.client.get(path)) == (404, "NOT_FOUND")


def test_a_workspace_shows_what_waits_in_the_words_of_the_lists() -> None:
    api, app, diff = proposed(evaluator_verdict="approved")

    def both() -> tuple[dict[str, Any], dict[str, Any]]:
        (waiting,) = api.client.get(f"/admin/apps/{app.id}/builder/state").json()["pending_diffs"]
        (listed,) = api.client.get(f"/projects/{app.id}/diffs").json()["items"]
        return waiting, listed

    waiting, listed = both()
    assert (waiting["id"], waiting["status"]) == (diff.id, "evaluator_approved")
    assert waiting["review_status"] == "pending_review"
    assert waiting == {
        name: listed[name] for name in listed.keys() - {"files", "diff_content", "truncated", "outside", "contacts"}
    }
    moved = api.world.add_revision(app, {**BASE, "src/b.ts": b"export {};\n"})
    waiting, listed = both()
    assert waiting["status"] == listed["status"] == "stale" and waiting["current_revision_id"] == moved.id


def test_review_commit_and_commit_again() -> None:
    api, app, diff = proposed()
    files = [{"path": "src/numbers.ts", "decision": "reject", "hunks": [{"index": 1, "decision": "approve"}]}]
    reviewed = post(api, f"/diffs/{diff.id}/review", {"decision": "reject", "files": files, "feedback": "Only this"})
    assert (reviewed.status_code, reviewed.json()["status"]) == (200, "approved")
    assert reviewed.json()["decisions"] == files
    done = post(api, f"/diffs/{diff.id}/commit", {"commit_message": "One number"})
    assert (done.status_code, done.json()["status"]) == (200, "committed"), done.text
    base = f"/admin/apps/{app.id}/builder/revisions"
    revision = api.client.get(f"{base}/{done.json()['revision_id']}").json()
    assert (revision["origin"], revision["message"]) == ("diff", "One number")
    assert revision["commit"] == done.json()["committed_sha"]
    kept = api.client.get(f"{base}/{revision['id']}/files/src/numbers.ts").json()["content"]
    assert kept == LINES.replace(b"n25 = 25", b"n25 = 52").decode()
    assert post(api, f"/diffs/{diff.id}/commit").json() == done.json()
    assert code(post(api, f"/diffs/{diff.id}/review", {"decision": "reject"})) == (409, "NOT_AWAITING_APPROVAL")


BAD_REVIEWS: list[tuple[str, Any, int, str]] = [
    ("no body", None, 422, "VALIDATION_FAILED"),
    ("another word", {"decision": "merge"}, 422, "VALIDATION_FAILED"),
    ("a list", [], 422, "VALIDATION_FAILED"),
    ("a file it has not", {"decision": "approve", "files": [{"path": "x", "decision": "reject"}]}, 422,
     "VALIDATION_FAILED"),
    ("a hunk it has not", {"decision": "approve", "files": [{"path": "src/new.ts", "decision": "approve", "hunks": [
        {"index": 7, "decision": "approve"}]}]}, 422, "VALIDATION_FAILED"),
    ("a huge index", {"decision": "approve", "files": [{"path": "src/new.ts", "decision": "approve", "hunks": [
        {"index": 10**30, "decision": "approve"}]}]}, 422, "VALIDATION_FAILED"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "status", "said"), [row[1:] for row in BAD_REVIEWS], ids=[row[0] for row in BAD_REVIEWS]
)
def test_a_bad_review_changes_nothing(body: Any, status: int, said: str) -> None:
    api, _, diff = proposed()
    answer = post(api, f"/diffs/{diff.id}/review", body)
    assert code(answer) == (status, said), answer.text
    assert answer.json()["diagnostics"]
    assert api.world.diffs.find(TENANT, diff.id) == diff


def test_a_stale_diff_is_rebased_or_says_where_it_cannot() -> None:
    api, app, diff = proposed()
    post(api, f"/diffs/{diff.id}/review", {"decision": "approve"})
    api.world.add_revision(app, {**BASE, "src/b.ts": b"export {};\n"})
    assert code(post(api, f"/diffs/{diff.id}/commit")) == (409, "DIFF_STALE")
    assert api.client.get(f"/diffs/{diff.id}").json()["status"] == "stale"
    assert post(api, f"/diffs/{diff.id}/rebase").json()["status"] == "pending_review"
    conflict = api.world.add_revision(app, {**BASE, "src/numbers.ts": LINES.replace(b"n2 = 2;", b"n2 = 3;")})
    answer = post(api, f"/diffs/{diff.id}/rebase")
    assert code(answer) == (409, "MERGE_CONFLICT") and answer.json()["paths"] == ["src/numbers.ts"]
    preview = api.client.get(f"/diffs/{diff.id}/preview").json()
    assert (preview["applies"], preview["conflicts"]) == (False, ["src/numbers.ts"])
    assert api.world.apps.get(TENANT, app.id).draft_revision_id == conflict.id


def test_preview_refine_and_discard() -> None:
    api, _, diff = proposed()
    shown = api.client.get(f"/diffs/{diff.id}/preview").json()
    assert {file["change"]["path"]: file["content"] for file in shown["files"]}["src/new.ts"].startswith("export")
    refined = post(api, f"/diffs/{diff.id}/refine-message").json()
    assert refined["diff_id"] == diff.id and "App.tsx" in refined["commit_message"]
    short = post(api, f"/diffs/{diff.id}/refine-message", {"style": "short"}).json()
    assert (short["style"], short["commit_message"]) == ("short", refined["commit_message"].split("\n")[0])
    for odd in ({"style": "poem"}, {"instructions": " "}, {"instructions": "x" * 501}, {"words": "in French"}):
        assert code(post(api, f"/diffs/{diff.id}/refine-message", odd)) == (422, "VALIDATION_FAILED")
    assert post(api, f"/diffs/{diff.id}/discard").json()["status"] == "discarded"
    assert post(api, f"/diffs/{diff.id}/discard").status_code == 200
    assert code(post(api, f"/diffs/{diff.id}/commit")) == (409, "NOT_AWAITING_APPROVAL")


def test_a_message_is_refined_by_the_model_where_it_is_told_how() -> None:
    api, _, diff = proposed()
    messages = FakeMessages(api.world.loop_ports(), FakeModel([say("Translate the page"), Reply(status=500)]))
    api = Api(api.world, {"ports": api.world.ports(messages=messages)})
    path, body = f"/diffs/{diff.id}/refine-message", {"instructions": "Shorter", "style": "short"}
    refined = post(api, path, body).json()
    assert (refined["commit_message"], refined["written_by"], refined["why"]) == ("Translate the page", "model", None)
    assert [task.diff_id for task in messages.tasks] == [diff.id]
    failed = post(api, path, body)
    assert (failed.status_code, failed.json()["written_by"]) == (200, "change") and failed.json()["why"]
    reader = api.as_tenant(TENANT, "apps:read")
    assert reader.post(path, json={"style": "short"}).status_code == 200
    assert code(reader.post(path, json=body)) == (403, "FORBIDDEN")
    assert code(api.as_tenant("mallory").post(path, json=body)) == (404, "NOT_FOUND") and len(messages.tasks) == 2


def test_asking_the_model_for_a_message_counts_as_a_message() -> None:
    api, _, diff = proposed()
    path, body = f"/diffs/{diff.id}/refine-message", {"instructions": "Shorter"}
    assert [post(api, path, body).json()["why"] for _ in range(10)] == ["No model can be asked here."] * 10
    assert code(post(api, path, body)) == (429, "RATE_LIMITED")
    assert post(api, path).status_code == 200


def test_undo_lists_then_does(api: Api) -> None:
    app, _ = api.world.make_app(BASE)
    applied = apply(api.world, app, CHANGED)
    key = {"Idempotency-Key": "undo"}
    answer = post(api, f"/admin/apps/{app.id}/builder/undo", headers=key)
    assert (answer.status_code, answer.json()["revision"], answer.json()["applies"]) == (200, None, True)
    other = post(api, f"/admin/apps/{app.id}/builder/undo?confirm=true", headers=key)
    assert code(other) == (422, "IDEMPOTENCY_MISMATCH")
    done = post(api, f"/admin/apps/{app.id}/builder/undo?confirm=true")
    assert (done.status_code, done.json()["revision"]["reverts"]) == (201, applied.id)
    assert code(post(api, f"/admin/apps/{app.id}/builder/undo?confirm=true")) == (404, "NOT_FOUND")
    assert code(post(api, f"/admin/apps/{app.id}/builder/undo?confirm=perhaps")) == (422, "VALIDATION_FAILED")


def test_revert_file_and_explain(api: Api) -> None:
    app, first = api.world.make_app(BASE)
    applied = apply(api.world, app, CHANGED)
    builder = f"/admin/apps/{app.id}/builder"
    back = post(api, f"{builder}/revert-file", {"path": "src/new.ts", "revision_id": first.id})
    assert (back.status_code, back.json()["origin"], back.json()["build_status"]) == (201, "revert", "queued")
    again = post(api, f"{builder}/revert-file", {"path": "src/new.ts", "revision_id": first.id})
    assert again.status_code == 404
    answer = post(api, f"{builder}/explain", {"revision_id": applied.id}).json()
    assert answer["paths"] == ["src/App.tsx", "src/new.ts", "src/numbers.ts"] and "function App" in answer["text"]
    for body in ({}, {"revision_id": first.id, "diff_id": "dif_x"}, {"revision_id": 7}):
        assert code(post(api, f"{builder}/explain", body)) == (422, "VALIDATION_FAILED")


def test_a_real_turn_is_reviewed_committed_explained_and_undone(api: Api) -> None:
    """The loop itself makes the diff; the commit takes the build that the turn has paid for."""
    app, first = api.world.make_app(BASE)
    replies = [
        call("write_file", path="src/note.ts", content="export const a = 1;\n"),
        call("finish", summary="A note was added.", rationale="You asked.", assumptions=["English"]),
    ]
    run = LoopDriver(replies, world=api.world).play("Add a note", app_id=app.id, review="before")
    (item,) = api.client.get(f"/sessions/{run.conversation_id}/diffs/pending").json()["items"]
    assert (item["id"], item["run_id"]) == (run.outcome.diff_id, run.id)
    assert [file["path"] for file in item["files"]] == ["src/note.ts"]
    post(api, f"/diffs/{run.outcome.diff_id}/review", {"decision": "approve"})
    done = post(api, f"/diffs/{run.outcome.diff_id}/commit").json()
    builder = f"/admin/apps/{app.id}/builder"
    revision = api.client.get(f"{builder}/revisions/{done['revision_id']}").json()
    assert (revision["build_status"], revision["build_id"]) == ("succeeded", run.green_build_id)
    body = post(api, f"{builder}/explain", {"revision_id": revision["id"]}).json()
    assert (body["prompt"], body["rationale"], body["assumptions"]) == ("Add a note", "You asked.", ["English"])
    undone = post(api, f"{builder}/undo?confirm=true").json()["revision"]
    assert undone["tree"] == first.tree and undone["id"] != first.id


def test_a_diff_too_large_for_one_answer_is_read_file_by_file() -> None:
    large = {f"src/data{number}.ts": b"// word\n" * 32_000 for number in range(5)}
    api, app, diff = proposed(files={**BASE, **large})
    whole = api.client.get(f"/diffs/{diff.id}")
    assert whole.json()["truncated"] and len(whole.content) < 3_000_000
    assert whole.json()["files"][-1]["hunks"] == [] and whole.json()["files"][-1]["additions"] == 32_000
    part = api.client.get(f"/diffs/{diff.id}", params={"path": "src/data4.ts"}).json()
    assert len(part["files"][0]["hunks"]) == 1 and not part["truncated"]
    (item,) = api.client.get(f"/projects/{app.id}/diffs").json()["items"]
    assert item["truncated"] and item["diff_content"] == "" and item["files"]
    omitted = [file["content_omitted"] for file in api.client.get(f"/diffs/{diff.id}/preview").json()["files"]]
    assert omitted == [False] * 5
