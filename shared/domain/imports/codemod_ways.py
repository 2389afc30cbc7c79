"""Carrying out codemods: an import of a package that is not here becomes one of another, or the lines it stood for."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.imports.codemods import GATHERED, INSTEAD, RENAMED, SILENT, WRITTEN, Renamed, Written
from shared.domain.tree.managed_paths import CODE, extension
from shared.domain.tree.package_rules import PACKAGE_JSON

_READ_MOST, _NAMED_MOST = 256 * 1024, 30
_IMPORT = re.compile(
    r"""^([ \t]{0,40})import\b((?:[^;"'()\n]|\n(?![ \t]{0,40}import\b)){0,2000})"""
    r"""(["'])([^"'\n]{1,214})\3[ \t]{0,9};?""",
    re.M,
)
_CALL = re.compile(r"""(\bimport\(\s{0,9}|\bfrom\s{1,9}|\bmock\(\s{0,9})(["'])([^"'\n]{1,214})\2""")
_TYPED = re.compile(r"""<script\b[^>]{0,200}\blang=["']tsx?["']""")
_NAME = re.compile(r"[A-Za-z_$][\w$]{0,100}")


class _Mods(NamedTuple):
    """By package, those that are carried out here."""

    renamed: Mapping[str, Renamed]
    written: Mapping[str, Written]
    silent: frozenset[str]
    gathered: Mapping[str, str]


class _Import(NamedTuple):
    """An import statement; `clause` is None where it is for its effect."""

    indent: str
    is_type: bool
    clause: str | None
    quote: str
    specifier: str


class _Clause(NamedTuple):
    """`a, { b as c }` or `* as d`: the default's name, name -> local, and the namespace's."""

    default: str
    names: Mapping[str, str]
    space: str


class Replaced(NamedTuple):
    """`declared`: packages that the code names now, with their versions; `names` are those it named before."""

    files: Files
    declared: Mapping[str, str]
    names: frozenset[str]
    found: list[Diagnostic]


def run_codemods(files: Files, missing: Collection[str], catalog: CatalogView) -> Replaced:
    """Only for what is `missing`."""
    renamed = {
        each.package: each
        for each in RENAMED
        if _fits(_owner(each.package), _owner(each.to), missing, catalog, each.major)
    }
    written = {each.package: each for each in WRITTEN if each.package in missing}
    instead = {old: new for old, new in INSTEAD.items() if _fits(old, new, missing, catalog)}
    names = {GATHERED.prefix + part: _capital(part) for part in GATHERED.parts}
    gathered = {old: new for old, new in names.items() if _fits(old, GATHERED.to, missing, catalog)}
    mods = _Mods(renamed, written, SILENT & set(missing), gathered)
    done: set[str] = set()
    changed = {
        path: text.encode()
        for path, content in files.items()
        if (text := _changed(path, content, mods, done)) is not None
    }
    used = {_owner(each.to) for each in renamed.values() if _owner(each.package) in done} | set(instead.values())
    used |= {GATHERED.to} if done & gathered.keys() else set()
    declared = {name: version for name in sorted(used) if (version := catalog.version(name))}
    targets = {**_targets(renamed), **instead, **dict.fromkeys(gathered, GATHERED.to)}
    old = frozenset(done | instead.keys())
    return Replaced({**files, **changed}, declared, old, list(_said(old, targets)))


def _fits(old: str, new: str, missing: Collection[str], catalog: CatalogView, major: int = 0) -> bool:
    version = catalog.version(new)
    return old in missing and version is not None and int(version.partition(".")[0]) >= major


def _targets(renamed: Mapping[str, Renamed]) -> dict[str, str]:
    return {_owner(name): each.to for name, each in renamed.items()}


def _owner(specifier: str) -> str:
    parts = specifier.split("/")
    return "/".join(parts[: 2 if specifier.startswith("@") else 1])


def _changed(path: str, content: bytes, mods: "_Mods", done: set[str]) -> str | None:
    """The new text, or None where it is as it was."""
    if extension(path) not in CODE or len(content) > _READ_MOST:
        return None
    before = content.decode("utf-8", "replace")
    renamed, written, silent, gathered = mods
    names = (*renamed, *written, *silent, *gathered)
    if "\ufffd" in before or not any(name in before for name in names):
        return None

    typed = _is_typed(path, before)

    def statement(match: re.Match[str]) -> str:
        found = _parts(match)
        if found is None:
            return match[0]
        package = _owner(found.specifier)
        space = gathered.get(package) if package == found.specifier else None
        if space is not None:
            new = _from_space(found, space)
        else:
            new = _statement(
                found, renamed.get(found.specifier) or renamed.get(package), written.get(package), package in silent
            )
        done.update({package} if new is not None else ())
        return match[0] if new is None else new if typed else new.replace(": any", "")

    def call(found: re.Match[str]) -> str:
        package = _owner(found[3])
        to = _specifier(renamed[package], found[3]) if package in renamed and not renamed[package].default else None
        done.update({package} if to else ())
        return f"{found[1]}{found[2]}{to}{found[2]}" if to else found[0]

    after = _CALL.sub(call, _IMPORT.sub(statement, before))
    return None if after == before else after


def _is_typed(path: str, text: str) -> bool:
    return extension(path) in ("ts", "tsx", "mts", "cts") or _TYPED.search(text) is not None


def _parts(match: re.Match[str]) -> _Import | None:
    indent, between, quote, specifier = match.groups()
    words = between.strip()
    if not words:
        return _Import(indent, False, None, quote, specifier)
    clause = words.removesuffix("from")
    if clause == words or (clause[-1:] and clause[-1] not in " \t\n\r}*"):
        return None
    is_type = re.match(r"type\s", words) is not None and not words.startswith("type from")
    return _Import(indent, is_type, (clause[4:] if is_type else clause).strip(), quote, specifier)


def _statement(found: _Import, renamed: Renamed | None, written: Written | None, is_silent: bool) -> str | None:
    indent, is_type, clause, quote, specifier = found
    if clause is None:
        return "" if is_silent else _renamed_effect(found, renamed)
    read = _read(clause)
    if read is None:
        return None
    if renamed is not None:
        to = _specifier(renamed, specifier)
        words = clause.strip() if not renamed.default else _with_default(read, renamed.default)
        return to and words and f"{indent}import {'type ' if is_type else ''}{words} from {quote}{to}{quote};"
    return _lines(indent, read, written) if written is not None and not is_type else None


def _from_space(found: _Import, space: str) -> str | None:
    """`import * as A` is a name of the other package; `{ B, type C }` are parts of it."""
    read = _read(found.clause or "")
    if read is None or found.is_type or not (read.space or read.names) or read.default:
        return None
    types = set(re.findall(r"\btype\s{1,9}(\w{1,100})", found.clause or ""))
    local = read.space or f"Radix{space}"
    lines = [f"import {{ {space} as {local} }} from {found.quote}{GATHERED.to}{found.quote};"]
    lines += [f"{'type' if old in types else 'const'} {new} = {local}.{old};" for old, new in read.names.items()]
    return "\n".join(found.indent + line for line in lines)


def _capital(part: str) -> str:
    return "".join(word.capitalize() for word in part.split("-"))


def _renamed_effect(found: _Import, renamed: Renamed | None) -> str | None:
    to = _specifier(renamed, found.specifier) if renamed else None
    return f"{found.indent}import {found.quote}{to}{found.quote};" if to else None


def _specifier(renamed: Renamed, specifier: str) -> str | None:
    path = specifier.removeprefix(renamed.package)
    return f"{renamed.to}{path}" if renamed.paths or not path else None


def _with_default(read: _Clause, name: str) -> str | None:
    """`x, { y }` -> `{ name as x, y }`"""
    if read.space:
        return None
    named = {name: read.default, **read.names} if read.default else read.names
    return "{ " + ", ".join(old if old == new else f"{old} as {new}" for old, new in named.items()) + " }"


def _lines(indent: str, read: _Clause, written: Written) -> str | None:
    wanted = {**({written.default or "default": read.default} if read.default else {}), **read.names}
    if read.space or not wanted.keys() <= written.names.keys():
        return None
    return "\n".join(f"{indent}const {local} = {written.names[name]};" for name, local in wanted.items())


def _read(clause: str) -> _Clause | None:
    head, brace, rest = clause.partition("{")
    inside = rest.rpartition("}")[0] if brace else ""
    outer = [part.strip() for part in head.split(",") if part.strip()]
    space = next((part.split()[-1] for part in outer if part.startswith("*")), "")
    default = next((part for part in outer if not part.startswith("*")), "")
    names = dict(_pairs(inside))
    odd = [name for name in (default, space, *names, *names.values()) if name and not _NAME.fullmatch(name)]
    return None if odd or (brace and "}" not in rest) else _Clause(default, names, space)


def _pairs(inside: str) -> Iterator[tuple[str, str]]:
    for part in inside.split(","):
        words = part.strip().removeprefix("type ").split()
        if words:
            yield words[0], words[-1]


def _said(done: Collection[str], targets: Mapping[str, str]) -> Iterator[Diagnostic]:
    if not done:
        return
    some = ", ".join(f"{name} by {targets.get(name, 'lines of code')}" for name in sorted(done)[:_NAMED_MOST])
    message = f"Packages that are not in the catalog were replaced: {some}."
    yield Diagnostic(severity="warning", code="PACKAGES_REPLACED", message=message[:2000], path=PACKAGE_JSON)
