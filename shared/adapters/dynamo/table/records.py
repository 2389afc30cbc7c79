"""Items and versioned writes of the entities that more than one store writes."""

from functools import reduce
from operator import and_

from boto3.dynamodb.conditions import ConditionBase

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import Item, entity_item
from shared.adapters.dynamo.table.open import open_marks
from shared.adapters.dynamo.table.writes import PRESENT, Write, create, equals, put
from shared.domain.errors import AppError, NotFound
from shared.domain.revisions.revision import Build, Revision, is_open_build
from shared.domain.runs.run import Run


def revision_item(revision: Revision) -> Item:
    key = keys.revision(revision.tenant_id, revision.app_id, revision.id)
    return entity_item(revision, key, packed={"build_error"})


def next_revision(revision: Revision) -> tuple[Write, Revision]:
    stored = revision.model_copy(update={"version": revision.version + 1})
    return put(revision_item(stored), equals("version", revision.version)), stored


def build_item(build: Build) -> Item:
    key = keys.build(build.tenant_id, build.app_id, build.id)
    marks = open_marks("BUILD", build.created_at) if is_open_build(build) else {}
    return entity_item(build, key, packed={"error"}) | marks


def first_build_writes(build: Build) -> list[Write]:
    """The writes of a new build: its item and the look-up by id alone."""
    place = keys.build_place(build.id) | {"tenant_id": build.tenant_id, "app_id": build.app_id}
    return [create(build_item(build)), create(place)]


def next_build(build: Build) -> tuple[Write, Build]:
    stored = build.model_copy(update={"version": build.version + 1})
    return put(build_item(stored), equals("version", build.version)), stored


def run_item(run: Run) -> Item:
    marks = open_marks("RUN", run.created_at) if run.open else {}
    return entity_item(run, keys.run(run.tenant_id, run.id), packed={"queued"}) | marks


def next_run(run: Run, *more: ConditionBase) -> tuple[Write, Run]:
    """The write of the next version, on the version that was read and `more`, and that version."""
    stored = run.change(version=run.version + 1)
    return put(run_item(stored), reduce(and_, more, equals("version", run.version))), stored


LIVE = PRESENT & equals("deleted_at", None)
"""The app is there and not deleted: a deleted one takes no more work."""


def app_refused(stored: Item | None) -> AppError | None:
    """NotFound when the refusal came of the app being gone; else the caller knows better."""
    if stored is None or stored.get("deleted_at") is not None:
        return NotFound("There is no such app.")
    return None
