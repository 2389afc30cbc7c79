"""A row with a status that this release does not know: a clear refusal, and the row stays as it is."""

from collections.abc import Callable

import pytest

from devkit.fakes.samples import a_build, a_conversation, a_diff, a_run, a_turn, an_app
from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import Item, entity_item
from shared.adapters.dynamo.table.keys import Key
from shared.adapters.dynamo.table.writes import PRESENT, put
from shared.domain.errors import Unreadable
from shared.domain.revisions.revision import Build
from shared.domain.runs.run import Run
from tests.support.aws.aws_stores import AwsStores


def a_stored_run(stores: AwsStores) -> Run:
    app = an_app()
    stores.apps.create(app)
    run = a_run(app)
    stores.runs.start(run, a_turn(run), a_conversation(run))
    return run


def as_a_newer_release_wrote_it(stores: AwsStores, key: Key) -> Item:
    row = (stores.table.get(key) or {}) | {"status": "hibernating"}
    stores.table.apply(put(row, PRESENT))
    return row


def refused(read: Callable[[], object]) -> None:
    with pytest.raises(Unreadable) as caught:
        read()
    assert [found.code for found in caught.value.diagnostics] == ["UNKNOWN_STATUS"]
    assert ".status: " in caught.value.diagnostics[0].message
    assert "hibernating" not in f"{caught.value.message} {caught.value.diagnostics}"


def test_a_run(stores: AwsStores) -> None:
    run = a_stored_run(stores)
    key = keys.run(run.tenant_id, run.id)
    row = as_a_newer_release_wrote_it(stores, key)
    refused(lambda: stores.runs.get(run.tenant_id, run.id))
    refused(lambda: stores.runs.list(run.tenant_id, run.app_id, limit=5))
    assert stores.table.get(key) == row


def test_a_build(stores: AwsStores) -> None:
    build = a_build(an_app())
    stores.builds.create(build)
    key = keys.build(build.tenant_id, build.app_id, build.id)
    row = as_a_newer_release_wrote_it(stores, key)
    refused(lambda: stores.builds.get(build.tenant_id, build.app_id, build.id))
    assert stores.table.get(key) == row


def test_a_diff(stores: AwsStores) -> None:
    diff = a_diff(an_app())
    key = keys.diff(diff.tenant_id, diff.app_id, diff.id)
    stores.diffs.create(diff)
    row = as_a_newer_release_wrote_it(stores, key)
    refused(lambda: stores.diffs.get(diff.tenant_id, diff.app_id, diff.id))
    assert stores.table.get(key) == row


def test_the_sweeper_goes_on_to_the_rows_that_it_can_read(stores: AwsStores, caplog: pytest.LogCaptureFixture) -> None:
    unknown, known = a_stored_run(stores), a_stored_run(stores)
    as_a_newer_release_wrote_it(stores, keys.run(unknown.tenant_id, unknown.id))
    assert [run.id for run in stores.runs.unfinished()] == [known.id]
    assert [record.__dict__["id"] for record in caplog.records] == [unknown.id]


def test_what_is_stored_of_a_status_is_its_word(stores: AwsStores) -> None:
    run, build = a_stored_run(stores), a_build(an_app())
    stores.builds.create(build)
    assert type((stores.table.get(keys.run(run.tenant_id, run.id)) or {})["status"]) is str
    assert entity_item(build, keys.build("t", "a", "b"))["status"] == "queued"
    assert Build.model_validate_json(build.model_dump_json()) == build
