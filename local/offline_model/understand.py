"""From a message to what it asks for. Nothing here guesses: what no pattern knows is left out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from local.offline_model import wording
from local.offline_model.colours import parse
from local.offline_model.intents import (
    Accent,
    Add,
    AddPage,
    Background,
    Corners,
    Data,
    Font,
    Intent,
    Kind,
    Mode,
    Remove,
    Rename,
    Replace,
    Retitle,
    Reword,
    Site,
    TextColour,
)
from local.offline_model.sites import in_order, site_kinds
from local.offline_model.tabular import find_figures, find_table

MOST_CHARACTERS, MOST_OF_A_KIND = 4000, 12
"""What is longer is data or prose, and neither is a list of wishes."""


@dataclass
class _Reader:
    """The message while it is read: quoted pieces are held apart, and what was understood is taken out."""

    text: str
    held: list[str] = field(default_factory=list)

    def hold(self) -> None:
        def keep(match: re.Match[str]) -> str:
            self.held.append(next(group for group in match.groups() if group is not None))
            return f"\x02{len(self.held) - 1}\x03"

        self.text = wording.QUOTED.sub(keep, self.text)

    def take(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Every match, each cut out of the text before the next is looked for."""
        for _ in range(MOST_OF_A_KIND):
            match = pattern.search(self.text)
            if match is None:
                return
            self.text = f"{self.text[: match.start()]} . {self.text[match.end() :]}"
            yield match

    def words(self, text: str) -> str:
        """Held pieces put back; no quotes, no space around."""
        text = re.sub(r"[,\s]+(?:and|then)?\s*$", "", text)
        if held := re.fullmatch(r"\s*\x02(\d+)\x03\s*", text):
            return re.sub(r"\s+", " ", self.held[int(held[1])]).strip()
        whole = re.sub(r"\x02(\d+)\x03", lambda match: self.held[int(match[1])], text)
        return re.sub(r"\s+", " ", whole).strip().strip("\"'“”").strip()


def understand(message: str) -> list[Intent]:
    """The intents in the order in which they are carried out; empty when nothing was understood."""
    if wording.QUESTION.search(message):
        return []
    rest, data = find_table(message) if wording.TABULAR.search(message) else (message, None)
    reader = _Reader(rest[:MOST_CHARACTERS])
    reader.hold()
    words = [*_words(reader)]
    pages = [*_pages(reader), *_sections(reader)]
    removals = [Remove(reader.words(match["name"])) for match in reader.take(wording.REMOVE)]
    called = [reader.words(match["value"]) for match in reader.take(wording.CALLED)]
    looks = [*_colours(reader), *_modes(reader), *_shapes(reader)]
    blocks = _blocks(reader, message, data, called)
    return [*removals, *blocks, *pages, *_called(called, blocks), *words, *looks]


def _words(reader: _Reader) -> Iterator[Intent]:
    for match in reader.take(wording.REPLACE):
        yield Replace(reader.words(match["old"]), reader.words(match["new"]))
    names = [Rename(reader.words(match["value"])) for match in reader.take(wording.RENAME)]
    for match in reader.take(wording.RETITLE):
        yield Retitle(reader.words(match["value"]))
    yield from names
    for part, pattern in wording.REWORD.items():
        for match in reader.take(pattern):
            yield Reword(part, reader.words(match["value"]))  # type: ignore[arg-type]  # the keys are the literal's


def _pages(reader: _Reader) -> Iterator[Intent]:
    adds = wording.ADDITION.search(reader.text) is not None
    first, second = wording.PAGES
    found = [*first.finditer(reader.text), *(second.finditer(reader.text) if adds else ())]
    for match in found[:MOST_OF_A_KIND]:
        named = reader.words(match["value"] or match["name"] or "")
        own = (match["article"] or "new").lower().split()[-1] in ("new", "another", "second", "more")
        is_kind = bool(set((match["name"] or "").lower().split()) & wording.NO_PAGE)
        if not (adds or own) or is_kind or match.group() not in reader.text:
            continue
        reader.text = reader.text.replace(match.group(), " ", 1)
        yield AddPage(named[:1].upper() + named[1:] if named else "New page")


def _sections(reader: _Reader) -> Iterator[Intent]:
    """Sections of words under a name of their own; the known kinds are found by their words instead."""
    for match in list(wording.SECTION.finditer(reader.text))[:MOST_OF_A_KIND]:
        name = reader.words(match["value"])
        if not any(pattern.search(match.group()) for kind, pattern in wording.BLOCKS.items() if kind != "about"):
            reader.text = reader.text.replace(match.group(), " ", 1)
            yield Add("words", title=name[:1].upper() + name[1:])


def _colours(reader: _Reader) -> Iterator[Intent]:
    patterns = (wording.COLOUR_BEFORE, wording.COLOUR_AFTER, wording.COLOUR_MADE, wording.COLOUR_USED)
    for pattern in (*patterns, wording.COLOUR_NUMBER):
        for match in reader.take(pattern):
            colour = parse(match["colour"])
            if colour:
                yield _painted(match["part"].lower(), colour, match["colour"].lower())


def _painted(part: str, colour: str, words: str) -> Intent:
    if "background" in part or part.strip() in ("the page", "page"):
        return Background(colour, words)
    if "text" in part or "letters" in part:
        return TextColour(colour, words)
    return Accent(colour, words)


def _modes(reader: _Reader) -> Iterator[Intent]:
    if wording.AUTO.search(reader.text):
        yield Mode("auto")
    elif wording.DARK.search(reader.text):
        yield Mode("dark")
    elif wording.LIGHT.search(reader.text):
        yield Mode("light")


def _shapes(reader: _Reader) -> Iterator[Intent]:
    for match in reader.take(wording.FONT):
        kind = match["kind"].lower()
        sans = kind.startswith("sans") or kind == "modern"
        yield Font("sans" if sans else "mono" if kind.startswith(("mono", "type")) else "serif")
    for match in reader.take(wording.CORNERS):
        yield Corners("square" if match["kind"].lower() in ("square", "sharp", "straight") else "round")


def _blocks(reader: _Reader, message: str, data: Data | None, called: list[str]) -> list[Intent]:
    found = [*_found_blocks(reader, message, data)]
    site = _site(reader, [each.kind for each in found], called)
    if site:
        return [site, *(each for each in found if each.data)]
    whole = bool(wording.CREATION.search(reader.text)) and not wording.ADDITION.search(reader.text)
    whole = whole or (len(found) == 1 and not wording.ADDITION.search(reader.text))
    made = [replace(each, whole=whole) for each in found]
    if made and called:
        made[0] = replace(made[0], title=called[0])
    return list(made)


def _found_blocks(reader: _Reader, message: str, data: Data | None) -> Iterator[Add]:
    text = reader.text
    for kind, pattern in wording.BLOCKS.items():
        match = pattern.search(text)
        if match is None:
            continue
        text = text[: match.start()] + " " * len(match.group()) + text[match.end() :]
        yield _block(kind, match, message, data)


def _block(kind: Kind, match: re.Match[str], message: str, data: Data | None) -> Add:
    if kind == "chart":
        figures = tuple((label, f"{value:g}") for label, value in find_figures(message)) if data is None else ()
        option = "line" if (match["option"] or "").lower() == "line" else "pie" if match["option"] == "pie" else "bar"
        return Add(kind, data=data or (Data(("Label", "Value"), figures) if figures else None), option=option)
    if kind == "table":
        return Add(kind, data=data)
    if kind == "countdown":
        length = wording.MINUTES.search(message)
        return Add(kind, option=length[1] if length else "25" if "pomodoro" in match.group().lower() else "5")
    title = (
        match.group().strip()
        if kind == "todo" and re.match(r"(?i)shop|groc|pack|wish|bucket|check", match.group())
        else None
    )
    return Add(kind, title=title[:1].upper() + title[1:].lower() if title else None)


def _site(reader: _Reader, kinds: list[Kind], called: list[str]) -> Site | None:
    match = wording.SITE.search(reader.text)
    if match is None or wording.ADDITION.search(reader.text[: match.start()]):
        return None
    kind = re.sub(r"\s+", " ", match["type"].lower())
    subject = reader.words(match["subject"] or "")
    says_what = subject or kind in ("portfolio", "blog", "shop", "online shop", "store") or called
    if not says_what or not wording.CREATION.search(reader.text):
        return None
    subject = subject or ("" if kind.endswith(("page", "site")) else kind)
    if any(pattern.fullmatch(subject) for pattern in wording.BLOCKS.values()):
        return None
    return Site(subject, called[0] if called else None, in_order(kinds) or site_kinds(f"{kind} {subject}"))


def _called(called: list[str], blocks: list[Intent]) -> list[Intent]:
    """`called X` names a section that was only added; otherwise it names the app."""
    if not called or any(isinstance(each, Site) for each in blocks):
        return []
    adds = [each for each in blocks if isinstance(each, Add)]
    return [] if adds and not adds[0].whole else [Rename(called[0])]
