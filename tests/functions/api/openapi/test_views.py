"""What leaves the API of a stored entity is named field by field."""

import pytest
from pydantic import BaseModel

from devkit.api.api import Api
from devkit.fakes.samples import a_conversation, a_run, a_turn
from functions.api.access.routes import ApiKey
from functions.api.apps.views import App, Revision
from functions.api.diffs.views import Diff, PendingDiff
from functions.api.feedback.bodies import Result
from functions.api.http.view import View, view
from functions.api.runs.views import Run, Turn
from functions.api.sessions.views import Conversation
from shared.services.runs.threads import Thread

VIEWS: list[type[View]] = [ApiKey, App, Revision, Diff, PendingDiff, Result, Run, Turn, Conversation]
INSIDE = {
    "version", "digest", "settled_seq", "purged_at", "publish_seq", "approval_token", "lease", "execution",
    "traceparent", "queue", "queued", "history_from", "held",
}  # fmt: skip
THREAD = {"id", "title", "last_message", "turns", "active", "latest", "created_at", "updated_at", "archived_at"}
TURN = {
    "id", "tenant_id", "app_id", "conversation_id", "author", "run_id", "prompt", "attachments", "status", "summary",
    "rationale", "assumptions", "imitates", "operations", "tool_trace", "diagnostics", "failure_code", "stopped_by",
    "revision_id", "diff_id", "usage", "untrusted", "regenerates", "created_at", "finished_at",
}  # fmt: skip


@pytest.mark.parametrize("kind", VIEWS, ids=lambda kind: kind.__name__)
def test_nothing_is_shown_that_is_for_us_alone(kind: type[View]) -> None:
    assert not set(kind.model_fields) & INSIDE


@pytest.mark.parametrize(("kind", "fields"), [(Thread, THREAD), (Turn, TURN)], ids=["chat", "turn"])
def test_chats_and_their_turns_show_these_fields(kind: type[BaseModel], fields: set[str]) -> None:
    assert set(kind.model_fields) == fields


def test_a_field_that_an_entity_gains_stays_inside_until_it_is_named() -> None:
    class Stored(BaseModel):
        id: str
        secret: str

    shown = view("Shown", Stored, ("id",), more=int)
    assert shown.of(Stored(id="a", secret="b"), more=1).model_dump() == {"id": "a", "more": 1}


def test_a_name_that_nothing_has_is_refused() -> None:
    with pytest.raises(KeyError):
        view("Shown", App, ("id", "gone"))


def test_a_chats_turn_leaves_the_api_with_the_fields_of_its_view(api: Api) -> None:
    app, draft = api.world.make_app(tenant_id="acme")
    run = a_run(app, base_tree=draft.tree, candidate_tree=draft.tree)
    api.world.runs.start(run, a_turn(run), a_conversation(run))
    items = api.client.get(f"/admin/apps/{app.id}/builder/conversations").json()["items"]
    assert [set(item) for item in items] == [TURN]
