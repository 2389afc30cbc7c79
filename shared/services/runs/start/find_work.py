"""The unfinished work of a conversation: the latest run of it that left an open or rejected diff and no revision."""

from collections.abc import Iterator
from typing import NamedTuple

from shared.domain.diffs.diff import Diff
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.turn import Turn
from shared.domain.runs.work_outcome import WorkOutcome
from shared.services.diffs.find_diff import diff_of
from shared.services.loop_ports import LoopPorts
from shared.services.matching_page import pages_of

_PAGE, _MOST_PAGES, _LOOKED_BACK = 10, 5, 12


class Leftover(NamedTuple):
    """A diff with the run that left it. `passed_over`: a later message already left it aside."""

    run: Run
    diff: Diff
    passed_over: bool


def find_work(run: Run, ports: LoopPorts) -> Leftover | None:
    """What a run before this one in its conversation left to go on with; None when that was kept or decided on.

    Turns that changed nothing are passed over, and repairs that no person asked for. An answer that was done again to
    its end, though, has taken the place of the one before it, also where it changed nothing.
    """
    without = list[Turn]()
    for turn in _turns_before(run, ports):
        if not turn.status.ended or turn.revision_id is not None:
            return None
        if turn.diff_id is None:
            if turn.regenerates is not None and turn.status == RunStatus.COMPLETED:
                return None
            without.append(turn)
            continue
        earlier = ports.runs.get(turn.tenant_id, turn.run_id)
        if earlier.request.repair is not None:
            continue
        diff = diff_of(turn, ports.diffs)
        open_still = diff is not None and diff.status.traits.resumable
        return Leftover(earlier, diff, _was_left(without, ports)) if diff is not None and open_still else None
    return None


def _was_left(turns: list[Turn], ports: LoopPorts) -> bool:
    """Whether one of these began without the work although it was there."""
    started = (ports.runs.get(turn.tenant_id, turn.run_id).request.continues for turn in turns)
    return any(work is not None and work.outcome != WorkOutcome.CONTINUED for work in started)


def _turns_before(run: Run, ports: LoopPorts) -> Iterator[Turn]:
    """The latest turns of the run's conversation, newest first; not its own, and not those that wait after it."""
    left = _LOOKED_BACK
    pages = pages_of(
        lambda cursor: ports.turns.turns(run.tenant_id, run.app_id, limit=_PAGE, cursor=cursor), _MOST_PAGES
    )
    for page in pages:
        for turn in page.items:
            if run.request.history_from is not None and turn.created_at <= run.request.history_from:
                return
            if (
                turn.conversation_id == run.conversation_id
                and turn.run_id != run.id
                and turn.status != RunStatus.PLANNED
            ):
                left -= 1
                yield turn
        if left <= 0:
            return
