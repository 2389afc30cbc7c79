"""What the release before versioned payloads left in tables and state machines, kept as it was written then."""

import json
from pathlib import Path
from typing import Any

from devkit.fakes.world import World
from devkit.loop import USER
from shared.domain.runs.events import Event
from shared.domain.runs.run import Conversation, Iteration, Run, Turn

FOLDER = Path(__file__).resolve().parent.parent / "events" / "release_0"
NEW_IDS = ("app_id", "base_revision_id", "base_tree", "candidate_tree")


def payloads() -> dict[str, Any]:
    """Name -> what a state machine of that release sends or keeps."""
    found: dict[str, Any] = json.loads((FOLDER / "payloads.json").read_text())
    return found


def stored() -> dict[str, Any]:
    """A run that waits for a person, with all that belongs to it."""
    found: dict[str, Any] = json.loads((FOLDER / "stored_run.json").read_text())
    return found


def waiting_run(world: World) -> Run:
    """That run in `world`, on an app of this world: the stores hold what an upgrade finds."""
    app, draft = world.make_app(tenant_id=USER.tenant_id)
    here = {"app_id": app.id, "base_revision_id": draft.id}
    rows = stored()
    run = Run.model_validate(rows["run"] | here | {"base_tree": draft.tree, "candidate_tree": draft.tree})
    conversation = Conversation.model_validate(rows["conversation"] | {"app_id": app.id})
    world.runs.start(run, Turn.model_validate(rows["turn"] | {"app_id": app.id}), conversation)
    world.runs.pause(world.runs.get(run.tenant_id, run.id))
    for row in rows["iterations"]:
        world.records.put(Iteration.model_validate(row), run.tenant_id, run.id, f"{row['number']:04d}")
    world.events.append(run.tenant_id, run.id, [Event.model_validate(row) for row in rows["events"]])
    return world.runs.get(run.tenant_id, run.id)
