"""All events of a run that lie in the table."""

from collections.abc import Sequence

from shared.domain.runs.events import Event
from shared.domain.runs.run import Run
from shared.ports.runs import EventLog


def all_events(run: Run, events: EventLog, known: Sequence[Event] = ()) -> list[Event]:
    """From the first, in order, without a gap. What is `known` from the beginning on is not read again."""
    found = [*known]
    while batch := events.read(run.tenant_id, run.id, after=len(found)):
        found += batch
    return found
