"""The contract of `DiffStore`."""

from typing import Any

import pytest

from devkit.fakes.samples import OTHER_TENANT, a_conversation, a_diff, a_run, a_turn, an_app
from shared.domain.apps.app import App
from shared.domain.diffs.diff_status import DiffStatus
from shared.domain.diffs.review import FileDecision, HunkDecision
from shared.domain.errors import Conflict, NotFound
from shared.domain.runs.run_status import RunStatus
from tests.support.racing import failures, race


@pytest.fixture
def app(tenant: str) -> App:
    return an_app(tenant_id=tenant)


def test_a_diff_comes_back_as_it_was(stores: Any, app: App) -> None:
    hunks = [HunkDecision(index=number, decision="reject") for number in range(5000)]
    decisions = [FileDecision(path="src/é.ts", decision="approve", hunks=hunks)]
    diff = a_diff(
        app, human_feedback="", commit_message="é\n", vibecoder_prompt="x" * 32_000, decisions=decisions,
        accepted_tree="d" * 40,
    )  # fmt: skip
    stores.diffs.create(diff)
    assert stores.diffs.get(app.tenant_id, app.id, diff.id) == diff
    with pytest.raises(Conflict):
        stores.diffs.create(diff.model_copy(update={"status": DiffStatus.APPROVED}))
    assert stores.diffs.get(app.tenant_id, app.id, diff.id) == diff


def test_a_stale_update_changes_nothing(stores: Any, app: App) -> None:
    diff = a_diff(app)
    stores.diffs.create(diff)
    approved = stores.diffs.update(diff.model_copy(update={"status": DiffStatus.APPROVED}))
    assert approved.version == diff.version + 1
    with pytest.raises(Conflict):
        stores.diffs.update(diff.model_copy(update={"status": DiffStatus.REJECTED}))
    assert stores.diffs.get(app.tenant_id, app.id, diff.id) == approved


def test_two_reviewers_cannot_both_decide(raced: Any, tenant: str) -> None:
    app = an_app(tenant_id=tenant)
    diff = a_diff(app)
    raced.diffs.create(diff)
    decisions = [diff.model_copy(update={"status": status}) for status in (DiffStatus.APPROVED, DiffStatus.REJECTED)]
    assert len(failures(race(*(lambda d=decision: raced.diffs.update(d) for decision in decisions)))) == 1


def test_foreign_and_unknown_diffs_are_not_found(stores: Any, app: App) -> None:
    diff = a_diff(app)
    stores.diffs.create(diff)
    for tenant_id, diff_id in ((OTHER_TENANT, diff.id), (app.tenant_id, "dif_x"), (app.tenant_id, "a#b")):
        with pytest.raises(NotFound):
            stores.diffs.find(tenant_id, diff_id)
    for place in ((OTHER_TENANT, app.id, diff.id), (app.tenant_id, "app_x", diff.id), (app.tenant_id, app.id, "dif_x")):
        with pytest.raises(NotFound):
            stores.diffs.get(*place)
    with pytest.raises(NotFound):
        stores.diffs.update(a_diff(app))
    assert stores.diffs.list(OTHER_TENANT, app.id, limit=5).items == []


def test_a_diff_is_found_by_its_id_alone_however_it_came(stores: Any, tenant: str, app: App) -> None:
    stores.apps.create(app)
    run = a_run(app)
    stores.runs.start(run, a_turn(run), a_conversation(run))
    left = a_diff(app, run_id=run.id)
    ended = run.change(status=RunStatus.COMPLETED)
    stores.runs.finish(ended, a_turn(ended), left)
    made = a_diff(app)
    stores.diffs.create(made)
    assert stores.diffs.find(tenant, left.id) == left
    changed = stores.diffs.update(made.model_copy(update={"status": DiffStatus.DISCARDED}))
    assert stores.diffs.find(tenant, made.id) == changed


def test_diffs_are_listed_newest_first(stores: Any, app: App) -> None:
    made = [a_diff(app, id=f"dif_{number:026d}") for number in range(5)]
    for diff in made:
        stores.diffs.create(diff)
    page = stores.diffs.list(app.tenant_id, app.id, limit=4)
    rest = stores.diffs.list(app.tenant_id, app.id, limit=4, cursor=page.next_cursor)
    assert [*page.items, *rest.items] == made[::-1]
    assert rest.next_cursor is None
