"""Where a message points: the element that was selected in the preview, and the page of an address."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from shared.domain.frameworks import COMPONENT_SUFFIXES
from shared.domain.text.ranking import normal
from shared.domain.work_budget import DRAWN_CHARACTERS, DRAWN_WORDS
from shared.services.agent.context.drawn import Keyed, drawing_paths, holders_of, scripts_of, taken_texts
from shared.services.agent.context.meant_files import Sources, is_test

_ELEMENT = re.compile(
    r"^### [^\n]{1,200}\n((?:(?:tag|role|name|text|path|classes): [^\n]{0,400}(?:\n|\Z)){2,6})", re.MULTILINE
)
_FACT = re.compile(r"^(\w+): (.*)$", re.MULTILINE)
_MOST_SELECTED, _MOST_PLACES = 4, 3
_CLASS_WEIGHT, _CLASSES_WEIGHT, _WORDS_WEIGHT, _ID_WEIGHT, _TAG_WEIGHT = 1.5, 4.0, 3.0, 4.0, 1.0
_MOST_CLASSES = 0.5
"""The share of its classes that an element must have, since some are added while the page runs."""
_ALIKE, _AROUND = 0.5, 0.1
"""How near two places are that nothing tells apart, and what an element around the selected one says."""
_GIVEN_CLASS = re.compile(r"svelte-\w{5,10}")
"""A class that a build adds."""
_ATTRIBUTE_WORD = re.compile(r"[^\s\"'`{}<>=()\[\],;]+")
_TAG = re.compile(r"[a-z][a-z0-9-]{0,39}")
_OPENED = re.compile(r"[A-Za-z][\w.-]{0,40}(?=[\s/>])")
_CONTENT = re.compile(r"(?<!=)>([^<>]{1,300})\Z")
_STEP = re.compile(r"^([a-z][\w-]{0,40})?(?:#([^\s:]{1,100}))?")
_COMPONENT = re.compile(r"\b(?:function|const|class)\s{1,3}([A-Z]\w{0,60})")
_ADDRESS = re.compile(r"(?<![\w./:<])(/[\w:/-]{1,100})(?![\w/])")
_ADDRESSES = 5
_ROUTE = re.compile(r"""(?:path\s{0,3}[=:]\s{0,3}\{?|^\s{0,8})["'`](/?[\w:*./?@-]{0,100})["'`]""", re.MULTILINE)
_SHOWN = re.compile(r"""import\(\s{0,3}["']([^"'\n]{1,200})["']|<([A-Z]\w{0,60})|\b([A-Za-z]\w{0,60})""")
_IMPORTED = re.compile(r"""import\s{1,3}(?:\{([^{}]{1,400})\}|(\w{1,60}))\s{1,3}from\s{1,3}["']([^"'\n]{1,200})["']""")
_ROUTERS = (".tsx", ".jsx", ".ts", ".js", *COMPONENT_SUFFIXES)
_MESSAGE = 8_000


class Place(NamedTuple):
    """A line of a file, from 1, and the component that it is part of."""

    path: str
    line: int
    component: str


class Selected(NamedTuple):
    """An element that a person selected in the preview, and where it is drawn: several places where nothing tells
    them apart, of which the first few are named; `alike` is their number.
    """

    tag: str
    places: tuple[Place, ...]
    alike: int


class Element(NamedTuple):
    """What the preview says of an element. `around` are the tags on the way to it, `id` is its own."""

    tag: str
    classes: frozenset[str]
    words: frozenset[str]
    id: str
    around: frozenset[str]


# ---- the element that was selected ----------------------------------------------------------------------------------


def without_elements(message: str) -> str:
    """The person's own words."""
    return _ELEMENT.sub("", message)


def selected_elements(message: str, sources: Sources) -> list[Selected]:
    """The elements that the message brings from the preview, as far as a file draws them."""
    matches = islice(_ELEMENT.finditer(message), _MOST_SELECTED)
    elements = list(dict.fromkeys(_element(dict(_FACT.findall(match[1]))) for match in matches))
    if not elements:
        return []
    drawers = drawing_paths(sources)
    taken = _taken(frozenset[str]().union(*(element.words for element in elements)), drawers, sources)
    found = ((element, _offsets(element, drawers, taken, sources)) for element in elements)
    return [_selected(element, offsets, sources) for element, offsets in found if offsets]


def _selected(element: Element, offsets: Sequence[tuple[str, int]], sources: Sources) -> Selected:
    places = [_place(path, sources.texts[path], offset) for path, offset in offsets[:_MOST_PLACES]]
    return Selected(element.tag, tuple(places), len(offsets))


def _element(facts: Mapping[str, str]) -> Element:
    steps = [_STEP.match(step.strip()) for step in facts.get("path", "").split(">")]
    ends = [(step[1] or "", step[2] or "") for step in steps if step]
    words = (" ".join(normal(facts.get(name, "")).split()) for name in ("text", "name"))
    return Element(
        # The page wrote it, so it is no more than a name.
        tag=tag[0] if (tag := _TAG.match(facts.get("tag", ""))) else "",
        classes=frozenset(name for name in facts.get("classes", "").split() if not _GIVEN_CLASS.fullmatch(name)),
        words=frozenset(filter(None, words)),
        id=ends[-1][1] if ends else "",
        around=frozenset(tag for tag, _ in ends[:-1] if tag),
    )


def _offsets(
    element: Element, drawers: Sequence[str], taken: Mapping[str, list[Keyed]], sources: Sources
) -> list[tuple[str, int]]:
    """The places that are most like the element: one, or all that are equally so."""
    scored = list[tuple[float, str, int]]()
    for path in drawers:
        keys = [f"{one.parent}.{one.key}".lstrip(".") for one in taken.get(path, ()) if one.text in element.words]
        likenesses = _likenesses(element, sources.texts[path][:DRAWN_CHARACTERS], keys)
        scored += ((score, path, offset) for score, offset in likenesses)
    best = max((score for score, _, _ in scored), default=0.0)
    # A tag alone is in many files, and says nothing.
    alike = [found for found in scored if found[0] >= best - _ALIKE] if best >= 2 * _TAG_WEIGHT else []
    return [(path, offset) for _, path, offset in sorted(alike, key=lambda found: (-found[0], found[1], found[2]))]


def _taken(words: frozenset[str], drawers: Sequence[str], sources: Sources) -> dict[str, list[Keyed]]:
    """For each file the words of elements that it takes from another file by their keys."""
    scripts = [path for path in scripts_of(sources) if any(said in sources.texts[path] for said in words)]
    holders = holders_of(scripts, lambda one: one.text in words, sources)
    return {path: taken_texts(path, holders, sources) for path in drawers} if holders else {}


def _likenesses(element: Element, text: str, keys: Sequence[str]) -> Iterator[tuple[float, int]]:
    """How much each opening tag of a file is like the element, with its offset."""
    signs = [*element.classes, *element.words, *keys, *filter(None, [element.id])]
    if not any(sign in text for sign in signs):
        return
    around = _AROUND * sum(f"<{tag}" in text for tag in element.around) / max(1, len(element.around))
    head, *chunks = text.split("<")
    offset = len(head)
    for chunk in chunks:
        opened = _OPENED.match(chunk)
        if opened and (opened[0].lower() == element.tag or any(sign in chunk for sign in signs)):
            score = _likeness(element, opened[0], chunk, keys)
            if score > _TAG_WEIGHT:
                yield score + around, offset
        offset += len(chunk) + 1


def _likeness(element: Element, tag: str, chunk: str, keys: Sequence[str]) -> float:
    """What is known of an element beside what one tag, its attributes and the text after it say."""
    words = {word.removeprefix("class:") for word in _ATTRIBUTE_WORD.findall(chunk)}
    share = len(element.classes & words) / len(element.classes) if element.classes else 0.0
    most = min(_CLASSES_WEIGHT, _CLASS_WEIGHT * len(element.classes))
    score = most * share if share > _MOST_CLASSES else 0.0
    score += _WORDS_WEIGHT * _said(element, chunk, keys) + _TAG_WEIGHT * (tag.lower() == element.tag)
    return score + (_ID_WEIGHT if element.id and element.id in words else 0.0)


def _said(element: Element, chunk: str, keys: Sequence[str]) -> float:
    """Whether the text after a tag, or one of its attributes, is what the element says; part of it counts in part."""
    if any(f'"{words}"' in chunk or f"'{words}'" in chunk for words in element.words) or any(k in chunk for k in keys):
        return 1.0
    content = _CONTENT.search(chunk)
    own = " ".join(normal(content[1]).split()) if content else ""
    return max((len(own) / len(words) for words in element.words if own and own in words), default=0.0)


def _place(path: str, text: str, offset: int) -> Place:
    names = _COMPONENT.findall(text[:offset]) if not path.endswith(COMPONENT_SUFFIXES) else []
    stem = path.rpartition("/")[2].partition(".")[0]
    return Place(path, text.count("\n", 0, offset) + 1, names[-1] if names else stem)


# ---- the page of an address -----------------------------------------------------------------------------------------


def routed_files(message: str, sources: Sources) -> list[str]:
    """The pages of the addresses in a message, as far as a router names them beside their paths."""
    wanted = list(dict.fromkeys(match[1].strip("/") for match in _ADDRESS.finditer(message[:_MESSAGE])))[:_ADDRESSES]
    texts = sources.texts
    routers = (path for path in sorted(texts) if wanted and path.endswith(_ROUTERS) and not is_test(path))
    found = [page for path in routers if _may_route(wanted, texts[path]) for page in _pages(wanted, path, sources)]
    return list(dict.fromkeys(found))


def _may_route(wanted: Sequence[str], text: str) -> bool:
    return any(all(part in text for part in address.split("/") if not part.isdecimal()) for address in wanted)


def _pages(wanted: Sequence[str], path: str, sources: Sources) -> Iterator[str]:
    text = sources.texts[path][:DRAWN_CHARACTERS]
    for match in islice(_ROUTE.finditer(text), DRAWN_WORDS):
        route = match[1].strip("/")
        if any(_is_route(route, address) for address in wanted):
            start, end = text.rfind("\n", 0, match.start()) + 1, text.find("\n", match.end()) + 1
            for around in (text[start:end], text[match.end() : match.end() + 200]):
                page = _page_in(around, text, sources.imports(path), sources.texts)
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
    names = _imported_names(text)
    for match in _SHOWN.finditer(around):
        name = match[2] or match[3]
        source = match[1] or names.get(name)
        if source:
            return _file_of(source, name, imported, texts)
    return None


def _imported_names(text: str) -> dict[str, str]:
    """The names that a file imports from others of the project, with what it imports them from."""
    return {
        name.strip().rpartition(" ")[2]: match[3]
        for match in _IMPORTED.finditer(text)
        if match[3].startswith((".", "@/"))
        for name in (match[1] or match[2]).split(",")
    }


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
