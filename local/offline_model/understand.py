"""From a message to what it asks for. Nothing here guesses: what no pattern of `grammar.txt` knows is left out, and a
sentence of which most is not understood is left out whole.
"""

import functools
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from local.offline_model.blocks import asset, kinds
from local.offline_model.colours import COLOUR, parse
from local.offline_model.intents import PARTS, Add, Data, Intent, Look, Remove, Replace, Site, Words
from local.offline_model.statements import as_orders
from local.offline_model.tabular import find_figures, find_table, without_figures
from local.offline_model.vocabulary import clauses, content_words, is_object, is_refused_after, trimmed

_MOST_CHARACTERS, _MOST_OF_A_KIND = 4000, 12  # what is longer is data or prose, and neither is a list of wishes
BLOCKS = tuple(kind for kind in kinds() if kind not in ("words", "page"))
_LEFT_MOST, _LEFT_CHARACTERS, _LEFT_LEAST = 6, 160, 2
_SENTENCE = re.compile(r"(?<=[.;!?])\s+|\n")
_ORDER = "about features gallery pricing testimonials faq contact"
_OTHER = "about gallery faq contact"
_SITES = """restaurant cafe café coffee bakery bar pizzeria bistro food: about gallery testimonials contact
hotel salon barber florist: about gallery testimonials contact
shop store product brand: features pricing testimonials faq
startup saas app software tool platform service agency company business: features pricing testimonials faq contact
portfolio photographer photography artist designer architect wedding band: gallery about contact"""


@functools.cache
def pattern(name: str) -> re.Pattern[str]:
    """The pattern of that name; `{NAME}` in `grammar.txt` stands for another. Case does not matter."""
    texts = dict(re.findall(r"(?m)^(\w+) +(.+)$", asset("grammar.txt"))) | {"COLOUR": COLOUR}
    text = re.sub(r"\{([A-Z_]+)\}", lambda match: pattern(match[1]).pattern, texts[name])
    return re.compile(text, re.IGNORECASE)


class Understood(NamedTuple):
    """What a message asks for, in the order in which it is carried out, and the pieces that nothing is done for."""

    intents: tuple[Intent, ...] = ()
    left: tuple[str, ...] = ()
    question: bool = False

    @property
    def complete(self) -> bool:
        return bool(self.intents) and not self.left


def understand(message: str) -> list[Intent]:
    """The intents of a message; empty when nothing was understood."""
    return [*read_message(message).intents]


def read_message(message: str) -> Understood:
    """What a person asks for in a chat."""
    if pattern("question").search(message):
        return Understood(question=True)
    return _read(message)


def read_statement(words: str) -> Understood:
    """The same of a line of a specification or of a task, which also says how things are: "The page has a gallery"."""
    return _read(words, described=True)


def _read(message: str, *, described: bool = False) -> Understood:
    if pattern("mend").search(message):
        return Understood(left=_shown([message]))
    rest, data = find_table(message) if pattern("tabular").search(message) else (message, None)
    reader = _Reader(message, rest[:_MOST_CHARACTERS], data, described=described)
    obscure = [reader.words(sentence) for sentence in reader.hold_obscure()]
    intents = reader.intents()
    return Understood(tuple(intents), _shown([*obscure, *map(reader.words, reader.left())]))


def _is_painted(match: re.Match[str]) -> bool:
    """Whether the colour is of the page or a part of its theme, and not of a thing within it."""
    return pattern("on_other").search(match["part"]) is None


def _shown(pieces: list[str]) -> tuple[str, ...]:
    """At most a few of them, each on one short line."""
    lines = (" ".join(piece.split())[:_LEFT_CHARACTERS].strip() for piece in pieces)
    return tuple(dict.fromkeys(filter(None, lines)))[:_LEFT_MOST]


class _Reader:
    """The message while it is read: quoted pieces are held apart, and what was understood is taken out of `text`."""

    def __init__(self, message: str, rest: str, data: Data | None, *, described: bool = False) -> None:
        self.message, self.data, self.held = message, data, list[str]()
        self.used = list[str]()
        text = pattern("QUOTED").sub(self._hold, rest)
        self.originals = dict[str, str]()  # of each sentence that was turned into a request
        self.text = as_orders(text, self.originals, described=described, hold=self._hold_words)

    def hold_obscure(self) -> list[str]:
        """Sentences of which more is not understood than is; nothing is looked for in them any more."""
        obscure = list[str]()
        for sentence in filter(str.strip, _SENTENCE.split(self.text)):
            alone = _Reader(self.message, "", self.data)
            alone.text, alone.held = sentence, [*self.held]
            known, left = alone.intents(), [word for piece in alone.left() for word in content_words(piece)]
            is_mostly_left = len(left) > _LEFT_LEAST and 3 * len(left) > 2 * len(content_words(sentence))
            if left and (not known or is_mostly_left):
                obscure.append(self.originals.get(sentence.strip(" .!?;"), sentence))
                self.text = self.text.replace(sentence, " ", 1)
        return obscure

    def left(self) -> list[str]:
        """The pieces that nothing is done for, without small words at their ends. After `intents`."""
        text = self.text
        for name in self.used:
            text = pattern(name).sub(" . ", text)
        if "chart" in self.used:
            text = without_figures(text)
        return [trimmed(piece) for piece in clauses(text) if content_words(piece)]

    def intents(self) -> list[Intent]:
        replaced = [Replace(self.words(match["old"]), self.words(match["new"])) for match in self.take("replace")]
        found = [Words(part, self.words(match["value"])) for part in PARTS for match in self.take(part)]
        pages = [*self._pages(), *self._sections()]
        removals = [Remove(self.words(match["name"])) for match in self.take("remove")]
        called = next((self.words(match["value"]) for match in [*self.take("called")]), "")
        looks = [*self._looks()]
        blocks = self._blocks(called)
        added = any(isinstance(each, Site) or (isinstance(each, Add) and not each.whole) for each in blocks[:1])
        named = [Words("name", called)] if called and not added else []
        found.sort(key=lambda each: (each.part != "title", PARTS.index(each.part)))
        return [*removals, *blocks, *pages, *named, *replaced, *found, *looks]

    def _hold(self, match: re.Match[str]) -> str:
        return self._hold_words(match[0][1:-1])

    def _hold_words(self, words: str) -> str:
        self.held.append(self.words(words) if "\x02" in words else words)
        return f"\x02{len(self.held) - 1}\x03"

    def take(self, name: str, fits: Callable[[re.Match[str]], bool] = bool) -> Iterator[re.Match[str]]:
        """Every match that fits, each cut out of the text before the next is looked for."""
        for _ in range(_MOST_OF_A_KIND):
            match = next(filter(fits, pattern(name).finditer(self.text)), None)
            if match is None:
                return
            self.text = f"{self.text[: match.start()]} . {self.text[match.end() :]}"
            yield match

    def words(self, text: str) -> str:
        """Held pieces put back; no quotes, no space around."""
        text = re.sub(r"[,\s]+(?:and|then)?\s*$", "", text).strip()
        whole = re.sub(r"\x02(\d+)\x03", self._put_back, text)
        whole = re.sub(r"\s+", " ", whole).strip()
        return whole if re.fullmatch(r"\x02\d+\x03", text) else whole.strip("\"'“”").strip()

    def _put_back(self, match: re.Match[str]) -> str:
        """The piece of that number; a message may have such marks of its own, which name none."""
        number = match[1]
        return self.held[int(number)] if len(number) < 5 and int(number) < len(self.held) else ""

    def has(self, name: str) -> bool:
        return pattern(name).search(self.text) is not None

    def _pages(self) -> Iterator[Add]:
        adds = self.has("adds")
        found = [*pattern("page").finditer(self.text), *(pattern("also_page").finditer(self.text) if adds else ())]
        for match in found[:_MOST_OF_A_KIND]:
            own = (match["article"] or "new").lower().split()[-1] in ("new", "another", "second", "more")
            is_kind = pattern("no_page").search(match["name"] or "")
            if (adds or own) and not is_kind and match.group() in self.text:
                self.text = self.text.replace(match.group(), " ", 1)
                named = self.words(match["value"] or match["name"] or "")
                yield Add("page", named[:1].upper() + named[1:] or "New page")

    def _sections(self) -> Iterator[Add]:
        for match in [*pattern("section").finditer(self.text)][:_MOST_OF_A_KIND]:
            if not any(pattern(kind).search(match.group()) for kind in BLOCKS if kind != "about"):
                self.text = self.text.replace(match.group(), " ", 1)
                named = self.words(match["value"])
                yield Add("words", named[:1].upper() + named[1:])

    def _looks(self) -> Iterator[Look]:
        taken = (match for number in range(1, 6) for match in self.take(f"colour_{number}", _is_painted))
        for match in [*taken]:
            named = (part for part in ("background", "text") if pattern(f"on_{part}").search(match["part"]))
            if colour := parse(match["colour"]):
                yield Look(next(named, "accent"), colour, match["colour"].lower())
        modes = [mode for mode in ("auto", "dark", "light") if self.has(mode)][:1]
        self.used += modes
        yield from (Look("mode", mode) for mode in modes)
        yield from (Look("font", match.lastgroup or "") for match in self.take("font"))
        yield from (Look("corners", match.lastgroup or "") for match in self.take("corners"))

    def _blocks(self, called: str) -> list[Intent]:
        found = [*self._found_blocks()]
        site = self._site(tuple(each.kind for each in found), called)
        if site:
            return [site, *(each for each in found if each.data)]
        whole = (self.has("creates") or len(found) == 1) and not self.has("adds")
        made = [each._replace(whole=whole) for each in found]
        return [*(each._replace(title=called or each.title) for each in made[:1]), *made[1:]]

    def _found_blocks(self) -> Iterator[Add]:
        text = self.text
        for kind in BLOCKS:
            for match in pattern(kind).finditer(text):
                if is_object(text[: match.start()], kind) and not is_refused_after(text[match.end() :]):
                    text = text[: match.start()] + " " * len(match.group()) + text[match.end() :]
                    self.used.append(kind)
                    yield self._block(kind, match)
                    break
        if self.data and not self.used and self.has("rows"):
            self.used.append("rows")
            yield Add("table", data=self.data)

    def _block(self, kind: str, match: re.Match[str]) -> Add:
        said = match.group().strip()
        if kind == "chart":
            figures = tuple((label, f"{value:g}") for label, value in find_figures(self.message))
            option = (match["option"] or "").lower()
            return Add(kind, "", self.data or (Data(("Label", "Value"), figures) if figures else None), option)
        if kind == "countdown":
            length = pattern("minutes").search(self.message)
            self.used.append("minutes")
            return Add(kind, option=length[1] if length else "25" if "pomodoro" in said.lower() else "5")
        named = kind == "todo" and re.match(r"(?i)shop|groc|pack|wish|bucket|check", said)
        return Add(kind, said.capitalize() if named else "", self.data if kind == "table" else None)

    def _site(self, found: tuple[str, ...], called: str) -> Site | None:
        match = pattern("site").search(self.text)
        if match is None or pattern("adds").search(self.text[: match.start()]) or not self.has("creates"):
            return None
        if is_refused_after(self.text[match.end() :]):
            return None
        kind = re.sub(r"\s+", " ", match["type"].lower())
        named = self.words(match["subject"] or "")
        subject = named or ("" if kind.endswith(("page", "site")) else kind)
        says_what = named or kind in ("portfolio", "blog", "shop", "online shop", "store") or called
        if not says_what or any(pattern(each).fullmatch(subject) for each in BLOCKS):
            return None
        said = set(f"{kind} {subject}".lower().split())
        usual = next((kinds for known, kinds in re.findall("(.*): (.*)", _SITES) if said & set(known.split())), _OTHER)
        self.used.append("site")
        return Site(subject, called, tuple(sorted(found, key=_ORDER.find) or usual.split()))
