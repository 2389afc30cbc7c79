"""Source archives that mean harm, and those that do not."""

import io
import os
import random
import stat
import tarfile
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from devkit.stack.worker_jobs import pack, tar_of
from worker import source
from worker.source import SourceInvalid, safe_path, unpack


def member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info


def archive(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "source.tar.zst"
    path.write_bytes(content)
    return path


def refused(tmp_path: Path, content: bytes) -> str:
    """Why the archive was refused; nothing may have appeared beside the project."""
    with pytest.raises(SourceInvalid) as caught:
        unpack(archive(tmp_path, content), tmp_path / "project")
    assert {path.name for path in tmp_path.iterdir()} == {"source.tar.zst", "project"}
    return str(caught.value)


def test_plain_files_arrive_as_they_are(tmp_path: Path) -> None:
    files = {"package.json": b"{}", "src/deep/er/a b ü.ts": b"\x00\xff", "empty": b""}
    assert unpack(archive(tmp_path, pack(files)), tmp_path / "project") == 3
    for path, content in files.items():
        assert (tmp_path / "project" / path).read_bytes() == content
        assert stat.S_IMODE((tmp_path / "project" / path).stat().st_mode) & 0o133 == 0


@pytest.mark.parametrize(
    "name",
    [
        "../x", "a/../../x", "/etc/x", "a//b", "./a", "a/.", "a/..", "", "a\\b", "a\nb", "a\x1bb", "a\u202eb",
        "node_modules/vite/index.js", ".git/config", "x" * 401, "ü" * 128, "/".join("a" * 33),
    ],
)  # fmt: skip
def test_a_path_that_is_not_plain_is_refused(tmp_path: Path, name: str) -> None:
    refused(tmp_path, pack({name: b"x"}))


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE])
def test_only_plain_files_are_taken(tmp_path: Path, kind: bytes) -> None:
    content = tar_of([(member("a"), b"x"), (member("link", kind, "a"), b"")])
    assert "only plain files" in refused(tmp_path, zstandard.compress(content))


def test_a_link_cannot_lead_a_later_file_out(tmp_path: Path) -> None:
    content = tar_of([(member("out", tarfile.SYMTYPE, str(tmp_path)), b""), (member("out/x"), b"x")])
    refused(tmp_path, zstandard.compress(content))


def test_a_path_twice_or_a_file_as_directory_is_refused(tmp_path: Path) -> None:
    refused(tmp_path, zstandard.compress(tar_of([(member("a"), b"1"), (member("a"), b"2")])))
    (tmp_path / "project" / "a").unlink()
    (tmp_path / "project").rmdir()
    refused(tmp_path, zstandard.compress(tar_of([(member("a"), b"1"), (member("a/b"), b"2")])))


def test_a_sparse_file_is_refused(tmp_path: Path) -> None:
    sparse = member("huge")
    sparse.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": str(1 << 40)}
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as tar:
        sparse.size = 512
        tar.addfile(sparse, io.BytesIO(b"1\n0\n512\n".ljust(512, b"\0")))
    refused(tmp_path, zstandard.compress(buffer.getvalue()))


def test_a_decompression_bomb_stops_early(tmp_path: Path) -> None:
    bomb = zstandard.compress(tar_of([(member("zeros"), bytes(300_000_000))]))
    assert len(bomb) < 100_000
    assert "more than" in refused(tmp_path, bomb)


def test_more_after_the_end_is_bounded_too(tmp_path: Path) -> None:
    bomb = zstandard.compress(tar_of([(member("a"), b"x")]) + bytes(300_000_000))
    assert "more than" in refused(tmp_path, bomb)


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "FILES", 10)
    assert "more than 10 files" in refused(tmp_path, pack({f"f{number}": b"" for number in range(11)}))


def test_a_window_that_would_take_gigabytes_is_refused(tmp_path: Path) -> None:
    parameters = zstandard.ZstdCompressionParameters(window_log=30, enable_ldm=True)
    content = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    refused(tmp_path, content.compress(tar_of([(member("a"), b"x")])) + content.flush())


@pytest.mark.parametrize("content", [b"", b"not zstd", zstandard.compress(b"not a tar" * 200), zstandard.compress(b"")])
def test_what_is_no_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    refused(tmp_path, content)


def test_an_archive_cut_anywhere_is_refused(tmp_path: Path) -> None:
    noise = random.Random(1).randbytes(3000)  # noqa: S311  # not a secret
    whole = pack({"a": noise, "b": noise[::-1], "c": b"x"})
    for length in range(0, len(whole) - 1, 97):
        with pytest.raises(SourceInvalid):
            unpack(archive(tmp_path, whole[:length]), tmp_path / f"project{length}")


def test_a_tar_cut_between_two_files_is_refused(tmp_path: Path) -> None:
    whole = tar_of([(member("a"), b"1"), (member("b"), b"2")])
    assert "cut short" in refused(tmp_path, zstandard.compress(whole[:1024]))


@given(st.binary(max_size=400))
def test_noise_is_refused_and_never_crashes(tmp_path_factory: pytest.TempPathFactory, noise: bytes) -> None:
    place = tmp_path_factory.mktemp("noise")
    for content in (noise, zstandard.compress(noise)):
        with pytest.raises(SourceInvalid):
            unpack(archive(place, content), place / f"project{os.urandom(4).hex()}")


@given(st.text(min_size=1, max_size=60))
def test_an_accepted_path_stays_inside(name: str) -> None:
    try:
        path = safe_path(name)
    except SourceInvalid:
        return
    assert not path.is_absolute() and ".." not in path.parts
    assert os.path.normpath(f"/project/{path}").startswith("/project/")
