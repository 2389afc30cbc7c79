"""Archives are read as `tarfile` reads them, except for headers that take it time by the square of their length."""

import io
import tarfile

import pytest

from devkit.hostile_files import TARS
from shared.domain.tar_headers import TarHeaders


def _names(data: bytes) -> list[str]:
    with tarfile.open(fileobj=TarHeaders(data), mode="r:") as tar:
        return [member.name for member in tar]


@pytest.mark.parametrize("kind", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT])
def test_long_and_foreign_names_are_read(kind: int) -> None:
    names = ["a", "b" * 90 + "/" + "c" * 200, "ä/\u4e2d.ts", "d"]
    into = io.BytesIO()
    with tarfile.open(fileobj=into, mode="w", format=kind) as tar:
        for name in names:
            info = tarfile.TarInfo(name)
            info.size = 600
            tar.addfile(info, io.BytesIO(b"x" * 600))
    assert _names(into.getvalue()) == names


@pytest.mark.parametrize("shape", [name for name in TARS if name not in ("long names", "empty files")])
def test_headers_without_end_are_refused(shape: str) -> None:
    with pytest.raises((tarfile.TarError, RecursionError)):
        _names(TARS[shape]())
