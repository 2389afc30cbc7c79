"""What a project is meant to become: plan, requirements, stack and decisions, written by agents and read by all."""

import re
from collections.abc import Collection, Mapping
from itertools import islice

from shared.domain.base import Input, Moment, OneOfApp
from shared.domain.brain.decision import Author, Decision
from shared.domain.errors import Invalid
from shared.domain.frameworks import COMPONENTS
from shared.domain.untrusted import enclosed, shortened, valid_text

Requirements = dict[str, str | list[str]]
PLAN_MOST, REQUIREMENTS_MOST, STACK_MOST, DECISIONS_MOST = 50, 60, 40, 100
_MOST = {"plan": PLAN_MOST, "requirements": REQUIREMENTS_MOST, "stack": STACK_MOST}
VALUES_MOST, REPLACED_SHOWN = 20, 10
NAME_MOST, TEXT_MOST = 100, 500
SUPERSEDED_CHARACTERS = 30_000
_SHOWN_CHARACTERS = 6_000
DONE = "[x] "
"""What a step of the plan begins with that is done; `[ ] ` takes the mark away again."""
_MARK = re.compile(r"\[([xX ])\]\s*")
_PATH = re.compile(
    r"(?<![\w./:@-])(?:\./)?((?:src|public|tests?)/[\w./@-]{1,200}\.\w{1,10}"
    rf"|[\w./@-]{{1,200}}\.(?:tsx?|jsx|{'|'.join(COMPONENTS)}|css|html))\b"
)
"""What is surely a file of a project; `Chart.js` may be a library."""
_PATHS_LOOKED_AT, _PATHS_SHOWN = 500, 30


class ProjectState(OneOfApp):
    """The stored part of an app's state. Version 0 stands for one that nobody has written yet.

    `decisions` are those that stand: the only place where they are. `superseded` are the latest of those that were
    replaced or withdrawn.
    """

    plan: list[str] = []
    requirements: Requirements = {}
    stack: dict[str, str] = {}
    decisions: list[Decision] = []
    superseded: list[Decision] = []
    updated_at: Moment | None = None

    def spoken(self) -> dict[str, object]:
        parts = {name: True for name in ("plan", "requirements", "stack")}
        each = {"__all__": {"decision", "reason", "at"}}
        return self.model_dump(mode="json", include={**parts, "decisions": each})

    def decided(self, decisions: list[Decision], now: Moment, by: str | None = None) -> "ProjectState":
        """With these decisions in the place of those there were. What stands no more is kept among the superseded.

        `by`: the decision in whose favour.
        """
        standing = {one.id for one in decisions}
        gone = [
            one.model_copy(update={"superseded_at": now, "superseded_by": by})
            for one in self.decisions
            if one.id not in standing
        ]
        superseded = _within([*self.superseded, *gone])
        return self.model_copy(update={"decisions": decisions, "superseded": superseded, "updated_at": now})


class StateChange(Input):
    """What to write; None leaves a part as it is. An empty requirement or choice takes its name out, `withdrawn` the
    decisions of these words; `done` are numbers of the plan's steps, from 1 on. `by`: who decides.
    """

    plan: list[str] | None = None
    done: list[int] | None = None
    requirements: Requirements | None = None
    stack: dict[str, str] | None = None
    decisions: list[tuple[str, str]] | None = None
    withdrawn: list[str] | None = None
    by: Author = "agent"

    @property
    def empty(self) -> bool:
        return all(getattr(self, name) is None for name in type(self).model_fields if name != "by")


def changed_state(state: ProjectState, change: StateChange, now: Moment) -> ProjectState:
    """The state after the change: the plan replaced, the rest merged by name. The same change twice is the same state.

    Texts are shortened; Invalid when there would be too many of anything. Decisions are the exception: new ones that
    find no place are left out, so that they never keep a plan from being written.
    """
    after = state.model_copy(
        update={
            "plan": _planned(state.plan, change),
            "requirements": _merged(state.requirements, change.requirements),
            "stack": _merged(state.stack, change.stack),
            "updated_at": now,
        }
    ).decided(_decided(state.decisions, change, now), now)
    for name, most in _MOST.items():
        if len(getattr(after, name)) > most:
            raise Invalid(f"The state holds at most {most} entries in `{name}`. Join some or take some out.")
    return after


def _planned(before: list[str], change: StateChange) -> list[str]:
    """The steps with their marks. One that was done is so in a new plan too: steps of the same words go together.

    A plan whose steps are all done is over: another one starts without marks, though it may repeat "Test it".
    """
    given = before if change.plan is None else _texts(change.plan)
    plan = [words for step in given if (words := _unmarked(step))]
    if any(not 0 < number <= len(plan) for number in change.done or []):
        raise Invalid(f"The plan has {len(plan)} steps: `done` takes their numbers.")
    reopened = {_unmarked(step) for step in given if step.startswith("[ ]")}
    is_over = all(step.startswith(DONE) for step in before) and {*plan} != {*map(_unmarked, before)}
    done = set() if is_over else {_unmarked(step) for step in before if step.startswith(DONE)} - reopened
    done |= {_unmarked(step) for step in given if step[:3].lower() == DONE[:3]}
    done |= {plan[number - 1] for number in change.done or []}
    return [shortened(f"{DONE}{step}", TEXT_MOST) if step in done else step for step in plan]


def _unmarked(step: str) -> str:
    return _MARK.sub("", step, count=1).strip() if _MARK.match(step) else step


def _merged(before: Mapping[str, str | list[str]], change: Mapping[str, str | list[str]] | None) -> Requirements:
    named = {shortened(valid_text(name).strip(), NAME_MOST): _value(value) for name, value in (change or {}).items()}
    return {name: value for name, value in {**before, **named}.items() if name and value}


def _value(value: str | list[str]) -> str | list[str]:
    return _text(value) if isinstance(value, str) else _texts(value)[:VALUES_MOST]


def _texts(values: list[str]) -> list[str]:
    return [text for text in map(_text, values) if text]


def _text(value: str) -> str:
    return shortened(valid_text(value).replace("\0", "").strip(), TEXT_MOST)


def _decided(before: list[Decision], change: StateChange, now: Moment) -> list[Decision]:
    gone = {_same(said) for said in change.withdrawn or []}
    kept = [one for one in before if not _names(one) & gone]
    known = {one.decision for one in kept}
    new = [
        Decision(decision=_text(said), reason=_text(why), at=now, by=change.by) for said, why in change.decisions or []
    ]
    each = {one.decision: one for one in new if one.decision and not _names(one) & gone}
    fresh = [one for said, one in each.items() if said not in known]
    return _with_room([*kept, *fresh], len(kept))


def _with_room(decisions: list[Decision], known: int) -> list[Decision]:
    """As many as a state has a place for. What the autopilot noted makes way for what others decide, oldest first."""
    over = len(decisions) - max(DECISIONS_MOST, known)
    notes = [one.id for one in decisions if one.by == "autopilot"][: max(0, over)]
    return [one for one in decisions if one.id not in notes][: max(DECISIONS_MOST, known)]


def _within(superseded: list[Decision]) -> list[Decision]:
    """The latest of them that the state has a place for."""
    room, kept = SUPERSEDED_CHARACTERS, list[Decision]()
    for one in reversed(superseded[-DECISIONS_MOST:]):
        room -= len(one.decision) + len(one.reason)
        if room < 0:
            break
        kept.insert(0, one)
    return kept


def _names(one: Decision) -> set[str]:
    """What a decision may be called by: its words, or these with the reason as a model reads them."""
    return {_same(one.decision), _same(one.line)}


def _same(said: str) -> str:
    return _text(said).casefold().rstrip(" .")


def unknown(before: ProjectState, change: StateChange) -> list[str]:
    known = set[str]().union(*map(_names, before.decisions))
    return [_text(said) for said in change.withdrawn or [] if _same(said) not in known]


def left_out(state: ProjectState, change: StateChange) -> list[str]:
    """The decisions of the change that found no place in the state after it."""
    known, gone = {one.decision for one in state.decisions}, {_same(said) for said in change.withdrawn or []}
    made = [_text(said) for said, _ in change.decisions or []]
    return [said for said in made if said and said not in known and _same(said) not in gone]


def replaced(before: ProjectState, after: ProjectState, change: StateChange) -> list[str]:
    """What the change put something else in the place of: open steps of the plan, values, choices. Not what it named
    to take out.
    """
    steps = {_unmarked(step) for step in after.plan}
    plan = [step for step in before.plan if not step.startswith(DONE) and _unmarked(step) not in steps]
    values = [
        f"{name}: {value}"
        for name in change.requirements or {}
        if name in after.requirements
        for value in _listed(before.requirements.get(name, []))
        if value not in _listed(after.requirements[name])
    ]
    stack = [
        f"{part}: {before.stack[part]}"
        for part in change.stack or {}
        if part in before.stack and after.stack.get(part) not in (None, before.stack[part])
    ]
    return [*(plan if change.plan else []), *values, *stack][:REPLACED_SHOWN]


def _listed(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def state_text(state: ProjectState, there: Collection[str] | None = None) -> str:
    """The state as a model reads it; empty when nothing has been written.

    Files it names that are not `there` are listed as such: what a run wrote down outlives work that is dropped.
    """
    parts = {
        "Plan": [f"{number}. {step}" for number, step in enumerate(state.plan, 1)],
        "Requirements": [f"- {name}: {_joined(value)}" for name, value in state.requirements.items()],
        "Stack": [f"- {part}: {choice}" for part, choice in state.stack.items()],
        "Decisions": [f"- {one.line}" for one in state.decisions if one.by != "autopilot"],
    }
    said = "\n\n".join("\n".join([f"{title}:", *lines]) for title, lines in parts.items() if lines)
    text = shortened(said, _SHOWN_CHARACTERS) + _gone(said, there)
    return enclosed("project_state", text) if said else ""


def _gone(said: str, there: Collection[str] | None) -> str:
    if there is None:
        return ""
    named = dict.fromkeys(islice((found[1] for found in _PATH.finditer(said)), _PATHS_LOOKED_AT))
    ends = {end for path in there for end in _ends(path)} if named else set()
    gone = [path for path in named if path not in ends][:_PATHS_SHOWN]
    return f"\n\nNamed above, but not among the project's files now: {', '.join(gone)}." if gone else ""


def _ends(path: str) -> list[str]:
    """The path, and what is left of it without its first folders."""
    parts = path.split("/")
    return ["/".join(parts[number:]) for number in range(len(parts))]


def _joined(value: str | list[str]) -> str:
    return value if isinstance(value, str) else "; ".join(value)
