"""Which files a run begins with: whole those that the message is about, a line about the others."""

import posixpath
import re
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from shared.domain.base import Files
from shared.domain.managed_paths import is_binary_path
from shared.domain.outline import outline
from shared.domain.ranking import Passage, scored
from shared.domain.run import Run, Turn
from shared.domain.work_budget import CHOOSE_CHARACTERS, CHOOSE_FILE, CHOOSE_WORDS, IMPORTS_A_FILE

_FILE_CHARACTERS, _BEGINNING = 16_000, 12_000
_TREE_CHARACTERS = 16_000
_SMALL = 4_000
"""Characters: what the entry of a small project imports is shown whole, of a larger one what the message is about."""
_LIKE_BEST, _MEANT = 0.8, 4
_RECENT_TURNS, _RECENT_FILES = 3, 4
_MENTIONS = 50
_ENTRIES = ("src/App.tsx", "src/App.vue", "src/App.svelte", "src/app.ts", "src/main.tsx", "src/main.ts", "index.html")
_IMPORT = re.compile(r"""(?:from|import)\s{0,9}\(?\s{0,9}["']((?:\.{1,2}|@)/[^"'\n]{1,200})["']""")
_MENTION = re.compile(r"@([\w./-]{1,200}\.\w{1,20})")
_SUFFIXES = ("", ".ts", ".tsx", ".js", ".jsx", ".vue", ".svelte", ".css", "/index.ts", "/index.tsx")
_WORDS_OF = re.compile(
    r""">\s{0,40}([^<>{}]{2,200})<|(?<!class=)(?<!className=)["'`]([^"'`\n<>]{3,200})["'`]|\b([a-z]+[A-Z]\w{1,60})"""
)
_WORD = re.compile(r"[^\W\d_][^\W_]{1,60}")
_COMMON = re.compile(
    r"(?:aber|about|add|after|all|als|also|am|an|and|any|are|as|at|auch|auf|aus|be|before|bei|bitte|but|by|can|"
    r"change|could|das|dass|dem|den|der|des|die|do|does|each|ein|eine|einen|einer|es|every|few|for|from|für|get|"
    r"give|has|hat|have|here|how|ich|if|im|in|into|is|ist|it|its|just|kann|kein|let|like|make|man|me|mehr|mein|"
    r"mich|mir|mit|more|most|much|my|nach|need|new|nicht|no|noch|not|now|nur|oder|of|on|one|only|or|other|our|"
    r"out|please|put|same|see|sein|should|show|sich|sie|sind|so|soll|some|that|the|their|them|then|there|these|"
    r"they|thing|this|those|to|too|und|under|uns|unter|until|up|us|use|used|very|vom|von|vor|want|was|we|wenn|"
    r"what|when|where|which|who|wie|will|wir|wird|with|without|work|would|yes|you|your|zu|zum|zur)",
    re.IGNORECASE,
)
"""Words that say nothing of what a message is about."""
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_UNASKED = ("package-lock.json", "package.json", "tsconfig.json", "vite.config.ts", ".gitignore")


class Chosen(NamedTuple):
    """The paths with sizes, each with a line about it where its text is not shown, and the files shown."""

    tree: str
    files: list[tuple[str, str]]


def choose_files(run: Run, files: Files, turns: Sequence[Turn], room: int) -> Chosen:
    """At most `room` characters of files; of one that was named and is too long, its beginning."""
    texts = {path: text for path in files if (text := _text(path, files[path])) is not None}
    named = mentioned(run, files)
    chosen = list[tuple[str, str]]()
    for path in _ranked(run, named, files, texts, turns):
        text = _beginning(texts[path]) if path in named else texts[path]
        if len(text) <= min(room, _FILE_CHARACTERS):
            room -= len(text)
            chosen.append((path, text))
    return Chosen(_tree(files, texts, {path for path, _ in chosen}), chosen)


def _tree(files: Files, texts: dict[str, str], shown: set[str]) -> str:
    room, lines = _TREE_CHARACTERS, list[str]()
    for path in sorted(files):
        is_told = path in texts and path not in shown and room > _TREE_CHARACTERS // 3
        told = outline(path, texts[path]) if is_told else ""
        line = f"{path} ({len(files[path])}){': ' if told else ''}{told}"
        room -= len(line) + 1
        if room < 0:
            return "\n".join([*lines, f"... and {len(files) - len(lines)} more files: use list_files"])
        lines.append(line)
    return "\n".join(lines)


def _ranked(run: Run, named: Sequence[str], files: Files, texts: dict[str, str], turns: Sequence[Turn]) -> list[str]:
    """What was named with its neighbours, the entry, what the message means, a small project whole."""
    entry = [path for path in _ENTRIES if path in files][:1]
    near = [target for path in named for target in imports_of(path, files)]
    importers = [path for path in sorted(files) if named and not set(named).isdisjoint(imports_of(path, files))]
    meant = _meant(run, texts, turns)
    around = [*_recent(turns, files), *_small(entry, files)]
    return [path for path in dict.fromkeys([*named, *entry, *near, *importers, *meant, *around]) if path in texts]


def _meant(run: Run, texts: dict[str, str], turns: Sequence[Turn]) -> list[str]:
    """The files that share the rarest words with the message, and with the one before it when it has few of its own."""
    query = " ".join([run.message, *(turn.prompt for turn in turns[:1])])
    left, passages = CHOOSE_CHARACTERS, list[Passage]()
    for path in sorted(texts):
        if path in _UNASKED or left <= 0:
            continue
        text = texts[path][:CHOOSE_FILE]
        left -= len(text)
        passages.append(Passage(path, _apart(f"{path} {outline(path, text)}"), _apart(_said(text))))
    words = [word for word in _WORD.findall(_apart(query)) if not _COMMON.fullmatch(word)]
    scores = scored(" ".join(words), passages, CHOOSE_WORDS)
    order = sorted(range(len(passages)), key=lambda index: -scores[index])
    least = max(scores, default=0.0) * _LIKE_BEST
    return [passages[index].source for index in order[:_MEANT] if scores[index] > max(least, 0.0)]


def _said(text: str) -> str:
    """What people read on the page, and the names in the code."""
    return " ".join(part for found in _WORDS_OF.finditer(text) for part in found.groups() if part)


def _apart(text: str) -> str:
    """Names made of several words as those words."""
    return _HUMP.sub(" ", text).replace("_", " ")


def _recent(turns: Sequence[Turn], files: Files) -> list[str]:
    edited = [done["path"] for turn in turns[:_RECENT_TURNS] for done in turn.operations]
    return [path for path in dict.fromkeys(edited) if path in files][:_RECENT_FILES]


def _small(entry: list[str], files: Files) -> list[str]:
    near = [target for path in entry for target in imports_of(path, files)]
    return near if sum(len(files[path]) for path in near) <= _SMALL else []


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


def _beginning(text: str) -> str:
    """The text, or as many of its first lines as a file has room for, and a word about the rest."""
    if len(text) <= _FILE_CHARACTERS:
        return text
    shown = text[: text.rfind("\n", 0, _BEGINNING) + 1] or text[:_BEGINNING]
    return f"{shown}[... {len(text) - len(shown)} characters left out; read_files shows them ...]"


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
