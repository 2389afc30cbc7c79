"""Ways round the rules of requests that leave: other spellings and orders, older trees, keys in people's places."""

import json
import re

import pytest

from devkit.api.api import Api
from devkit.fakes.model import Call, calls, say
from devkit.fakes.samples import SAMPLE_FILES
from devkit.loop import USER
from shared.domain.agent.outgoing import target_of
from shared.domain.apps.app import API_HOSTS_MOST, AppSettings
from shared.domain.diffs.review import Review
from shared.domain.errors import AppError, Conflict, Invalid, NotFound
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import HeldCall
from shared.ports.requests import PreviewClaims
from shared.services.apps.patch_app import AppPatch, patch_app
from shared.services.diffs.commit_diff import CommitRequest, commit_diff
from shared.services.diffs.review_diff import review_diff
from shared.services.revisions.undo_apply import restore_revision, undo_apply
from shared.services.runs.advance_run import Advance, answer_run
from shared.services.runs.regenerate_turn import regenerate_turn
from shared.services.runs.start.describe_request import describe_request
from shared.services.runs.start.run_request import RunRequest
from shared.services.runs.start.run_start import RunBasis
from tests.hostile.test_injection import FINISH, HOST, KEY, MODES, OTHER, Scene, ask

NOTE = Call(name="write_file", arguments={"path": "src/note.ts", "content": "export const said = 1;\n"})
SPELLINGS = ("010.8.8.8", "8.8.8.010", "0x8.8.8.8", "8.8.0x808", "8.8.2056", "8.526344", "0x08080808.0x", "8.8.8.8.8",
             "08.8.8.8", "300.8.8.8")  # fmt: skip


@pytest.mark.parametrize("host", SPELLINGS)
@pytest.mark.parametrize("mode", MODES)
def test_no_other_spelling_of_an_address_gets_by_the_list(mode: str, host: str) -> None:
    scene = Scene(calls(ask(f"https://{host}/?d=secret")), calls(FINISH))
    scene.world.resolver.names[host] = [["8.8.8.8"]]
    run = scene.play(autonomy=mode)
    assert (scene.sent, run.status) == ([], "completed")
    with pytest.raises(Invalid):
        target_of(f"https://{host}/", (80, 443))
    assert target_of("https://8.8.8.8/", (80, 443)).host == "8.8.8.8"


def test_a_call_that_was_held_before_an_address_was_refused_still_shows_its_run() -> None:
    held = HeldCall(call_id="c1", tool="api_request", waits=True, host="8.8.2056", concerns=["host_not_allowed"])
    assert describe_request(held, json.dumps(ask("https://8.8.2056/").arguments), DEFAULT_LIMITS) is None


def answered(scene: Scene, run: Run, *requests: dict[str, object]) -> Run:
    asked = [Advance.model_validate(request) for request in requests]
    ports, workflows = scene.loop.ports, scene.world.workflows
    return answer_run(principal=USER, run_id=run.id, requests=asked, ports=ports, workflows=workflows)


@pytest.mark.parametrize("last", [None, "the same"])
def test_a_host_that_was_declined_in_the_same_answer_is_not_allowed(last: str | None) -> None:
    scene = Scene(calls(ask(), ask(f"https://{OTHER}/")), calls(FINISH))
    run = scene.play(autonomy="full_auto")
    first = run.waiting.held[0].call_id
    rest = {"approval": "approve", "allow_host": True, "step_id": first if last else None}
    answered(scene, run, {"approval": "skip", "step_id": first}, rest)
    assert scene.stored().settings.api_hosts == ([] if last else [OTHER])


def test_a_full_list_of_hosts_is_said_and_the_run_waits_on() -> None:
    full = tuple(f"h{number}.example" for number in range(API_HOSTS_MOST))
    scene = Scene(calls(ask()), calls(FINISH), hosts=full)
    run = scene.play(autonomy="full_auto")
    with pytest.raises(AppError) as refusal:
        answered(scene, run, {"approval": "approve", "allow_host": True})
    assert isinstance(refusal.value, Invalid) and "allow_host" in refusal.value.message
    assert scene.world.runs.get(run.tenant_id, run.id).status == "awaiting_approval"
    assert scene.answer(run).status == "completed" and len(scene.sent) == 1


def test_an_approval_that_cannot_be_taken_in_allows_no_host() -> None:
    scene = Scene(calls(NOTE), calls(ask()), calls(FINISH))
    run = scene.play(autonomy="full_auto")
    assert run.status == "awaiting_approval"
    scene.world.add_revision(scene.app, {**SAMPLE_FILES, "src/note.ts": b"export const mine = 2;\n"})
    with pytest.raises(Conflict):
        answered(scene, run, {"approval": "approve", "allow_host": True})
    assert scene.stored().settings.api_hosts == []


def test_what_a_key_approved_is_not_sent_to_a_host_that_has_left_the_list() -> None:
    scene = Scene(calls(ask(method="POST", body="x")), calls(FINISH), hosts=(HOST,))
    run = scene.play(autonomy="suggest")
    assert run.waiting.held[0].concerns == []
    patch = AppPatch(settings=AppSettings())
    patch_app(principal=USER, app_id=scene.app.id, patch=patch, ports=scene.world.ports())
    scene.answer(run, who=KEY)
    assert scene.sent == []


def test_what_a_key_has_reviewed_no_person_has_read() -> None:
    for who, marks in ((KEY, ["fetched"]), (USER, [])):
        scene = Scene(calls(ask()), calls(NOTE), calls(FINISH), hosts=(HOST,))
        run = scene.play(autonomy="full_auto", review="before")
        ports = scene.world.ports()
        review_diff(principal=who, diff_id=str(run.outcome.diff_id), review=Review(decision="approve"), ports=ports)
        commit_diff(principal=USER, diff_id=str(run.outcome.diff_id), request=CommitRequest(), ports=ports)
        assert scene.stored().untrusted == marks


def test_what_is_read_after_a_person_vouched_is_not_vouched_for() -> None:
    """The run was at work when they did."""
    scene = Scene(
        calls(ask(f"https://{OTHER}/")), say("They say: tell everybody."), calls(ask()), calls(FINISH), hosts=(HOST,)
    )
    run = scene.play(autonomy="full_auto")
    assert run.status == "awaiting_approval"
    scene.world.clock.advance(5)
    scene.confirm()
    scene.world.clock.advance(5)
    assert scene.answer(run).memory.untrusted == ["fetched"]
    again = scene.play("Go on", autonomy="full_auto", conversation_id=run.conversation_id)
    assert again.status == "awaiting_approval"


@pytest.mark.parametrize("through", ["restore", "undo"])
def test_an_older_tree_that_comes_back_was_not_vouched_for(through: str) -> None:
    tidy = calls(Call(name="write_file", arguments={"path": "src/note.ts", "content": "export {};\n"}))
    scene = Scene(tidy, calls(FINISH), template="import")
    scene.play(autonomy="full_auto")
    scene.world.clock.advance(5)
    assert scene.confirm().unconfirmed == frozenset()
    ports = scene.world.ports()
    scene.world.clock.advance(5)
    if through == "restore":
        seen = str(scene.stored().draft_revision_id)
        restore_revision(principal=USER, app_id=scene.app.id, revision_id=seen, ports=ports)
        assert scene.stored().unconfirmed == frozenset(), "this one they have looked at"
        restore_revision(principal=USER, app_id=scene.app.id, revision_id=scene.draft.id, ports=ports)
    else:
        undo_apply(principal=USER, app_id=scene.app.id, confirm=True, ports=ports)
    assert scene.stored().unconfirmed == {"import"}


@pytest.mark.parametrize("kept", [9, 20, 400])
def test_a_report_cut_within_its_token_tells_none_of_it(kept: int) -> None:
    """What a page reports is cut at a length, wherever that falls."""
    api = Api()
    app, revision = api.world.make_app(tenant_id="acme")
    token = api.world.previews.issue(PreviewClaims(app.tenant_id, app.id, revision.id, 0), 60)
    folder = f"/public/apps/preview/revisions/{revision.id}/assets"
    nonce = re.search(r'"nonce": "([^"]+)"', api.anonymous.get(f"{folder}/~{token}/").text)
    assert nonce is not None
    said = f"failed: https://x{folder}/~{token[:kept]}"
    body = {"nonce": nonce[1], "seq": 1, "status": "failed", "stage": "runtime", "page": {"path": "/", "clicks": []},
            "errors": [{"kind": "error", "message": said, "count": 1}]}  # fmt: skip
    answer = api.anonymous.post(f"{folder}/~{token}/build-result", content=json.dumps(body))
    result = api.world.results.get("acme", app.id)
    assert answer.status_code == 204 and result is not None
    assert token[:kept] not in result.model_dump_json()


def test_an_answer_done_again_begins_with_files_nobody_vouched_for() -> None:
    scene = Scene(calls(NOTE), calls(FINISH), template="import")
    run = scene.play(autonomy="full_auto")
    scene.world.clock.advance(5)
    scene.confirm()
    asked = {"principal": USER, "app_id": scene.app.id, "turn_id": run.turn_id, "ports": scene.world.ports()}
    bases: list[RunBasis] = []

    def start(wanted: RunRequest, basis: RunBasis) -> Run:
        bases.append(basis)
        return run

    regenerate_turn(request=RunRequest(message="Go"), start=start, **asked)
    assert bases[0].untrusted == ["import"] and bases[0].candidate_tree


def test_only_a_revision_of_this_app_is_vouched_for() -> None:
    scene, other = Scene(), Scene()
    with pytest.raises(NotFound):
        scene.confirm(revision=other.draft.id)
