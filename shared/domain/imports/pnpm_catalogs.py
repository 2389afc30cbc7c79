"""Versions that a package.json leaves to `pnpm-workspace.yaml`: `"vue": "catalog:frontend"`."""

import re
from collections.abc import Iterator, Mapping

from shared.domain.tree.package_rules import PACKAGE_JSON

WORKSPACE = "pnpm-workspace.yaml"
_READ_MOST = 64 * 1024
_PAIR = re.compile(r"""( {0,40})(["']?)([@\w./~-]{1,214})\2[ \t]{0,9}:(?:[ \t]{1,40}(["']?)([^"'#\n]{0,100})\4)?""")
_LEFT = re.compile(r'("([@\w./~-]{1,214})"\s{0,9}:\s{0,9}")catalog:([\w./-]{0,100})"')
_DEFAULT = "default"
Versions = Mapping[tuple[str, str], str]


def with_versions(entries: Mapping[str, bytes], top: str) -> Mapping[str, bytes]:
    """`entries` with the versions in the package.json below `top`, each at its line; what is not found stays."""
    versions = dict(_versions(entries.get(top + WORKSPACE, b"")[:_READ_MOST].decode("utf-8", "replace")))
    package = entries.get(top + PACKAGE_JSON, b"")
    if not versions or b'"catalog:' not in package:
        return entries
    return {**entries, top + PACKAGE_JSON: _filled(package.decode("utf-8", "replace"), versions).encode()}


def _filled(text: str, versions: Versions) -> str:
    def version(left: re.Match[str]) -> str:
        found = versions.get((left[3] or _DEFAULT, left[2]))
        return f'{left[1]}{found}"' if found else left[0]

    return _LEFT.sub(version, text)


def _versions(text: str) -> Iterator[tuple[tuple[str, str], str]]:
    """(catalog, package) -> version, of `catalog:` and of each of `catalogs:`."""
    part, name, inner = "", "", 0
    for line in text.splitlines():
        pair = _PAIR.match(line)
        if pair is None:
            continue
        depth, key, value = len(pair[1]), pair[3], (pair[5] or "").strip()
        if depth == 0:
            part, name, inner = key, _DEFAULT, 0
        elif part == "catalogs" and not value:
            name, inner = key, depth
        elif value and (part == "catalog" or (part == "catalogs" and depth > inner)):
            yield (name, key), value
