"""What each operation of a store costs in calls to AWS. A number that grows is a decision, not an accident."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from moto import mock_aws

from devkit.fakes.planned import a_blueprint, a_node, a_task
from devkit.fakes.samples import (
    SAMPLE_FILES,
    TENANT,
    a_build,
    a_conversation,
    a_diff,
    a_revision,
    a_run,
    a_turn,
    an_app,
    an_event,
    an_iteration,
    some_events,
)
from shared.adapters import aws_clients
from shared.domain.builds.build_status import BuildStatus
from shared.domain.planning.plan_change import PlanChange
from shared.domain.runs.run_status import RunStatus
from shared.ports.requests import StoredAnswer
from tests.support.aws.aws_stores import AwsStores, create_buckets
from tests.support.aws.table import create_table

Calls = list[str]


@pytest.fixture
def counted() -> Iterator[tuple[AwsStores, Calls]]:
    calls: Calls = []
    dynamodb, s3 = aws_clients.dynamodb(), aws_clients.s3()
    with mock_aws():
        create_buckets(s3)
        stores = AwsStores(dynamodb, s3, create_table(dynamodb))
        for client in (dynamodb, s3):
            client.meta.events.register("before-call.*", lambda model, **_: calls.append(model.name))
        yield stores, calls


def test_what_operations_cost(counted: tuple[AwsStores, Calls]) -> None:
    stores, calls = counted

    def cost(call: Callable[[], Any]) -> Calls:
        calls.clear()
        result = call()
        list(result) if hasattr(result, "__next__") else None
        return list(calls)

    app = an_app()
    assert cost(lambda: stores.apps.create(app)) == ["TransactWriteItems"]
    assert cost(lambda: stores.apps.get(TENANT, app.id)) == ["GetItem"]
    assert cost(lambda: stores.apps.list(TENANT, limit=50)) == ["Query", "BatchGetItem"]
    assert cost(lambda: stores.apps.find_slug(app.slug)) == ["GetItem"]
    assert cost(lambda: stores.apps.update(app)) == ["PutItem"]
    assert cost(stores.apps.unreconciled) == ["Query"]

    revision = a_revision(app)
    build = a_build(app, revision)
    assert cost(lambda: stores.revisions.commit(revision, build, expected_draft=None)) == ["TransactWriteItems"]
    assert cost(lambda: stores.revisions.get(TENANT, app.id, revision.id)) == ["GetItem"]
    assert cost(lambda: stores.revisions.list(TENANT, app.id, limit=50)) == ["Query"]
    assert cost(lambda: stores.builds.find(build.id)) == ["GetItem", "GetItem"]
    assert cost(stores.builds.unfinished) == ["Query", "BatchGetItem"]
    done = build.model_copy(update={"status": BuildStatus.SUCCEEDED})
    assert cost(lambda: stores.builds.finish(done, revision, green=True)) == ["TransactWriteItems"]

    run = a_run(app)
    start = cost(lambda: stores.runs.start(run, a_turn(run), a_conversation(run)))
    assert start == ["TransactWriteItems"]
    assert cost(lambda: stores.runs.lease(TENANT, run.id, now_ms=1, until_ms=2)) == ["UpdateItem"]
    run = stores.runs.get(TENANT, run.id)
    assert cost(lambda: stores.runs.renew(TENANT, run.id, attempt=1, until_ms=3)) == ["UpdateItem"]
    assert cost(lambda: stores.runs.save_iteration(run, an_iteration(run))) == ["TransactWriteItems"]
    assert cost(lambda: stores.runs.iterations(TENANT, run.id)) == ["Query"]
    assert cost(lambda: stores.runs.first_iterations(TENANT, run.id, 1)) == ["GetItem"]
    assert cost(lambda: stores.runs.first_iterations(TENANT, run.id, 1)) == []
    assert cost(lambda: stores.runs.request_cancel(TENANT, run.id)) == ["TransactWriteItems"]
    assert cost(lambda: stores.runs.cancel_requested(TENANT, run.id)) == ["GetItem"]
    assert cost(lambda: stores.runs.list(TENANT, app.id, limit=50)) == ["Query", "BatchGetItem"]
    run = stores.runs.get(TENANT, run.id).change(status=RunStatus.COMPLETED)
    assert cost(lambda: stores.runs.finish(run, a_turn(run), a_diff(app))) == ["TransactWriteItems"]
    assert cost(lambda: stores.turns.turns(TENANT, app.id, limit=50)) == ["Query"]
    assert cost(lambda: stores.turns.find_conversation(TENANT, run.conversation_id)) == ["GetItem", "GetItem"]
    (left,) = stores.diffs.list(TENANT, app.id, limit=1).items
    assert cost(lambda: stores.diffs.find(TENANT, left.id)) == ["GetItem", "GetItem"]
    assert cost(lambda: stores.diffs.update(left)) == ["PutItem"]

    assert cost(lambda: stores.events.append(TENANT, run.id, some_events(1, 64))) == ["PutItem"]
    assert cost(lambda: stores.events.append(TENANT, run.id, [an_event(65)])) == ["PutItem"]
    assert cost(lambda: stores.events.read(TENANT, run.id)) == ["Query"]
    assert cost(lambda: stores.events.read(TENANT, run.id, after=65)) == ["Query"]
    assert cost(lambda: stores.events.last_seq(TENANT, run.id)) == ["Query"]
    assert cost(lambda: stores.events.expire(TENANT, run.id, 2**31)) == ["Query", "TransactWriteItems"]

    assert cost(lambda: stores.idempotency.begin(TENANT, "k", "f")) == ["PutItem"]
    assert cost(lambda: stores.idempotency.finish(TENANT, "k", StoredAnswer(200, "{}"))) == ["UpdateItem"]
    assert cost(lambda: stores.idempotency.begin(TENANT, "k", "f")) == ["PutItem"]

    blueprint = a_blueprint(app)
    assert cost(lambda: stores.blueprints.create(blueprint)) == ["TransactWriteItems"]
    assert cost(lambda: stores.blueprints.find(TENANT, blueprint.id)) == ["GetItem", "GetItem"]
    nodes, tasks = [a_node(blueprint) for _ in range(25)], [a_task(app) for _ in range(25)]
    assert cost(lambda: stores.plans.put(PlanChange(nodes=nodes, tasks=tasks))) == ["TransactWriteItems"]
    assert cost(lambda: stores.plans.nodes(TENANT, app.id, blueprint.id)) == ["Query"]
    assert cost(lambda: stores.plans.tasks(TENANT, app.id)) == ["Query"]
    assert cost(lambda: stores.plans.task(TENANT, tasks[0].id)) == ["GetItem", "GetItem"]
    claimed = stores.plans.task(TENANT, tasks[0].id)
    assert cost(lambda: stores.plans.put(PlanChange(tasks=[claimed]))) == ["PutItem"]
    assert cost(lambda: stores.plans.put(PlanChange())) == []

    tree = stores.snapshots.put(TENANT, app.id, SAMPLE_FILES)
    assert cost(lambda: stores.snapshots.put(TENANT, app.id, SAMPLE_FILES)) == []
    assert cost(lambda: stores.snapshots.get(TENANT, app.id, tree)) == []
    cold = stores.renewed()
    assert cost(lambda: cold.snapshots.get(TENANT, app.id, tree)) == ["GetObject"]
    assert cost(lambda: stores.snapshots.put(TENANT, app.id, {"a": b"new"})) == ["PutObject", "PutObject"]
    assert cost(lambda: stores.snapshots.source_url(TENANT, app.id, tree, 60)) == []


def test_a_follower_reads_only_what_is_new(counted: tuple[AwsStores, Calls]) -> None:
    stores, _ = counted
    for seq in range(1, 41):
        stores.events.append(TENANT, "run_1", [an_event(seq)])
    ranges: list[str] = []
    client = stores.table._client
    client.meta.events.register(
        "provide-client-params.dynamodb.Query",
        lambda params, **_: ranges.append(params["ExpressionAttributeValues"][":first"]["S"]),
    )
    stores.events.read(TENANT, "run_1", after=0, limit=40)
    stores.events.read(TENANT, "run_1", after=40)
    assert ranges == ["EVENT#0000000001", "EVENT#0000000041"]
    stores.renewed().events.read(TENANT, "run_1", after=40)
    assert ranges[-1] == "EVENT#0000000001"
