"""What a model is told: a byte-stable prefix, then the history, then what changes most."""

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Literal

from shared.domain.app import App
from shared.domain.base import Files
from shared.domain.catalog import Catalog
from shared.domain.managed_paths import is_binary_path
from shared.domain.model_messages import AssistantMessage, Item, UserMessage
from shared.domain.project_state import ProjectState, state_text
from shared.domain.run import TERMINAL, Role, Run, Turn
from shared.domain.untrusted import shortened
from shared.domain.work_budget import IMPORTS_A_FILE
from shared.services.compact_history import REQUEST
from shared.services.digest_catalog import digest_catalog
from shared.services.load_prompt import load_prompt

_CHARACTERS = 80_000
"""About 25,000 tokens of code, 33,000 of dense data; what does not fit can be read with the tools. docs/context.md has
the budget of the whole."""
_FILE_CHARACTERS, _BEGINNING = 16_000, 12_000
_TREE_CHARACTERS = 16_000
_TURNS, _TURN_CHARACTERS, _TURNS_CHARACTERS = 12, 2_000, 16_000
_RECENT_TURNS, _RECENT_FILES = 3, 8
_MENTIONS = 50
_ENTRIES = ("src/App.tsx", "src/App.vue", "src/App.svelte", "src/main.tsx", "src/main.ts", "index.html")
_IMPORT = re.compile(r"""(?:from|import)\s{0,9}\(?\s{0,9}["']((?:\.{1,2}|@)/[^"'\n]{1,200})["']""")
_MENTION = re.compile(r"@([\w./-]{1,200}\.\w{1,20})")
_SUFFIXES = ("", ".ts", ".tsx", ".js", ".jsx", ".vue", ".svelte", ".css", "/index.ts", "/index.tsx")


def instructions(app: App, prompt: Role | Literal["repairer"] = "coder", catalog: Catalog | None = None) -> str:
    """The prefix of a prompt's requests for this app: the same bytes until a person changes the app's instructions."""
    parts = [load_prompt(prompt), load_prompt(f"stack_{app.framework}")]
    if catalog is not None and prompt in ("coder", "planner"):
        parts.append(digest_catalog(catalog, app.framework))
    if app.instructions:
        parts.append(f"What the owner of this app wants you to keep to:\n{app.instructions}")
    if app.pinned_note:
        parts.append(f"Note pinned by the owner:\n{app.pinned_note}")
    return "\n\n".join(parts)


def same_conversation(turns: Iterable[Turn], run: Run) -> list[Turn]:
    """The turns before this run in its conversation, newest first; what was cleared or done again is forgotten."""
    since, replaced, kept = run.history_from, {run.regenerates}, list[Turn]()
    for turn in turns:
        own = turn.conversation_id == run.conversation_id and turn.run_id != run.id
        if own and (since is None or turn.created_at > since) and turn.id not in replaced:
            kept.append(turn)
        if own and turn.status == "completed":
            replaced.add(turn.regenerates)
    return kept


def earlier_turns(turns: Sequence[Turn], reviews: Mapping[str, str] | None = None) -> list[Item]:
    """What was asked before and what came of it, oldest first; the newest turns that fit, each shortened.

    Only a completed turn has the assistant's words; how any other ended is told as a fact. `reviews` has, by a turn's
    id, what a person decided about its work; it follows the turn.
    """
    items = list[Item]()
    for turn in turns[: turns_told(turns)]:
        review = [UserMessage(content=said)] if (said := (reviews or {}).get(turn.id)) else []
        items = [UserMessage(content=_asked(turn)), _outcome(turn), *review, *items]
    return items


def turns_told(turns: Sequence[Turn]) -> int:
    """How many of the newest turns `earlier_turns` has room for."""
    room = _TURNS_CHARACTERS
    for number, turn in enumerate(turns[:_TURNS]):
        room -= len(_asked(turn)) + len(_outcome(turn).content)
        if room < 0:
            return number
    return min(len(turns), _TURNS)


def _asked(turn: Turn) -> str:
    left = len(turn.prompt) - _TURN_CHARACTERS
    cut = f"\n[... {left} characters left out; `search_messages` finds them ...]" if left > 0 else ""
    return turn.prompt[:_TURN_CHARACTERS] + cut


def _outcome(turn: Turn) -> AssistantMessage | UserMessage:
    if turn.status == "completed":
        return AssistantMessage(content=shortened(turn.summary or "(Nothing was said.)", _TURN_CHARACTERS))
    if turn.status not in TERMINAL:
        return UserMessage(content="<turn_open>\nThat turn has not ended yet.\n</turn_open>")
    ended = "was cancelled by the person" if turn.status == "aborted" else f"ended as {turn.status}"
    why = shortened(turn.summary or turn.failure_code or "no reason is known", _TURN_CHARACTERS)
    return UserMessage(content=f"<turn_ended>\nThat turn {ended}, without an answer: {why}\n</turn_ended>")


def opening(
    run: Run,
    files: Files,
    turns: Sequence[Turn] = (),
    state: ProjectState | None = None,
    *,
    window: int | None = None,
) -> list[Item]:
    """The two messages that start a run: what the project is meant to become (when that is written down), the tree
    with the most likely files; and the person's own words last. `window` is the model's, in tokens, where it is known.
    """
    room = min(_CHARACTERS, window or _CHARACTERS)  # a token is three characters of code: a third of a small window
    known = f"{noted}\n\n" if state and (noted := state_text(state, files)) else ""
    shown = "\n\n".join(f'<file path="{path}">\n{text}\n</file>' for path, text in _selected(run, files, turns, room))
    project = UserMessage(content=f"{known}<tree>\n{_tree(files)}\n</tree>\n\n{shown}".rstrip())
    return [project, UserMessage(content=f"{REQUEST}\n{run.message}\n</request>")]


def _tree(files: Files) -> str:
    room, lines = _TREE_CHARACTERS, list[str]()
    for path in sorted(files):
        line = f"{path} ({len(files[path])})"
        room -= len(line) + 1
        if room < 0:
            return "\n".join([*lines, f"... and {len(files) - len(lines)} more files: use list_files"])
        lines.append(line)
    return "\n".join(lines)


def mentioned(run: Run, files: Files) -> list[str]:
    """Files named as `@path`, or by an end of their path that only one file has."""
    named = [*run.mentions, *_MENTION.findall(run.message)][:_MENTIONS]
    found = [_resolve_mention(name.removeprefix("@").removeprefix("./"), files) for name in named]
    return list(dict.fromkeys(path for path in found if path))


def _resolve_mention(name: str, files: Files) -> str | None:
    if not name or name in files:
        return name or None
    for fold in (str, str.casefold):
        same = [path for path in files if fold(path) == fold(name) or fold(path).endswith("/" + fold(name))]
        if len(same) == 1:
            return same[0]
    return None


def _selected(run: Run, files: Files, turns: Sequence[Turn], room: int) -> list[tuple[str, str]]:
    """Whole files; of one that was named and is too long, its beginning."""
    chosen, named = list[tuple[str, str]](), mentioned(run, files)
    for path in _ranked(run, files, turns):
        text = _text(path, files[path])
        if text is not None and path in named:
            text = _beginning(path, text)
        if text is None or len(text) > min(room, _FILE_CHARACTERS):
            continue
        room -= len(text)
        chosen.append((path, text))
    return chosen


def _beginning(path: str, text: str) -> str:
    """The text, or as many of its first lines as a file has room for, and a word about the rest."""
    if len(text) <= _FILE_CHARACTERS:
        return text
    shown = text[: text.rfind("\n", 0, _BEGINNING) + 1] or text[:_BEGINNING]
    return f"{shown}[... {len(text) - len(shown)} characters left out; read_files shows them ...]"


def _ranked(run: Run, files: Files, turns: Sequence[Turn]) -> list[str]:
    """Mentions, entries, what they import and what imports them, what was edited last, styles, the manifest."""
    named = mentioned(run, files)
    first = [*named, *(path for path in _ENTRIES if path in files)]
    near = [target for path in first for target in imports_of(path, files)]
    importers = [path for path in sorted(files) if named and not set(named).isdisjoint(imports_of(path, files))]
    styles = [path for path in sorted(files) if path.startswith("src/") and path.endswith(".css")]
    manifest = ["package.json"] if "package.json" in files else []
    return list(dict.fromkeys([*first, *near, *importers, *_recent(turns, files), *styles, *manifest]))


def _recent(turns: Sequence[Turn], files: Files) -> list[str]:
    edited = [done["path"] for turn in turns[:_RECENT_TURNS] for done in turn.operations]
    return [path for path in dict.fromkeys(edited) if path in files][:_RECENT_FILES]


def imports_of(path: str, files: Files) -> list[str]:
    """The local files that `path` imports, as far as the text shows; `@/` stands for `src/`."""
    text = _text(path, files[path]) or ""
    folder = posixpath.dirname(path)
    wanted = [_target(folder, found[1]) for found in islice(_IMPORT.finditer(text), IMPORTS_A_FILE)]
    found = [next((base + end for end in _SUFFIXES if base + end in files), None) for base in wanted]
    return [target for target in found if target]


def _target(folder: str, name: str) -> str:
    return posixpath.normpath("src" + name[1:] if name.startswith("@/") else posixpath.join(folder, name))


def _text(path: str, data: bytes) -> str | None:
    if is_binary_path(path) or b"\0" in data:
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None
