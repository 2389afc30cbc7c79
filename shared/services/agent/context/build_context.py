"""What a model is told: a byte-stable prefix, then the history, then what changes most."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from shared.domain.agent.model_messages import AssistantMessage, Item, UserMessage
from shared.domain.apps.app import App
from shared.domain.apps.project_state import ProjectState, state_text
from shared.domain.assets.catalog import CURRENT, Catalog, declared_versions
from shared.domain.base import Files
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Role
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.turn import Turn
from shared.domain.scaffolds.scaffold import agent_words
from shared.domain.tree.relock import PACKAGE
from shared.services.agent.context.choose_files import choose_files
from shared.services.agent.context.compact_history import REQUEST
from shared.services.assets.load_prompt import load_prompt
from shared.services.assets.load_scaffolds import list_scaffolds
from shared.services.assets.template_kinds import stack_in

_CHARACTERS = 80_000
"""About 25,000 tokens of code, 33,000 of dense data; what does not fit can be read with the tools. docs/context.md has
the budget of the whole."""
_TURNS, _TURN_CHARACTERS, _TURNS_CHARACTERS = 12, 2_000, 24_000
_LAST_ASKED, _LAST_ANSWERED, _END_CHARACTERS = 12_000, 6_000, 400
"""The turn before this one is told at more length. Of what is too long the end is told too, and what is left out."""
_LINE_NAMES = (
    "react",
    "react-router-dom",
    "vue",
    "vue-router",
    "pinia",
    "svelte",
    "tailwindcss",
    "typescript",
    "vite",
    "zod",
    "date-fns",
)
_OWN_CLASSIC = frozenset({"react", "svelte"})
"""Whose code is written otherwise on the classic line; of the others only packages around them are older."""
_LEFT_OUT = frozenset({"build", "framework", "testing", "types"})
_FEW = 3
_HEAD = "Packages there are (`search_docs` says more):"


def instructions(
    app: App, prompt: Role | Literal["repairer"] = "coder", catalog: Catalog | None = None, package_json: str = ""
) -> str:
    """The prefix of a prompt's requests for this app: the same bytes until a person changes the app's instructions, or
    the line of packages that its `package_json` is pinned to.
    """
    line = catalog.of(package_json) if catalog is not None else None
    parts = [load_prompt(prompt), _stack(app.framework, line)]
    if catalog is not None and line is not None and prompt in ("coder", "planner", "tester"):
        parts.append(digest_catalog(catalog, app.framework, line))
    if app.instructions:
        parts.append(f"What the owner of this app wants you to keep to:\n{app.instructions}")
    if app.pinned_note:
        parts.append(f"Note pinned by the owner:\n{app.pinned_note}")
    return "\n\n".join(parts)


def same_conversation(turns: Iterable[Turn], run: Run) -> list[Turn]:
    """The turns before this run in its conversation, newest first; what was cleared or done again is forgotten."""
    since, replaced, kept = run.request.history_from, {run.request.regenerates}, list[Turn]()
    for turn in turns:
        own = turn.conversation_id == run.conversation_id and turn.run_id != run.id
        if own and (since is None or turn.created_at > since) and turn.id not in replaced:
            kept.append(turn)
        if own and turn.status == RunStatus.COMPLETED:
            replaced.add(turn.regenerates)
    return kept


def earlier_turns(turns: Sequence[Turn], reviews: Mapping[str, str] | None = None) -> list[Item]:
    """What was asked before and what came of it, oldest first; the newest turns that fit, each shortened.

    Only a completed turn has the assistant's words; how any other ended is told as a fact. `reviews` has, by a turn's
    id, what a person decided about its work; it follows the turn.
    """
    items = list[Item]()
    for number, turn in enumerate(turns[: turns_shown(turns)]):
        review = [UserMessage(content=said)] if (said := (reviews or {}).get(turn.id)) else []
        items = [UserMessage(content=_asked(turn, number)), _outcome(turn, number), *review, *items]
    return items


def turns_shown(turns: Sequence[Turn]) -> int:
    """How many of the newest turns `earlier_turns` has room for."""
    room = _TURNS_CHARACTERS
    for number, turn in enumerate(turns[:_TURNS]):
        room -= len(_asked(turn, number)) + len(_outcome(turn, number).content)
        if room < 0:
            return number
    return min(len(turns), _TURNS)


def _asked(turn: Turn, number: int) -> str:
    return _cut(turn.prompt, _LAST_ASKED if number == 0 else _TURN_CHARACTERS)


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    left = len(text) - most
    note = f"\n[... {left} characters left out; `search_messages` finds them ...]\n"
    return text[: most - _END_CHARACTERS] + note + text[-_END_CHARACTERS:]


def _outcome(turn: Turn, number: int) -> AssistantMessage | UserMessage:
    most = _LAST_ANSWERED if number == 0 else _TURN_CHARACTERS
    if turn.status == RunStatus.COMPLETED:
        return AssistantMessage(content=_cut(turn.summary or "(Nothing was said.)", most))
    if not turn.status.ended:
        return UserMessage(content="<turn_open>\nThat turn has not ended yet.\n</turn_open>")
    ended = "was cancelled by the person" if turn.status == RunStatus.ABORTED else f"ended as {turn.status}"
    why = _cut(turn.summary or turn.failure_code or "no reason is known", most)
    return UserMessage(content=f"<turn_ended>\nThat turn {ended}, without an answer: {why}\n</turn_ended>")


def opening(
    run: Run,
    files: Files,
    turns: Sequence[Turn] = (),
    state: ProjectState | None = None,
    *,
    window: int | None = None,
    known: str = "",
) -> list[Item]:
    """The two messages that start a run: what the project is meant to become (when that is written down), what else is
    `known` of it for this request, the tree, the UI kit where the project has one, what was set up from scaffolds, the
    files that the message is about; the person's own words last. `window` is the model's in tokens, where known.
    """
    room = min(_CHARACTERS, window or _CHARACTERS)  # a token is three characters of code: a third of a small window
    noted = state_text(_as_it_is(state, files), files) if state else ""
    known = "".join(f"{part}\n\n" for part in (noted, known) if part)
    chosen = choose_files(run, files, turns, room)
    shown = "\n\n".join(f'<file path="{path}">\n{text.rstrip()}\n</file>' for path, text in chosen.files)
    kit = f"\n\n{chosen.kit}" if chosen.kit else ""
    if set_up := agent_words(list_scaffolds(), files):
        known += f"{set_up}\n\n"
    project = UserMessage(content=f"{known}<tree>\n{chosen.tree}\n</tree>{kit}\n\n{shown}".rstrip())
    return [project, UserMessage(content=f"{REQUEST}\n{run.request.message}\n</request>")]


def _as_it_is(state: ProjectState, files: Files) -> ProjectState:
    """With the versions that the project declares: an undo or a restore may have brought back others."""
    declared = dict(declared_versions(files.get(PACKAGE, b"").decode("utf-8", "replace")))
    now = {part: said for part, said in stack_in(declared).items() if part in state.stack}
    return state.model_copy(update={"stack": {**state.stack, **now}})


def _stack(framework: str, line: Catalog | None) -> str:
    """What the project is made of; off the current line in the words of its older versions."""
    if line is None or line.line == CURRENT:
        return load_prompt(f"stack_{framework}")
    stack = load_prompt(f"stack_{framework}_classic" if framework in _OWN_CLASSIC else f"stack_{framework}")
    fitting = {package.name: package.version for package in line.for_framework(_in_catalog(framework))}
    made = ", ".join(f"{name} {fitting[name]}" for name in _LINE_NAMES if name in fitting)
    return f"{stack} {load_prompt('line_classic')} {made}."


def _in_catalog(framework: str) -> str:
    """A project without a framework gets what works everywhere."""
    return "any" if framework == "vanilla" else framework


def digest_catalog(catalog: Catalog, framework: str, line: Catalog | None = None) -> str:
    """The same bytes for a catalog, a framework and a `line`, by default the current one. Names alone: models know what
    packages of this fame are for, and each word here is part of every request. They are those that are ready; of an
    older line also the few of a purpose for which it has none of these.
    """
    ready = {package.name for package in catalog.packages.values() if not package.on_demand}
    purposes: dict[str, list[str]] = {}
    for package in (line or catalog).for_framework(_in_catalog(framework)):
        if package.category not in _LEFT_OUT:
            purposes.setdefault(package.category, []).append(package.name)
    chosen = ([name for name in names if name in ready] or _few(names, line) for names in purposes.values())
    return f"{_HEAD} {'; '.join(_joined(names) for names in chosen if names)}"


def _few(names: list[str], line: Catalog | None) -> list[str]:
    return [] if line is None or line.line == CURRENT or len(names) > _FEW else names


def _joined(names: list[str]) -> str:
    """A scope that all share is written once."""
    scopes = {name.rpartition("/")[0] for name in names}
    scope = scopes.pop() if len(scopes) == 1 else ""
    if not scope or len(names) == 1:
        return ", ".join(names)
    return f"{scope}/{{{','.join(name.removeprefix(f'{scope}/') for name in names)}}}"
