"""The contract of `TurnStore`."""

from typing import Any

import pytest

from devkit.fakes.clock import START
from devkit.fakes.samples import OTHER_TENANT, a_conversation, a_run, a_turn
from shared.domain.apps.app import App
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Conflict, Malformed, NotFound
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import RunUsage
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.turn import Turn


def work(stores: Any, app: App, number: int, *, conversation_id: str | None = None) -> tuple[Run, Turn]:
    """A whole run: started and ended."""
    run = a_run(app, id=f"run_{number:026d}", turn_id=f"turn_{number:026d}")
    if conversation_id is not None:
        run = run.change(conversation_id=conversation_id)
    conversation = None if conversation_id else a_conversation(run)
    stores.runs.start(run, a_turn(run), conversation)
    over = run.change(status=RunStatus.COMPLETED)
    turn = a_turn(
        over, summary="é", operations=[{"op": "upsert_file", "path": "a"}], assumptions=["none"], finished_at=START,
        diagnostics=[Diagnostic(code="X", message="m")], usage=RunUsage(cost_usd=0.25),
    )  # fmt: skip
    stores.runs.finish(over, turn, None)
    return run, turn


def test_turns_of_all_conversations_are_listed_newest_first(stores: Any, app: App) -> None:
    run, first = work(stores, app, 0)
    turns = [
        first,
        *(work(stores, app, n, conversation_id=run.conversation_id if n % 2 else None)[1] for n in range(1, 5)),
    ]
    page = stores.turns.turns(app.tenant_id, app.id, limit=3)
    rest = stores.turns.turns(app.tenant_id, app.id, limit=3, cursor=page.next_cursor)
    assert [*page.items, *rest.items] == turns[::-1]
    assert rest.next_cursor is None
    assert stores.turns.turn(app.tenant_id, app.id, turns[2].id) == turns[2]


def test_conversations_are_listed_newest_first(stores: Any, app: App) -> None:
    made = [stores.turns.conversation(app.tenant_id, app.id, work(stores, app, n)[0].conversation_id) for n in range(3)]
    expected = sorted(made, key=lambda conversation: conversation.id, reverse=True)
    page = stores.turns.conversations(app.tenant_id, app.id, limit=2)
    rest = stores.turns.conversations(app.tenant_id, app.id, limit=2, cursor=page.next_cursor)
    assert [*page.items, *rest.items] == expected
    assert [stores.turns.find_conversation(app.tenant_id, row.id) for row in made] == made


def test_foreign_and_unknown_ones_are_not_found(stores: Any, app: App) -> None:
    run, turn = work(stores, app, 0)
    for tenant, app_id in ((OTHER_TENANT, app.id), (app.tenant_id, "app_other")):
        with pytest.raises(NotFound):
            stores.turns.turn(tenant, app_id, turn.id)
        with pytest.raises(NotFound):
            stores.turns.conversation(tenant, app_id, run.conversation_id)
        with pytest.raises(NotFound):
            stores.turns.find_conversation(OTHER_TENANT, run.conversation_id)
        assert stores.turns.turns(tenant, app_id, limit=5).items == []
        assert stores.turns.conversations(tenant, app_id, limit=5).items == []
    with pytest.raises(NotFound):
        stores.turns.turn(app.tenant_id, app.id, "turn_unknown")


def test_a_cursor_of_another_list_is_malformed(stores: Any, app: App) -> None:
    for number in range(2):
        work(stores, app, number)
    cursor = stores.turns.turns(app.tenant_id, app.id, limit=1).next_cursor
    with pytest.raises(Malformed):
        stores.turns.conversations(app.tenant_id, app.id, limit=1, cursor=cursor)
    with pytest.raises(Malformed):
        stores.runs.list(app.tenant_id, app.id, limit=1, cursor=cursor)


def test_a_session_is_made_once_and_cleared(stores: Any, app: App) -> None:
    run = a_run(app)
    session = a_conversation(run).model_copy(update={"session_type": "global"})
    assert stores.turns.create_conversation(session) == session
    again = session.model_copy(update={"title": "another"})
    assert stores.turns.create_conversation(again) == session
    assert stores.turns.find_conversation(app.tenant_id, session.id) == session
    cleared = stores.turns.change_conversation(session, session.model_copy(update={"cleared_at": START}))
    assert cleared == session.model_copy(update={"cleared_at": START})
    assert stores.turns.conversation(app.tenant_id, app.id, session.id) == cleared


def test_a_change_writes_only_what_differs(stores: Any, app: App) -> None:
    session = stores.turns.create_conversation(a_conversation(a_run(app), title="first"))
    stores.turns.change_conversation(session, session.model_copy(update={"title": "second"}))
    removed = stores.turns.change_conversation(session, session.model_copy(update={"archived_at": START}))
    assert (removed.title, removed.archived_at) == ("second", START)
    assert stores.turns.change_conversation(removed, removed) == removed
    back = stores.turns.change_conversation(removed, removed.model_copy(update={"archived_at": None}))
    assert stores.turns.conversation(app.tenant_id, app.id, session.id) == back
    assert back.archived_at is None


def test_a_change_meets_a_turn_that_came_in_between(stores: Any, app: App) -> None:
    run, _ = work(stores, app, 0)
    known = stores.turns.conversation(app.tenant_id, app.id, run.conversation_id)
    work(stores, app, 1, conversation_id=run.conversation_id)
    with pytest.raises(Conflict):
        stores.turns.change_conversation(known, known.model_copy(update={"archived_at": START}))
    now = stores.turns.conversation(app.tenant_id, app.id, run.conversation_id)
    assert (now.turns, now.archived_at) == (2, None)
    stores.turns.change_conversation(now, now.model_copy(update={"archived_at": START}))


def test_an_archived_conversation_takes_no_turn(stores: Any, app: App) -> None:
    run, _ = work(stores, app, 0)
    known = stores.turns.conversation(app.tenant_id, app.id, run.conversation_id)
    stores.turns.change_conversation(known, known.model_copy(update={"archived_at": START}))
    late = a_run(app, conversation_id=run.conversation_id)
    with pytest.raises(NotFound):
        stores.runs.start(late, a_turn(late), None)
    assert stores.apps.get(app.tenant_id, app.id).active_run_id is None
    with pytest.raises(NotFound):
        stores.runs.get(app.tenant_id, late.id)


def test_the_turns_of_one_conversation(stores: Any, app: App) -> None:
    run, first = work(stores, app, 0)
    work(stores, app, 1)
    own = [first, *(work(stores, app, n, conversation_id=run.conversation_id)[1] for n in (2, 3, 4))]
    page = stores.turns.turns_in(app.tenant_id, app.id, run.conversation_id, limit=3)
    rest = stores.turns.turns_in(app.tenant_id, app.id, run.conversation_id, limit=3, cursor=page.next_cursor)
    assert [*page.items, *rest.items] == own[::-1]
    assert rest.next_cursor is None
    assert stores.turns.turns_in(OTHER_TENANT, app.id, run.conversation_id, limit=3).items == []
    with pytest.raises(Malformed):
        stores.turns.turns(app.tenant_id, app.id, limit=3, cursor=page.next_cursor)
    known = stores.turns.conversation(app.tenant_id, app.id, run.conversation_id)
    assert (known.turns, known.last_message) == (4, run.request.message)


def test_what_is_not_stored_cannot_be_cleared(stores: Any, app: App) -> None:
    session = a_conversation(a_run(app))
    with pytest.raises(NotFound):
        stores.turns.change_conversation(session, session.model_copy(update={"cleared_at": START}))
    with pytest.raises(NotFound):
        stores.turns.conversation(app.tenant_id, app.id, session.id)
