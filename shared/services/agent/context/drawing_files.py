"""Which files draw what a message names: the words of a page, an address, the element that was selected in it."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from shared.domain.assets.ui_kit import in_kit
from shared.domain.frameworks import COMPONENT_SUFFIXES
from shared.domain.text.ranking import normal, weighed
from shared.domain.text.same_meaning import forms_of
from shared.domain.work_budget import CHOOSE_CHARACTERS, CHOOSE_WORDS, DRAWN_CHARACTERS, DRAWN_WORDS
from shared.services.agent.context.meant_files import QUOTE, asked_words, is_named, is_test, parts_of

_MARKUP = (".tsx", ".jsx", *COMPONENT_SUFFIXES)
_CODE = (".ts", ".js", *_MARKUP)
_TAG = re.compile(r"<([A-Za-z][\w.-]{0,40})(?=[\s/>])")
_TEXT = re.compile(r">([^<>{}]{2,300})(?=[<{])")
_STRING = re.compile(r"""(?<![\w\\])(?:"([^"\n\\]{2,200})"|'([^'\n\\]{2,200})'|`([^`\\]{2,200})`)""")
_WORDLESS = re.compile(
    r"(?:class|className|d|viewBox|href|to|src|from|import|path|type|key|name)\s{0,3}[=:(]?\s{0,3}\Z"
)
"""What stands before a string that no visitor reads."""
_CLASSES = re.compile(r"""\bclass(?:Name)?\s{0,3}=\s{0,3}\{?\s{0,3}["'`]([^"'`]{1,400})["'`]""")
_NAME = re.compile(r"[A-Za-z_$][\w$]{1,40}")
_KEYED = re.compile(
    r"""\b([A-Za-z_$][\w$]{0,40})["']?\s{0,3}[:=]\s{0,3}(?:"([^"\n]{2,200})"|'([^'\n]{2,200})'|(\{))|([{}])"""
)
_KINDS: Mapping[str, str] = {
    "a": "link", "aside": "sidebar side", "button": "button", "canvas": "chart", "dialog": "dialog", "dt": "label",
    "fieldset": "form", "figure": "figure", "footer": "footer", "form": "form", "h1": "heading title", "h2": "heading",
    "h3": "heading", "header": "header", "img": "image picture", "input": "field input", "label": "label field",
    "link": "link", "navlink": "navigation link", "li": "list", "nav": "navigation menu", "ol": "list",
    "routerlink": "link", "select": "select", "svg": "drawing icon", "table": "table", "textarea": "text field",
    "th": "column table", "ul": "list", "video": "video",
}  # fmt: skip
"""What people call an element."""


_CLAUSE = re.compile(r"[.;!?:](?=\s)|\n+|,\s|\s(?:and|und|but|aber|since|weil)\s")
_WORD = re.compile(r"[^\W_]+")
_CLAUSES, _FEW_WORDS, _LEAST_WORDS, _SHORT_MESSAGE = 12, 4, 2, 20
_TEXT_WEIGHT, _PATH_WEIGHT, _KIND_WEIGHT, _SATURATION = 2, 4, 2, 2.0
_PHRASE, _SAME_PHRASE, _NAMED = 10.0, 20.0, 1.4
_SHARE, _LIKE_BEST = 0.25, 0.7
_MOST, _MOST_A_CLAUSE = 4, 2
_SHORT_QUOTE = 3
_MESSAGE = 8_000
"""Characters of a message that are looked through: further words ask for something new."""
_SELECTED = re.compile(
    r"^### [^\n]{1,200}\n((?:(?:tag|role|name|text|path|classes): [^\n]{0,400}(?:\n|\Z)){2,6})", re.MULTILINE
)
_FACT = re.compile(r"^(\w+): (.*)$", re.MULTILINE)
_CLASS_WEIGHT, _CLASSES_WEIGHT, _WORDS_WEIGHT, _TAG_WEIGHT, _MOST_SELECTED = 1.5, 4, 3, 1, 4
_ADDRESS = re.compile(r"(?<![\w./:<])(/[\w:/-]{1,100})(?![\w/])")
_ADDRESSES = 5
_ROUTE = re.compile(r"""(?:path\s{0,3}[=:]\s{0,3}\{?|^\s{0,8})["'`](/?[\w:*./?@-]{0,100})["'`]""", re.MULTILINE)
_COMPONENT = re.compile(r"""import\(\s{0,3}["']([^"'\n]{1,200})["']|<([A-Z]\w{0,60})|\b([A-Za-z]\w{0,60})""")
_IMPORTED = re.compile(r"""import\s{1,3}(?:\{([^{}]{1,400})\}|(\w{1,60}))\s{1,3}from\s{1,3}["']([^"'\n]{1,200})["']""")


class Drawn(NamedTuple):
    """What a visitor may see of a file: its texts, its tags, what people call them, the classes of each element.

    `names` are all names in it, among them the keys under which it takes texts from other files.
    """

    texts: tuple[str, ...]
    tags: frozenset[str]
    kinds: frozenset[str]
    classes: tuple[frozenset[str], ...]
    names: frozenset[str]


class Keyed(NamedTuple):
    """A text that a script holds under a key: `week: { title: "Your week" }`. Without a named object, no `parent`."""

    parent: str
    key: str
    text: str


class Selected(NamedTuple):
    """Where an element that a person selected in the preview is most likely drawn; lines from 1."""

    path: str
    line: int


@cache
def _forms(word: str) -> Mapping[str, float]:
    stem = word.removesuffix("e")
    return {f"{stem}ing": 1.0, **forms_of(word)}


def drawn_files(message: str, texts: Mapping[str, str], imports: Callable[[str], Sequence[str]]) -> list[str]:
    """The files whose page has what a part of the message names, best first; of each part at most two.

    `imports` answers a path with the files that it imports.
    """
    message = _SELECTED.sub("", message[:_MESSAGE])
    drawn = _drawn(texts)
    paths, is_short = sorted(drawn), len(asked_words(message)) <= _SHORT_MESSAGE
    read = {path: [*drawn[path].texts, *_taken(path, drawn[path], texts, imports)] for path in paths}
    written = [_words(path, read[path]) for path in paths]
    counted = [_with_kinds(words, drawn[path]) for path, words in zip(paths, written, strict=True)]
    scores = dict[str, float](_with_phrase(message, read))
    for clause in _clauses(message):
        wanted = [_forms(word) for word in islice(asked_words(clause), CHOOSE_WORDS)]
        least = 1 if len(wanted) <= _FEW_WORDS and is_short else _LEAST_WORDS
        for at, score in _best(wanted, paths, written, counted, least):
            scores[paths[at]] = max(scores.get(paths[at], 0.0), score)
    ranked = sorted(scores, key=lambda path: (-scores[path], path))
    if is_short:
        return [path for at, path in enumerate(ranked[:_MOST_A_CLAUSE]) if at == 0 or scores[path] >= _PHRASE]
    return ranked[:_MOST]


def _best(
    wanted: Sequence[Mapping[str, float]], paths: Sequence[str], written: Sequence[Counter[str]],
    counted: Sequence[Counter[str]], least: int,
) -> Iterator[tuple[int, float]]:  # fmt: skip
    """The places of the files that draw at least `least` words of a part of a message, each with its score."""
    said = set[str]().union(*wanted)
    found = weighed(wanted, counted, _SATURATION)
    found = [score * (_NAMED if is_named(path, said) else 1) for path, score in zip(paths, found, strict=True)]
    places = sorted(range(len(paths)), key=lambda at: -found[at])[:_MOST_A_CLAUSE]
    for at in places:
        has = sum(not forms.keys().isdisjoint(counted[at]) for forms in wanted)
        in_words = any(not forms.keys().isdisjoint(written[at]) for forms in wanted)
        enough = has >= max(least, _SHARE * len(wanted))
        if in_words and (enough or is_named(paths[at], said)) and found[at] >= _LIKE_BEST * found[places[0]]:
            yield at, found[at]


def _drawn(texts: Mapping[str, str]) -> dict[str, Drawn]:
    """What each file with markup draws; not the kit, which has its own lines, and not tests."""
    room, kit, drawn = CHOOSE_CHARACTERS, set(in_kit(texts)), dict[str, Drawn]()
    for path in sorted(texts):
        if path not in kit and not is_test(path) and _draws(path, texts[path]):
            room -= min(len(texts[path]), DRAWN_CHARACTERS)
            if room < 0:
                break
            drawn[path] = _drawn_by(texts[path])
    return drawn


def _taken(path: str, drawn: Drawn, texts: Mapping[str, str], imports: Callable[[str], Sequence[str]]) -> Iterator[str]:
    """The texts that a file draws and another one holds, such as one of all labels."""
    for other in imports(path):
        if other in texts and not _draws(other, texts[other]):
            yield from _taken_texts(drawn, _keyed_texts(texts[other]))


def _words(path: str, read: Sequence[str]) -> Counter[str]:
    """How often each word stands in the texts that a file draws; in its name more."""
    words = Counter[str]()
    for text in read:
        for part in parts_of(normal(text)):
            words[part] += _TEXT_WEIGHT
    for part in parts_of(path):
        words[part] += _PATH_WEIGHT
    return words


def _with_kinds(words: Counter[str], drawn: Drawn) -> Counter[str]:
    """The words, and those for elements and classes."""
    names = {part for classes in drawn.classes for name in classes for part in parts_of(name)}
    return words + Counter(names) + Counter(dict.fromkeys(drawn.kinds, _KIND_WEIGHT))


def _with_phrase(message: str, read: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """The files that draw a text which the message quotes, or several words of it as they are."""
    quotes = [normal(match[1]).casefold().strip() for match in QUOTE.finditer(message)]
    spoken = _spoken(message)
    scores = dict[str, float]()
    for path, texts in read.items():
        folded = {normal(text).casefold().strip() for text in texts}
        if any(quote in folded for quote in quotes):
            scores[path] = _SAME_PHRASE
            continue
        inside = any(quote in text for quote in quotes for text in folded if len(quote) > _SHORT_QUOTE)
        if inside or any(" " in text and _spoken(text) in spoken for text in folded):
            scores[path] = _PHRASE
    return scores


def _spoken(text: str) -> str:
    """The words alone, a space around each."""
    return f" {' '.join(_WORD.findall(normal(text).casefold()))} "


def _clauses(message: str) -> list[str]:
    """The parts of a message that say something of what they are about."""
    return [part for part in _CLAUSE.split(message) if asked_words(part)][:_CLAUSES]


def selected_places(message: str, texts: Mapping[str, str], imports: Callable[[str], Sequence[str]]) -> list[Selected]:
    """Where the elements are drawn that the message brings from the preview, by their classes, words and tag."""
    elements = [dict(_FACT.findall(match[1])) for match in _SELECTED.finditer(message)][:_MOST_SELECTED]
    if not elements:
        return []
    drawn = {path: _drawn_by(text) for path, text in sorted(texts.items()) if _draws(path, text) and not is_test(path)}
    read = {path: {*one.texts, *_taken(path, one, texts, imports)} for path, one in drawn.items()}
    places = list[Selected]()
    for element in elements:
        scores = {path: _likeness(element, drawn[path], read[path]) for path in drawn}
        best = max(scores, key=lambda path: scores[path], default=None)
        if best is not None and scores[best] > _TAG_WEIGHT:
            places.append(Selected(best, _line(element, texts[best])))
    return places


def _likeness(element: Mapping[str, str], drawn: Drawn, read: set[str]) -> float:
    classes = set(element.get("classes", "").split())
    alike = max((len(classes & own) / len(classes) for own in drawn.classes), default=0.0) if classes else 0.0
    words = {element.get("text", ""), element.get("name", "")} - {""}
    tag = element.get("tag", "") in drawn.tags
    most = min(_CLASSES_WEIGHT, _CLASS_WEIGHT * len(classes))
    return most * alike * (alike > 0.5) + _WORDS_WEIGHT * bool(words & read) + _TAG_WEIGHT * tag


def _line(element: Mapping[str, str], text: str) -> int:
    """The line that has most of the element."""
    classes, words, tag = element.get("classes", "").split(), element.get("text", ""), f"<{element.get('tag', '')}"
    scores = [
        2 * bool(classes and all(name in line for name in classes)) + bool(words and words in line) + (tag in line)
        for line in text[:DRAWN_CHARACTERS].split("\n")
    ]
    return scores.index(max(scores)) + 1


def routed_files(message: str, texts: Mapping[str, str], imports: Callable[[str], Sequence[str]]) -> list[str]:
    """The pages of the addresses in a message, as far as a router names them beside their paths."""
    wanted = list(dict.fromkeys(match[1].strip("/") for match in _ADDRESS.finditer(message[:_MESSAGE])))[:_ADDRESSES]
    if not wanted:
        return []
    found = [
        page
        for path, text in sorted(texts.items())
        if path.endswith((".tsx", ".jsx", ".ts", ".js", ".vue", ".svelte")) and not is_test(path)
        for page in _pages(wanted, text[:DRAWN_CHARACTERS], imports(path), texts)
    ]
    return list(dict.fromkeys(found))


def _pages(wanted: Sequence[str], text: str, imported: Sequence[str], texts: Mapping[str, str]) -> Iterator[str]:
    for match in _ROUTE.finditer(text):
        route = match[1].strip("/")
        if any(_is_route(route, address) for address in wanted):
            start, end = text.rfind("\n", 0, match.start()) + 1, text.find("\n", match.end()) + 1
            for around in (text[start:end], text[match.end() : match.end() + 200]):
                page = _page_in(around, text, imported, texts)
                if page is not None:
                    yield page
                    break


def _is_route(route: str, address: str) -> bool:
    parts, said = route.split("/"), address.split("/")
    return len(parts) == len(said) and all(
        one == other or (one.startswith(":") and other.isdecimal()) for one, other in zip(parts, said, strict=True)
    )


def _page_in(around: str, text: str, imported: Sequence[str], texts: Mapping[str, str]) -> str | None:
    """The file of the first component in this part of a router."""
    names = {
        name.strip().rpartition(" ")[2]: source
        for match in _IMPORTED.finditer(text)
        for name in (match[1] or match[2]).split(",")
        for source in (match[3],)
        if source.startswith((".", "@/"))
    }
    for match in _COMPONENT.finditer(around):
        name = match[2] or match[3]
        source = match[1] or names.get(name)
        if source:
            return _file_of(source, name, imported, texts)
    return None


def _file_of(source: str, name: str | None, imported: Sequence[str], texts: Mapping[str, str]) -> str | None:
    """The imported file, or behind a file of exports the one that has the component's name."""
    end = source.rpartition("/")[2].partition(".")[0]
    stems = {path.rpartition("/")[2].partition(".")[0]: path for path in imported}
    folders = {path.rpartition("/")[0].rpartition("/")[2]: path for path in imported if "/index." in path}
    if end in stems:
        return stems[end]
    barrel = folders.get(end)
    folder = f"{barrel.rpartition('/')[0]}/" if barrel else None
    inner = (path for path in sorted(texts) if folder and name and path.startswith(f"{folder}{name}."))
    return next(inner, barrel)


def _draws(path: str, text: str) -> bool:
    """Whether a file has markup; a script has it where it makes elements by templates."""
    return path.endswith(_MARKUP) or (path.endswith(_CODE) and "html`" in text[:DRAWN_CHARACTERS])


def _drawn_by(text: str) -> Drawn:
    """What a file with markup draws."""
    text = text[:DRAWN_CHARACTERS]
    texts = [*(match[1] for match in islice(_TEXT.finditer(text), DRAWN_WORDS)), *islice(_strings(text), DRAWN_WORDS)]
    tags = frozenset(match[1].lower() for match in islice(_TAG.finditer(text), DRAWN_WORDS))
    return Drawn(
        texts=tuple(flat for found in texts if (flat := " ".join(found.split()))),
        tags=tags,
        kinds=frozenset(kind for tag in tags for kind in _KINDS.get(tag.removeprefix("ui"), "").split()),
        classes=tuple(frozenset(match[1].split()) for match in islice(_CLASSES.finditer(text), DRAWN_WORDS)),
        names=frozenset(match[0] for match in islice(_NAME.finditer(text), DRAWN_WORDS * 10)),
    )


def _keyed_texts(text: str) -> list[Keyed]:
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


def _taken_texts(drawn: Drawn, keyed: list[Keyed]) -> Iterator[str]:
    """Those of the texts whose key, and the name around it, stand in the file that draws."""
    every = "values" in drawn.names or "entries" in drawn.names
    for one in keyed:
        if one.parent in drawn.names | {""} and (one.key in drawn.names or (every and one.parent)):
            yield one.text


def _strings(text: str) -> Iterator[str]:
    """Strings that may be read: not classes, paths and drawings."""
    for match in _STRING.finditer(text):
        value = match[1] or match[2] or match[3] or ""
        if not _WORDLESS.search(text[max(0, match.start() - 16) : match.start()]) and not value.startswith((".", "/")):
            yield value
