"""A plan that waits behind another run: the functions that end the other run let its execution go on."""

from collections.abc import Iterator
from typing import Any

import pytest
from moto import mock_aws

from devkit.fakes.samples import SAMPLE_FILES, START, a_build, a_conversation, a_revision, a_run, a_turn, an_app
from functions.agent_commit import handler as agent_commit
from functions.run_ended import handler as run_ended
from infra.constructs.grants import Targets, machines
from infra.function_list import PYTHON_FUNCTIONS
from shared.adapters import aws_clients
from shared.domain.runs.planned_step import PlannedStep
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.steps import LoopState
from tests.support.aws.aws_stores import DATA_BUCKET, SITE_BUCKET, AwsStores, create_buckets
from tests.support.aws.logs import logging_given_back
from tests.support.aws.table import create_table

LOOP_ARN = "arn:aws:states:us-east-1:123456789012:stateMachine:ChatBuilder-agent_loop:live"
WIRED = (agent_commit._ports, agent_commit._builds, run_ended._ports, run_ended._workflows)
TOKEN = "the-plan-waits"


def forget() -> None:
    for made in WIRED:
        made.cache_clear()  # type: ignore[attr-defined]  # it is a `cache`


@pytest.fixture
def stores(monkeypatch: pytest.MonkeyPatch) -> Iterator[AwsStores]:
    forget()
    with logging_given_back(), mock_aws():
        dynamodb, s3 = aws_clients.dynamodb(), aws_clients.s3()
        create_buckets(s3)
        environment = {
            "TABLE_NAME": create_table(dynamodb), "DATA_BUCKET": DATA_BUCKET, "APPS_BUNDLE_BUCKET": SITE_BUCKET,
            "AGENT_LOOP_ARN": LOOP_ARN, "BUILD_PIPELINE_ARN": LOOP_ARN, "COMPILE_FUNCTION": "compile:live",
        }  # fmt: skip
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        yield AwsStores(dynamodb, s3, environment["TABLE_NAME"])
    forget()


class StepFunctions:
    """Answers the calls that a role allows; AWS's own refusal for the others."""

    def __init__(self) -> None:
        self.allowed, self.calls = set[str](), list[str]()

    def __call__(self, model: Any, params: dict[str, Any], **_: Any) -> Any:
        action = f"states:{model.name}"
        self.calls.append(action)
        if action in self.allowed:
            return Response(200), {"executionArn": "e", "ResponseMetadata": {"HTTPStatusCode": 200}}
        refused = {"Code": "AccessDeniedException", "Message": "not authorized"}
        return Response(400), {"Error": refused, "ResponseMetadata": {"HTTPStatusCode": 400}}


class Response:
    """What botocore looks at of an HTTP response."""

    def __init__(self, status: int) -> None:
        self.status_code, self.headers = status, dict[str, str]()


@pytest.fixture
def step_functions() -> Iterator[StepFunctions]:
    played = StepFunctions()
    events = aws_clients._session().events
    events.register("before-call.stepfunctions", played)
    yield played
    events.unregister("before-call.stepfunctions", played)


@pytest.fixture
def runs(stores: AwsStores) -> tuple[Run, Run]:
    """One at work, and one whose plan is approved and whose execution waits for its turn."""
    app = an_app()
    stores.apps.create(app)
    tree = stores.snapshots.put(app.tenant_id, app.id, SAMPLE_FILES)
    revision = a_revision(app, tree=tree, parent_revision_id=None)
    stores.revisions.commit(revision, a_build(app, revision), expected_draft=None)
    at_work = a_run(app, base_revision_id=revision.id, base_tree=tree, candidate_tree=tree)
    stores.runs.start(at_work, a_turn(at_work), a_conversation(at_work))
    step = PlannedStep(id="s1", order_index=0, actor="code_worker", tool="read_file", title="Look", created_at=START)
    planned = a_run(
        app, base_revision_id=revision.id, base_tree=tree, candidate_tree=tree, status=RunStatus.PLANNED,
        with_steps=True, plan_steps=[step], awaits_start=False, approval_token=TOKEN,
    )  # fmt: skip
    stores.runs.enqueue(stores.apps.get(app.tenant_id, app.id), planned, a_turn(planned), a_conversation(planned))
    return at_work, planned


def role(name: str) -> set[str]:
    """What the function may do with state machines."""
    spec = next(spec for spec in PYTHON_FUNCTIONS if spec.name == name)
    arns = dict.fromkeys(("agent_loop", "build_pipeline", "autopilot", "plan_reading"), "arn")
    nothing: Any = None
    targets = Targets("", nothing, nothing, arns, arns, arns, "", "", "", "", "", "", "")
    return {action for actions, _ in machines(spec, targets) for action in actions}


@pytest.mark.parametrize("function", [agent_commit, run_ended], ids=["agent_commit", "run_ended"])
def test_plan_that_waits_behind_a_run_starts_under_the_functions_role(
    stores: AwsStores, runs: tuple[Run, Run], step_functions: StepFunctions, function: Any
) -> None:
    """The role lacked SendTaskSuccess: AWS refused, and the waiting run was ended as failed."""
    at_work, planned = runs
    step_functions.allowed = role(function.__name__.split(".")[1])
    state = LoopState(tenant_id=at_work.tenant_id, app_id=at_work.app_id, run_id=at_work.id)
    event = state.model_dump(mode="json")
    if function is run_ended:
        event["error"] = {"Error": "States.Timeout", "Cause": ""}
    function.handler(event, None)
    assert stores.runs.get(at_work.tenant_id, at_work.id).status.ended
    assert "states:SendTaskSuccess" in step_functions.calls
    assert stores.runs.get(planned.tenant_id, planned.id).status == "running"
