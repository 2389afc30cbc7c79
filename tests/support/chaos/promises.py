"""What holds of every run, however it was disturbed."""

from collections import Counter

import pytest

from shared.domain.agent.model_messages import ToolCall, ToolOutput
from shared.domain.runs.broken_off import OpenParts
from shared.domain.runs.chunks import ToolInputAvailable, ToolInputStart, ToolOutputAvailable, ToolOutputError
from shared.domain.runs.data_chunks import DataRetry
from shared.domain.runs.events import EVENTS_ADAPTER, AnyChunk, Event, ends_run
from shared.domain.runs.run import Run
from shared.domain.spending.spending import Counts
from shared.services.runs.log.close_log import archived_events
from tests.support.chaos.storm import Chaos


def keeps_its_promises(chaos: Chaos, run: Run) -> None:
    """Every one of them, of a run that was ridden to its end."""
    assert run.ended
    assert list(chaos.world.runs.unfinished()) == [], "something is still owed"
    assert chaos.world.apps.get(run.tenant_id, run.app_id, include_deleted=True).active_run_id is None, "locked"
    _log(chaos, run)
    _readers(chaos, run)
    _trees(chaos, run)
    _leftover(chaos, run)
    _money(chaos, run)
    _record(chaos, run)
    _builds(chaos, run)


def _events(chaos: Chaos, run: Run) -> list[Event]:
    return chaos.world.events.read(run.tenant_id, run.id, limit=100_000)


def _log(chaos: Chaos, run: Run) -> None:
    events = _events(chaos, run)
    chunks = [event.chunk for event in events]
    assert [event.seq for event in events] == list(range(1, run.last_seq + 1)), "gaps or doubles"
    assert len(events) == chaos.world.events.last_seq(run.tenant_id, run.id), "words after the end"
    assert sum(ends_run(chunk) for chunk in chunks) == 1 and chunks[-1].type == "finish"
    assert chunks[-2].type == "data-done" and ends_run(chunks[-2])
    assert EVENTS_ADAPTER.validate_json(archived_events(run, chaos.driver.ports) or b"[]") == events
    assert OpenParts(chunks).closings("open") == []
    kinds = Counter(chunk.type for chunk in chunks)
    assert kinds["start-step"] == kinds["finish-step"] and kinds["data-revision"] == (
        run.outcome.revision_id is not None
    )
    started = Counter(chunk.tool_call_id for chunk in chunks if isinstance(chunk, ToolInputStart))
    whole = Counter(chunk.tool_call_id for chunk in chunks if isinstance(chunk, ToolInputAvailable))
    assert set(started.values()) <= {1} and set(whole.values()) <= {1} and whole <= started, "a call was made twice"
    answers = _answers_that_count(chunks)
    assert answers == started, f"calls and answers differ: {started - answers} {answers - started}"


def _answers_that_count(chunks: list[AnyChunk]) -> Counter[str]:
    """How often each call was answered; an answer to an earlier call counts anew when a retry was announced since."""
    count: Counter[str] = Counter()
    since: set[str] = set()
    for chunk in chunks:
        if isinstance(chunk, DataRetry):
            since.clear()
        elif isinstance(chunk, ToolOutputAvailable | ToolOutputError):
            count[chunk.tool_call_id] += chunk.tool_call_id in since or chunk.tool_call_id not in count
            since.add(chunk.tool_call_id)
    return count


def _readers(chaos: Chaos, run: Run) -> None:
    events = _events(chaos, run)
    for reader in chaos.readers:
        reader.to_the_end()
        assert reader.seen == events, "a client that went away and came back has missed or doubled something"


def _trees(chaos: Chaos, run: Run) -> None:
    """The history is one line, and what the run put on it has passed its gates, whole."""
    world = chaos.world
    revisions = world.revisions.list(run.tenant_id, run.app_id, limit=100).items
    app = world.apps.get(run.tenant_id, run.app_id, include_deleted=True)
    line = {revision.parent_revision_id: revision for revision in revisions}
    assert len(line) == len(revisions), "two revisions on one"
    own = [revision for revision in revisions if revision.run_id == run.id]
    assert [revision.id for revision in own] == ([run.outcome.revision_id] if run.outcome.revision_id else [])
    for revision in own:
        build = world.builds.get(run.tenant_id, run.app_id, revision.build_id)
        assert (revision.tree, revision.parent_revision_id) == (run.candidate_tree, run.base_revision_id)
        assert (build.tree, build.status, build.revision_id) == (revision.tree, "succeeded", revision.id)
    draft = next(revision for revision in revisions if revision.id == app.draft_revision_id)
    assert draft.id not in line, "the draft is not the end of the line"
    assert (draft.run_id == run.id) <= (run.status == "completed")


def _leftover(chaos: Chaos, run: Run) -> None:
    """Work that was not committed is a diff, once."""
    diffs = [
        each for each in chaos.world.diffs.list(run.tenant_id, run.app_id, limit=100).items if each.run_id == run.id
    ]
    assert [diff.id for diff in diffs] == ([run.outcome.diff_id] if run.outcome.diff_id else [])
    for diff in diffs:
        kept = "interrupted" if run.status in ("aborted", "interrupted") else "pending_review"
        assert (diff.status, diff.base_tree) == (kept, run.base_tree)
        assert diff.tree in (run.candidate_tree, run.green_tree)
        assert chaos.world.snapshots.get(run.tenant_id, run.app_id, diff.tree)
    if run.candidate_tree != run.base_tree and run.outcome.revision_id is None:
        assert diffs, "the work is lost"


def _money(chaos: Chaos, run: Run) -> None:
    """The counted never passes the cap by more than the one answer that was let in; nor does the real bill."""
    used, bounds, bill = run.usage, run.bounds, chaos.bill
    assert used.model_calls <= bounds.model_calls
    assert used.total_tokens <= bounds.tokens + bill.dearest * 1_000_000
    assert used.counted_usd <= bounds.dollars + bill.dearest + 1e-6
    assert bill.dollars <= bounds.dollars + bill.dearest + 1e-6, f"{bill} of {bounds.dollars}"
    _ledger(chaos, run)


def _ledger(chaos: Chaos, run: Run) -> None:
    """Nothing stays reserved, no call is missing, and none was made up but where the ledger itself failed twice."""
    ledger, used = chaos.world.spending, run.usage
    assert ledger.holds(run.tenant_id, run.id) == []
    spent = ledger.runs(run.tenant_id, run.app_id, run.id, run.id, limit=1).items
    counts = spent[0].counts if spent else Counts()
    assert used.model_calls <= counts.calls <= chaos.bill.calls + chaos.storm.blown.count("spending.")
    if "spending." not in chaos.storm.blown:
        assert used.model_calls == counts.calls, "the run and its tenant were charged other calls"
        assert counts.counted == pytest.approx(used.counted_usd * 1_000_000, abs=counts.calls)
    assert counts.counted >= (used.cost_usd or 0) * 1_000_000 - counts.calls


def _record(chaos: Chaos, run: Run) -> None:
    """Iterations without a gap, every call of the history answered once, and the turn tells what the run knows."""
    done = chaos.world.runs.iterations(run.tenant_id, run.id)
    assert [each.number for each in done] == list(range(len(done)))
    items = [item for each in done for item in (*each.items, *each.handoff)]
    calls = Counter(item.call_id for item in items if isinstance(item, ToolCall))
    outputs = Counter(item.call_id for item in items if isinstance(item, ToolOutput))
    assert set(calls.values()) <= {1} and outputs <= calls
    steps = Counter(step.call_id for each in done for step in each.steps if step.status in ("completed", "failed"))
    assert set(steps.values()) <= {1}, "a step was done twice"
    turn = chaos.world.turns.turn(run.tenant_id, run.app_id, run.turn_id)
    text = (turn.status, turn.summary, turn.failure_code, turn.revision_id, turn.diff_id, turn.usage)
    assert text == (
        run.status,
        run.outcome.summary,
        run.outcome.failure_code,
        run.outcome.revision_id,
        run.outcome.diff_id,
        run.usage,
    )


def _builds(chaos: Chaos, run: Run) -> None:
    """No iteration has built one tree twice, and none was built more than once."""
    builds = [build for build in chaos.world.every_build() if build.run_id == run.id]
    assert set(chaos.worked.values()) <= {1}, "a build was done twice"
    assert set(chaos.worked) <= {build.id for build in builds}
