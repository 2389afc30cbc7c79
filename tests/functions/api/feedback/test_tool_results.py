"""`read_build_result` over HTTP without a run: what was last reported of the draft, by any reporter."""

from typing import Any

from devkit.api.api import Api
from devkit.api.review import BASE
from devkit.fakes.samples import a_conversation, a_run, a_turn
from shared.domain.apps.app import App
from shared.domain.builds.build_status import BuildStatus
from shared.domain.feedback.build_result import BuildResult
from shared.services.site.dist_objects import log_key


def result_text(api: Api, app: App) -> str:
    answer = api.client.post("/api/tools/read_build_result", json={"project_id": app.id, "params": {}})
    assert answer.status_code == 200 and answer.json()["success"]
    return str(answer.json()["stdout"])


def report(api: Api, session_id: str, **over: Any) -> None:
    fields: dict[str, Any] = {
        "tenant_id": "acme", "session_id": session_id, "status": "failed", "stage": "build", "source": "worker",
        "stderr": "src/App.tsx:1:1 no such name", "reported_at": api.world.clock.now(),
    }  # fmt: skip
    api.world.results.put(BuildResult(**(fields | over)))


def test_a_save_is_told_of_as_the_worker_built_it(api: Api) -> None:
    app, draft = api.world.make_app(BASE)
    assert result_text(api, app).startswith("status: unknown")
    report(api, app.id, app_id=app.id, revision_id=draft.id)
    assert result_text(api, app).startswith("status: failed (build)") and "src/App.tsx:1:1" in result_text(api, app)


def test_what_is_about_an_older_draft_is_not_told(api: Api) -> None:
    app, first = api.world.make_app(BASE)
    report(api, app.id, app_id=app.id, revision_id=first.id)
    api.world.add_revision(app, {**BASE, "src/b.ts": b"export {};\n"}, status="queued")
    assert result_text(api, app).startswith("status: unknown")


def test_a_draft_that_a_run_made_is_told_of_by_its_conversation(api: Api) -> None:
    app, first = api.world.make_app(BASE)
    run = a_run(app, base_tree=first.tree, candidate_tree=first.tree)
    api.world.runs.start(run, a_turn(run), a_conversation(run))
    made = api.world.add_revision(app, {**BASE, "src/b.ts": b"export {};\n"}, run_id=run.id)
    report(api, run.conversation_id, app_id=app.id, revision_id=made.id, status="success", stderr="")
    assert result_text(api, app).startswith("status: success (build)")
    report(api, app.id, app_id=app.id, revision_id=made.id, stage="runtime", source="browser")
    assert result_text(api, app).startswith("status: failed (runtime)")


def test_a_command_of_words_keeps_its_words_apart(api: Api) -> None:
    app, _ = api.world.make_app(BASE)
    words = ["npx", "vitest", "run", "src/my file.test.ts"]
    for command in (words, "npx vitest run 'src/my file.test.ts'"):
        body = {"project_id": app.id, "params": {"action": "run", "command": command}}
        api.client.post("/api/tools/run", json=body)
    builds = api.world.every_build()
    assert [build.work.command for build in builds if build.work.task == "command"] == [words, words]


def test_a_command_that_only_a_run_can_ask_for_says_so_in_a_word(api: Api) -> None:
    app, _ = api.world.make_app(BASE)
    path = f"/projects/{app.id}/terminal/run"
    body = api.client.post(path, json={"command": "node src/anything.js"}).json()
    assert (body["success"], body["data"]["status"]) == (False, "needs_approval")
    refused = api.client.post(path, json={"command": "rm -r src"}).json()
    assert (refused["success"], "status" in refused["data"]) == (False, False)


def test_what_a_command_printed_is_read_when_it_has_ended(api: Api) -> None:
    app, _ = api.world.make_app(BASE)
    answer = api.client.post(f"/projects/{app.id}/terminal/run", json={"command": "npm test"}).json()
    path = f"/admin/apps/{app.id}/builder/builds/{answer['data']['build_id']}"
    assert api.client.get(path).json()["output"] is None
    build = api.world.builds.get("acme", app.id, answer["data"]["build_id"])
    ended = build.model_copy(update={"status": BuildStatus.SUCCEEDED, "finished_at": api.world.clock.now()})
    api.world.builds.update(ended)
    api.world.blobs.put(log_key(ended), b"early\n" * 40_000 + "grün\n".encode(), content_type="text/plain")
    output = api.client.get(path).json()["output"]
    assert output.endswith("early\ngrün\n") and len(output) == 200_000
    assert api.as_tenant("rival").get(path).status_code == 404
