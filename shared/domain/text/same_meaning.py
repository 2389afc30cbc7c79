"""What people call a thing, and what code calls it: the words to look for when a message has one of them."""

import re
from collections.abc import Iterator, Mapping

_OWN, _OTHER = 1.0, 0.6
_COLOURS = "black blue brown gold green grey gray orange pink purple red silver teal violet white yellow"
_LINES = (
    ("404", "found lost"),
    ("accent palette " + _COLOURS, "color colour accent theme"),
    ("alert message notification notify snackbar toast", "toast notice"),
    ("appearance dark darker look night style", "dark theme scheme"),
    ("archive backup csv download export import", "data download export import"),
    ("ask confirm confirmation sure warn", "ask confirm"),
    ("banner header top", "header layout"),
    ("big bigger font letters small smaller typeface typography", "font heading theme"),
    ("box field input", "field input"),
    ("browser kept keep persist reload remember save storage store", "storage store save"),
    ("button click press", "button"),
    ("calendar date day deadline due week", "date day due"),
    ("chip label pill status tag", "badge status"),
    ("color colour", "color colour theme"),
    ("column row sort table", "table row column"),
    ("corner corners round rounded rounder", "corner radius rounded theme"),
    ("clear delete erase remove trash wipe", "delete remove trash erase"),
    ("buyer client customer guest", "client customer"),
    ("dialog modal overlay popup window", "dialog modal"),
    ("drawer hamburger menu nav navigation tabs", "navigation nav menu"),
    ("dropdown picker select", "select"),
    ("called rename renamed", "name title content"),
    ("edit change", "edit"),
    ("filter find search", "search find filter"),
    ("full quota space", "storage room full"),
    ("greet greeting hello welcome", "greeting hello welcome"),
    ("home homepage", "home overview hero"),
    ("illustration image photo picture", "image picture photo"),
    ("light mode theme", "theme light scheme"),
    ("missing unknown wrong", "found missing"),
    ("mobile phone tablet", "phone mobile"),
    ("options preferences settings", "settings"),
    ("side sidebar", "sidebar layout navigation"),
    ("symbol symbole icon", "icon"),
    ("switch toggle", "settings switch"),
    ("faint pale", "muted"),
    ("telephone", "phone"),
    ("all alles everything", "all everything"),
    # What people do to a thing names it, and what they call a colour has the name of its role in code.
    ("eingeben enter fill type", "field input"),
    ("tap tippen", "button"),
    ("red rot", "danger error"),
    ("green grün", "success"),
    ("amber gelb orange yellow", "warning highlight"),
    ("blass grau gray grey", "muted"),
    ("absatz", "text"),
    ("adresse", "address found"),
    ("aussehen dunkel dunkelmodus nachtmodus", "dark theme scheme"),
    ("bild foto", "image picture photo"),
    ("datum tag termin woche fällig", "date day due"),
    ("einstellungen", "settings"),
    ("farbe farben blau grün rot gelb schwarz weiß", "color colour accent theme"),
    ("feld eingabe", "field input"),
    ("fenster", "dialog modal"),
    ("formular", "form"),
    ("fußzeile", "footer"),
    ("gelöscht löschen entfernen", "delete remove trash"),
    ("handy", "phone mobile"),
    ("knopf schaltfläche", "button"),
    ("kunde", "client customer"),
    ("kopfzeile", "header layout"),
    ("leiste", "navigation nav menu"),
    ("liste", "list table"),
    ("meldung hinweis", "toast notice message"),
    ("menü", "navigation nav menu"),
    ("nachfragen bestätigen", "ask confirm"),
    ("preis preise", "price"),
    ("schrift größer kleiner", "font heading theme"),
    ("seite", "page"),
    ("seitenleiste", "sidebar layout"),
    ("sortieren", "sort table"),
    ("speichern", "storage store save"),
    ("startseite", "home overview hero"),
    ("suche suchen", "search find filter"),
    ("tabelle", "table row column"),
    ("übersicht", "overview dashboard"),
    ("umbenennen heißen", "name title content"),
    ("umschalten umschaltbar", "settings switch"),
    ("überschrift titel", "heading title"),
)
_ALSO: Mapping[str, tuple[str, ...]] = {
    word: tuple(dict.fromkeys(" ".join(also for words, also in _LINES if word in words.split()).split()))
    for words, _ in _LINES
    for word in words.split()
}
_GERMAN_ENDS = (
    "absatz adresse bild datum farbe feld fenster formular fußzeile knopf kopfzeile leiste liste meldung hinweis menü "
    "preis schaltfläche schrift seite seitenleiste tabelle termin titel überschrift übersicht"
)
"""Of which German makes longer words, as in "Kundenliste"; no English word ends in one of them."""
_GERMAN = frozenset(_GERMAN_ENDS.split())
_ENDING = re.compile(r"(?:ing|ed|er|est|e|en|n)\Z")


def forms_of(word: str) -> dict[str, float]:
    """The words that stand for `word` (small letters), each with how much it says: its own forms most."""
    own = list(dict.fromkeys(_inflected(word)))
    parts = list(dict.fromkeys(form for part in _compounded(word) for form in _inflected(part)))
    other = [also for form in (*own, *parts) for also in _ALSO.get(form, ())]
    others = dict.fromkeys([*parts, *(form for also in other for form in (also, f"{also}s"))], _OTHER)
    return others | dict.fromkeys(own, _OWN)


def _compounded(word: str) -> tuple[str, ...]:
    """The two words of a German one that ends in such a word, such as "Projektliste"; else none."""
    last = next((word[at:] for at in range(3, len(word) - 2) if word[at:] in _GERMAN), None)
    return (word.removesuffix(last), last) if last is not None else ()


def _inflected(word: str) -> Iterator[str]:
    yield from (word, f"{word}s")
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        yield word[:-1]
    if word.endswith("ies"):
        yield f"{word[:-3]}y"
    base = _ENDING.sub("", word)
    if base != word and len(base) > 2:
        yield from (base, f"{base}e", f"{base}s")
        if base[-1] == base[-2]:
            yield base[:-1]
    if base.endswith("kt"):  # as in Projekt, Produkt, Kontakt
        yield from (f"{base[:-2]}ct", f"{base[:-2]}cts")
