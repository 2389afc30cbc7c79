"""Events as an AG-UI stream over server-sent events, and what an AG-UI client has seen of one."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from functions.api.http.sse import SEGMENT_END, SUPERSEDED, SUPERSEDED_TEXT, frame
from functions.api.http.viewing import Leaving
from shared.domain.agui.convert import Projection
from shared.domain.runs.events import Event
from shared.domain.runs.run import Run
from shared.services.loop_ports import LoopPorts
from shared.services.runs.log.follow_run import read_events

_SEEN = re.compile(r"([0-9]{1,10})(?:\.([0-9]{1,6}))?\Z")


class Seen(NamedTuple):
    """All of the events up to `seq`, and of the next one the first `part` that it stands for in AG-UI."""

    seq: int = 0
    part: int = 0

    @property
    def name(self) -> str:
        """As an event id."""
        return f"{self.seq}.{self.part}" if self.part else str(self.seq)

    def at_most(self, seq: int) -> "Seen":
        """Nobody has seen what was never said."""
        return self if self.seq <= seq else Seen(seq)


def read_seen(last_event_id: str | None, *, parts: bool) -> Seen:
    """What a client has seen, by the id it sends back; nothing when that is no id of a stream (with `parts`)."""
    found = _SEEN.match(last_event_id or "")
    if found is None or (found[2] and not parts):
        return Seen()
    return Seen(int(found[1]), int(found[2] or 0))


class Encoder:
    """Writes one run's events on from what was seen.

    The last frame of each of our events has its `seq` as the id. A frame before it has `{seq - 1}.{n}`, so that a
    client cut between two of them loses none and hears none twice.
    """

    ending = ""
    headers: Mapping[str, str] = {}

    def __init__(self, run: Run, seen: Seen, ports: LoopPorts) -> None:
        past = _until(run, seen.seq, ports)
        self._projection = Projection(run.id, run.conversation_id, past)
        self._seen = seen

    def encode(self, batch: list[Event]) -> str:
        """The frames of the next events."""
        return "".join(map(self._frames, batch))

    def leave(self, why: Leaving) -> str:
        """An error for a stream whose place was taken; else the client connects again and the run goes on in it."""
        if why != "superseded":
            return SEGMENT_END
        return frame({"type": "RUN_ERROR", "message": SUPERSEDED_TEXT, "code": SUPERSEDED})

    def _frames(self, event: Event) -> str:
        events = self._projection.read(event)
        names = [f"{event.seq - 1}.{count}" for count in range(1, len(events))] + [str(event.seq)]
        frames = [frame(body, name) for name, body in zip(names, events, strict=False)]
        return "".join(frames[self._seen.part :] if event.seq == self._seen.seq + 1 else frames)


def _until(run: Run, seq: int, ports: LoopPorts) -> list[Event]:
    found: list[Event] = []
    while len(found) < seq:
        batch = read_events(run, after=len(found), ports=ports)
        if not batch:
            break
        found += batch
    return found[:seq]
