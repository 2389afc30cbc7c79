"""Which files a run begins with: whole those that the message is about, a line about the others."""

import posixpath
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from shared.domain.assets.ui_kit import in_kit, kit_text
from shared.domain.base import Files
from shared.domain.frameworks import COMPONENT_SUFFIXES, ENTRIES
from shared.domain.runs.run import Run
from shared.domain.runs.turn import Turn
from shared.domain.text.lines import decoded
from shared.domain.text.outline import outline
from shared.domain.tree.managed_paths import is_binary_path
from shared.domain.work_budget import IMPORTS_A_FILE
from shared.services.agent.context.drawing_files import drawn_files
from shared.services.agent.context.meant_files import Sources, imported_as, meant_files, words_of
from shared.services.agent.context.pointed_places import Selected, routed_files, selected_elements, without_elements

_FILE_CHARACTERS, _BEGINNING = 16_000, 12_000
_TREE_CHARACTERS = 16_000
_SMALL = 4_000
"""Characters: what the entry of a small project imports is shown whole, of a larger one what the message is about."""
_MOST_MEANT = 4
"""Of those that draw what the message names, and those that share its words."""
_RECENT_TURNS, _RECENT_FILES = 3, 4
_MENTIONS = 50
_IMPORT = re.compile(r"""(?:from|import)\s{0,9}\(?\s{0,9}["']((?:\.{1,2}|@)/[^"'\n]{1,200})["']""")
_MENTION = re.compile(r"@([\w./-]{1,200}\.\w{1,20})")
_ENDINGS = ("ts", "tsx", "js", "jsx")
_SUFFIXES = (
    "", *(f".{end}" for end in _ENDINGS), *COMPONENT_SUFFIXES, ".css", *(f"/index.{end}" for end in _ENDINGS)
)  # fmt: skip
_SELDOM_MEANT = frozenset({"README.md", "package.json", "index.html"})
"""What most turns touch and few requests are about, as `public/favicon.svg`."""


class Chosen(NamedTuple):
    """The paths with sizes, each with a line about it where its text is not shown, the files shown, the UI kit, and
    where the elements are drawn that the person selected in the preview.
    """

    tree: str
    files: list[tuple[str, str]]
    kit: str
    selected: tuple[Selected, ...] = ()


def choose_files(run: Run, files: Files, turns: Sequence[Turn], room: int) -> Chosen:
    """At most `room` characters of files; of one that was named and is too long, its beginning."""
    sources, message = _sources(files), run.request.message
    selected = selected_elements(message, sources)
    said = mentioned(run, files)
    named = list(dict.fromkeys([*said, *(place.path for element in selected for place in element.places)]))
    # What was named is shown in any case: the words of its name must not bring its likes.
    drawn = drawn_files(_MENTION.sub(" ", without_elements(message)), sources)
    routed = routed_files(message, sources)
    meant = meant_files(message, turns[0].prompt if turns else "", sources)
    about_it = [*routed, *list(dict.fromkeys([*drawn, *meant]))[:_MOST_MEANT]]
    # Where the drawing file is known, what the entry imports is only around it.
    around = [*_recent(turns, files), *([] if selected or routed or drawn else _small(files, sources))]
    ranked = dict.fromkeys([*named, *_ranked(said, files, sources), *about_it, *around])
    chosen = _chosen([path for path in ranked if path in sources.texts], named, files, sources, room)
    return chosen._replace(selected=tuple(selected))


def show_files(paths: Sequence[str], run: Run, files: Files, room: int) -> Chosen:
    """At most `room` characters of these files, in this order, and the tree around them."""
    sources = _sources(files)
    here = [path for path in dict.fromkeys(paths) if path in sources.texts]
    return _chosen(here, mentioned(run, files), files, sources, room)


def _sources(files: Files) -> Sources:
    texts = {path: text for path in files if (text := _text(path, files[path])) is not None}
    return Sources(
        texts,
        about=cache(lambda path: outline(path, texts[path])),
        imports=cache(lambda path: imports_of(path, texts.get(path, ""), files)),
        words=cache(lambda path: words_of(texts[path])),
    )


def _chosen(ranked: Sequence[str], named: Sequence[str], files: Files, sources: Sources, room: int) -> Chosen:
    """As many of the ranked files as there is room for."""
    texts, most, chosen = sources.texts, room, list[tuple[str, str]]()
    for path in ranked:
        text = _beginning(texts[path]) if path in named else texts[path]
        if len(text) <= min(room, _FILE_CHARACTERS):
            room -= len(text)
            chosen.append((path, text))
    kit = kit_text(texts)
    shown = {*(path for path, _ in chosen), *(in_kit(texts) if kit else ())}
    return Chosen(_tree(files, texts.keys() - shown, sources.about, min(_TREE_CHARACTERS, most // 2)), chosen, kit)


def _tree(files: Files, described: Collection[str], about: Callable[[str], str], most: int) -> str:
    room, lines = most, list[str]()
    for path in sorted(files):
        remark = about(path) if path in described and room > most // 3 else ""
        line = f"{path} ({len(files[path])}){': ' if remark else ''}{remark}"
        room -= len(line) + 1
        if room < 0:
            return "\n".join([*lines, f"... and {len(files) - len(lines)} more files: use list_files"])
        lines.append(line)
    return "\n".join(lines)


def _ranked(named: Sequence[str], files: Files, sources: Sources) -> list[str]:
    """What was named, the entry, and the neighbours of the named."""
    near = [target for path in named for target in sources.imports(path)]
    return [*named, *_entry(files), *near, *_importers(named, sources)]


def _entry(files: Files) -> list[str]:
    return [path for path in ENTRIES if path in files][:1]


def _importers(named: Sequence[str], sources: Sources) -> list[str]:
    """What imports one of these. A file that does has their name in its text, or that of their folder."""
    names, texts = {imported_as(path) for path in named}, sources.texts
    says = [path for path in sorted(texts) if any(name in texts[path] for name in names)]
    return [path for path in says if not set(named).isdisjoint(sources.imports(path))]


def _recent(turns: Sequence[Turn], files: Files) -> list[str]:
    edited = [
        path
        for turn in turns[:_RECENT_TURNS]
        for path in (operation["path"] for operation in turn.operations)
        if path not in _SELDOM_MEANT and not path.startswith("public/")
    ]
    return [path for path in dict.fromkeys(edited) if path in files][:_RECENT_FILES]


def _small(files: Files, sources: Sources) -> list[str]:
    """What the entry imports, where that is small."""
    near = [target for path in _entry(files) for target in sources.imports(path)]
    return near if sum(len(files[path]) for path in near) <= _SMALL else []


def mentioned(run: Run, files: Files) -> list[str]:
    """Files named as `@path`, or by an end of their path that only one file has."""
    named = [*run.request.mentions, *_MENTION.findall(run.request.message)][:_MENTIONS]
    if not named:
        return []
    ends = dict[str, list[str]]()
    for path in files:
        ends.setdefault(posixpath.basename(path).casefold(), []).append(path)
    found = [_resolve_mention(name.removeprefix("@").removeprefix("./"), files, ends) for name in named]
    return list(dict.fromkeys(path for path in found if path))


def _resolve_mention(name: str, files: Files, ends: Mapping[str, list[str]]) -> str | None:
    if not name or name in files:
        return name or None
    alike = ends.get(posixpath.basename(name).casefold(), [])
    for fold in (str, str.casefold):
        same = [path for path in alike if fold(path) == fold(name) or fold(path).endswith("/" + fold(name))]
        if len(same) == 1:
            return same[0]
    return None


def _beginning(text: str) -> str:
    """The text, or as many of its first lines as a file has room for, and a word about the rest."""
    if len(text) <= _FILE_CHARACTERS:
        return text
    shown = text[: text.rfind("\n", 0, _BEGINNING) + 1] or text[:_BEGINNING]
    return f"{shown}[... {len(text) - len(shown)} characters left out; read_files shows them ...]"


def imports_of(path: str, text: str, files: Files) -> list[str]:
    """The local files that `path` imports, as far as its text shows; `@/` stands for `src/`."""
    folder = posixpath.dirname(path)
    wanted = [_target(folder, found[1]) for found in islice(_IMPORT.finditer(text), IMPORTS_A_FILE)]
    found = [next((base + end for end in _SUFFIXES if base + end in files), None) for base in wanted]
    return [target for target in found if target]


def _target(folder: str, name: str) -> str:
    return posixpath.normpath("src" + name[1:] if name.startswith("@/") else posixpath.join(folder, name))


def _text(path: str, data: bytes) -> str | None:
    return None if is_binary_path(path) or b"\0" in data else decoded(data)
