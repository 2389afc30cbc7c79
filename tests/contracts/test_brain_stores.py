"""The contracts of `KeptStore` and `BriefStore`."""

from typing import Any

import pytest

from devkit.fakes.samples import OTHER_TENANT
from shared.domain.brain.items import ConversationSummary, MemoryItem, Note, ProjectSnapshot
from shared.domain.errors import Conflict, Invalid, Malformed, NotFound
from shared.domain.ids import new_id
from tests.support.racing import failures, race


def a_memory(stores: Any, tenant_id: str, **over: Any) -> MemoryItem:
    now = stores.clock.now()
    base: dict[str, Any] = {
        "id": new_id("mem"), "tenant_id": tenant_id, "app_id": "app_1", "created_by": "ann", "created_at": now,
        "updated_at": now, "text": "The owner is called Ann.",
    }  # fmt: skip
    return MemoryItem(**(base | over))


def a_summary(stores: Any, tenant_id: str, **over: Any) -> ConversationSummary:
    base: dict[str, Any] = {
        "tenant_id": tenant_id, "app_id": "app_1", "conversation_id": "conv_1", "short_summary": "Hello",
        "last_turn_id": "turn_1", "last_message_id": "msg_1", "turns": 21, "until": stores.clock.now(),
        "untrusted": ["fetched"], "updated_at": stores.clock.now(),
    }  # fmt: skip
    return ConversationSummary(**(base | over))


def test_an_item_comes_back_as_it_was_is_changed_and_deleted(stores: Any, tenant: str) -> None:
    one = a_memory(stores, tenant, text="é\n" * 500, tags=["a", "b"], pinned=True)
    stores.brain.memory.create(one)
    with pytest.raises(Conflict):
        stores.brain.memory.create(one)
    assert stores.brain.memory.get(tenant, "app_1", one.id) == one
    after = stores.brain.memory.update(one.model_copy(update={"text": "b"}))
    assert (after.version, stores.brain.memory.get(tenant, "app_1", one.id)) == (2, after)
    for write in (stores.brain.memory.update, stores.brain.memory.delete):
        with pytest.raises(Conflict):
            write(one)
    stores.brain.memory.delete(after)
    for again in (stores.brain.memory.delete, stores.brain.memory.update):
        with pytest.raises((NotFound, Conflict)):
            again(after)
    with pytest.raises(NotFound):
        stores.brain.memory.get(tenant, "app_1", one.id)
    assert stores.brain.memory.list(tenant, "app_1", limit=5).items == []


def test_items_are_listed_newest_first_in_pages(stores: Any, tenant: str) -> None:
    made = [a_memory(stores, tenant, text=str(number)) for number in range(5)]
    for one in made:
        stores.brain.memory.create(one)
    assert [one.text for one in stores.brain.memory.all(tenant, "app_1")] == ["4", "3", "2", "1", "0"]
    first = stores.brain.memory.list(tenant, "app_1", limit=3)
    assert [one.text for one in first.items] == ["4", "3", "2"]
    rest = stores.brain.memory.list(tenant, "app_1", limit=3, cursor=first.next_cursor)
    assert ([one.text for one in rest.items], rest.next_cursor) == (["1", "0"], None)
    with pytest.raises(Malformed):
        stores.brain.memory.list(tenant, "app_1", limit=3, cursor="?")


def test_items_of_tenants_apps_and_kinds_are_apart(stores: Any, tenant: str) -> None:
    one = a_memory(stores, tenant)
    stores.brain.memory.create(one)
    for place in ((OTHER_TENANT, "app_1"), (tenant, "app_2")):
        with pytest.raises(NotFound):
            stores.brain.memory.get(*place, one.id)
        assert not [*stores.brain.memory.all(*place)]
    assert not [*stores.brain.notes.all(tenant, "app_1")]
    note = Note(**one.model_dump(exclude={"tags", "pinned", "id"}), id=new_id("note"), title="t")
    stores.brain.notes.create(note)
    assert stores.brain.notes.list(tenant, "app_1", limit=9).items == [note]


def test_a_full_project_takes_no_more_until_one_is_deleted(stores: Any, tenant: str) -> None:
    narrow = stores.narrow_brain.memory
    made = [a_memory(stores, tenant, text=str(number)) for number in range(3)]
    for one in made[:2]:
        narrow.create(one)
    with pytest.raises(Invalid):
        narrow.create(made[2])
    narrow.delete(made[0])
    narrow.create(made[2])
    assert [one.text for one in narrow.all(tenant, "app_1")] == ["2", "1"]


def test_summaries_and_the_snapshot_are_written_on_a_condition(stores: Any, tenant: str) -> None:
    briefs = stores.brain.briefs
    assert briefs.summary(tenant, "app_1", "conv_1") is None and briefs.snapshot(tenant, "app_1") is None
    first = briefs.put_summary(a_summary(stores, tenant))
    assert first == briefs.summary(tenant, "app_1", "conv_1") and first.version == 1
    with pytest.raises(Conflict):
        briefs.put_summary(a_summary(stores, tenant))
    assert briefs.put_summary(first.model_copy(update={"turns": 40})).version == 2
    assert briefs.summary(OTHER_TENANT, "app_1", "conv_1") is None
    snapshot = ProjectSnapshot(
        tenant_id=tenant, app_id="app_1", summary_text="## Goals", key_metrics_json={"open_tasks": 3},
        updated_at=stores.clock.now(),
    )  # fmt: skip
    stored = briefs.put_snapshot(snapshot)
    assert stored == briefs.snapshot(tenant, "app_1")
    with pytest.raises((Conflict, NotFound)):
        briefs.put_snapshot(stored.model_copy(update={"version": 7}))
    assert briefs.snapshot(tenant, "app_2") is None


def test_of_many_changes_at_once_one_is_written(raced: Any, tenant: str) -> None:
    one = a_memory(raced, tenant)
    raced.brain.memory.create(one)
    outcomes = race(*(lambda n=n: raced.brain.memory.update(one.model_copy(update={"text": str(n)})) for n in range(6)))
    assert [type(error) for error in failures(outcomes)] == [Conflict] * 5
