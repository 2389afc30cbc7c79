"""A tar archive of a stranger, as `tarfile` may read it: its headers are small and well-formed, or it is refused."""

import io
import tarfile

_BLOCK, _TYPE = 512, slice(156, 157)
_EXTENSION_BYTES, _LENGTH_DIGITS = 16 * 1024, 6
_PAX = frozenset({tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE})
_LONG_NAMES = frozenset({tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK})


class TarHeaders(io.BytesIO):
    """Reads headers only; take contents as slices of the archive.

    `tarfile` looks for records in an extension header by patterns that take time by the square of its length, and lists
    as many parts of a sparse file as it says to have. Both are refused here before it sees them.
    """

    _kind = b""
    """The type in the header before an extension's bytes."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is None or not 0 <= size <= _EXTENSION_BYTES:
            raise tarfile.ReadError("a header in it is too large")
        block = super().read(size)
        kind, self._kind = self._kind, b""
        if kind in _PAX:
            _check_records(block)
        elif kind not in _LONG_NAMES and len(block) == _BLOCK:
            self._kind = block[_TYPE]
        if self._kind == tarfile.GNUTYPE_SPARSE:
            raise tarfile.ReadError("it has a sparse file")
        return block


def _check_records(block: bytes) -> None:
    """Records are `LENGTH KEYWORD=VALUE\\n`, one after another, up to the first zero byte."""
    at, end = 0, len(block.rstrip(b"\0"))
    while at < end:
        space = block.find(b" ", at, at + _LENGTH_DIGITS)
        digits = block[at:space] if space >= 0 else b""
        length = int(digits) if digits.isdigit() else 0
        sign = block.find(b"=", space, at + length)
        if sign < 0 or at + length > end or block[space + 1 : sign].startswith(b"GNU.sparse"):
            raise tarfile.ReadError("an extension header in it cannot be read")
        at += length
