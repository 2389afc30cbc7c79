"""What happens in a tenant's apps, numbered: what a page that shows them must read anew, and nothing that it shows."""

from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from shared.domain.autopilot.steps import TickStatus
from shared.domain.base import Entity, Moment
from shared.domain.builds.build_status import BuildStatus
from shared.domain.diffs.diff_status import DiffStatus
from shared.domain.revisions.revision import Origin
from shared.domain.runs.run_parts import Starter
from shared.domain.runs.run_status import RunStatus

KEPT_SECONDS = 24 * 3600
"""How long what happened can be read; who was away for longer reads all anew."""
BATCH = 8
"""Things that happened together, at most."""
_SHOWN_WAITING = 20


class RunStarted(Entity):
    """A run is at work: a message's turn has come, or somebody has answered what it waited for."""

    kind: Literal["run_started"] = "run_started"
    run_id: str
    conversation_id: str
    started_by: Starter


class RunWaits(Entity):
    """A run waits for a person; told again for each answer that leaves another one open."""

    kind: Literal["run_waits"] = "run_waits"
    run_id: str
    conversation_id: str


class RunEnded(Entity):
    """A run is over. `diff_id`: what it leaves for review; `revision_id`: what it has committed."""

    kind: Literal["run_ended"] = "run_ended"
    run_id: str
    conversation_id: str
    status: RunStatus
    diff_id: str | None
    revision_id: str | None


class MessageSaid(Entity):
    """A person has said something, or said it otherwise (`user`), or a run has given its answer."""

    kind: Literal["message"] = "message"
    run_id: str
    conversation_id: str
    role: Literal["user", "assistant"]


class ConversationChanged(Entity):
    """A conversation was started, named, cleared, removed or brought back."""

    kind: Literal["conversation_changed"] = "conversation_changed"
    conversation_id: str


class QueueChanged(Entity):
    """Other messages wait for their turn: the next one first, at most twenty of `waiting`."""

    kind: Literal["queue_changed"] = "queue_changed"
    waiting: int
    run_ids: list[str]


class UsageChanged(Entity):
    """A run has used something. `cost_usd` is null where a price is not known."""

    kind: Literal["usage"] = "usage"
    run_id: str
    total_tokens: int
    cost_usd: float | None


class DiffPending(Entity):
    """A diff waits for review, or has changed while it waits."""

    kind: Literal["diff_pending"] = "diff_pending"
    diff_id: str
    run_id: str | None


class DiffDecided(Entity):
    """A diff waits no more, or the decision about it has been carried out."""

    kind: Literal["diff_decided"] = "diff_decided"
    diff_id: str
    status: DiffStatus


class RevisionMade(Entity):
    """The draft is another revision. `build_status` as it was at that moment."""

    kind: Literal["revision_made"] = "revision_made"
    revision_id: str
    origin: Origin
    build_status: BuildStatus


class RevisionNamed(Entity):
    """A revision has another label."""

    kind: Literal["revision_named"] = "revision_named"
    revision_id: str


class BuildStarted(Entity):
    """A revision is built, or waits for it (`queued`)."""

    kind: Literal["build_started"] = "build_started"
    revision_id: str
    status: BuildStatus


class BuildEnded(Entity):
    """The build of a revision is over, or that of a candidate, whose `revision_id` is only reserved."""

    kind: Literal["build_ended"] = "build_ended"
    revision_id: str
    status: BuildStatus


class Published(Entity):
    """Visitors get the draft."""

    kind: Literal["published"] = "published"
    revision_id: str


class RolledBack(Entity):
    """Visitors get a revision that is not the draft."""

    kind: Literal["rolled_back"] = "rolled_back"
    revision_id: str


class Unpublished(Entity):
    """Visitors get nothing."""

    kind: Literal["unpublished"] = "unpublished"


class PlanChanged(Entity):
    """Tasks, plan nodes or a blueprint are others, or one was read further. `blueprint_id`: where it is of one."""

    kind: Literal["plan_changed"] = "plan_changed"
    blueprint_id: str | None


class AutopilotTicked(Entity):
    """The autopilot says something that it did not say before: what it did, what it waits for, why it stopped."""

    kind: Literal["autopilot_ticked"] = "autopilot_ticked"
    status: TickStatus
    reason: str | None
    run_id: str | None


class AppCreated(Entity):
    kind: Literal["app_created"] = "app_created"
    name: str


class AppChanged(Entity):
    """Its name or settings are others, its page has failed, or a publication has."""

    kind: Literal["app_changed"] = "app_changed"
    name: str


class AppDeleted(Entity):
    kind: Literal["app_deleted"] = "app_deleted"


class AppRestored(Entity):
    kind: Literal["app_restored"] = "app_restored"


class Missed(Entity):
    """Something happened that could not be noted: read anew what is shown."""

    kind: Literal["missed"] = "missed"


Happening = (
    RunStarted | RunWaits | RunEnded | MessageSaid | ConversationChanged | QueueChanged | UsageChanged
    | DiffPending | DiffDecided
    | RevisionMade | RevisionNamed | BuildStarted | BuildEnded | Published | RolledBack | Unpublished
    | PlanChanged | AutopilotTicked | AppCreated | AppChanged | AppDeleted | AppRestored | Missed
)  # fmt: skip
AnyHappening = Annotated[Happening, Field(discriminator="kind")]


class Noted(Entity):
    """A happening with its number, which is higher than those before it. `app_id` is null for what is of no one app."""

    seq: int
    at: Moment
    app_id: str | None
    what: AnyHappening


NOTED: TypeAdapter[list[Noted]] = TypeAdapter(list[Noted])


class Noticed(Entity):
    """What was noted after a number, in order. `gap`: something between is not known any more."""

    items: list[Noted]
    gap: bool = False


def queue_changed(run_ids: list[str]) -> QueueChanged:
    return QueueChanged(waiting=len(run_ids), run_ids=run_ids[:_SHOWN_WAITING])


def numbered(happenings: list[tuple[str | None, Happening]], *, last: int, at: Moment) -> list[Noted]:
    """The next entries of a log whose newest one is `last`. The first number of all is its time in milliseconds.

    So a log that was empty for a while never gives a number twice.
    """
    first = last + 1 if last else round(at.timestamp() * 1000)
    return [
        Noted(seq=first + place, at=at, app_id=app_id, what=what) for place, (app_id, what) in enumerate(happenings)
    ]


def follows(found: list[Noted], after: int) -> Noticed:
    """What comes after `after` of entries in order that begin at it or before it; a gap when it is not among them.

    `after` 0 is the beginning of what is kept.
    """
    items = [entry for entry in found if entry.seq > after]
    knows = after == 0 or any(entry.seq == after for entry in found)
    whole = all(second.seq == first.seq + 1 for first, second in pairwise(found))
    return Noticed(items=items, gap=not (knows and whole))
