"""The pipeline's functions as they are deployed, wired from the environment, over moto and a worker behind HTTP."""

import io
import json
import tarfile
from collections.abc import Iterator
from typing import Any

import pytest
from moto import mock_aws

from devkit.fakes.samples import SAMPLE_FILES, TENANT, a_build, a_revision, an_app
from functions.build_finalise import handler as build_finalise
from functions.build_prepare import handler as build_prepare
from functions.sweeper import handler as sweeper
from functions.worker_done import handler as worker_done
from functions.worker_start import handler as worker_start
from infra.function_list import PYTHON_FUNCTIONS
from local.boot.announce import recover
from shared.adapters import aws_clients
from shared.domain.assets.addition_status import AdditionStatus
from shared.domain.assets.own_catalog import Addition, OwnCatalog
from shared.domain.errors import Unavailable
from shared.domain.ids import new_id
from shared.domain.revisions.revision import Build
from shared.services.builds.start_build import NOT_STARTED
from shared.services.site.dist_objects import result_key
from tests.shared.services.builds.pipeline import DIST, archive
from tests.support.answering import Answer, Asked, answering
from tests.support.aws.aws_stores import DATA_BUCKET, SITE_BUCKET, AwsStores, create_buckets
from tests.support.aws.logs import logging_given_back
from tests.support.aws.table import create_table

PIPELINE_ARN = "arn:aws:states:us-east-1:123456789012:stateMachine:build_pipeline"
_WIRED = (
    build_prepare._ports,
    worker_start._ports,
    worker_done._wiring,
    build_finalise._ports,
    sweeper._wired,
)


JOBS: list[dict[str, Any]] = []
BEARERS: list[str] = []


@pytest.fixture
def runner() -> Iterator[str]:
    """Takes jobs, builds nothing."""

    def take(asked: Asked) -> Answer:
        JOBS.append(json.loads(asked.body)["job"])
        BEARERS.append(asked.headers["Authorization"])
        return Answer(202)

    JOBS.clear()
    BEARERS.clear()
    with answering(take) as url:
        yield url


@pytest.fixture(autouse=True)
def own_logging() -> Iterator[None]:
    """A deployed function takes the root logger over; the next test gets it back as it was."""
    with logging_given_back():
        yield


@pytest.fixture
def stores(monkeypatch: pytest.MonkeyPatch, runner: str) -> Iterator[AwsStores]:
    for made in _WIRED:
        made.cache_clear()  # type: ignore[attr-defined]  # it is a `cache`
    with mock_aws():
        dynamodb, s3 = aws_clients.dynamodb(), aws_clients.s3()
        create_buckets(s3)
        table = create_table(dynamodb)
        environment = {
            "TABLE_NAME": table, "DATA_BUCKET": DATA_BUCKET, "APPS_BUNDLE_BUCKET": SITE_BUCKET,
            "BUILD_PIPELINE_ARN": PIPELINE_ARN, "AGENT_LOOP_ARN": PIPELINE_ARN, "WORKER_BACKEND": "http",
            "WORKER_ENDPOINT": runner, "WORKER_SECRET": "shared", "SITE_MODE": "path",
        }  # fmt: skip
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        yield AwsStores(dynamodb, s3, table)
    for made in _WIRED:
        made.cache_clear()  # type: ignore[attr-defined]


@pytest.fixture
def build(stores: AwsStores) -> Build:
    app = an_app()
    stores.apps.create(app)
    revision = a_revision(app, tree=stores.snapshots.put(app.tenant_id, app.id, SAMPLE_FILES), parent_revision_id=None)
    build = a_build(app, revision)
    stores.revisions.commit(revision, build, expected_draft=None)
    return stores.builds.get(app.tenant_id, app.id, build.id)


def state(build: Build) -> dict[str, Any]:
    return {"version": 1, "tenant_id": build.tenant_id, "app_id": build.app_id, "build_id": build.id}


EXECUTION = f"{PIPELINE_ARN.replace('stateMachine', 'execution')}:one"


def places(build: Build) -> dict[str, Any]:
    """What Prepare is given."""
    return {"version": 1, "state": state(build), "execution": EXECUTION, "task_token": "place-1"}


def starts(build: Build) -> dict[str, Any]:
    return state(build) | {"execution": EXECUTION, "task_token": "token-1"}


def ends(build: Build, **caught: Any) -> dict[str, Any]:
    return {"version": 1, "state": state(build) | caught, "execution": EXECUTION}


def ended(build_id: str, status: str = "SUCCEEDED") -> dict[str, Any]:
    """What EventBridge delivers when a machine of `apps_build` stops, as recorded, shortened."""
    return {
        "version": "0", "detail-type": "CodeBuild Build State Change", "source": "aws.codebuild",
        "account": "123456789012", "time": "2026-11-21T12:00:00Z", "region": "us-east-1",
        "detail": {
            "build-status": status, "project-name": "apps_build",
            "build-id": "arn:aws:codebuild:us-east-1:123456789012:build/apps_build:5a5b",
            "additional-information": {
                "initiator": "worker_start",
                "environment": {
                    "type": "ARM_CONTAINER", "privileged-mode": True,
                    "environment-variables": [
                        {"name": "JOB_URL", "type": "PLAINTEXT", "value": "https://data.example/job"},
                        {"name": "BUILD_ID", "type": "PLAINTEXT", "value": build_id},
                        {"name": "TENANT_ID", "type": "PLAINTEXT", "value": TENANT},
                    ],
                },
            },
        },
    }  # fmt: skip


def reread(stores: AwsStores, build: Build) -> Build:
    return stores.builds.get(build.tenant_id, build.app_id, build.id)


def test_a_build_walks_through_the_deployed_functions(stores: AwsStores, build: Build) -> None:
    assert build_prepare.handler(places(build), None) == state(build)
    assert stores.slots.get(build.tenant_id).holds(build.id, EXECUTION)
    assert worker_start.handler(starts(build), None) == state(build)
    [job] = JOBS
    assert BEARERS == ["Bearer shared"]
    assert (job["build_id"], job["build_args"]) == (build.id, ["--base=./"])
    assert job["upload"]["fields"]["key"] == result_key(build)
    assert (reread(stores, build).status, reread(stores, build).task_token) == ("running", "token-1")
    stores.blobs.put(result_key(build), archive(build))
    verdict = build_finalise.handler(ends(build), None)
    assert verdict == {**state(build), "status": "succeeded", "green": True}
    for path, body in DIST.items():
        found = stores.site.get(f"apps/{build.tenant_id}/{build.app_id}/revisions/{build.revision_id}/dist/{path}")
        assert found is not None
        assert found.body == body
    app = stores.apps.get(build.tenant_id, build.app_id)
    assert app.last_green_revision_id == build.revision_id
    nothing = {"builds": 0, "apps": 0, "moved": 0, "places": 0, "runs": 0, "readings": 0}
    assert sweeper.handler({}, None) == nothing


OLD_PLACE = "published/rev_0000000000000000000000000a/"


@pytest.fixture
def aged(stores: AwsStores) -> AwsStores:
    """A published revision where releases before 2026-11-22 put it."""
    app = an_app().model_copy(update={"published_revision_id": "rev_0000000000000000000000000a"})
    stores.apps.create(app)
    stores.blobs.put(f"apps/{app.tenant_id}/{app.id}/{OLD_PLACE.rstrip('/')}", b"done")
    for key in (f"live/{app.slug}/index.html", f"{OLD_PLACE}index.html"):
        stores.site.put(key, b"page", content_type="text/html", cache_control="no-cache")
    return stores


def test_a_scheduled_sweep_leaves_what_the_routers_of_an_older_release_serve(aged: AwsStores) -> None:
    assert sweeper.handler({"detail-type": "Scheduled Event"}, None)["moved"] == 1
    assert len(aged.site.list("published/")) == 2
    assert sweeper.handler({"deployed": True}, None)["moved"] == 1
    assert aged.site.list(OLD_PLACE) == []
    assert len(aged.site.list("published/")) == 1


def test_a_laptop_that_starts_serves_what_an_older_release_published(aged: AwsStores) -> None:
    recover()
    assert aged.site.list(OLD_PLACE) == []
    assert len(aged.site.list("published/")) == 1


_KINDS = {"Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem", "ConditionCheck": "ConditionCheckItem"}


@pytest.fixture
def asked() -> Iterator[list[str]]:
    """What is asked of AWS from now on, in the words of roles."""
    said: list[str] = []

    def hear(params: dict[str, Any], model: Any, **_: Any) -> None:
        service, items = model.service_model.service_name, params.get("TransactItems", [])
        said.extend(f"{service}:{_KINDS[next(iter(item))]}" for item in items)
        said.extend([] if items else [f"{service}:{model.name}"])

    events = aws_clients._session().events
    events.register("before-parameter-build", hear)
    yield said
    events.unregister("before-parameter-build", hear)


def adding(stores: AwsStores, build: Build) -> str:
    """A package whose worker leaves no answer."""
    now = stores.clock.now()
    addition = Addition(id=new_id("add"), name="dlv", status=AdditionStatus.ADDING, by="ann", at=now)
    stores.own_catalogs.put(OwnCatalog(tenant_id=build.tenant_id, additions=(addition,)))
    return addition.id


def test_each_function_asks_for_what_its_role_allows_and_no_role_allows_the_table_more(
    asked: list[str], stores: AwsStores, build: Build
) -> None:
    """A build that goes well and one that does not; on AWS the worker's machine is CodeBuild's instead."""

    def used(handler: Any, event: dict[str, Any]) -> set[str]:
        asked.clear()
        handler.handler(event, None)
        return set(asked) & {action for spec in PYTHON_FUNCTIONS for action in spec.table} | {
            action.partition(":")[0] for action in asked if action.startswith("s3:")
        }

    found = {"build_prepare": used(build_prepare, places(build))}
    found["worker_start"] = used(worker_start, starts(build))
    found["build_finalise"] = used(build_finalise, ends(build, error={"Error": "States.Timeout"}))
    found["worker_done"] = used(worker_done, ended(build.id)) | used(worker_done, ended(adding(stores, build)))
    (addition,) = stores.own_catalogs.get(build.tenant_id).additions
    assert (addition.status, addition.code) == ("failed", "WORKER_ENDED")
    for spec in PYTHON_FUNCTIONS:
        if spec.name in found:
            allowed = {*spec.table, *(["s3"] if spec.data else [])}
            # of a build that succeeds; and of one that gives way before it begins, which is told
            more = {"dynamodb:UpdateItem"} if spec.name != "build_prepare" else {"dynamodb:Query"}
            assert found[spec.name] <= allowed <= found[spec.name] | more, spec.name


def test_what_the_pipeline_caught_ends_the_build(stores: AwsStores, build: Build) -> None:
    build_prepare.handler(places(build), None)
    worker_start.handler(starts(build), None)
    crash = {"Error": "States.Timeout", "Cause": ""}
    assert build_finalise.handler(ends(build, error=crash), None)["status"] == "failed"
    error = reread(stores, build).error
    assert error is not None
    assert error.code == "WORKER_TIMEOUT"


def test_an_archive_with_a_link_ends_the_build(stores: AwsStores, build: Build) -> None:
    build_prepare.handler(places(build), None)
    info = tarfile.TarInfo("dist/link")
    info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as out:
        out.addfile(info)
    stores.blobs.put(result_key(build), buffer.getvalue())
    assert build_finalise.handler(ends(build), None)["status"] == "failed"
    assert stores.site.list("apps/") == []


def test_a_runner_that_is_away_leaves_the_build_queued(
    stores: AwsStores, build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKER_ENDPOINT", "http://127.0.0.1:9")
    worker_start._ports.cache_clear()  # type: ignore[attr-defined]
    build_prepare.handler(places(build), None)
    result: list[tuple[str, str]] = []
    ports = worker_start._ports()
    monkeypatch.setattr(
        ports.workflows, "complete_task", lambda token, output: result.append((token, output["outcome"])) or True
    )
    worker_start.handler(starts(build), None)
    assert result == [("token-1", "not_started")]
    stored = reread(stores, build)
    assert stored.error is not None
    assert (stored.status, stored.error.code) == ("queued", "ENQUEUE_FAILED")


def test_a_crash_while_starting_still_answers_the_waiting_pipeline(
    stores: AwsStores, build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages: list[str] = []
    build_prepare.handler(places(build), None)
    ports = worker_start._ports()
    monkeypatch.setattr(ports.workflows, "complete_task", lambda _, output: messages.append(output["outcome"]) or True)
    monkeypatch.setattr(ports.worker, "start", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        worker_start.handler(starts(build), None)
    assert messages == ["crashed"]


def test_the_end_of_a_machine_completes_the_token_of_its_build(
    stores: AwsStores, build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_prepare.handler(places(build), None)
    worker_start.handler(starts(build), None)
    result: list[tuple[str, dict[str, str]]] = []
    _, workflows = worker_done._wiring()
    monkeypatch.setattr(workflows, "complete_task", lambda token, output: result.append((token, output)) or True)
    assert worker_done.handler(ended(build.id, "FAILED"), None) == {"completed": True}
    assert result == [("token-1", {"build_id": build.id, "outcome": "FAILED"})]


@pytest.mark.parametrize("build_id", ["bld_00000000000000000000000000", "", "../x"])
def test_the_end_of_an_unknown_build_is_no_failure(build_id: str, stores: AwsStores) -> None:
    assert worker_done.handler(ended(build_id), None) == {"completed": False}


def test_somebody_else_s_use_of_the_project_is_no_failure(stores: AwsStores) -> None:
    event = ended("x")
    event["detail"]["additional-information"] = {}
    assert worker_done.handler(event, None) == {"completed": False}


def test_a_build_of_the_release_before_walks_through_too(stores: AwsStores, build: Build) -> None:
    before = {name: value for name, value in state(build).items() if name != "version"}
    assert build_prepare.handler(before, None) == state(build)
    worker_start.handler({**before, "task_token": "token-1"}, None)
    assert reread(stores, build).task_token == "token-1"
    answer = build_finalise.handler({**before, "error": {"Error": "States.Timeout"}}, None)
    assert answer == {**state(build), "status": "failed", "green": False}


def test_a_build_of_a_newer_release_is_queued_again_to_be_retried(stores: AwsStores, build: Build) -> None:
    newer = {**state(build), "version": 2, "build_id": build.id, "shards": 4}
    with pytest.raises(Unavailable, match="newer release"):
        build_prepare.handler(newer, None)
    answer = build_finalise.handler({**newer, "error": {"Error": "Unavailable"}}, None)
    assert answer["status"] == "queued"
    assert reread(stores, build).error == NOT_STARTED
