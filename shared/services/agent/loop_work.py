"""One iteration as a value: what it was given, and what has come of it so far. Each step returns it anew."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from shared.domain.agent.egress import Egress, UntrustedSource, in_order
from shared.domain.agent.model_messages import Completed, Item, Picture, ToolCall, ToolOutput, UserMessage
from shared.domain.apps.app import App
from shared.domain.brain.alignment import Alignment
from shared.domain.brain.items import ConversationSummary
from shared.domain.builds.failure_signature import failure_signature
from shared.domain.diagnostics import Diagnostic
from shared.domain.revisions.revision import BuildError
from shared.domain.runs.iteration import Iteration, ResponseNote, Step
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Packing, Role, WorkerCall
from shared.domain.runs.turn import Turn
from shared.domain.runs.what_next import Build, Continue, Fail, Next, word_of
from shared.domain.untrusted import shortened
from shared.services.agent.context.compact_history import tightened
from shared.services.assets.load_prompt import load_prompt
from shared.services.loop_ports import LoopPorts
from shared.services.runs.log.event_writer import EventWriter
from shared.tools.base import Workspace

_SAME_FAILURE = 2
_SHOWN = 20


@dataclass(frozen=True)
class Inputs:
    """What an iteration is given. No step replaces any of it.

    `writer` and `workspace` are effects like the ports, not values: an event cannot be taken back once people see it,
    and the tools edit the files that they read. `known` are the ids of the calls of earlier iterations, `shown` those
    that attempts of this iteration that died had shown, `past_steps` what came of the latest calls, `was_cut` whether
    of the last answer only a part came through, `has_notice` whether an earlier iteration said to take another way.
    `note_record` is another effect: it keeps a wait for the ledger's record, for an attempt that fails.
    """

    app: App
    ports: LoopPorts
    writer: EventWriter
    workspace: Workspace
    number: int
    cancelled: Callable[[], bool]
    role: Role
    known: frozenset[str]
    shown: frozenset[str]
    note_record: Callable[[Callable[[], None]], None]
    past_steps: tuple[Step, ...]
    was_cut: bool
    has_notice: bool


@dataclass(frozen=True)
class ToolRound:
    """What one answer's tools did. `work`, each call with what it asks of the worker, and `finish` are for the loop.

    `held` are the calls from the first that waits for a person on, `waiting` the ids of those that wait, `silent` those
    that the stream has not shown yet, `diffs` what the waiting writes would change. `said` counts the characters of all
    answers, `untrusted` is what they hold of strangers. `unapplied`, by path, are changes that were refused, `without`
    the words that later results say of them. `alignments` says of calls how they fit the plan.
    """

    outputs: tuple[ToolOutput, ...] = ()
    steps: tuple[Step, ...] = ()
    work: tuple[WorkerCall, ...] = ()
    finish: ToolCall | None = None
    held: tuple[ToolCall, ...] = ()
    waiting: frozenset[str] = frozenset()
    silent: frozenset[str] = frozenset()
    diffs: Mapping[str, str] = field(default_factory=dict)
    finish_data: Mapping[str, Any] = field(default_factory=dict)
    said: int = 0
    untrusted: frozenset[UntrustedSource] = frozenset()
    unapplied: Mapping[str, str] = field(default_factory=dict)
    alignments: Mapping[str, Alignment] = field(default_factory=dict)
    without: str = ""


class Earlier(NamedTuple):
    """The turns that the run was opened with, newest first, and the summary of older ones."""

    turns: tuple[Turn, ...] = ()
    summary: ConversationSummary | None = None


@dataclass(frozen=True)
class Work:
    """One iteration under way. A step that changes something returns a new value; the last one is stored.

    `past` is what earlier iterations said, `taken` the ids of all calls so far, `round` what the tools of the answer at
    hand did, until that is part of `steps` and `items`; `gates` is what the fast gate said, `graph` which local files
    import which, as that gate found when it passed last, `recording` waits for what is being recorded meanwhile, `lost`
    is how our own machinery failed the build that was waited for, `earlier` what the run was opened with.
    """

    inputs: Inputs
    run: Run
    past: tuple[Item, ...]
    taken: frozenset[str]
    last_call: bool = False
    items: tuple[Item, ...] = ()
    answer_from: int | None = None
    handoff: tuple[Item, ...] = ()
    round: ToolRound = ToolRound()
    steps: tuple[Step, ...] = ()
    next: Next = Continue()
    response: ResponseNote | None = None
    lost: BuildError | None = None
    gates: tuple[bool, ...] = ()
    graph: Mapping[str, list[str]] = field(default_factory=dict)
    recording: tuple[Callable[[], None], ...] = ()
    earlier: Earlier = Earlier()

    @property
    def goes_on(self) -> bool:
        """Whether nothing so far is why the model would not be asked."""
        return isinstance(self.next, Continue)

    def change(self, **fields: object) -> "Work":
        return replace(self, run=self.run.change(**fields))

    def note_untrusted(self, sources: Iterable[UntrustedSource]) -> "Work":
        """From now on the run has read this: what it sends to others waits for a person."""
        work = self.change(untrusted=in_order({*self.run.memory.untrusted, *sources}))
        app = self.inputs.app
        read = app.unconfirmed.union(work.run.memory.untrusted)
        self.inputs.workspace.egress = Egress(frozenset(app.settings.api_hosts), read)
        return work

    def await_recording(self) -> "Work":
        """Return when everything spent so far is recorded."""
        for wait in reversed(self.recording):
            wait()
        return replace(self, recording=())

    def add_answer(self, completed: Completed) -> "Work":
        return replace(self, answer_from=len(self.items)).say(*completed.items)

    def say(self, *items: Item) -> "Work":
        return replace(self, items=(*self.items, *items))

    def answer(self, call_id: str | None, text: str, picture: Picture | None = None) -> "Work":
        """Say something back to the model: as the output of its call, or in a person's place when there is none."""
        output = ToolOutput(call_id=call_id, output=text, picture=picture) if call_id else None
        return self.say(output or UserMessage(content=text))

    def add_steps(self, *steps: Step) -> "Work":
        return replace(self, steps=(*self.steps, *steps))

    def record_round(self) -> "Work":
        """The round's steps are in the record of the iteration from now on."""
        return replace(self.add_steps(*self.round.steps), round=replace(self.round, steps=()))

    def end_round(self) -> "Work":
        """The round is over: its steps are in the record, what its tools answered is said."""
        return replace(self.record_round().say(*self.round.outputs), round=ToolRound())

    def fail(self, code: str, summary: str) -> "Work":
        """End the run honestly: what stopped it, in words for the person. The run has it when the iteration ends so."""
        return replace(self, next=Fail(code, summary))

    def note_failure(self, code: str, diagnostics: list[Diagnostic]) -> "Work":
        """Count a failure of a gate. The second time the way must change; after that the same failure ends the run."""
        signature = failure_signature(code, diagnostics)
        count = self.run.memory.failures.get(signature, 0) + 1
        found = [found.model_copy(update={"message": shortened(found.message, 500)}) for found in diagnostics]
        work = self.change(failures={**self.run.memory.failures, signature: count}, diagnostics=found[:_SHOWN])
        if count < _SAME_FAILURE:
            return work
        if self.run.memory.strategy_changed:
            said = "The same failure came back after a change of strategy, so the run stopped here."
            return work.fail("STUCK", said)
        return work.change(strategy_changed=True).say(UserMessage(content=load_prompt("change_strategy")))

    def tighten(self, packing: Packing) -> "Work":
        """From now on say everything shortly: the model cannot read as much as it was sent."""
        work = self.change(tight=True, smallest=packing == "smallest")
        if packing == "smallest":  # what it cuts depends on each request
            return work
        past, items = (tuple(map(tightened, said)) for said in (self.past, self.items))
        return replace(work, past=past, items=items)

    def seconds_left(self) -> float:
        """Wall time this run may still use."""
        started = self.run.started_at or self.run.created_at
        elapsed = (self.inputs.ports.clock.now() - started).total_seconds()
        return self.run.bounds.seconds - elapsed + self.run.waiting.waited_seconds

    def iteration(self) -> Iteration:
        return Iteration(
            run_id=self.run.id,
            number=self.inputs.number,
            attempt=self.run.lease.attempt,
            role=self.inputs.role,
            items=list(self.items),
            answer_from=self.answer_from,
            handoff=list(self.handoff),
            steps=list(self.steps),
            abandoned=sorted(self.taken - self.inputs.known - call_ids(self.items)),
            candidate_tree=self.run.candidate_tree,
            next=word_of(self.next),
            build_id=self.next.build_id if isinstance(self.next, Build) else None,
            usage=self.run.usage,
            response=self.response,
            created_at=self.inputs.ports.clock.now(),
        )


def call_ids(items: Iterable[Item]) -> set[str]:
    return {item.call_id for item in items if isinstance(item, ToolCall)}


def call_id_of(call: ToolCall | None) -> str | None:
    return call.call_id if call else None
