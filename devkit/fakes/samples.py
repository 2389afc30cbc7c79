"""Small valid entities; every argument can be overridden by name."""

import io
import zipfile
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from devkit.fakes.clock import START
from shared.domain.apps.app import App
from shared.domain.base import Files
from shared.domain.brain.items import ConversationSummary
from shared.domain.diffs.diff import Diff
from shared.domain.ids import message_id, new_id, new_run_id
from shared.domain.revisions.revision import Build, Revision, dist_prefix
from shared.domain.runs.chunks import TextDelta
from shared.domain.runs.conversation import Conversation
from shared.domain.runs.events import Event
from shared.domain.runs.iteration import Iteration
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Bounds
from shared.domain.runs.turn import Turn

TENANT = "acme"
OTHER_TENANT = "rival"

SAMPLE_FILES: Files = {
    "index.html": b'<!doctype html><div id="root"></div><script type="module" src="/src/main.tsx"></script>\n',
    "package.json": b'{"name": "sample", "private": true, "type": "module", "scripts": {"build": "vite build"}}\n',
    "src/main.tsx": b'import { App } from "./App";\ndocument.body.append(App());\n',
    "src/App.tsx": b'export function App() {\n  return "Hello";\n}\n',
}


def an_app(**over: Any) -> App:
    app_id = over.get("id", new_id("app"))
    base: dict[str, Any] = {
        "id": app_id, "tenant_id": TENANT, "slug": f"s-{new_id('app')[-12:]}-app", "name": "Sample",
        "framework": "react", "template": "react-starter", "created_at": START, "updated_at": START,
    }  # fmt: skip
    return App(**(base | over))


def a_revision(app: App, **over: Any) -> Revision:
    revision_id = over.get("id", new_id("rev"))
    base: dict[str, Any] = {
        "id": revision_id, "tenant_id": app.tenant_id, "app_id": app.id,
        "parent_revision_id": app.draft_revision_id, "tree": "a" * 40, "commit": "b" * 40, "origin": "save",
        "message": "Save", "created_by": "user-1", "created_at": START, "build_id": new_id("bld"),
        "dist_storage_prefix": dist_prefix(app.tenant_id, app.id, revision_id),
    }  # fmt: skip
    return Revision(**(base | over))


def a_build(app: App, revision: Revision | None = None, **over: Any) -> Build:
    base: dict[str, Any] = {
        "id": revision.build_id if revision else new_id("bld"), "tenant_id": app.tenant_id, "app_id": app.id,
        "slug": app.slug, "revision_id": revision.id if revision else new_id("rev"),
        "tree": revision.tree if revision else "a" * 40, "kind": "revision", "created_at": START,
    }  # fmt: skip
    return Build(**(base | over))


def a_run(app: App, **over: Any) -> Run:
    base: dict[str, Any] = {
        "id": new_id("run"), "tenant_id": app.tenant_id, "app_id": app.id, "conversation_id": new_id("conv"),
        "turn_id": new_id("turn"), "request_id": "req-1", "message": "Make it blue", "created_by": "user-1",
        "model": "offline-demo", "bounds": Bounds(model_calls=25, tokens=400_000, dollars=1.0, seconds=900),
        "base_revision_id": app.draft_revision_id or new_id("rev"), "base_tree": "a" * 40,
        "candidate_tree": "a" * 40, "created_at": START,
    }  # fmt: skip
    return Run(**(base | over))


def a_turn(run: Run, **over: Any) -> Turn:
    base: dict[str, Any] = {
        "id": run.turn_id, "tenant_id": run.tenant_id, "app_id": run.app_id, "conversation_id": run.conversation_id,
        "run_id": run.id, "prompt": run.request.message, "status": run.status, "created_at": run.created_at,
    }  # fmt: skip
    return Turn(**(base | over))


def a_conversation(run: Run, **over: Any) -> Conversation:
    base: dict[str, Any] = {
        "id": run.conversation_id, "tenant_id": run.tenant_id, "app_id": run.app_id, "created_at": run.created_at,
    }  # fmt: skip
    return Conversation(**(base | over))


def an_iteration(run: Run, **over: Any) -> Iteration:
    base: dict[str, Any] = {
        "run_id": run.id, "number": run.iteration, "attempt": run.lease.attempt, "items": [],
        "candidate_tree": run.candidate_tree, "next": "continue", "created_at": run.created_at,
    }  # fmt: skip
    return Iteration(**(base | over))


def a_diff(app: App, **over: Any) -> Diff:
    base: dict[str, Any] = {
        "id": new_id("dif"), "tenant_id": app.tenant_id, "app_id": app.id, "run_id": None, "conversation_id": None,
        "base_revision_id": app.draft_revision_id or new_id("rev"), "base_commit": "b" * 40, "base_tree": "a" * 40,
        "tree": "c" * 40, "status": "pending_review", "created_at": START, "updated_at": START,
    }  # fmt: skip
    return Diff(**(base | over))


def an_event(seq: int, text: str = "word", at: datetime = START) -> Event:
    return Event(seq=seq, at=at, request_id="req-1", stage="edit", chunk=TextDelta(id="t1", delta=text))


def some_events(first: int, count: int) -> list[Event]:
    return [an_event(seq, f"word {seq}") for seq in range(first, first + count)]


def a_summary(app: App, conversation_id: str, **over: Any) -> ConversationSummary:
    run_id = new_run_id()
    base: dict[str, Any] = {
        "tenant_id": app.tenant_id, "app_id": app.id, "conversation_id": conversation_id, "turns": 11, "until": START,
        "short_summary": "Ann builds a shop.", "last_turn_id": new_id("turn"), "updated_at": START,
        "last_message_id": message_id(run_id, 0),
    }  # fmt: skip
    return ConversationSummary(**(base | over))


def zipped(files: Mapping[str, bytes | str]) -> bytes:
    """An archive of these files, in their order."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return target.getvalue()
