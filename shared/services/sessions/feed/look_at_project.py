"""A project as it was at one moment, for those who watch it: its latest runs, what they said, and what changed."""

import threading
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from shared.domain.apps.app import App
from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Build
from shared.domain.runs.iteration import Iteration
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.sessions.feed_place import FeedPlace
from shared.services.apps.get_project import Project, get_project
from shared.services.ports_bundle import Ports
from shared.services.runs.end.last_tests import find_build
from shared.services.sessions.list_messages import Message, messages_of

_LOOKED_AT = 10
_CAUGHT_UP, _PAGE = 200, 50
Gap = Literal["unknown_place", "too_long"]
"""Why a feed does not go on without a gap: its project knows no such place, or too much has happened since."""
ChangeKind = Literal["added", "changed", "removed"]


class DraftFile(BaseModel):
    """A file that is another one in the new draft."""

    path: str
    change: ChangeKind


class Details(NamedTuple):
    """A run's messages and iterations."""

    messages: list[Message]
    iterations: list[Iteration]


class Look:
    """A project as it was at one moment. All its viewers share one; what they ask beyond it is read once."""

    def __init__(self, *, principal: Principal, app_id: str, ports: Ports, since: FeedPlace | None = None) -> None:
        """The latest runs, back to those of `since`. NotFound when the project is deleted, or another tenant's."""
        self._principal, self._ports = principal, ports
        self.app: App = ports.apps.get(principal.tenant_id, require_id("app", app_id))
        self.gap: Gap | None = None
        self.runs: list[Run] = self._latest(since)
        self._lock = threading.Lock()
        self._details: dict[str, Details] = {}
        self._project: Project | None = None
        self._changes: dict[str, list[DraftFile]] = {}

    def _latest(self, since: FeedPlace | None) -> list[Run]:
        """The newest ten, for a viewer who was away all that it has not seen, two hundred at most."""
        page = self._ports.runs.list(self.app.tenant_id, self.app.id, limit=_LOOKED_AT)
        found = page.items
        if since is None or not self._knows(since):
            return found
        seen = _oldest(since) or ""
        while page.next_cursor and len(found) < _CAUGHT_UP and found[-1].id > seen:
            page = self._ports.runs.list(self.app.tenant_id, self.app.id, limit=_PAGE, cursor=page.next_cursor)
            found += page.items
        if page.next_cursor and found[-1].id > seen:
            self.gap = "too_long"
        return found

    def _knows(self, place: FeedPlace) -> bool:
        """Whether the project has what the place names. Nothing is read back to a run that somebody made up."""
        run, draft = _oldest(place), place.draft
        try:
            if run is not None:
                known = self._ports.runs.get(self.app.tenant_id, run).app_id == self.app.id
            else:
                known = draft is not None and bool(self._ports.revisions.get(self.app.tenant_id, self.app.id, draft))
        except NotFound:
            known = False
        self.gap = None if known else "unknown_place"
        return known

    @property
    def reaches_back(self) -> bool:
        """Whether it holds runs that the looks of others do not."""
        return len(self.runs) > _LOOKED_AT

    @property
    def state(self) -> tuple[Any, ...]:
        """Equal to another look's while nothing has happened between them."""
        failed = self.app.failure_of_draft is not None
        return self.app.draft_revision_id, failed, *((run.id, run.version) for run in self.runs)

    @property
    def busy(self) -> bool:
        return any(not run.ended and run.status != RunStatus.AWAITING_APPROVAL for run in self.runs)

    def details(self, run: Run) -> Details:
        with self._lock:
            if run.id not in self._details:
                iterations = self._ports.runs.iterations(run.tenant_id, run.id)
                self._details[run.id] = Details(messages_of(run, iterations, self._ports), iterations)
            return self._details[run.id]

    def build(self, run: Run, build_id: str | None) -> Build | None:
        return find_build(run, build_id, self._ports)

    def code(self) -> str | None:
        with self._lock:
            if self._project is None:
                self._project = get_project(principal=self._principal, app_id=self.app.id, ports=self._ports)
            return self._project.code

    def changes(self, since: str | None) -> list[DraftFile]:
        """The files that differ between a draft of before and the one of this look; all of them without one."""
        with self._lock:
            if (name := since or "") not in self._changes:
                before, after = self._manifest(since), self._manifest(self.app.draft_revision_id)
                self._changes[name] = _compared(before, after)
            return self._changes[name]

    def _manifest(self, revision_id: str | None) -> dict[str, str]:
        try:
            found = revision_id and self._ports.revisions.get(self.app.tenant_id, self.app.id, revision_id)
        except NotFound:  # a place may name any
            found = None
        entries = self._ports.snapshots.manifest(self.app.tenant_id, self.app.id, found.tree) if found else []
        return {entry.path: entry.sha256 for entry in entries}


def _oldest(place: FeedPlace) -> str | None:
    """The oldest run that a place names: what is newer is to be shown. None for one from before the first run."""
    return min([*place.runs, *filter(None, [place.newest])], default=None)


def _compared(before: dict[str, str], after: dict[str, str]) -> list[DraftFile]:
    differing = (path for path in sorted({*before, *after}) if before.get(path) != after.get(path))
    return [DraftFile(path=path, change=_kind(path, before, after)) for path in differing]


def _kind(path: str, before: dict[str, str], after: dict[str, str]) -> ChangeKind:
    if path not in before:
        return "added"
    return "changed" if path in after else "removed"
