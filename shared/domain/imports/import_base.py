"""Code for a folder of another host, brought to the top of a host of its own: wherever it names its base path."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.imports.own_base import READ_MOST, own_bases, routed_bases
from shared.domain.text.json_places import JsonFault, read_json
from shared.domain.tree.managed_paths import CODE, extension
from shared.domain.tree.package_rules import PACKAGE_JSON

_PAGES, _STYLES, _DATA, _WORDS = (
    ("html", "htm"),
    ("css", "scss", "sass", "less", "styl"),
    ("json", "webmanifest"),
    ("md", "mdx"),
)
_MIXED = ("vue", "svelte")
_SETTINGS = re.compile(r"vite\.config\.[mc]?[jt]s")
_REDIRECTS = ("public/_redirects", "_redirects")
_ADDRESS = re.compile(
    r"(?:[\"']?\b(?:href|to|src|action|path|from|start_url|scope|id|url|redirect|navigateFallback|basename|basepath)[\"']?"
    r"\s{0,5}[:=]\s{0,5}\{?\s{0,5}|[=!]==?\s{0,5}|\bcase\s{1,5}|\b(?:push|navigate|assign|open|redirect)\(\s{0,5})$"
)
"""What stands before a whole address; elsewhere a base without a last slash is the beginning of one."""
_SEGMENTS = re.compile(rb"\b(pathSegmentsToKeep|segmentCount)(\s{0,5}=\s{0,5})[1-9]\b")
_PUBLIC_URL = re.compile(rb"%PUBLIC_URL%(?=/)")
_PUBLIC_VARIABLE = re.compile(rb"(?<![\w$.])process\.env\.PUBLIC_URL\b")
_OPTION = re.compile(r"\s{1,5}--base(?:=|\s{1,5})(?:\"[^\"]{0,200}\"|'[^']{0,200}'|[^\s;&|\"']{1,200})")
_RUNS = re.compile(r"\b(?:vite|npm|pnpm|yarn|bun)\b")
_MOST_BASES, _NAMED = 4, 10


def fit_base(files: Files) -> tuple[Files, list[Diagnostic]]:
    """`files` without the base paths that they name for themselves: an app is at the top of its own host.

    Addresses that are put together by code stay as they are; the look at the page says when it shows nothing.
    """
    bases = own_bases(files)[:_MOST_BASES]
    routed = routed_bases(files)
    changed = {
        path: new
        for path, content in files.items()
        if len(content) <= READ_MOST and (new := _fitted(path, content, bases, routed, files)) != content
    }
    if not changed:
        return files, []
    some = ", ".join(sorted(changed)[:_NAMED]) + (f" and {len(changed) - _NAMED} more" if len(changed) > _NAMED else "")
    named = " and ".join(f"{base}/" for base in bases) or "PUBLIC_URL"
    message = f'The base path {named} is "/" now, since an app has a host of its own: {some}.'
    found = Diagnostic(severity="warning", code="BASE_MAPPED", message=message[:2000], path=min(changed))
    return {**files, **changed}, [found]


def without_bases(env: dict[str, str], files: Files) -> dict[str, str]:
    """Variables of a page, where their value is such a base or an address below it."""
    bases = own_bases(files)[:_MOST_BASES]
    return {
        name: next((_top(value, base) for base in bases if _is_below(value, base)), value)
        for name, value in env.items()
    }


def _is_below(value: str, base: str) -> bool:
    return value == base or value.startswith(f"{base}/")


def _top(value: str, base: str) -> str:
    return value.removeprefix(base) or "/"


def _fitted(path: str, content: bytes, bases: Sequence[str], routed: set[str], files: Files) -> bytes:
    kind = extension(path)
    if path == PACKAGE_JSON:
        return _package(content, bases)
    if kind in _PAGES:
        content = _PUBLIC_URL.sub(b"", content)
    if kind in _PAGES and bases:
        content = _SEGMENTS.sub(rb"\g<1>\g<2>0", content)
    if kind in CODE and not _defines_process(files):
        content = _PUBLIC_VARIABLE.sub(b'""', content)
    if kind not in (*CODE, *_PAGES, *_STYLES, *_DATA, *_WORDS, *_MIXED) and path not in _REDIRECTS:
        return content
    if kind in _DATA and not path.startswith("public/"):
        return content
    return _without(path, content, bases, routed)


def _without(path: str, content: bytes, bases: Sequence[str], routed: set[str]) -> bytes:
    present = [base for base in bases if base.encode() in content]
    if not present:
        return content
    text = content.decode("utf-8", "surrogateescape")
    for base in present:
        only_files = extension(path) in CODE and base not in routed and _leads_into(text, base)
        text = _patterns(path, base, only_files).sub(_replacement(path, text), text)
    return text.encode("utf-8", "surrogateescape")


def _leads_into(text: str, base: str) -> bool:
    """Whether the start page of the code leads into the folder, which is then a part of the app."""
    return (
        re.search(
            rf"""(?:\bNavigate\s[^<>]{{0,80}}?to=|\bredirect(?:To)?\s{{0,5}}:)\s{{0,5}}\{{?["']{re.escape(base)}/?["']""",
            text,
        )
        is not None
    )


def _patterns(path: str, base: str, only_files: bool) -> re.Pattern[str]:
    kind = extension(path)
    before = ["[\"'`]"]
    if kind in (*_PAGES, *_STYLES, *_MIXED):
        before.append(r"\burl\(\s{0,5}")
    if kind in _PAGES:
        before.append(r"\b(?:href|src|action|content)=")
    if kind in _WORDS:
        before.append(r"\]\(")
    if path in _REDIRECTS:
        before.append(r"(?:^|[ \t])")
    end = r"(?=/[^\"'`\s]{0,200}\.\w{1,8}[\"'`?#])" if only_files else r"(?=[/\"'`?#)$\s>]|$)"
    return re.compile(rf"(?P<before>{'|'.join(before)}){re.escape(base)}{end}", re.M)


def _replacement(path: str, text: str) -> Callable[[re.Match[str]], str]:
    def put(found: re.Match[str]) -> str:
        after = found.string[found.end() : found.end() + 12]
        if after[:1] == "/":
            return found["before"]
        return found["before"] + ("/" if _is_whole(path, found, after) else "")

    return put


def _is_whole(path: str, found: re.Match[str], after: str) -> bool:
    if after[:1] in "$" or re.match(r"[\"'`]\s{0,5}\+", after):
        return False
    kind = extension(path)
    if _SETTINGS.fullmatch(path) or kind in _DATA or kind in _PAGES or kind in _WORDS or path in _REDIRECTS:
        return True
    return _ADDRESS.search(found.string[max(0, found.start() - 60) : found.start()]) is not None


def _defines_process(files: Files) -> bool:
    return any(
        b"process.env" in files[path] and b"define" in files[path] for path in files if _SETTINGS.fullmatch(path)
    )


def _package(content: bytes, bases: Sequence[str]) -> bytes:
    """Without `--base` in its scripts, and without the folder in its `homepage`."""
    try:
        package: Any = read_json(content.decode()).value
    except (JsonFault, UnicodeDecodeError):
        return content
    if not isinstance(package, dict):
        return content
    changes = dict(_changes(package, bases))
    return (json.dumps({**package, **changes}, indent=2, ensure_ascii=False) + "\n").encode() if changes else content


def _without_option(script: Any) -> Any:
    return _OPTION.sub("", script) if isinstance(script, str) and _RUNS.search(script) else script


def _changes(package: dict[str, Any], bases: Sequence[str]) -> Iterator[tuple[str, Any]]:
    scripts = package.get("scripts")
    if isinstance(scripts, dict):
        new = {name: _without_option(line) for name, line in scripts.items()}
        if new != scripts:
            yield "scripts", new
    home = package.get("homepage")
    if isinstance(home, str):
        ends = [base for base in bases if home.rstrip("/").endswith(base)]
        if ends:
            yield "homepage", home.rstrip("/").removesuffix(ends[0]) + "/"
