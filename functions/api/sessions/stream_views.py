"""What one `data:` line of a project's or a tenant's stream holds, for the document alone."""

from typing import Annotated, Any, Literal, Union, get_args

from pydantic import Field
from typing_extensions import TypeAliasType

from functions.api.http.view import one, view
from shared.domain.base import Moment
from shared.domain.builds.check_status import SuiteOutcome
from shared.domain.feedback.build_result import ReportedError
from shared.domain.runs.run_status import ShownRunStatus
from shared.domain.sessions.happenings import Happening, RunEnded
from shared.services.sessions.feed.look_at_project import DraftFile, Gap
from shared.services.sessions.list_messages import Message, TokenUsage

Heartbeat = one(
    "Heartbeat", "`event: heartbeat`.", server_time=str, project_id=str, status=Literal["alive"], connections=int
)
CodeChanged = one(
    "CodeChanged",
    "`event: code_changed`. `new_code` is the entry file; `files` are the first hundred of `files_changed` that "
    "differ from the draft that was told before.",
    project_id=str, new_code=str | None, revision_id=str | None, files=list[DraftFile], files_changed=int,
)  # fmt: skip
FeedReset = one(
    "FeedReset",
    "`event: reset`. The feed does not go on at `Last-Event-ID`: the project knows no such place (it begins now), or "
    "more than two hundred runs came after it (the latest are told). Read anew what you show.",
    project_id=str,
    reason=Gap,
)
TestCompleted = one(
    "TestCompleted",
    "`event: test_completed`. A run of tests, then (with its name as `suite`) each test of it that failed.",
    diff_id=str | None, run_id=str, test_name=str, suite=str | None, file=str | None, line=int | None,
    status=SuiteOutcome, output=str,
)  # fmt: skip
PreviewFailed = one(
    "PreviewFailed",
    "`event: preview_failed`. A browser reported that the draft's page fails, and no run repairs it by itself. "
    "Its words are untrusted. `POST /admin/apps/{app_id}/builder/repair` starts the repair.",
    project_id=str, revision_id=str, at=Moment, errors=list[ReportedError],
)  # fmt: skip


ConversationMessage = view("ConversationMessage", Message, without={"id"}, message_id=str)
UsageReported = one(
    "UsageReported", "`event: token_usage`.", session_id=str, message_id=str, usage=TokenUsage, timestamp=str
)
FeedEnded = one(
    "FeedEnded", "`event: ended`, the last one. Connect again when `reconnect` is true, else when a person wants to.",
    reason=Literal["segment", "superseded", "deleted"], reconnect=bool,
)  # fmt: skip
_FEED: Any = (
    FeedEnded
    | FeedReset
    | Heartbeat
    | CodeChanged
    | TestCompleted
    | PreviewFailed
    | ConversationMessage
    | UsageReported
)


StreamReady = one(
    "StreamReady", "`event: ready`, the first one: what comes is after `seq`.", kind=Literal["ready"], seq=int
)
StreamGap = one(
    "StreamGap", "`event: gap`. What happened before `seq` is not all known any more: read anew what you show.",
    kind=Literal["gap"], seq=int,
)  # fmt: skip
StreamEnded = one(
    "StreamEnded", "`event: ended`, the last one. Connect again when `reconnect` is true, else when a person wants to.",
    kind=Literal["ended"], reason=Literal["segment", "superseded"], reconnect=bool,
)  # fmt: skip
_NUMBERED: dict[str, Any] = {"seq": int, "at": Moment, "app_id": str | None}
_SHOWN: dict[type[Any], dict[str, Any]] = {RunEnded: {"status": ShownRunStatus}}
_HAPPENING: Any = Annotated[
    Union[
        StreamReady,
        StreamGap,
        StreamEnded,
        *(view(f"{kind.__name__}Event", kind, **_NUMBERED, **_SHOWN.get(kind, {})) for kind in get_args(Happening)),
    ],
    Field(discriminator="kind"),
]
_PROJECT = "One `data:` line of a project's stream; its `event:` line says which."
_APP = "One `data:` line of the stream; `kind` is its `event:` line, `seq` its `id:`, to go on after."
ProjectEvent = TypeAliasType("ProjectEvent", Annotated[_FEED, Field(description=_PROJECT)])
AppEvent = TypeAliasType("AppEvent", Annotated[_HAPPENING, Field(description=_APP)])
