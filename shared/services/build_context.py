"""What a model is told: a byte-stable prefix, then the history, then what changes most."""

import posixpath
import re
from collections.abc import Iterable

from shared.domain.app import App
from shared.domain.base import Files
from shared.domain.model_messages import AssistantMessage, Item, UserMessage
from shared.domain.run import Run, Turn
from shared.services.load_prompt import load_prompt

_CHARACTERS = 80_000
"""About 20,000 tokens of files; what does not fit can be read with the tools."""
_FILE_CHARACTERS = 16_000
_TURNS = 12
_ENTRIES = ("src/App.tsx", "src/App.vue", "src/App.svelte", "src/main.tsx", "src/main.ts", "index.html")
_IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""")
_MENTION = re.compile(r"@([\w./-]+\.\w+)")
_SUFFIXES = ("", ".ts", ".tsx", ".js", ".jsx", ".vue", ".svelte", ".css", "/index.ts", "/index.tsx")


def instructions(app: App) -> str:
    """The prefix of every request of this app: the same bytes until a person changes the app's instructions."""
    parts = [load_prompt("coder"), load_prompt(f"stack_{app.framework}")]
    if app.instructions:
        parts.append(f"What the owner of this app wants you to keep to:\n{app.instructions}")
    if app.pinned_note:
        parts.append(f"Note pinned by the owner:\n{app.pinned_note}")
    return "\n\n".join(parts)


def earlier_turns(turns: Iterable[Turn], run: Run) -> list[Item]:
    """Earlier turns of the same conversation, oldest first: what was asked and what came of it."""
    items: list[Item] = []
    same = [turn for turn in turns if turn.conversation_id == run.conversation_id and turn.run_id != run.id]
    for turn in reversed(same[:_TURNS]):
        items.append(UserMessage(content=turn.prompt))
        items.append(AssistantMessage(content=turn.summary or f"(The turn ended without a result: {turn.status}.)"))
    return items


def opening(run: Run, files: Files) -> UserMessage:
    """The message that starts a run: the tree, the most likely files, then the person's own words last."""
    tree = "\n".join(f"{path} ({len(files[path])})" for path in sorted(files))
    shown = "\n\n".join(f'<file path="{path}">\n{text}\n</file>' for path, text in _selected(run, files))
    return UserMessage(content=f"<tree>\n{tree}\n</tree>\n\n{shown}\n\n<request>\n{run.message}\n</request>")


def mentioned(run: Run, files: Files) -> list[str]:
    """Files named as `@path` or by a base name that only one file has."""
    named = [*run.mentions, *_MENTION.findall(run.message)]
    found = [_resolve_mention(name.lstrip("@"), files) for name in named]
    return list(dict.fromkeys(path for path in found if path))


def _resolve_mention(name: str, files: Files) -> str | None:
    if name in files:
        return name
    same = [path for path in files if posixpath.basename(path) == name]
    return same[0] if len(same) == 1 else None


def _selected(run: Run, files: Files) -> list[tuple[str, str]]:
    room, chosen = _CHARACTERS, []
    for path in _ranked(run, files):
        text = _text(files[path])
        if text is None or len(text) > min(room, _FILE_CHARACTERS):
            continue
        room -= len(text)
        chosen.append((path, text))
    return chosen


def _ranked(run: Run, files: Files) -> list[str]:
    first = [*mentioned(run, files), *(path for path in _ENTRIES if path in files)]
    near = [target for path in first for target in imports_of(path, files)]
    styles = [path for path in sorted(files) if path.startswith("src/") and path.endswith(".css")]
    return list(dict.fromkeys([*first, *near, *styles, *(["package.json"] if "package.json" in files else [])]))


def imports_of(path: str, files: Files) -> list[str]:
    """The local files that `path` imports, as far as the text shows."""
    text = _text(files[path]) or ""
    folder = posixpath.dirname(path)
    wanted = [posixpath.normpath(posixpath.join(folder, target)) for target in _IMPORT.findall(text)]
    found = [next((base + end for end in _SUFFIXES if base + end in files), None) for base in wanted]
    return [target for target in found if target]


def _text(data: bytes) -> str | None:
    return None if b"\0" in data else data.decode("utf-8", "replace")
