"""Hosts that the source of a page names as places to load from or to talk to; found by one linear pass a line.

An address that is put together while the page runs is not found: it stays blocked, and the page reports that it was.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from shared.domain.agent.outgoing import host_key
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Invalid
from shared.domain.frameworks import COMPONENT_SUFFIXES
from shared.domain.quality.secrets import MOST_FINDINGS

HOSTS_MOST = 50
_LINE_MOST = 5_000
_KINDS = (".html", ".htm", ".css", ".scss", ".js", ".mjs", ".ts", ".jsx", ".tsx", ".svg", *COMPONENT_SUFFIXES)
_ADDRESS = re.compile(
    r"""(?:(?:https|wss)://|(?<=["'`(=])//)([A-Za-z0-9._-]{1,253}(?::[0-9]{1,5})?)(?![A-Za-z0-9@._-])"""
)
_COMMENT = ("//", "*", "/*", "<!--", "#")
_LINK = re.compile(r"""\bhref\s*[=:]\s*\{?["'`]?\Z""")
_LOADS = re.compile(r"<(?:link|use|image|base)\b[^<>]{0,300}\Z")
_BEFORE = 320


class HostFinding(Diagnostic, frozen=True):
    """`NEW_HOST`: a host that a change names and no one has allowed, with the place that names it first."""

    host: str


def hosts_in(files: Files) -> list[str]:
    """Every host that the files name, as `host_key` writes it, at most `HOSTS_MOST` of them."""
    return [found for found, _, _ in _found(files)][:HOSTS_MOST]


def new_hosts(before: Files, after: Files, known: Iterable[str]) -> list[str]:
    """The hosts that `after` names and `before` does not, without those a person knows of."""
    old = {*hosts_in(before), *known}
    return [host for host in hosts_in(_changed(before, after)) if host not in old]


def host_findings(before: Files, after: Files, known: Iterable[str]) -> list[HostFinding]:
    """The same, each with the place where it is named first."""
    changed = _changed(before, after)
    wanted = {*new_hosts(before, after, known)}
    return [
        HostFinding(
            host=host,
            severity="warning",
            code="NEW_HOST",
            message=f"This change contacts {host}.",
            path=path,
            line=line,
            hint="A preview does not reach it until a person allows the host or publishes the app.",
        )
        for host, path, line in _found(changed)
        if host in wanted
    ][:MOST_FINDINGS]


def _changed(before: Files, after: Files) -> Files:
    return {path: content for path, content in after.items() if before.get(path) != content}


def _found(files: Mapping[str, bytes]) -> Iterator[tuple[str, str, int]]:
    """Each host once: its key, the file and the line that name it first."""
    said: set[str] = set()
    for path in sorted(files):
        if not path.endswith(_KINDS) or b"//" not in files[path]:
            continue
        for number, line in enumerate(files[path].decode("utf-8", "replace").splitlines(), 1):
            for host in _on_line(line):
                if host not in said:
                    said.add(host)
                    yield host, path, number


def _on_line(line: str) -> Iterator[str]:
    if "//" not in line or line.lstrip().startswith(_COMMENT):
        return
    for start in range(0, len(line), _LINE_MOST):
        part = line[start : start + _LINE_MOST + 300]
        for match in _ADDRESS.finditer(part):
            if not _is_link(part[max(0, match.start() - _BEFORE) : match.start()]):
                yield from _key(match.group(1))


def _is_link(before: str) -> bool:
    """Whether the address is one that a visitor may follow, which a preview does not do."""
    return bool(_LINK.search(before)) and not _LOADS.search(before)


def _key(host: str) -> Iterator[str]:
    try:
        yield host_key(host.rstrip("."))
    except Invalid:
        return
