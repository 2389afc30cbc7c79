"""What holds for every file and for the tree as a whole: sizes, counts, encodings, names that collide."""

from collections.abc import Iterable

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.limits import DEFAULT_LIMITS, Limits
from shared.domain.tree.managed_paths import is_binary_path
from shared.domain.tree.paths import case_twins, folder_clashes, path_faults, place_fault


def check_place(path: str, limits: Limits = DEFAULT_LIMITS) -> list[Diagnostic]:
    """Whether a file may be put at `path`."""
    faults = path_faults(path, limits)
    place = None if faults else place_fault(path)
    return faults if place is None else [place]


def check_content(path: str, content: bytes, limits: Limits = DEFAULT_LIMITS) -> list[Diagnostic]:
    """Whether `content` may stand at `path`: its size, and for text its encoding."""
    binary = is_binary_path(path)
    most = limits.binary_file_bytes if binary else limits.text_file_bytes
    if len(content) > most:
        message = f"{path} has {len(content):,} bytes; a {'binary' if binary else 'text'} file has at most {most:,}."
        return [Diagnostic(code="FILE_TOO_LARGE", message=message, path=path)]
    return [] if binary else _check_text(path, content)


def _check_text(path: str, content: bytes) -> list[Diagnostic]:
    if b"\0" in content:
        line = content.count(b"\n", 0, content.index(b"\0")) + 1
        return [Diagnostic(code="NUL_IN_TEXT", message=f"{path} has a NUL byte; it is not text.", path=path, line=line)]
    try:
        content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return [Diagnostic(code="INVALID_UTF8", message=f"{path} is not valid UTF-8.", path=path, line=line)]
    return []


def check_whole(files: Files, limits: Limits = DEFAULT_LIMITS) -> list[Diagnostic]:
    """What only the whole tree can break: the number of files, their total, names that cannot live together."""
    return [*_check_totals(files, limits), *_check_names(files)]


def _check_totals(files: Files, limits: Limits) -> list[Diagnostic]:
    found = []
    if len(files) > limits.files:
        message = f"The project has {len(files):,} files; at most {limits.files:,} are allowed."
        found.append(Diagnostic(code="TOO_MANY_FILES", message=message))
    total = sum(map(len, files.values()))
    if total > limits.project_bytes:
        message = f"The project has {total:,} bytes; at most {limits.project_bytes:,} are allowed."
        found.append(Diagnostic(code="PROJECT_TOO_LARGE", message=message))
    return found


def _check_names(paths: Iterable[str]) -> list[Diagnostic]:
    known = list(paths)
    twins = [
        Diagnostic(
            code="CASE_TWINS",
            message=f"{' and '.join(group)} differ only in case; many systems cannot keep both.",
            path=group[-1],
        )
        for group in case_twins(known)
    ]
    clashes = [
        Diagnostic(code="FILE_AND_FOLDER", message=f"{path} is a file and a folder at once.", path=path)
        for path in folder_clashes(known)
    ]
    return twins + clashes
