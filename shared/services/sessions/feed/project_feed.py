"""What happens in a project, as it happens: messages, tokens used, tests, and code that changed."""

from itertools import pairwise
from typing import Any, NamedTuple

from shared.domain.apps.app import App
from shared.domain.builds.check_status import SuiteOutcome
from shared.domain.builds.worker_tests import TestFailure
from shared.domain.revisions.revision import Build
from shared.domain.runs.iteration import Iteration, Step
from shared.domain.runs.run import Run
from shared.domain.runs.step_status import StepStatus
from shared.domain.sessions.feed_place import FeedPlace, Seen
from shared.services.runs.end.last_tests import is_test, tests_status
from shared.services.sessions.feed.look_at_project import Look
from shared.services.sessions.list_messages import Message

_OUTPUT = 4_000
_CHANGED = 100


class FeedEvent(NamedTuple):
    """One event by its name in the first seed."""

    name: str
    data: dict[str, Any]


class ProjectFeed:
    """Gives a viewer what is new in each look, from the first look or from a place in the feed on; it never waits.

    What was over before it began is not told; that a place could not be gone on from is, before anything else.
    """

    def __init__(self, first: Look, place: FeedPlace | None = None) -> None:
        self.app_id, self._gap = first.app.id, first.gap
        place = None if first.gap == "unknown_place" else place
        self._app_version = first.app.version
        self._draft = first.app.draft_revision_id if place is None else place.draft
        self._failed = _failed(first.app) if place is None else (place.draft if place.failed else None)
        self._newest = place.newest if place else max((run.id for run in first.runs if run.ended), default="")
        open_runs = {run.id: Seen(0, 0) for run in first.runs if not run.ended}
        self._open_runs: dict[str, Seen] = open_runs if place is None else dict(place.runs)
        self._over = {run.id for run in first.runs if run.ended and (place is None or self._was_over(run))}
        self._versions: dict[str, int] = {}

    @property
    def place(self) -> FeedPlace:
        """Where this viewer is; a feed that begins there goes on without a gap."""
        failed = self._failed is not None and self._failed == self._draft
        return FeedPlace(draft=self._draft, newest=self._newest, runs=dict(self._open_runs), failed=failed)

    def has_news(self, look: Look) -> bool:
        """Whether `news` would find any; asks nobody. A look from before this viewer came has none."""
        if look.app.version < self._app_version:
            return False
        app = look.app
        changed = app.draft_revision_id != self._draft or _failed(app) not in (None, self._failed)
        return changed or self._gap is not None or any(self._is_new(run) for run in look.runs)

    def news(self, look: Look) -> list[FeedEvent]:
        """New events, oldest first."""
        self._app_version = look.app.version
        events = [event for run in reversed(look.runs) for event in self._of_run(run, look)]
        return [*self._reset(), *events, *self._code(look), *self._page(look.app)]

    def _reset(self) -> list[FeedEvent]:
        gap, self._gap = self._gap, None
        return [FeedEvent("reset", {"project_id": self.app_id, "reason": gap})] if gap else []

    def _was_over(self, run: Run) -> bool:
        return run.id <= self._newest and run.id not in self._open_runs

    def _is_new(self, run: Run) -> bool:
        return run.id not in self._over and self._versions.get(run.id, -1) < run.version

    def _of_run(self, run: Run, look: Look) -> list[FeedEvent]:
        if not self._is_new(run):
            return []
        seen = self._open_runs.get(run.id, Seen(0, 0))
        messages, iterations = look.details(run)
        self._newest, self._versions[run.id] = max(self._newest, run.id), run.version
        if run.ended:
            self._over.add(run.id)
            self._open_runs.pop(run.id, None)
        else:
            self._open_runs[run.id] = Seen(len(messages), run.iteration)
        events = [event for message in messages[seen.messages :] for event in _message_events(message)]
        return events + _tests(run, iterations, seen.iteration, look)

    def _code(self, look: Look) -> list[FeedEvent]:
        app = look.app
        if app.draft_revision_id == self._draft:
            return []
        files = look.changes(self._draft)
        changed = {
            "project_id": app.id,
            "new_code": look.code(),
            "revision_id": app.draft_revision_id,
            "files": [one.model_dump() for one in files[:_CHANGED]],
            "files_changed": len(files),
        }
        self._draft = app.draft_revision_id
        return [FeedEvent("code_changed", changed)]

    def _page(self, app: App) -> list[FeedEvent]:
        failure = app.failure_of_draft
        if failure is None or failure.revision_id == self._failed:
            return []
        self._failed = failure.revision_id
        data = failure.model_dump(mode="json", include={"revision_id", "at", "errors"})
        return [FeedEvent("preview_failed", {"project_id": app.id, **data})]


def _failed(app: App) -> str | None:
    """The draft, when a browser reported that its page fails."""
    failure = app.failure_of_draft
    return failure.revision_id if failure else None


def _message_events(message: Message) -> list[FeedEvent]:
    body = message.model_dump(mode="json")
    events = [FeedEvent("conversation_message", {"message_id": body.pop("id"), **body})]
    if message.token_usage is not None:
        used = {"session_id": message.session_id, "message_id": message.id, "usage": body["token_usage"]}
        events.append(FeedEvent("token_usage", used | {"timestamp": body["created_at"]}))
    return events


def _tests(run: Run, iterations: list[Iteration], since: int, look: Look) -> list[FeedEvent]:
    """The tests that ended in the iterations from `since` on.

    A run that left a diff tells its last tests once more, since they are what was tested of that diff.
    """
    fresh, last = list[FeedEvent](), list[FeedEvent]()
    for before, done in pairwise(iterations):
        new = done.number >= since
        if (new or run.outcome.diff_id is not None) and (events := _ended_tests(run, before, done, look)):
            fresh, last = fresh + events * new, events
    return fresh or (last if run.outcome.diff_id is not None else [])


def _ended_tests(run: Run, before: Iteration, done: Iteration, look: Look) -> list[FeedEvent]:
    """The tests that `before` asked of the worker and that ended in `done`."""
    running = {step.call_id for step in before.steps if step.status == StepStatus.RUNNING}
    ended = [step for step in done.steps if step.call_id in running and step.status.traits.ran]
    build = look.build(run, before.build_id) if ended else None
    if build is None or not is_test(build):
        return []
    return [FeedEvent("test_completed", one) for step in ended for one in _test(run, step, build)]


def _test(run: Run, step: Step, build: Build) -> list[dict[str, Any]]:
    """What was run as a whole, then each test that failed, by its name (or its file, when that could not be run).

    `diff_id` is null until the run has left a diff; `error` is a worker that gave no result about the tests.
    """
    asked = " ".join(build.work.command) or "all tests"
    whole = {
        "diff_id": run.outcome.diff_id,
        "run_id": run.id,
        "test_name": asked,
        "suite": None,
        "file": None,
        "line": None,
        "status": tests_status(build),
        "output": step.output[:_OUTPUT],
    }
    failures = build.tests.failures if build.tests and whole["status"] == SuiteOutcome.FAILED else []
    return [whole, *(whole | {"suite": asked} | _failure(one) for one in failures)]


def _failure(failure: TestFailure) -> dict[str, Any]:
    named = {"test_name": failure.name or failure.file or "a test", "output": failure.message}
    return named | {"file": failure.file or None, "line": failure.line}
