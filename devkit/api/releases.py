"""What earlier releases left in tables and state machines, kept as it was written then.

`release_0` is from before payloads had a version, `release_1` from before a green build went to its commit by a choice.
"""

import json
from pathlib import Path
from typing import Any

from devkit.fakes.world import World
from devkit.loop import USER
from shared.adapters.dynamo.runs import iteration_item
from shared.adapters.dynamo.table.bodies import Bodies
from shared.domain.runs.conversation import Conversation
from shared.domain.runs.events import Event
from shared.domain.runs.iteration import Iteration
from shared.domain.runs.run import Run
from shared.domain.runs.turn import Turn

EVENTS = Path(__file__).resolve().parent.parent / "events"
RELEASES = ("release_0", "release_1")


def payloads(release: str = "release_0") -> dict[str, Any]:
    """Name -> what a state machine of that release sends or keeps."""
    found: dict[str, Any] = json.loads((EVENTS / release / "payloads.json").read_text())
    return found


def stored(release: str = "release_0") -> dict[str, Any]:
    """A run that waits for a person, with all that belongs to it."""
    found: dict[str, Any] = json.loads((EVENTS / release / "stored_run.json").read_text())
    return found


def waiting_run(world: World, release: str = "release_0") -> Run:
    """That run in `world`, on an app of this world: the stores hold what an upgrade finds."""
    app, draft = world.make_app(tenant_id=USER.tenant_id)
    here = {"app_id": app.id, "base_revision_id": draft.id}
    rows = stored(release)
    run = Run.model_validate(rows["run"] | here | {"base_tree": draft.tree, "candidate_tree": draft.tree})
    conversation = Conversation.model_validate(rows["conversation"] | {"app_id": app.id})
    world.runs.start(run, Turn.model_validate(rows["turn"] | {"app_id": app.id}), conversation)
    world.runs.pause(world.runs.get(run.tenant_id, run.id))
    bodies = Bodies(world.blobs)
    world.write(*(iteration_item(run, Iteration.model_validate(row), bodies) for row in rows["iterations"]))
    world.events.append(run.tenant_id, run.id, [Event.model_validate(row) for row in rows["events"]])
    return world.runs.get(run.tenant_id, run.id)
