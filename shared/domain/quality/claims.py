"""What a page claims and cannot do without a server: accounts, payment, sending, shared, live and stored data.

Deterministic: fields and buttons of the sources, and the sentences that a visitor reads, in the sources and in what was
built of them. A project that sends data to a service is not looked at for what that service may receive.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from shared.domain.diagnostics import Claim, Diagnostic, Imitation, ImitationKind, Mark
from shared.domain.frameworks import COMPONENT_SUFFIXES
from shared.domain.quality import claim_words as words_of

CODE = "CLAIM_UNMARKED"
CODE_MARKED = "CLAIM_MARKED"
_READ = (".html", ".tsx", ".jsx", ".ts", ".js", ".json", ".md", ".mdx", *COMPONENT_SUFFIXES)
_MARKUP = (".tsx", ".jsx", ".html", *COMPONENT_SUFFIXES)
_FILE_MOST, _ALL_MOST, _WORDS = 3, 20, 90
_TEXT_MOST, _READ_MOST, _BUILT_MOST, _CODE_MOST = 200_000, 2_000_000, 2_000_000, 4_000_000
"""Characters: of one source, of all sources, of all built files, and of all code in which a service is looked for."""
_SENTENCES_MOST, _BUILT_SENTENCES_MOST, _PER_SENTENCE = 180_000, 90_000, 60
"""Characters of the sentences of all files that have a word of a claim and stand in their file for the first time, each
with as many more as the work that a short one makes: some 1,500 of usual length. The rules take most of the time."""
_NEAR_LINES, _NEAR_CHARACTERS, _NEAR_MOST = 40, 2_000, 8_000
"""Before and after a claim, in which a sentence that takes it back is near: about a screen of markup. In a built file
characters count; so they do where the lines are longer than a person writes them."""
_OPENING = re.compile(
    r"(?<![^\s{(;,}])/\*|<!--|(?<![:\"'`\w/])//|"
    r"(?<![\w\\])(?:\"(?:[^\"\\\n]|\\.){0,2000}\"|'(?:[^'\\\n]|\\.){0,2000}'|`(?:[^`\\\n]|\\.){0,2000}`)"
)
"""Where a comment can begin, or a text in quotes, in which none begins: `accept="image/*"` opens nothing."""
_CLOSING = {"/*": "*/", "<!--": "-->", "//": "\n"}
_CONTROL = re.compile(r"<(?:form|input|button|select|textarea)\b", re.IGNORECASE)
_FIELD = re.compile(r"<(?:form|input|select|textarea)\b", re.IGNORECASE)
_SENDS = re.compile(
    r"[Mm]ethod\s*[:=]\s*[\"'`{]{1,2}(?i:POST|PUT|PATCH)\b|\baxios\b|\bsendBeacon\(|\bnew WebSocket\(|"
    r"\bEventSource\(|"
    r"action\s*=\s*[\"'`{]{1,2}https?:|\bfrom\s+[\"'](?:@?supabase|firebase|@firebase|@emailjs|emailjs|@formspree|"
    r"@stripe|"
    r"@clerk|@auth0|appwrite|pocketbase|aws-amplify|convex|@apollo|socket\.io)"
)
_READS = re.compile(r"\bfetch\(|\baxios\b|\bnew WebSocket\(|\bEventSource\(|\buse(?:SWR|Query)\(")
_PHRASE = re.compile(
    r">([^<>]{2,300})(?=<)|(?<!\w)\"([^\"\\\n]{2,300})(?=\")|(?<!\w)'([^'\\\n]{2,300})(?=')|`([^`\\]{2,300})(?=`)"
)
"""What may be text for a visitor: between two tags, or between quotes."""
_CODE_LIKE = re.compile(r"=>|&&|\|\||[=!]==|\bconst\b|\breturn\b|;\s*$|\w\(\w*\)")
_SENTENCE = re.compile(r"(?:[^.!?…]|[.!?…](?!\s|$))+[.!?…]*")
_HINT = re.compile(
    r"sent|submit|deliver|receiv|forward|mail|thank|dank|owned|we['’ ]|you['’ ]|your |['’]ll |will |shall |confirm|"
    r"reserv|book|held|schedul|paid|pay|purchas|bought|order|donat|success|account|sign|logged|member|welcome|"
    r"willkommen|vote|voting|join|invit|shared|visible|everyone|everybod|others|people|guest|player|online|live|"
    r"real[- ]time|echtzeit|updated|refresh|upload|sync|backed|backing|cloud|server|database|device|stor|secur|"
    r"sicher|created|made|saved|activated|authori|terminated|granted|approved|complete|placed|processed|accept|"
    r"charg|upgrad|shipp|renew|refund|way|through|request|cancel|waiting|waitlist|the list|expecting|dispatch|"
    r"transmit|publish|collect|access|address|identity|phone|profil|session|user|workspace|checkout|geschlossen|"
    r"unterwegs|gesendet|schick|versandt|versendet|übermittelt|übertragen|überwiesen|geleitet|geliefert|bearbeitet|"
    r"zugestellt|eingegangen|eingereicht|erhalt|erhält|bekomm|erfolgreich|wurde|wir |bestätig|reservier|gebucht|"
    r"verbucht|zahl|fällig|belastet|erstattet|bestell|auftrag|aufgegeben|abgegeben|freigegeben|ausgeführt|"
    r"entgegengenommen|angenommen|vorgemerkt|vormerk|vereinbart|angefragt|benachrichtigt|informiert|kontaktiert|"
    r"gezählt|gewertet|erfasst|angemeldet|geloggt|abgemeldet|registriert|registered|konto|zugang|nutzer|mitglied|"
    r"stimm|geteilt|sichtbar|eingeladen|geladen|geräten|einverstanden|willige ein|aktualisiert|aktuell|hole |lade |"
    r"prüfe |suche |loading|fetching|checking|getting|finding|imported|reloaded|conferma|envoy|merci|gracias|enviad|"
    r"inviat|verzonden|bevestigd|votos|voti|stemmen|compte|cuenta|conta|ordine|tempo|temps réel|tiempo real|pago |"
    r"pagamento|paiement|inbox|postfach|sending|connect|applied|posted|fetched|verbindung|glückwunsch|passw|"
    r"passphrase|passcode|kennwort|anyone|looking|public|geändert|gelöscht|verschlüsselt|team|staff|admin|agree|"
    r"poll|umfrage|see you|enrolled|picked up|bank|card|kauf|spende|our |notif|texted|subscri|veröffentlicht|lädt |"
    r"personas|personnes|visitor"
)
"""One of these stands, in small letters, in every sentence that a rule fits; what has none is not looked at further. A
test goes through all the words of each rule."""
_UNCHECKED: Collection[ImitationKind] = ("shared_data", "live_data")
"""Kinds that a page without a control can claim too."""


def claims_in(texts: Mapping[str, str]) -> list[Claim]:
    """Of the sources, by path, at most 3 a file and 20 in all. Tests and what is in no page are not read."""
    sources = dict(_sources(texts))
    has_controls = any(_CONTROL.search(text) for text in sources.values())
    kinds = [kind for kind in _unserved(texts) if has_controls or kind in _UNCHECKED]
    prints = any(words_of.PRINTS.search(text) for text in sources.values())
    budget = iter(range(_SENTENCES_MOST))
    found = chain.from_iterable(_in_source(path, text, kinds, prints, budget) for path, text in sources.items())
    return list(islice(found, _ALL_MOST))


def claims_in_build(texts: Mapping[str, str]) -> list[Claim]:
    """Of the sentences of built pages and scripts, whatever they were built of; at most 20, small files first."""
    left, budget, found = _BUILT_MOST, iter(range(_BUILT_SENTENCES_MOST)), list[Claim]()
    for path in sorted(texts, key=lambda path: (len(texts[path]), path)):
        if path.endswith((".html", ".js", ".mjs", ".json")) and left > 0 and len(found) < _ALL_MOST:
            text = texts[path][:left]
            left -= len(text)
            places = islice(_sentences(text, budget), _ALL_MOST - len(found))
            found += [
                Claim(kind, words, path, None, _mark(_around(text, at), prints=False)) for kind, words, at in places
            ]
    return found


def only_built(built: Sequence[Claim], texts: Mapping[str, str]) -> list[Claim]:
    """Those that no source has: words of packages, of data, and of sources elsewhere. A service may serve them."""
    if not built:
        return []
    kinds = _unserved(texts)
    read = _plain("\n".join(text for _, text in _sources(texts)))
    return [claim for claim in built if claim.kind in kinds and _plain(claim.words) not in read]


def claim_findings(claims: Sequence[Claim], stated: Sequence[Imitation], texts: Mapping[str, str]) -> list[Diagnostic]:
    """Those without a sentence near them first; then what the agent stated, where its sentence is in no page."""
    ordered = sorted(claims, key=lambda claim: claim.marked)
    return [*map(_finding, ordered), *_unshown(stated, texts)]


_SAID: Mapping[Mark, str] = {
    "none": "No sentence near it says so.",
    "screen": "The sentence near it that says so is not printed.",
    "all": "A sentence near it says so.",
}


def _finding(claim: Claim) -> Diagnostic:
    where = "This page says" if claim.line else f"The built app says ({claim.path})"
    return Diagnostic(
        severity="warning",
        code=CODE_MARKED if claim.marked else CODE,
        message=f'{where} "{claim.words}"; {words_of.CONSEQUENCE[claim.kind]}. {_SAID[claim.mark]}',
        path=claim.path if claim.line else None,
        line=claim.line,
    )


def _unshown(stated: Sequence[Imitation], texts: Mapping[str, str]) -> Iterator[Diagnostic]:
    pages = [_plain(text) for _, text in _sources(texts)] if stated else []
    for item in stated:
        sentence = _plain(item.said).removesuffix("…").rstrip()  # a long one is kept by its beginning
        if not sentence or not any(sentence in page for page in pages):
            quoted = (
                f'; the sentence "{item.said[:_WORDS]}" is on no page'
                if sentence
                else ", and no sentence there says so"
            )
            message = f"The agent states that {item.where} imitates {item.what.replace('_', ' ')}{quoted}."
            yield Diagnostic(severity="warning", code=CODE, message=message)


def _plain(text: str) -> str:
    """For comparing: one space for white space, no quotes, small letters."""
    return " ".join(re.sub(r"[\"'’‘“”`]|&\w{2,6};", "", text).lower().split())


def _is_page(path: str) -> bool:
    in_page = path == "index.html" or path.startswith("src/")
    return in_page and path.endswith(_READ) and not _is_test(path)


def _is_test(path: str) -> bool:
    return ".test." in path or ".spec." in path or "__tests__" in path


def _sources(texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Pages without their comments, until so many characters are read."""
    left = _READ_MOST
    for path in sorted(texts):
        if left > 0 and _is_page(path):
            text = texts[path][: min(_TEXT_MOST, left)]
            left -= len(text)
            yield path, _without_comments(text)


def _without_comments(text: str) -> str:
    """The same lines at the same offsets, with blanks for comments: what only developers read takes nothing back."""
    parts, at, after, unclosed = list[str](), 0, 0, set[str]()
    while (opening := _OPENING.search(text, after)) is not None:
        after = opening.end()
        if opening[0] not in _CLOSING or opening[0] in unclosed:
            continue
        end = text.find(_CLOSING[opening[0]], after)
        if end < 0:
            unclosed.add(opening[0])  # looked for once, so that a page of openings is read in time
            continue
        parts += [text[at : opening.start()], re.sub(r"[^\n]", " ", text[opening.start() : end])]
        at = after = end
    return "".join(parts) + text[at:]


def _unserved(texts: Mapping[str, str]) -> list[ImitationKind]:
    """The kinds that no service outside may receive, or send, for the app."""
    code = list(_first_of({path: text for path, text in texts.items() if path.endswith(_READ) and not _is_test(path)}))
    kinds = list(words_of.CONSEQUENCE)
    if any(_SENDS.search(text) for text in code):
        kinds = ["live_data"]
    if any(_READS.search(text) for text in code):
        kinds = [kind for kind in kinds if kind != "live_data"]
    return kinds


def _first_of(texts: Mapping[str, str]) -> Iterator[str]:
    """Small files first, until so many characters are read."""
    left = _CODE_MOST
    for text in sorted(texts.values(), key=len):
        yield text[:left]
        left -= len(text)
        if left <= 0:
            return


def _in_source(
    path: str, text: str, kinds: Sequence[ImitationKind], prints: bool, budget: Iterator[int]
) -> Iterator[Claim]:
    lines = text.split("\n")
    places = chain(_controls(path, text), _sentences(text, budget, "mailto:" in text), _contact_form(text))
    listed = set[str]()
    for kind, words, at in places:
        if kind in kinds and words.lower() not in listed:
            listed.add(words.lower())
            line = text.count("\n", 0, at) + 1
            near = _mark(_near(text, at, lines, line), prints)
            yield Claim(kind, words, path, line, near)
            if len(listed) == _FILE_MOST:
                return


Place = tuple[ImitationKind, str, int]


def _controls(path: str, text: str) -> Iterator[Place]:
    """Fields and buttons that nobody makes for another purpose, once each."""
    if path.endswith(_MARKUP) and not _CONTROL.search(text):
        return
    password = words_of.PASSWORD.search(text)
    if password is not None and words_of.LOG_IN_WORDS.search(text):
        yield "accounts", "a password field", password.start()
    elif _FIELD.search(text):
        yield from _first("accounts", words_of.BUTTONS[0][1], text)
    yield from _first("payment", words_of.CARD_NUMBER, text)
    yield from _first("payment", words_of.BUTTONS[1][1], text)


def _first(kind: ImitationKind, pattern: re.Pattern[str], text: str) -> Iterator[Place]:
    match = pattern.search(text)
    if match is not None:
        yield kind, _words(match[0]), match.start() + len(match[0]) - len(match[0].lstrip("<> \n\t}"))


def _contact_form(text: str) -> Iterator[Place]:
    """A form that asks for an address and a message is there to reach somebody, whatever it says afterwards."""
    if "<textarea" in text and "mailto:" not in text and words_of.WHO.search(text):
        yield from _first("sending", words_of.SEND, text)


def _sentences(text: str, budget: Iterator[int], reachable: bool = False) -> Iterator[Place]:
    """`reachable`: the page has an address of mail, so that a promise to answer can be true."""
    seen = set[str]()
    for phrase in _PHRASE.finditer(text):
        group = phrase.lastindex or 0
        if _is_name(phrase[group], group) or not _hinted(phrase[group]) or _CODE_LIKE.search(phrase[group]):
            continue
        for sentence in _SENTENCE.finditer(phrase[group]):
            words = " ".join(sentence[0].split())
            if words in seen or not _hinted(words):
                continue
            seen.add(words)
            if next(islice(budget, _PER_SENTENCE + len(words), None), None) is None:
                return
            kind = _kind_of(words, reachable)
            if kind is not None:
                yield kind, _words(words), phrase.start(group) + sentence.start()


def _hinted(text: str) -> bool:
    """In small letters, since a table of words that knows no case is read some times faster."""
    return _HINT.search(text.lower()) is not None


def _is_name(text: str, group: int) -> bool:
    """Whether what stands between quotes is a word for the program, such as the name of a state."""
    return group > 1 and " " not in text and not text[0].isupper()


def _kind_of(sentence: str, reachable: bool = False) -> ImitationKind | None:
    if words_of.NOT.search(sentence) or (reachable and words_of.PROMISE.search(sentence)):
        return None
    fits = (rule.kind for rule in words_of.SENTENCES if _fits(rule, sentence))
    return next(fits, None)


def _fits(rule: words_of.Rule, sentence: str) -> bool:
    return rule.pattern.search(sentence) is not None and (rule.other is None or rule.other.search(sentence) is not None)


def _words(text: str) -> str:
    return " ".join(text.strip("<> \n\t}").split())[:_WORDS]


def _near(text: str, at: int, lines: Sequence[str], line: int) -> Iterable[str]:
    """The lines around a claim; of lines that are no lines of a person, the characters around it."""
    near = lines[max(0, line - 1 - _NEAR_LINES) : line + _NEAR_LINES]
    return near if sum(map(len, near)) <= 2 * _NEAR_MOST else [text[max(0, at - _NEAR_MOST) : at + _NEAR_MOST]]


def _around(text: str, at: int) -> list[str]:
    return [text[max(0, at - _NEAR_CHARACTERS) : at + _NEAR_CHARACTERS]]


def _mark(lines: Iterable[str], prints: bool) -> Mark:
    """By the lines near a claim. Where the app prints, a line that is hidden on paper marks the screen alone."""
    whole = "\n".join(lines).split("\n")
    if not _takes_back(whole):
        return "none"
    paper = [line for line in whole if not words_of.NO_PRINT.search(line)] if prints else whole
    return "all" if _takes_back(paper) else "screen"


def _takes_back(lines: Iterable[str]) -> bool:
    text = " ".join(" ".join(lines).split())
    return any(pattern.search(text) for pattern in words_of.MARKED)
