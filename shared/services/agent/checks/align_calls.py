"""Checks the writes and unsafe commands of an answer against the task, the plan and the decisions, before they run."""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from shared.domain.agent.model_messages import ToolCall, text_of
from shared.domain.base import Files
from shared.domain.brain.alignment import Action, Alignment, aligned_by_rules, findings_of, forbidden
from shared.domain.brain.alignment_task import ACTIONS_MOST, ANSWER_TOKENS, INSTRUCTIONS, judged, question
from shared.domain.brain.bundle import bundle_of, bundle_text
from shared.domain.brain.decision import Decision
from shared.domain.builds.acceptance import read_check
from shared.domain.builds.acceptance_spec import AcceptanceCheck, is_check
from shared.domain.diffs.changes import changed_paths
from shared.domain.errors import AppError
from shared.domain.ids import is_id
from shared.domain.runs.step_status import StepStatus
from shared.ports.model import ModelPort
from shared.services.agent.context.fit_window import known_window
from shared.services.agent.loop_work import Work
from shared.services.brain.build_bundle import PlanAtHand, plan_at_hand, quotes_of
from shared.services.spending.ask_once import Payer, hold_for, plain_request
from shared.services.spending.fit_question import ask_fitted
from shared.tools.base import Tool, ToolResult, Workspace
from shared.tools.more import as_meant
from shared.tools.registry import parse_arguments

logger = logging.getLogger(__name__)
_SECONDS = 60.0
_EXPORT = re.compile(
    r"^export (?:default )?(?:async )?(?:function|class|const|let|interface|type|enum) (\w+)", re.MULTILINE
)
_WORD = re.compile(r"\w+")
_STARTER = "The files that are there are the starter's sample: replacing or deleting them serves the task."
_READ, _FILES, _ADDED, _GONE = 100_000, 400, 200_000, 20


def align_calls(work: Work, calls: Sequence[ToolCall], tools: Mapping[str, Tool[Any]], model: ModelPort) -> Work:
    """With what is to be said of each write and unsafe command, by the ids of the calls.

    A run without a task is held to what decisions list as forbidden, which asks no model.
    """
    if not is_id("task", work.run.request.task_id or ""):
        return _align_with_decisions(work, calls, tools)
    actions = dict(_actions(calls, tools, work.inputs.workspace))
    if not actions:
        return work
    ports, app = work.inputs.ports, work.inputs.app
    plan = plan_at_hand(app, work.run.request.task_id, ports)
    decisions = ports.states.get(app.tenant_id, app.id).decisions
    findings = {call_id: findings_of(one, plan.task, decisions) for call_id, one in actions.items()}
    found = {call_id: aligned_by_rules(each, plan.node) for call_id, each in findings.items()}
    guesses = frozenset(call_id for call_id, each in findings.items() if each and all(one.guess for one in each))
    said = _ask(work, plan, decisions, actions, found, guesses, model)
    return replace(work, round=replace(work.round, alignments={**found, **said}))


def _align_with_decisions(work: Work, calls: Sequence[ToolCall], tools: Mapping[str, Tool[Any]]) -> Work:
    if not any(call.name in tools and tools[call.name].kind in ("write", "command") for call in map(as_meant, calls)):
        return work
    rules = rules_of(work)
    if not rules:
        return work
    actions = _actions(calls, tools, work.inputs.workspace)
    found = {call_id: aligned_by_rules(said, None) for call_id, one in actions if (said := forbidden(one, rules))}
    return replace(work, round=replace(work.round, alignments=found))


def rules_of(work: Work) -> list[Decision]:
    """The decisions that list what they forbid."""
    state = work.inputs.ports.states.get(work.run.tenant_id, work.run.app_id)
    return [one for one in state.decisions if one.forbids]


def is_forbidden(work: Work, before: Files) -> bool:
    """Whether the workspace brings in, beside `before`, what a decision forbids."""
    after = work.inputs.workspace.files
    return before != after and bool(forbidden(_edit(before, after), rules_of(work)))


def conflicting(work: Work) -> frozenset[str]:
    """The ids of the calls that a person must look at because they go against the plan."""
    return frozenset(name for name, found in work.round.alignments.items() if found.status == "conflicting")


def _actions(
    calls: Iterable[ToolCall], tools: Mapping[str, Tool[Any]], workspace: Workspace
) -> Iterator[tuple[str, Action]]:
    """Each write is tried on a copy, one after the other, to know what it would change."""
    copy = replace(workspace, refusals=dict(workspace.refusals))
    for call in map(as_meant, calls):
        tool = tools.get(call.name)
        params = parse_arguments(tool, call.arguments) if tool is not None else None
        if tool is None or params is None or isinstance(params, ToolResult):
            continue
        if tool.kind == "write":
            before, result = copy.files, tool.run(params, copy)
            if result.files is not None and result.files != before:
                yield call.call_id, _edit(before, result.files)
                copy.files = result.files
        elif tool.effect_of(params, copy) == "unlisted_command":
            yield call.call_id, Action("terminal_command", added=str(getattr(params, "command", "")), unsafe=True)


def _edit(before: Files, after: Files) -> Action:
    paths = changed_paths(before, after)
    return Action(
        "file_edit",
        paths=tuple(paths),
        added="\n".join(line for path in paths for line in _added(_text(before, path), _text(after, path)))[:_ADDED],
        still_used=tuple(_still_used(paths, before, after)),
        checks=tuple(_checks(paths, before)),
        missed=tuple(missed_words(paths, before, after)),
    )


def _added(before: str, after: str) -> list[str]:
    known = set(before.splitlines())
    return [line for line in after.splitlines() if line not in known]


def _text(files: Files, path: str) -> str:
    return files.get(path, b"")[:_READ].decode("utf-8", "replace")


def _still_used(paths: Sequence[str], before: Files, after: Files) -> Iterator[str]:
    """Exports that are gone while another file has their name in an import."""
    for path in paths:
        gone = {*_EXPORT.findall(_text(before, path))} - {*_EXPORT.findall(_text(after, path))}
        for name in sorted(gone)[:_GONE]:
            users = (other for other in [*after][:_FILES] if other != path and _imports(_text(after, other), name))
            if (user := next(users, None)) is not None:
                yield f"{path}: {name} (in {user})"


def _imports(text: str, name: str) -> bool:
    return any(name in _WORD.findall(line) for line in text.splitlines() if line.startswith(("import ", "export ")))


def _checks(paths: Sequence[str], before: Files) -> Iterator[str]:
    for path in paths:
        if is_check(path) and path in before:
            check = read_check(before[path])
            yield check.title if check else path


def _ask(
    work: Work,
    plan: PlanAtHand,
    decisions: Sequence[Decision],
    actions: Mapping[str, Action],
    found: Mapping[str, Alignment],
    guesses: frozenset[str],
    model: ModelPort,
) -> Mapping[str, Alignment]:
    """One call for all that rules did not decide; none where the model fails, so that the rules stand alone."""
    asked = [call_id for call_id in actions if found[call_id].status != "conflicting"][:ACTIONS_MOST]
    if not asked or plan.task is None:
        return {}
    known = _known(work, plan, decisions)
    run, ports = work.run, work.inputs.ports
    words = question(known, [actions[call_id] for call_id in asked])
    name = run.request.model
    request = plain_request(name, INSTRUCTIONS, words, answer_tokens=ANSWER_TOKENS, seconds=_SECONDS)
    try:
        hold = hold_for(request, Payer.of_run(run), ANSWER_TOKENS, ports=ports)
        window = known_window(run, ports)
        completed = ask_fitted(request, hold, ANSWER_TOKENS, model=model, ports=ports, window=window).completed
    except AppError as error:
        logger.warning("alignment was judged by rules alone", extra={"run_id": run.id, "code": error.code})
        return {}
    text = text_of(completed.items) if completed else ""
    return dict(zip(asked, judged(text, known, [(found[each], each in guesses) for each in asked]), strict=True))


def _known(work: Work, plan: PlanAtHand, decisions: Sequence[Decision]) -> str:
    app, ports = work.inputs.app, work.inputs.ports
    quotes = quotes_of(app, plan, ports)
    bundle = bundle_of(work.run.request.message, task=plan.task, quotes=quotes, asked=plan.asked, phase=plan.phase(app))
    decided = "\n".join(f"- {one.decision} {one.reason}".rstrip() for one in decisions if one.by != "autopilot")
    return "\n\n".join([bundle_text(bundle), f"Decided:\n{decided}", *_circumstances(work)])


def _circumstances(work: Work) -> Iterator[str]:
    """What makes a large change no surprise: the step it belongs to, and a project that is still the starter."""
    run = work.run
    step = next((step for step in run.plan_steps if step.status == StepStatus.RUNNING), None)
    if step is not None:
        yield f"The step that is being done: {step.title}"
    base = work.inputs.ports.revisions.get(run.tenant_id, run.app_id, run.base_revision_id)
    if base.origin == "template":
        yield _STARTER


_CHECKS, _LEAST = 30, 3


def missed_words(paths: Sequence[str], before: Files, after: Files) -> Iterator[str]:
    """Each with the check that needs it: words that stood in a changed file and stand in no file any more."""
    changed = [_text(before, path) for path in paths if not path.startswith("tests/")]
    left: list[str] | None = None
    for path in sorted(filter(is_check, after))[:_CHECKS]:
        check = read_check(after[path])
        for words in _words(check) if check is not None else ():
            if any(words in text for text in changed):
                left = [_text(after, other) for other in _sources(after)] if left is None else left
                if not any(words in text for text in left):
                    yield f'"{words}" ({check.title if check else path})'


def _words(check: AcceptanceCheck) -> list[str]:
    """Names of what is used, and names and texts that must be there."""
    used = [step.name for step in check.steps]
    there = [words for one in check.expect if one.count != 0 for words in (one.name, one.text)]
    return [words for words in dict.fromkeys([*used, *there]) if words is not None and len(words) >= _LEAST]


def _sources(files: Files) -> list[str]:
    return [path for path in files if not path.startswith("tests/")][:_FILES]
