"""The sparse index: only what is open is on it, and what it shows too late is left out."""

from devkit.fakes.clock import START
from devkit.fakes.samples import a_build, a_conversation, a_run, a_turn, an_app
from shared.adapters.dynamo.table.open import open_marks
from shared.adapters.dynamo.table.records import build_item, run_item
from shared.adapters.dynamo.table.writes import ABSENT, PRESENT, put
from shared.domain.builds.build_status import BuildStatus
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from tests.support.aws.aws_stores import AwsStores


def test_a_finished_build_leaves_the_index(stores: AwsStores) -> None:
    build = a_build(an_app())
    stores.builds.create(build)
    assert len(list(stores.table.open("BUILD"))) == 1
    stores.builds.update(build.model_copy(update={"status": BuildStatus.FAILED}))
    assert list(stores.table.open("BUILD")) == []


def test_an_archived_run_leaves_the_index(stores: AwsStores) -> None:
    app = an_app()
    stores.apps.create(app)
    run = a_run(app)
    stores.runs.start(run, a_turn(run), a_conversation(run))
    over: Run = stores.runs.finish(run.change(status=RunStatus.COMPLETED), a_turn(run), None)
    assert len(list(stores.table.open("RUN"))) == 1
    stores.runs.update(over.change(events_archived=True))
    assert list(stores.table.open("RUN")) == []


def test_a_reconciled_app_leaves_the_index(stores: AwsStores) -> None:
    app = an_app(publish_seq=1)
    stores.apps.create(app)
    assert len(list(stores.table.open("APP"))) == 1
    stores.apps.update(app.model_copy(update={"settled_seq": 1}))
    assert list(stores.table.open("APP")) == []


def test_what_the_index_shows_too_late_is_left_out(stores: AwsStores) -> None:
    build, run = a_build(an_app()), a_run(an_app())
    stores.builds.create(build)
    late = build_item(build.model_copy(update={"status": BuildStatus.SUCCEEDED})) | open_marks("BUILD", START)
    stores.table.apply(put(late, PRESENT))
    over = run.change(status=RunStatus.FAILED, events_archived=True)
    stores.table.apply(put(run_item(over) | open_marks("RUN", START), ABSENT))
    assert len(list(stores.table.open("BUILD"))) == len(list(stores.table.open("RUN"))) == 1
    assert list(stores.builds.unfinished()) == []
    assert list(stores.runs.unfinished()) == []
