"""Reading a zip that a stranger sent: bounded in entries, bytes and names, and never writing anything."""

import io
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections import Counter

from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Invalid, PolicyViolation, TooLarge
from shared.domain.imports.fit_files import ignored_place, top_folder
from shared.domain.limits import DEFAULT_LIMITS, Limits
from shared.domain.tree.path_characters import shown
from shared.domain.tree.paths import escape_faults
from shared.domain.work_budget import PATH_CHARACTERS

MOST_ENTRIES = 5000
_MOST_DIRECTORY_BYTES = 2 * 1024 * 1024
_SLACK = 4  # an archive may unpack to this many projects, since an import drops much of it
_END = struct.Struct("<4s4H2LH")
_END_MAGIC, _ZIP64_MAGIC = b"PK\x05\x06", b"PK\x06\x07"
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    struct.error,
    OSError,
)


def read_zip(data: bytes, limits: Limits = DEFAULT_LIMITS) -> dict[str, bytes]:
    """Name -> content of each file. Files in ignored folders are listed with no content; they are never unpacked."""
    if len(data) > limits.upload_bytes:
        raise TooLarge(f"The archive has {len(data):,} bytes; at most {limits.upload_bytes:,} are allowed.")
    _check_directory(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            _check_names(infos)
            infos = _files(infos)
            wanted = _wanted(infos)
            _check_entries(infos, wanted, limits)
            return {_name(info): _content(archive, info) if _name(info) in wanted else b"" for info in infos}
    except _BROKEN as error:
        raise _refusal("ZIP_INVALID", f"The archive cannot be read: {shown(str(error))}.") from None


def _refusal(code: str, message: str, path: str | None = None) -> Invalid:
    return Invalid(message, diagnostics=[Diagnostic(code=code, message=message, path=path)])


def _check_directory(data: bytes) -> None:
    """Before the library builds an object for each entry, and it does so by the directory's size."""
    at = data.rfind(_END_MAGIC, max(0, len(data) - _END.size - 65_535))
    if at < 0 or at + _END.size > len(data):
        raise _refusal("ZIP_INVALID", "The upload is not a zip archive.")
    _, _, _, _, count, size, _, _ = _END.unpack_from(data, at)
    if data[max(0, at - 20) : at].startswith(_ZIP64_MAGIC):
        raise _refusal("ZIP_INVALID", "Zip64 archives are not read; a project is never that large.")
    if count > MOST_ENTRIES or size > _MOST_DIRECTORY_BYTES:
        message = f"The archive has more than {MOST_ENTRIES:,} entries."
        hint = "Leave node_modules and build output out."
        raise Invalid(message, diagnostics=[Diagnostic(code="ZIP_TOO_MANY_ENTRIES", message=message, hint=hint)])


def _check_names(infos: list[zipfile.ZipInfo]) -> None:
    """Before any name is brought into its normal form."""
    for info in infos:
        if len(info.orig_filename) > PATH_CHARACTERS:
            faults = escape_faults(info.orig_filename)
            raise PolicyViolation(faults[0].message, diagnostics=faults)


def _files(infos: list[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    """The entries that are no folders. Old programs of Windows (.NET before 4.6.1, PowerShell 5) separate folders by
    backslashes: so they are read where no file of the archive has a slash. Names are checked afterwards, as any others.
    """
    files = [info for info in infos if not info.filename.endswith("/")]
    if any("/" in info.filename for info in files):
        return files
    for info in files:
        info.filename = info.filename.replace("\\", "/")
    return [info for info in files if not info.filename.endswith("/")]


def _name(info: zipfile.ZipInfo) -> str:
    return unicodedata.normalize("NFC", info.filename)


def _as_sent(info: zipfile.ZipInfo) -> str:
    """The name to be checked: the library cuts `filename` at a NUL."""
    return info.orig_filename if "\0" in info.orig_filename else info.filename


def _wanted(infos: list[zipfile.ZipInfo]) -> frozenset[str]:
    """The names that an import may keep."""
    names = [_name(info) for info in infos]
    top = top_folder(names)
    return frozenset(name for name in names if ignored_place(name.removeprefix(top)) is None)


def _check_entries(infos: list[zipfile.ZipInfo], wanted: frozenset[str], limits: Limits) -> None:
    """All that is wrong with any entry, told at once, before anything is unpacked."""
    found = [fault for info in infos for fault in escape_faults(_as_sent(info))]
    unpacked = [info for info in infos if _name(info) in wanted]
    found += [fault for info in unpacked for fault in _entry_faults(info, limits)]
    found = [*found[:100], *_repeated(infos), *_totals(infos, unpacked, limits)]
    if found:
        raise PolicyViolation(found[0].message, diagnostics=found)


def _totals(infos: list[zipfile.ZipInfo], unpacked: list[zipfile.ZipInfo], limits: Limits) -> list[Diagnostic]:
    found = []
    total = sum(info.file_size for info in unpacked)
    if total > _SLACK * limits.project_bytes:
        message = f"The archive unpacks to {total:,} bytes; at most {_SLACK * limits.project_bytes:,} are read."
        found.append(Diagnostic(code="ZIP_TOO_LARGE", message=message))
    if len(infos) > MOST_ENTRIES:
        found.append(Diagnostic(code="ZIP_TOO_MANY_ENTRIES", message=f"The archive has {len(infos):,} entries."))
    return found


def _entry_faults(info: zipfile.ZipInfo, limits: Limits) -> list[Diagnostic]:
    path = shown(info.filename)
    rules = (
        ("ZIP_ENCRYPTED", "is encrypted", info.flag_bits & 0x1),
        ("ZIP_LINK", "is not an ordinary file", not _is_ordinary(info)),
        ("ZIP_METHOD", "is compressed in a way that is not read", info.compress_type not in _METHODS),
        ("FILE_TOO_LARGE", "is too large", info.file_size > limits.project_bytes),
    )
    return [Diagnostic(code=code, message=f"{path} {what}.", path=path) for code, what, broken in rules if broken]


def _is_ordinary(info: zipfile.ZipInfo) -> bool:
    """By the Unix mode that most tools write; zero when they write none."""
    kind = stat.S_IFMT(info.external_attr >> 16)
    return kind in (0, stat.S_IFREG)


def _repeated(infos: list[zipfile.ZipInfo]) -> list[Diagnostic]:
    twice = sorted(name for name, times in Counter(map(_name, infos)).items() if times > 1)
    return [
        Diagnostic(code="ZIP_DUPLICATE", message=f"{shown(name)} is in the archive twice.", path=shown(name))
        for name in twice[:20]
    ]


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """The whole entry. A bounded read inflates no more than was declared (and checked), whatever the stream holds."""
    with archive.open(info) as entry:
        return entry.read(info.file_size + 1)
