"""Reads copies of public collections of advisories: OSV documents (a folder or a zip) and the list of Retire.js.

Only facts are taken (id, package, versions, severity, kind, mended version), none of the prose. A copy is not trusted:
each document is read with a bound, and one that is not as it should be is passed over.
"""

import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pydantic import JsonValue, ValidationError

from scripts.advisory_forms import LIBRARIES, Affected, Document, Events, Library, Span, Weakness, Weight
from shared.domain.quality.advisories import Advisory, Gravity, in_range

MOST_DOCUMENTS = 500_000
DOCUMENT_BYTES = 1_000_000
RETIRE_BYTES = 20_000_000
MOST_FOUND = 2_000
_NO_END = "999.0.0"
_LAST_KNOWN = re.compile(r"\s{0,3}(<=|<)\s{0,3}(\d[0-9A-Za-z.-]{0,100})\s{0,3}")
_KINDS = {
    "CWE-20": "what comes in is not checked",
    "CWE-22": "files outside its folder can be read",
    "CWE-79": "foreign script can run in the page",
    "CWE-94": "foreign code can run",
    "CWE-200": "it tells what it should not",
    "CWE-346": "pages of other origins are answered",
    "CWE-400": "it can be kept busy",
    "CWE-506": "the package is malicious",
    "CWE-601": "people can be led to a foreign page",
    "CWE-674": "deep nesting makes it fail",
    "CWE-787": "it writes past the end of a buffer",
    "CWE-862": "anybody may do what needs a right",
    "CWE-918": "it can be made to ask foreign servers",
    "CWE-1321": "properties of all objects can be changed",
    "CWE-1333": "it can be kept busy",
}
Locked = Mapping[str, list[str]]


class Unreadable(ValueError):
    """The copy is not what it is taken for."""


def read_osv(path: Path, locked: Locked) -> list[Advisory]:
    """Those of a folder's or a zip's documents that are about a version of `locked`. Unreadable, OSError."""
    texts = _zip_texts(path) if path.is_file() else _folder_texts(path)
    readable, found = 0, list[Advisory]()
    for document in filter(None, map(_document, texts)):
        readable += 1
        found += [] if document.withdrawn else _of_document(document, locked)
    if not readable:
        raise Unreadable("it holds no OSV document")
    return _bounded(found)


def read_retire(path: Path, locked: Locked) -> list[Advisory]:
    """Those of a `jsrepository-master.json` that are about a version of `locked`. Unreadable, OSError."""
    with path.open("rb") as file:
        text = file.read(RETIRE_BYTES + 1)
    if len(text) > RETIRE_BYTES:
        raise Unreadable(f"it has more than {RETIRE_BYTES:,} bytes")
    try:
        libraries = LIBRARIES.validate_json(text)
    except ValidationError as error:
        raise Unreadable(f"it is no list of Retire.js: {error.errors()[0]['msg']}") from None
    return _bounded(found for key, one in libraries.items() for found in _of_library(one.npmname or key, one, locked))


def _document(text: bytes) -> Document | None:
    """None for what is too large or no document of OSV."""
    try:
        return Document.model_validate_json(text) if len(text) <= DOCUMENT_BYTES else None
    except ValidationError:
        return None


def _about(one: Affected, locked: Locked) -> bool:
    return one.package.ecosystem == "npm" and one.package.name in locked


def _folder_texts(folder: Path) -> Iterator[bytes]:
    if not folder.is_dir():
        raise Unreadable("it is neither a folder nor a file")
    for count, path in enumerate(sorted(folder.rglob("*.json"))):
        _check_count(count)
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                yield file.read(DOCUMENT_BYTES + 1)


def _zip_texts(path: Path) -> Iterator[bytes]:
    try:
        with zipfile.ZipFile(path) as archive:
            for count, info in enumerate(archive.infolist()):
                _check_count(count)
                if info.filename.endswith(".json"):
                    with archive.open(info) as member:
                        yield member.read(DOCUMENT_BYTES + 1)
    # zipfile raises NotImplementedError for a compression that it cannot read, RuntimeError for a password.
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise Unreadable(f"it is no zip that can be read: {error}") from None


def _check_count(count: int) -> None:
    if count >= MOST_DOCUMENTS:
        raise Unreadable(f"it has more than {MOST_DOCUMENTS:,} documents")


def _bounded(found: Iterable[Advisory]) -> list[Advisory]:
    advisories = list(dict.fromkeys(found))
    if len(advisories) > MOST_FOUND:
        raise Unreadable(f"more than {MOST_FOUND:,} of its entries are about the catalog")
    return advisories


def _of_document(document: Document, locked: Locked) -> Iterator[Advisory]:
    labels = document.database_specific
    severity = "critical" if document.id.startswith("MAL-") else labels.severity
    for one in document.affected:
        if _about(one, locked):
            spans = [span for events in one.ranges if events.type != "GIT" for span in _spans(events, one)]
            spans = spans or [(f"={version}", "") for version in one.versions]
            yield from _hit(one.package.name, spans, severity, labels.cwe_ids, document.id, locked)


def _spans(events: Events, one: Affected) -> Iterator[tuple[str, str]]:
    """Each range as npm writes it, with the version that mends it."""
    since: str | None = None
    for event in events.events:
        if event.introduced:
            since = event.introduced
        elif event.fixed:
            yield _between(since, f"<{event.fixed}"), event.fixed
            since = None
        elif event.last_affected:
            yield _between(since, f"<={event.last_affected}"), ""
            since = None
    if since:
        last = _LAST_KNOWN.fullmatch(one.database_specific.last_known_affected_version_range)
        yield _between(since, f"{last[1]}{last[2]}" if last else ""), ""


def _between(since: str | None, end: str) -> str:
    bounds = [f">={since}"] if since and since != "0" else []
    return " ".join([*bounds, end]).strip() or "*"


def _of_library(name: str, library: Library, locked: Locked) -> Iterator[Advisory]:
    for one in filter(None, map(_weakness, library.vulnerabilities if name in locked else [])):
        ids = [*filter(None, [one.identifiers.github]), *one.identifiers.cve]
        if ids:
            yield from _hit(name, [_span(span) for span in one.ranges], one.severity, one.cwe, ids[0], locked)


def _weakness(entry: JsonValue) -> Weakness | None:
    try:
        return Weakness.model_validate(entry)
    except ValidationError:
        return None


def _span(span: Span) -> tuple[str, str]:
    mended = "" if span.below in (None, _NO_END) else span.below or ""
    at_or_above = None if span.at_or_above == "0" else span.at_or_above
    bounds = {">=": at_or_above, ">": span.above, "<=": span.at_or_below, "<": mended}
    return " ".join(f"{sign}{version}" for sign, version in bounds.items() if version) or "*", mended


def _hit(
    name: str, spans: list[tuple[str, str]], severity: Weight, kinds: list[str], advisory_id: str, locked: Locked
) -> Iterator[Advisory]:
    """The advisory, where one of its ranges has a version of the catalog in it."""
    hits = [mended for span, mended in spans if any(in_range(version, span) for version in locked[name])]
    if hits:
        versions = " || ".join(span for span, _ in spans)
        title = f"{_kind(kinds)}; mended in {hits[0]}" if hits[0] else f"{_kind(kinds)}; not mended"
        yield Advisory(package=name, versions=versions, severity=_gravity(severity), title=title, url=_url(advisory_id))


def _kind(kinds: list[str]) -> str:
    known = [_KINDS[kind] for kind in kinds if kind in _KINDS]
    return known[0] if known else "its kind stands there"


def _gravity(weight: Weight) -> Gravity:
    match weight:
        case "none":
            return "info"
        case "medium":
            return "moderate"
        case _:
            return weight


def _url(advisory_id: str) -> str:
    """Of GitHub's own where it has one, else where OSV shows every id."""
    place = "github.com/advisories" if advisory_id.startswith("GHSA-") else "osv.dev/vulnerability"
    return f"https://{place}/{advisory_id}"
