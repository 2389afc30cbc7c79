"""What is found in built files: what visitors really get."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from shared.domain.base import Entity
from shared.domain.diagnostics import Claim, Diagnostic
from shared.domain.quality.page_words import page_findings
from shared.domain.quality.risks import risks_of_page
from shared.domain.quality.secrets import secrets_in

VERSION = 3
"""Of the rules: what was found by others is not read again."""
READ = (".html", ".js", ".mjs", ".css", ".json", ".txt", ".svg", ".xml", ".webmanifest", ".map")
_PICTURE, _PICTURE_MOST = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg"), 1_000_000
SCRIPTS_MOST = 1_500_000
"""Bytes of scripts above which a phone on a slow line shows nothing for long."""
_LINKED = re.compile(r"<(script|link|img|source|a)\b[^<>]{0,500}?\b(?:src|href)\s*=\s*[\"']([^\"'<>]{1,300})[\"']")
IsFile = Callable[[str, str], bool]
"""Whether a site answers an address, with its slash, by a file or not at all; and what the browser wants of it."""
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]{0,20}:|//|#", re.IGNORECASE)
_MOST_LINKS = 1_000


class DistScan(Entity):
    """`left_out`: how many files were too large, or too many, to be read."""

    secrets: list[Diagnostic] = []
    risks: list[Diagnostic] = []
    words: list[Diagnostic] = []
    links: list[Diagnostic] = []
    claims: list[Claim] = []
    left_out: int = 0


def scan_dist(texts: Mapping[str, str], paths: frozenset[str], left_out: int, is_file: IsFile) -> DistScan:
    """Of the files that were read, and the paths of all."""
    from shared.domain.quality.claims import claims_in_build  # most processes that read a scan never make one

    pages = {path: text for path, text in sorted(texts.items()) if path.endswith(".html")}
    return DistScan(
        secrets=secrets_in({f"dist/{path}": text for path, text in texts.items()}),
        risks=list(chain.from_iterable(risks_of_page(f"dist/{path}", text) for path, text in pages.items())),
        words=page_findings(pages.get("index.html", "")),
        links=list(chain.from_iterable(_dead(path, text, paths, is_file) for path, text in pages.items())),
        claims=claims_in_build(texts),
        left_out=left_out,
    )


def heavy_files(sizes: Mapping[str, int]) -> list[Diagnostic]:
    """What is slow to load, by the sizes of the built files."""
    scripts = [size for path, size in sizes.items() if path.endswith((".js", ".mjs"))]
    found = []
    if sum(scripts) > SCRIPTS_MOST:
        message = f"Its {len(scripts)} scripts have {sum(scripts) / 1e6:.1f} MB before compression."
        found = [Diagnostic(severity="warning", code="SCRIPTS_LARGE", message=message)]
    pictures = {path: size for path, size in sizes.items() if path.endswith(_PICTURE) and size > _PICTURE_MOST}
    return found + [
        Diagnostic(severity="warning", code="PICTURE_LARGE", message=f"The picture {path} has {size / 1e6:.1f} MB.")
        for path, size in sorted(pictures.items())
    ]


def _dead(page: str, text: str, paths: frozenset[str], is_file: IsFile) -> Iterator[Diagnostic]:
    """Files of the app that a built page names and that are not there; another address is the app's own affair."""
    folder = page.rpartition("/")[0]
    links = {found.groups() for _, found in zip(range(_MOST_LINKS), _LINKED.finditer(text), strict=False)}
    files = {target for tag, target in links if tag != "a"}
    for target in sorted({target for _, target in links}):
        path = _resolved(folder, target)
        wanted = "no-cors" if target in files else "navigate"
        if path is not None and path not in paths and is_file(f"/{path}", wanted):
            message = f"dist/{page} asks for {target}, and there is no such file."
            yield Diagnostic(severity="warning", code="DEAD_FILE", message=message)


def _resolved(folder: str, target: str) -> str | None:
    """The place that is meant; None for what lies elsewhere."""
    path = re.split(r"[?#]", target, maxsplit=1)[0]
    if not path or _ELSEWHERE.match(target):
        return None
    whole = path[1:] if path.startswith("/") else f"{folder}/{path}"
    parts: list[str] = []
    for part in whole.split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in ("", ".", ".."):
            parts.append(part)
    return "/".join(parts)
