"""Reading zstd streams with what the machine has: the zstandard package or the zstd program."""

import importlib
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

PACKAGES = ("zstandard",)
_MAX_WINDOW_LOG = 27


class ZstdInvalid(ValueError):
    """The bytes are not one whole zstd stream."""


@contextmanager
def open_zstd(path: Path) -> Iterator[BinaryIO]:
    """The decompressed stream of `path`, read as far as the caller reads. Bad input raises ZstdInvalid."""
    zstandard = _package()
    if zstandard is None:
        with _open_with_program(path) as stream:
            yield stream
        return
    try:
        with path.open("rb") as packed:
            decompressor = zstandard.ZstdDecompressor(max_window_size=1 << _MAX_WINDOW_LOG)
            yield cast(BinaryIO, decompressor.stream_reader(packed, read_across_frames=False))
    except zstandard.ZstdError as error:
        raise ZstdInvalid(str(error)) from error


def _package() -> Any:
    for name in PACKAGES:
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    return None


@contextmanager
def _open_with_program(path: Path) -> Iterator[BinaryIO]:
    command = ["zstd", "--decompress", "--stdout", "--quiet", f"--long={_MAX_WINDOW_LOG}", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as program:
        stream = cast(BinaryIO, program.stdout)
        whole = False
        try:
            yield stream
            whole = stream.read(1) == b"" and program.wait() == 0
        finally:
            program.kill()
    if not whole:
        raise ZstdInvalid("not one whole zstd stream")
