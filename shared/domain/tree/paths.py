"""Which paths a project may have. Everything stored, edited, imported or exported has passed `normalise_path`."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable

from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import PolicyViolation
from shared.domain.limits import DEFAULT_LIMITS, Limits
from shared.domain.tree.managed_paths import (
    WELL_KNOWN,
    is_binary_path,
    is_managed,
    is_named_dotfile,
    is_text_path,
    managed_fault,
)
from shared.domain.tree.path_characters import WINDOWS_RESERVED, is_control, is_invisible, is_lookalike, shown
from shared.domain.work_budget import PATH_CHARACTERS

__all__ = [
    "case_twins",
    "clean_path",
    "escape_faults",
    "folder_clashes",
    "is_binary_path",
    "is_managed",
    "is_text_path",
    "normalise_path",
    "path_faults",
    "place_fault",
]

_SEGMENT_BYTES = 255
_DRIVE = re.compile(r"^[A-Za-z]:")
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_DEVICE = re.compile(r"^(con|prn|aux|nul|com[0-9]|lpt[0-9]|git~[0-9]+)(\..*)?$", re.IGNORECASE)
Rule = tuple[str, str, Callable[[str], bool]]


def _any_segment(test: Callable[[str], bool]) -> Callable[[str], bool]:
    return lambda raw: any(test(segment) for segment in raw.split("/"))


def _is_hidden(segment: str) -> bool:
    return segment.startswith(".") and segment.strip(".") != ""


# What could leave the project, or be read as another path than it looks.
_ESCAPES: tuple[Rule, ...] = (
    ("PATH_EMPTY", "is empty", lambda raw: raw == ""),
    ("PATH_CONTROL_CHARACTER", "has a control character", lambda raw: any(map(is_control, raw))),
    ("PATH_INVISIBLE_CHARACTER", "has an invisible character",
     lambda raw: not raw.isascii() and any(map(is_invisible, raw))),
    ("PATH_LOOKALIKE", "has a character that only looks like a dot, slash or colon",
     lambda raw: (not raw.isascii() and any(map(is_lookalike, raw))) or _PERCENT.search(raw) is not None),
    ("PATH_BACKSLASH", "has a backslash; folders are separated by /", lambda raw: "\\" in raw),
    ("PATH_ABSOLUTE", "is absolute; paths start at the project's root",
     lambda raw: raw.startswith(("/", "\\", "~")) or _DRIVE.match(raw) is not None),
    ("PATH_TRAVERSAL", "has a . or .. segment", _any_segment(lambda part: part in (".", ".."))),
)  # fmt: skip

# What would not survive another file system, or is not ours to keep.
_SHAPES: tuple[Rule, ...] = (
    ("PATH_EMPTY_SEGMENT", "has an empty segment", lambda raw: "//" in raw or (raw.endswith("/") and raw != "/")),
    ("PATH_SPACE_OR_DOT", "has a segment that begins with a space, or ends with a space or a dot",
     _any_segment(lambda part: part not in (".", "..") and (part.startswith(" ") or part.endswith((" ", "."))))),
    ("PATH_CHARACTER", 'has one of < > : " | ? *', lambda raw: not WINDOWS_RESERVED.isdisjoint(raw)),
    ("PATH_RESERVED", "has a name that some systems reserve",
     _any_segment(lambda part: _DEVICE.match(part) is not None)),
    ("PATH_DOTFILE", "has a name that begins with a dot",
     lambda raw: not is_named_dotfile(raw) and any(map(_is_hidden, raw.removeprefix(WELL_KNOWN).split("/")))),
)  # fmt: skip


def normalise_path(raw: str, limits: Limits = DEFAULT_LIMITS) -> str:
    """`raw` in NFC when it is a safe relative path; else Invalid with one diagnostic for each rule it breaks."""
    faults = path_faults(raw, limits)
    if faults:
        raise PolicyViolation(faults[0].message, diagnostics=faults)
    return clean_path(raw)


def clean_path(raw: str) -> str:
    """The stored form of a path that has no faults: NFC."""
    return unicodedata.normalize("NFC", raw)


def path_faults(raw: str, limits: Limits = DEFAULT_LIMITS) -> list[Diagnostic]:
    """Every rule of form that `raw` breaks. That it is managed is asked separately, by `managed_fault`."""
    if len(raw) > PATH_CHARACTERS:
        return [_endless(raw)]
    path = clean_path(raw)
    return [*escape_faults(raw), *_broken(path, _SHAPES), *_too_large(path, limits)]


def escape_faults(raw: str) -> list[Diagnostic]:
    """Only the rules whose breach could name a place outside the project or hide what is named."""
    return [_endless(raw)] if len(raw) > PATH_CHARACTERS else _broken(clean_path(raw), _ESCAPES)


def _endless(raw: str) -> Diagnostic:
    """Said of a path before anything else is done with it."""
    return _fault("PATH_TOO_LONG", raw, f"is longer than {PATH_CHARACTERS} characters")


def _broken(path: str, rules: Iterable[Rule]) -> list[Diagnostic]:
    return [_fault(code, path, what) for code, what, breaks in rules if breaks(path)]


def _too_large(path: str, limits: Limits) -> list[Diagnostic]:
    found = []
    if len(path) > limits.path_chars:
        found.append(_fault("PATH_TOO_LONG", path, f"is longer than {limits.path_chars} characters"))
    if any(len(segment.encode("utf-8", "replace")) > _SEGMENT_BYTES for segment in path.split("/")):
        found.append(_fault("PATH_TOO_LONG", path, f"has a segment of more than {_SEGMENT_BYTES} bytes"))
    if path.count("/") + 1 > limits.path_levels:
        found.append(_fault("PATH_TOO_DEEP", path, f"has more than {limits.path_levels} levels"))
    return found


def _fault(code: str, path: str, what: str) -> Diagnostic:
    return Diagnostic(code=code, message=f"The path {shown(path)!r} {what}.", path=shown(path))


def place_fault(path: str) -> Diagnostic | None:
    """Why a normalised path is not one the builder manages, if so."""
    fault = managed_fault(path)
    return None if fault is None else Diagnostic(code=fault.code, message=fault.message, path=path, hint=fault.hint)


def case_twins(paths: Iterable[str]) -> list[tuple[str, ...]]:
    """Groups of files or folders whose names differ only in case, which many file systems cannot hold apart."""
    spellings: defaultdict[str, set[str]] = defaultdict(set)
    for path in paths:
        for prefix in _prefixes(path):
            spellings[unicodedata.normalize("NFC", prefix.casefold())].add(prefix)
    return [tuple(sorted(group)) for _, group in sorted(spellings.items()) if len(group) > 1]


def folder_clashes(paths: Iterable[str]) -> list[str]:
    """Files whose path is also a folder of another file."""
    known = set(paths)
    folders = {prefix for path in known for prefix in _prefixes(path) if prefix != path}
    return sorted(known & folders)


def _prefixes(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[: count + 1]) for count in range(len(parts))]
