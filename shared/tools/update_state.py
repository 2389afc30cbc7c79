"""`update_state`: plan, requirements, stack and decisions, kept for everybody who works on the project after."""

import re
from typing import Any

from pydantic import Field, field_validator

from shared.domain.apps.project_state import (
    DECISIONS_MOST,
    DONE,
    VALUES_MOST,
    Requirements,
    StateChange,
    left_out,
    replaced,
    state_text,
    unknown,
)
from shared.domain.errors import Invalid
from shared.domain.runs.data_chunks import DataPlan, DataState, PlanData, StateData
from shared.domain.untrusted import shortened
from shared.tools.base import Params, Tool, ToolResult, Workspace, clip, refuse

_GONE_CHARS = 120
_UNNAMED = "what"
"""Under which name requirements stand that were given as sentences."""
_NAMED = re.compile(r"(?P<name>[^:\n]{1,60}):\s(?P<rest>.+)", re.DOTALL)
_MARKER = re.compile(r"(?:[-*]|\d{1,3}[.)])\s(?P<step>.*)", re.DOTALL)


class Requirement(Params):
    name: str = Field(description="E.g. 'pages' or 'audience'.")
    values: list[str] = Field(description="One is added to a list; more replace; [] removes.")


class Choice(Params):
    part: str = Field(description="E.g. 'routing'.")
    choice: str = Field(description="An empty text takes it out.")


class Settled(Params):
    decision: str = Field(description="In one sentence.")
    reason: str | None = Field(default=None, description="Why; null when obvious.")
    replaces: str | None = Field(default=None, description="An earlier decision, word for word.")


class UpdateStateParams(Params):
    plan: list[str] | None = Field(default=None, description="The whole plan; null leaves it.")
    done: list[int] | None = Field(default=None, description="Numbers of steps that are done.")
    requirements: list[Requirement] | None = Field(default=None, description="Merged by name; null leaves them.")
    stack: list[Choice] | None = Field(default=None, description="Merged by part; null leaves it.")
    decisions: list[Settled] | None = Field(default=None, description="Added to those made before; null for none.")
    withdrawn: list[str] | None = Field(default=None, description="Decisions that hold no more, word for word.")

    @field_validator("plan", mode="before")
    @classmethod
    def _plan_as_text(cls, given: Any) -> Any:
        """A text is a step a line; a step that came as an object is its words."""
        steps = [_unmarked(line.strip()) for line in given.splitlines()] if isinstance(given, str) else given
        return [_words(step) for step in steps if step != ""] if isinstance(steps, list) else given

    @field_validator("requirements", mode="before")
    @classmethod
    def _requirements_by_name(cls, given: Any) -> Any:
        """They may come as an object or as plain texts instead of a list of objects."""
        given = [given] if isinstance(given, str) else given
        if isinstance(given, list) and any(isinstance(one, str) for one in given):
            given = _grouped(given)
        if not isinstance(given, dict):
            return given
        values = {name: [value] if isinstance(value, str) else value for name, value in given.items()}
        return [{"name": name, "values": value} for name, value in values.items()]

    @field_validator("stack", mode="before")
    @classmethod
    def _stack_by_part(cls, given: Any) -> Any:
        given = [given] if isinstance(given, str) else given
        if isinstance(given, list):
            return [_choice(one) if isinstance(one, str) else one for one in given]
        return [{"part": part, "choice": said} for part, said in given.items()] if isinstance(given, dict) else given

    @field_validator("decisions", mode="before")
    @classmethod
    def _decisions_as_texts(cls, given: Any) -> Any:
        given = [given] if isinstance(given, str) else given
        if not isinstance(given, list):
            return given
        return [{"decision": one} if isinstance(one, str) else one for one in given]


def _unmarked(line: str) -> str:
    marked = _MARKER.fullmatch(line)
    return marked["step"].strip() if marked else line


def _words(step: Any) -> Any:
    said = [word for word in step.values() if isinstance(word, str)] if isinstance(step, dict) else []
    return f"{DONE if step.get('done') is True else ''}{': '.join(said)}" if said else step


def _grouped(given: list[Any]) -> Any:
    """Texts by the name before their colon, objects as they are named; the list itself where one fits nowhere."""
    found: dict[str, list[Any]] = {}
    for one in given:
        match one:
            case str():
                named = _NAMED.fullmatch(one.strip())
                name, values = (named["name"], [named["rest"].strip()]) if named else (_UNNAMED, [one])
            case {"name": str(name), "values": str() | list() as values}:
                values = [values] if isinstance(values, str) else values
            case _:
                return given
        found[name] = found.get(name, []) + values
    return found


def _choice(text: str) -> dict[str, str]:
    named = _NAMED.fullmatch(text.strip())
    return {"part": named["name"], "choice": named["rest"].strip()} if named else {"part": text[:60], "choice": text}


def _run(params: UpdateStateParams, workspace: Workspace) -> ToolResult:
    if workspace.change_state is None:
        return refuse("This project keeps no state here.")
    reads = bool(params.requirements or params.stack or params.plan is not None or params.withdrawn or params.decisions)
    before = workspace.change_state(StateChange()) if reads else None
    change = _change(params, before.requirements if before else {})
    if long := [name for name, value in (change.requirements or {}).items() if len(_listed(value)) > VALUES_MOST]:
        return refuse(f"Nothing was written. {', '.join(long)}: at most {VALUES_MOST} entries; send those that stay.")
    if change.empty:
        return refuse(
            "Nothing to write: give a plan, what is done, requirements, a stack, decisions or what is withdrawn."
        )
    try:
        missed = unknown(before, change) if before and change.withdrawn else []
        state = workspace.change_state(change)
    except Invalid as error:
        return refuse(f"Nothing was written. {error.message}")
    full = _full(left_out(state, change))
    spoken = state.spoken()
    chunks = [DataState(data=StateData(state=spoken))]
    plan = [] if params.plan is None and params.done is None else [DataPlan(data=PlanData(plan=state.plan))]
    gone = _gone(replaced(before, state, change)) if before else ""
    text = clip(f"Kept.{_missed(missed)}{full}{gone}\n{state_text(state)}".strip())
    return ToolResult(ok=True, text=text, data={"state": spoken}, chunks=(*plan, *chunks))


def _missed(unknown: list[str]) -> str:
    return f" No decision has these words, so none was taken out for them: {'; '.join(unknown)}." if unknown else ""


def _full(left_out: list[str]) -> str:
    if not left_out:
        return ""
    named = "; ".join(left_out)
    return f" Not kept, since {DECISIONS_MOST} decisions are the most: {named}. Name in `withdrawn` what holds no more."


def _gone(lines: list[str]) -> str:
    """What the change replaced, so that nothing disappears unsaid."""
    return (
        f" Replaced, and no longer there: {'; '.join(shortened(line, _GONE_CHARS) for line in lines)}." if lines else ""
    )


def _listed(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def _merged_values(values: list[str], before: str | list[str] | None) -> str | list[str]:
    """What is new beside a list that stands is added to it; a list that repeats some of it is the whole of it now."""
    if not values or not isinstance(before, list) or len(before) < 2:
        return values[0] if len(values) == 1 else values
    known = {value.casefold() for value in before}
    repeated = [value for value in values if value.casefold() in known]
    if repeated:
        return before if len(values) == 1 else values
    return [*before, *values]


def _change(params: UpdateStateParams, before: Requirements) -> StateChange:
    wanted: Requirements = {
        one.name.strip(): _merged_values(one.values, before.get(one.name.strip())) for one in params.requirements or []
    }
    replaced = [one.replaces for one in params.decisions or [] if one.replaces and one.replaces != one.decision]
    return StateChange(
        plan=params.plan,
        done=params.done,
        requirements=None if params.requirements is None else wanted,
        stack=None if params.stack is None else {one.part: one.choice for one in params.stack},
        decisions=None if params.decisions is None else [(one.decision, one.reason or "") for one in params.decisions],
        withdrawn=[*(params.withdrawn or []), *replaced] or params.withdrawn,
    )


UPDATE_STATE = Tool(
    name="update_state",
    description="Keep the project's plan, requirements, stack and decisions, for later turns and for people.",
    kind="check",
    stage="plan",
    params=UpdateStateParams,
    run=_run,
)
"""Of the kind that waits for nobody: it touches no file, and the next update can put it right."""
