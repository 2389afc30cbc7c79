"""What one iteration holds in its hands while it works."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from shared.domain.agent.egress import Egress, UntrustedSource, in_order
from shared.domain.agent.model_messages import Completed, Item, Picture, ToolCall, ToolOutput, UserMessage
from shared.domain.apps.app import App
from shared.domain.builds.failure_signature import failure_signature
from shared.domain.diagnostics import Diagnostic
from shared.domain.revisions.revision import BuildError
from shared.domain.runs.iteration import Iteration, ResponseNote, Step
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Role
from shared.domain.runs.what_next import Build, Continue, Fail, Next, word_of
from shared.domain.untrusted import shortened
from shared.services.agent.context.compact_history import tightened
from shared.services.assets.load_prompt import load_prompt
from shared.services.loop_ports import LoopPorts
from shared.services.runs.log.event_writer import EventWriter
from shared.tools.base import Workspace

_SAME_FAILURE = 2
_SHOWN = 20


@dataclass
class Work:
    """One iteration under way. `run` is replaced by new values; nothing is stored before the iteration ends.

    `past` is what earlier iterations said, `known` the ids of their calls, `taken` those of all calls so far,
    `shown` those that attempts of this iteration that died had shown, `silent` those that the stream keeps back,
    `past_steps` what came of the latest of them, `has_notice` whether an earlier iteration said to take another way,
    `void_characters` how much attempts of this iteration that died had answered, `gates` what the fast gate said,
    `graph` which local files import which, as that gate found when it passed last,
    `recording` what is being recorded meanwhile, `was_cut` whether of the last answer only a part came through,
    `lost` how our own machinery failed the build that was waited for.
    """

    run: Run
    app: App
    ports: LoopPorts
    writer: EventWriter
    workspace: Workspace
    number: int
    cancelled: Callable[[], bool]
    past: list[Item]
    known: frozenset[str]
    taken: set[str]
    shown: frozenset[str] = frozenset()
    silent: set[str] = field(default_factory=set)
    past_steps: list[Step] = field(default_factory=list)
    void_characters: int = 0
    was_cut: bool = False
    lost: BuildError | None = None
    has_notice: bool = field(init=False)
    role: Role = "coder"
    last_call: bool = False
    items: list[Item] = field(default_factory=list)
    answer_from: int | None = None
    handoff: list[Item] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    next: Next = Continue()
    response: ResponseNote | None = None
    gates: list[bool] = field(default_factory=list)
    graph: dict[str, list[str]] = field(default_factory=dict)
    recording: list[Callable[[], None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.has_notice = self.run.strategy_changed

    def change(self, **fields: object) -> None:
        """Replace fields of the run."""
        self.run = self.run.model_copy(update=fields)

    def note_untrusted(self, sources: Iterable[UntrustedSource]) -> None:
        """From now on the run has read this: what it sends to others waits for a person."""
        self.change(untrusted=in_order({*self.run.untrusted, *sources}))
        read = self.app.unconfirmed.union(self.run.untrusted)
        self.workspace.egress = Egress(frozenset(self.app.settings.api_hosts), read)

    def await_recording(self) -> None:
        """Return when everything spent so far is recorded."""
        while self.recording:
            self.recording.pop()()

    def hear(self, completed: Completed) -> None:
        """Take in the model's answer."""
        self.answer_from = len(self.items)
        self.items += completed.items

    def answer(self, call_id: str | None, text: str, picture: Picture | None = None) -> None:
        """Say something back to the model: as the output of its call, or in a person's place when there is none."""
        output = ToolOutput(call_id=call_id, output=text, picture=picture) if call_id else None
        self.items.append(output or UserMessage(content=text))

    def fail(self, code: str, summary: str) -> None:
        """End the run honestly: what stopped it, in words for the person. The run has it when the iteration ends so."""
        self.next = Fail(code, summary)

    def note_failure(self, code: str, diagnostics: list[Diagnostic]) -> None:
        """Count a failure of a gate. The second time the way must change; after that the same failure ends the run."""
        signature = failure_signature(code, diagnostics)
        count = self.run.failures.get(signature, 0) + 1
        found = [found.model_copy(update={"message": shortened(found.message, 500)}) for found in diagnostics]
        self.change(failures={**self.run.failures, signature: count}, diagnostics=found[:_SHOWN])
        if count < _SAME_FAILURE:
            return
        if self.run.strategy_changed:
            self.fail("STUCK", "The same failure came back after a change of strategy, so the run stopped here.")
            return
        self.change(strategy_changed=True)
        self.items.append(UserMessage(content=load_prompt("change_strategy")))

    def tighten(self) -> None:
        """From now on say everything shortly: the model cannot read as much as it was sent."""
        self.change(tight=True)
        self.past = [tightened(item) for item in self.past]
        self.items = [tightened(item) for item in self.items]

    def seconds_left(self) -> float:
        """Wall time this run may still use."""
        started = self.run.started_at or self.run.created_at
        elapsed = (self.ports.clock.now() - started).total_seconds()
        return self.run.bounds.seconds - elapsed + self.run.waited_seconds

    def iteration(self) -> Iteration:
        """The record of what was done."""
        return Iteration(
            run_id=self.run.id,
            number=self.number,
            attempt=self.run.lease.attempt,
            role=self.role,
            items=self.items,
            answer_from=self.answer_from,
            handoff=self.handoff,
            steps=self.steps,
            abandoned=sorted(self.taken - self.known - call_ids(self.items)),
            candidate_tree=self.run.candidate_tree,
            next=word_of(self.next),
            build_id=self.next.build_id if isinstance(self.next, Build) else None,
            usage=self.run.usage,
            response=self.response,
            created_at=self.ports.clock.now(),
        )


def call_ids(items: Iterable[Item]) -> set[str]:
    """The ids of the calls in `items`."""
    return {item.call_id for item in items if isinstance(item, ToolCall)}


def call_id_of(call: ToolCall | None) -> str | None:
    """The id to answer, if there is a call."""
    return call.call_id if call else None
