"""What leaves the API of a stored entity is named field by field."""

import pytest
from pydantic import BaseModel

from functions.api.access.views import KEY_SHOWN
from functions.api.apps.views import APP_SHOWN, REVISION_SHOWN
from functions.api.diffs.views import DIFF_SHOWN
from functions.api.feedback.bodies import RESULT_SHOWN
from functions.api.runs.views import RUN_SHOWN
from functions.api.sessions.views import CONVERSATION_SHOWN
from shared.domain.access.api_key import ApiKey
from shared.domain.apps.app import App
from shared.domain.diffs.diff import Diff
from shared.domain.feedback.build_result import BuildResult
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Conversation, Run

SHOWN: list[tuple[type[BaseModel], set[str]]] = [
    (ApiKey, KEY_SHOWN), (App, APP_SHOWN), (Revision, REVISION_SHOWN), (Diff, DIFF_SHOWN), (BuildResult, RESULT_SHOWN),
    (Run, RUN_SHOWN), (Conversation, CONVERSATION_SHOWN),
]  # fmt: skip
INSIDE = {
    "version", "digest", "settled_seq", "purged_at", "publish_seq", "approval_token", "lease", "execution",
    "traceparent", "queue", "queued", "history_from", "held",
}  # fmt: skip


@pytest.mark.parametrize(("entity", "shown"), SHOWN, ids=lambda one: getattr(one, "__name__", ""))
def test_what_is_shown_is_there_and_not_for_us_alone(entity: type[BaseModel], shown: set[str]) -> None:
    assert shown <= set(entity.model_fields), "a name that nothing has any more"
    assert not shown & INSIDE
