"""Reading zstd streams; the worker's archive brings the package for each Python that may run it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import zstandard

_MAX_WINDOW_LOG = 27


class ZstdInvalid(ValueError):
    """The bytes are not one whole zstd stream."""


@contextmanager
def open_zstd(path: Path) -> Iterator[BinaryIO]:
    """The decompressed stream of `path`, read as far as the caller reads. Bad input raises ZstdInvalid."""
    try:
        with path.open("rb") as packed:
            decompressor = zstandard.ZstdDecompressor(max_window_size=1 << _MAX_WINDOW_LOG)
            yield cast(BinaryIO, decompressor.stream_reader(packed, read_across_frames=False))
    except zstandard.ZstdError as error:
        raise ZstdInvalid(str(error)) from error
