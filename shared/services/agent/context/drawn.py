"""What the files of a project draw: their texts, elements and classes, and the texts that they take from scripts."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import accumulate, islice
from typing import NamedTuple

from shared.domain.assets.ui_kit import in_kit
from shared.domain.frameworks import COMPONENT_SUFFIXES
from shared.domain.work_budget import CHOOSE_CHARACTERS, DRAWN_CHARACTERS, DRAWN_WORDS
from shared.services.agent.context.meant_files import Sources, imported_as, is_test, parts_of

_MARKUP = (".tsx", ".jsx", *COMPONENT_SUFFIXES)
_CODE = (".ts", ".js", *_MARKUP)
_TAG_OR_TEXT = re.compile(r"<([A-Za-z][\w.-]{0,40})(?=[\s/>])|>([^<>{}]{2,300})(?=[<{])")
_STRING = re.compile(
    r""""(?<![\w\\]")([^"\n\\]{2,400})"|'(?<![\w\\]')([^'\n\\]{2,400})'|`(?<![\w\\]`)([^`\\]{2,400})`"""
)
"""The quote first: a search for a character is faster than one for what stands before it."""
_VALUE = re.compile(
    r"\{(?<!import \{)(?<!export \{)(?<!const \{)(?<!let \{)\{?\s{0,3}([A-Za-z_$][\w$.?]{0,60})\s{0,3}\}"
)
"""A value that is drawn as it is: what it is called is what people call it, such as `{article.author}`."""
_CLASS = ("class", "className")
_WORDLESS = (" d", "viewBox", "href", " to", "src", "from", "import", "path", "type", "key", "name")
"""What stands before a string that no visitor reads."""
_NAME = re.compile(r"[A-Za-z_$][\w$]{1,40}")
_KEYED = re.compile(
    r"""\b([A-Za-z_$][\w$]{0,40})["']?\s{0,3}[:=]\s{0,3}(?:"([^"\n]{2,200})"|'([^'\n]{2,200})'|(\{))|([{}])"""
)

_HOLDERS = 20
"""Scripts whose texts are looked for in the files that import them."""


class Drawn(NamedTuple):
    """What a visitor may see of a file: its texts, the names of its values, its tags in small letters, the classes of
    its elements.
    """

    texts: list[str]
    values: list[str]
    tags: set[str]
    classes: list[str]


class Keyed(NamedTuple):
    """A text that a script holds under a key: `week: { title: "Your week" }`. Without a named object, no `parent`."""

    parent: str
    key: str
    text: str


class Holder(NamedTuple):
    """A script with texts of interest, and the name by which other files import it."""

    path: str
    name: str
    keyed: list[Keyed]


def drawing_paths(sources: Sources, words: Collection[str] = ()) -> list[str]:
    """The files with markup that are looked through; not the kit, which has its own lines, and not tests.

    Where there are too many, those with one of the `words` in their path go first.
    """
    kit, texts = set(in_kit(sources.texts)), sources.texts
    paths = [path for path in sorted(texts) if path not in kit and not is_test(path) and _draws(path, texts[path])]
    return _within_budget(paths, texts, set(words))


def scripts_of(sources: Sources, words: Collection[str] = ()) -> list[str]:
    """The files of code without markup that are looked through; of too many first those with a word in their path."""
    texts = sources.texts
    paths = [p for p in sorted(texts) if p.endswith(_CODE) and not is_test(p) and not _draws(p, texts[p])]
    return _within_budget(paths, texts, set(words))


def _within_budget(paths: Sequence[str], texts: Mapping[str, str], words: set[str]) -> list[str]:
    sizes = {path: min(len(texts[path]), DRAWN_CHARACTERS) for path in paths}
    if sum(sizes.values()) <= CHOOSE_CHARACTERS:
        return list(paths)
    ordered = sorted(paths, key=lambda path: words.isdisjoint(words_of_path(path)))
    ends = accumulate(sizes[path] for path in ordered)
    return [path for path, end in zip(ordered, ends, strict=True) if end <= CHOOSE_CHARACTERS]


def words_of_path(path: str) -> list[str]:
    """The words of a file's path, without its extension."""
    return parts_of(path.rpartition(".")[0])


def _draws(path: str, text: str) -> bool:
    """Whether a file has markup; a script has it where it makes elements by templates."""
    return path.endswith(_MARKUP) or (path.endswith(_CODE) and "html`" in text[:DRAWN_CHARACTERS])


def drawn_by(text: str) -> Drawn:
    """What a file with markup draws."""
    text = text[:DRAWN_CHARACTERS]
    found = _TAG_OR_TEXT.findall(text)
    texts, classes = [between for _, between in found if between][:DRAWN_WORDS], list[str]()
    before, *rest = _STRING.split(text)[: 4 * DRAWN_WORDS + 1]
    for at in range(0, len(rest), 4):
        value, named = rest[at] or rest[at + 1] or rest[at + 2], before[-20:].rstrip(" \n({=:")
        if named.endswith(_CLASS):
            classes.append(value)
        elif not named.endswith(_WORDLESS) and not value.startswith((".", "/")):
            texts.append(value)
        before = rest[at + 3]
    return Drawn(
        texts=[flat for one in texts if (flat := " ".join(one.split()))],
        values=_VALUE.findall(text)[:DRAWN_WORDS],
        tags={tag.lower() for tag, _ in found if tag},
        classes=classes,
    )


def holders_of(paths: Iterable[str], is_wanted: Callable[[Keyed], bool], sources: Sources) -> list[Holder]:
    """The scripts that hold wanted texts: of many those that have most of them."""
    keyed = {path: [one for one in keyed_texts(sources.texts[path]) if is_wanted(one)] for path in paths}
    most = sorted(filter(keyed.__getitem__, keyed), key=lambda path: -len(keyed[path]))[:_HOLDERS]
    return [Holder(path, imported_as(path), list(dict.fromkeys(keyed[path]))) for path in most]


def taken_texts(path: str, holders: Sequence[Holder], sources: Sources) -> list[Keyed]:
    """The texts that a file takes from the scripts: it imports them, and has the key and the name around it."""
    text = sources.texts[path][:DRAWN_CHARACTERS]
    near = [held for held in holders if held.name in text and held.path in sources.imports(path)]
    names = {*_NAME.findall(text), ""} if near else set[str]()
    every = not names.isdisjoint(("values", "entries"))
    keyed = (one for held in near for one in held.keyed)
    return [one for one in keyed if one.parent in names and (one.key in names or (every and one.parent))]


def keyed_texts(text: str) -> list[Keyed]:
    """The texts that a script holds under keys."""
    parents, keyed = list[str](), list[Keyed]()
    for match in islice(_KEYED.finditer(text[:DRAWN_CHARACTERS]), DRAWN_WORDS * 4):
        key, first, second, opens, brace = match.groups()
        if brace == "}":
            parents = parents[:-1]
        elif opens or brace:
            parents = [*parents[-20:], key or ""]
        else:
            keyed.append(Keyed(parents[-1] if parents else "", key, first or second))
    return keyed
