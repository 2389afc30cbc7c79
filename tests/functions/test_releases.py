"""Runs cross releases: what the one before began goes on here, what a newer one wrote is refused and can be resumed."""

import json
import logging
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from moto import mock_aws

from devkit.api.releases import RELEASES, payloads, waiting_run
from devkit.fakes.model import call, calls
from devkit.fakes.samples import SAMPLE_FILES, a_build, a_conversation, a_revision, a_run, a_turn, an_app
from devkit.loop import USER, LoopDriver
from functions.agent_commit import handler as agent_commit
from functions.agent_step import handler as agent_step
from functions.approval_wait import handler as approval_wait
from functions.run_ended import handler as run_ended
from infra.constructs.workflows import FOLDER
from shared.adapters import aws_clients
from shared.domain.runs.run import Run
from shared.domain.runs.steps import STEP_VERSION, LoopState, NextStep, is_newer, read_build, read_ids, read_loop
from shared.services.runs.advance_run import Advance, advance_run
from shared.services.runs.end.refuse_newer import refuse_newer
from tests.support.aws.aws_stores import DATA_BUCKET, SITE_BUCKET, AwsStores, create_buckets
from tests.support.aws.table import create_table

LOOP_ARN = "arn:aws:states:us-east-1:123456789012:stateMachine:ChatBuilder-agent_loop:live"
NEWER = STEP_VERSION + 1
WIRED = (agent_step._ports, agent_commit._ports, agent_commit._builds,
         approval_wait._ports, run_ended._ports, run_ended._workflows)  # fmt: skip


@pytest.mark.parametrize("release", RELEASES)
def test_a_run_that_waited_over_the_upgrade_is_approved_and_finishes(release: str) -> None:
    loop = LoopDriver([calls()])
    run = waiting_run(loop.world, release)
    loop.world.workflows.waiting.add(run.waiting.approval_token or "")
    advance_run(
        principal=USER, run_id=run.id, request=Advance(approval="approve"), ports=loop.ports,
        workflows=loop.world.workflows,
    )  # fmt: skip
    then = payloads(release)["answers"]["approval"] | {"app_id": run.app_id, "run_id": run.id}
    assert "finishing" not in then and ("version" in then) is (release != "release_0")
    ended = loop.follow(run, state=read_loop(then))
    assert (ended.status, ended.outcome.summary) == ("completed", "Made.")
    draft = loop.world.apps.get(run.tenant_id, run.app_id).draft_revision_id
    assert draft == ended.outcome.revision_id
    files = loop.world.snapshots.get(run.tenant_id, run.app_id, ended.candidate_tree)
    assert files["src/new.ts"] == b"export const made = 1;\n"


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("word", get_args(NextStep))
def test_every_word_of_an_earlier_release_is_read_and_answered_with_a_version(release: str, word: str) -> None:
    written = payloads(release)["answers"][word]
    read = read_loop(written)
    assert read.model_dump() == {"version": STEP_VERSION, "finishing": False} | written


@pytest.mark.parametrize(
    ("release", "name"),
    [(each, name) for each in RELEASES for name, sent in payloads(each).items() if sent.get("build_id")],
)
def test_every_payload_of_its_pipeline_names_the_build(release: str, name: str) -> None:
    sent = payloads(release)[name]
    assert not is_newer(sent)
    assert read_build(sent).build_id == sent["build_id"]


def test_fields_nobody_knows_are_ignored() -> None:
    written = payloads()["answers"]["continue"] | {"version": STEP_VERSION, "priority": {"of": "later"}}
    assert read_loop(written) == read_loop(payloads()["answers"]["continue"])


@pytest.mark.parametrize(
    ("version", "newer"),
    [(None, False), (0, False), (STEP_VERSION, False), (NEWER, True), (99, True), ("0", False), ("2018-11-29", False)],
)
def test_only_a_higher_number_is_newer(version: object, newer: bool) -> None:
    """An event of EventBridge has a `version` of its own, which is a text."""
    event = {"tenant_id": "acme"} if version is None else {"version": version}
    assert is_newer(event) is newer


def test_what_the_definitions_put_together_has_this_version() -> None:
    for name in ("agent_loop", "build_pipeline"):
        states = json.loads((FOLDER / f"{name}.asl.json").read_text())["States"].values()
        made = [state["Parameters"].get("Payload") or state["Parameters"].get("Input") for state in states
                if "Parameters" in state]  # fmt: skip
        composed = [payload for payload in made if payload]
        assert composed and all(payload["version"] == STEP_VERSION for payload in composed)


def test_a_step_of_a_newer_release_ends_its_run_which_is_then_resumed() -> None:
    write = call("write_file", path="src/new.ts", content="export const made = 1;\n")
    loop, run = LoopDriver.started([write, call("finish", summary="Made.", rationale=None, assumptions=None)])
    state = LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id)
    loop.follow(run, most=1)
    newer = state.model_dump() | {"version": NEWER, "next": "review", "iteration": 1, "plan": ["x"]}
    assert is_newer(newer)
    answer = refuse_newer(newer, ports=loop.ports)
    assert (answer.next, answer.version) == ("failed", STEP_VERSION)
    refused = loop.world.runs.get(run.tenant_id, run.id)
    assert (refused.status, refused.outcome.failure_code) == ("interrupted", "INTERRUPTED")
    assert "newer release" in (refused.outcome.summary or "")
    assert loop.world.apps.get(run.tenant_id, run.app_id).active_run_id is None
    assert loop.chunks(run)[-1]["type"] == "finish", "those who watch are told"
    again = loop.resume(run)
    assert again.candidate_tree == refused.candidate_tree != run.base_tree
    assert loop.follow(again).status == "completed"


@pytest.fixture
def stores(monkeypatch: pytest.MonkeyPatch) -> Iterator[AwsStores]:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    forget()
    with mock_aws():
        dynamodb, s3 = aws_clients.dynamodb(), aws_clients.s3()
        create_buckets(s3)
        environment = {
            "TABLE_NAME": create_table(dynamodb), "DATA_BUCKET": DATA_BUCKET, "APPS_BUNDLE_BUCKET": SITE_BUCKET,
            "PLAN_READING_ARN": LOOP_ARN,
            "AGENT_LOOP_ARN": LOOP_ARN, "BUILD_PIPELINE_ARN": LOOP_ARN, "COMPILE_FUNCTION": "compile:live",
        }  # fmt: skip
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        yield AwsStores(dynamodb, s3, environment["TABLE_NAME"])
    forget()
    root.handlers[:] = before
    root.setLevel(level)


def forget() -> None:
    for made in WIRED:
        made.cache_clear()  # type: ignore[attr-defined]  # it is a `cache`


@pytest.fixture
def run(stores: AwsStores) -> Run:
    app = an_app()
    stores.apps.create(app)
    tree = stores.snapshots.put(app.tenant_id, app.id, SAMPLE_FILES)
    revision = a_revision(app, tree=tree, parent_revision_id=None)
    stores.revisions.commit(revision, a_build(app, revision), expected_draft=None)
    run = a_run(app, base_revision_id=revision.id, base_tree=tree, candidate_tree=tree)
    stores.runs.start(run, a_turn(run), a_conversation(run))
    return run


def written(run: Run, **more: Any) -> dict[str, Any]:
    """A state as a newer release might write it."""
    ids = {"tenant_id": run.tenant_id, "app_id": run.app_id, "run_id": run.id}
    return {"version": NEWER, **ids, "iteration": 4, "next": "review"} | more


@pytest.mark.parametrize("function", [agent_step, agent_commit], ids=["agent_step", "agent_commit"])
def test_the_deployed_functions_refuse_what_is_newer(stores: AwsStores, run: Run, function: Any) -> None:
    answer = function.handler(written(run), None)
    assert (answer["next"], answer["version"]) == ("failed", STEP_VERSION)
    assert stores.runs.get(run.tenant_id, run.id).status == "interrupted"
    assert stores.apps.get(run.tenant_id, run.app_id).active_run_id is None
    recorded = run_ended.handler(answer, None)
    assert recorded["next"] == "done"
    assert stores.runs.get(run.tenant_id, run.id).status == "interrupted", "recording it again changes nothing"


def test_a_newer_wait_goes_on_to_the_step_that_refuses_it(stores: AwsStores, run: Run) -> None:
    approval_wait.handler(written(run, task_token="nobody-waits"), None)
    assert stores.runs.get(run.tenant_id, run.id).status == "running"


def test_the_end_of_an_execution_is_recorded_whatever_release_began_it(stores: AwsStores, run: Run) -> None:
    event = payloads()["run_broke_event"]
    detail = event["detail"] | {"name": f"{run.id}-0", "input": json.dumps(written(run))}
    run_ended.handler(event | {"detail": detail}, None)
    assert stores.runs.get(run.tenant_id, run.id).status == "failed"
    assert read_ids(json.loads(event["detail"]["input"])).run_id.startswith("run_")
