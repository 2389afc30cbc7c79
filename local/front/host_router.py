"""Where a request to a published app goes: the Python twin of `infra/cdn/host_router.js`, tested on the same cases."""

import re
from dataclasses import dataclass

from shared.domain.tree.built_files import is_file_address

_REVISION = re.compile(r"rev_[0-9a-z]{26}\Z")
_SLUG = re.compile(r"[a-z0-9-]{3,50}\Z")
_LABEL = re.compile(r"[a-z0-9-]{1,31}\Z")
_ENCODED_DOT = re.compile("%2e", re.IGNORECASE)
_ENCODED_SLASH = re.compile(r"%2f|%5c|\\", re.IGNORECASE)
_LABEL_SLUG = 31


@dataclass(frozen=True)
class Route:
    """One of: an object key path (`uri`), an address to go to (`redirect`), or neither (not found)."""

    uri: str | None = None
    redirect: str | None = None


@dataclass(frozen=True)
class HostRouter:
    """`domain` mode reads the host, `path` mode the path; `origin` makes the address of a label in redirects."""

    mode: str
    domain: str
    prefix: str = "/apps"
    scheme: str = "https"
    port_suffix: str = ""

    def route(self, host: str, path: str, wanted: str = "") -> Route:
        """The place of a request; `path` is as sent, still percent-encoded, `wanted` its `Sec-Fetch-Mode`."""
        if _unsafe(path):
            return Route()
        name = host.lower().split(":")[0]
        return self._by_host(name, path, wanted) if self.mode == "domain" else self._by_path(path, wanted)

    def _by_host(self, host: str, path: str, wanted: str) -> Route:
        if host == self.domain:
            return self._apex(path)
        name = host.removesuffix(f".{self.domain}")
        if name == host:
            return Route()
        slug, dashes, revision = name.rpartition("--")
        if dashes and _REVISION.match(revision):
            return _place(f"/published/{slug}/{revision}", path, wanted) if _LABEL.match(slug) else Route()
        return _place(f"/live/{name}", path, wanted) if _SLUG.match(name) else Route()

    def _apex(self, path: str) -> Route:
        slug, revision, rest = self._in_prefix(path)
        if not slug or not revision:
            return Route()
        label = f"{_cut(slug)}--{revision}"
        return Route(redirect=f"{self.scheme}://{label}.{self.domain}{self.port_suffix}{rest or '/'}")

    def _by_path(self, path: str, wanted: str) -> Route:
        slug, revision, rest = self._in_prefix(path)
        if not slug:
            return Route()
        if not rest:
            return Route(redirect=f"{path}/")
        return _place(f"/published/{_cut(slug)}/{revision}" if revision else f"/live/{slug}", rest, wanted)

    def _in_prefix(self, path: str) -> tuple[str, str, str]:
        """`/apps/{slug}/{rev}/rest` -> its parts; empty where there is none."""
        if not path.startswith(f"{self.prefix}/"):
            return "", "", ""
        parts = path[len(self.prefix) + 1 :].split("/")
        if not _SLUG.match(parts[0]):
            return "", "", ""
        revision = parts[1] if len(parts) > 1 and _REVISION.match(parts[1]) else ""
        rest = parts[2:] if revision else parts[1:]
        return parts[0], revision, f"/{'/'.join(rest)}" if rest else ""


def _cut(slug: str) -> str:
    """As much of a slug as a label has room for; a revision is served only from its slug's own folder."""
    return slug[:_LABEL_SLUG].rstrip("-")


def _unsafe(path: str) -> bool:
    plain = _ENCODED_SLASH.sub("/", _ENCODED_DOT.sub(".", path))
    return any(part in (".", "..") for part in plain.split("/"))


def _place(folder: str, path: str, wanted: str) -> Route:
    """A file keeps its name, and so does what has a fixed place by RFC 8615; the rest is the application itself."""
    if path == "/api/py" or path.startswith("/api/py/"):
        return Route()
    return Route(uri=f"{folder}{path}" if is_file_address(path, wanted) else f"{folder}/index.html")
