"""Result archives from a machine that ran project code: hostile ones first."""

import json
import tarfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devkit.fakes.samples import a_build, an_app
from shared.domain.limits import DEFAULT_LIMITS, Limits
from shared.services.builds.worker.read_result import ResultRefused, read_result
from tests.shared.services.builds.pipeline import DIST, archive, result_document, tar

BUILD = a_build(an_app(), id="bld_00000000000000000000000000")


def with_member(info: tarfile.TarInfo, content: bytes = b"") -> bytes:
    """A good archive with one more member."""
    document = json.dumps(result_document(BUILD)).encode()
    return tar(
        (tarfile.TarInfo("result.json"), document),
        (tarfile.TarInfo("dist/index.html"), b"<p>"),
        (info, content),
    )


def special(kind: bytes, name: str = "dist/link", target: str = "/etc/passwd") -> bytes:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return with_member(info)


def named(name: str) -> bytes:
    return with_member(tarfile.TarInfo(name), b"x")


def twice() -> bytes:
    return with_member(tarfile.TarInfo("dist/index.html"), b"again")


def other_build() -> bytes:
    return archive(a_build(an_app()))


def document(**over: object) -> bytes:
    return archive(BUILD, **over)  # type: ignore[arg-type]  # fields of result.json


HOSTILE: dict[str, bytes] = {
    "empty": b"",
    "noise": bytes(range(256)) * 40,
    "gzip": b"\x1f\x8b" + bytes(600),
    "symlink": special(tarfile.SYMTYPE),
    "hard link": special(tarfile.LNKTYPE, target="dist/index.html"),
    "device": special(tarfile.CHRTYPE),
    "fifo": special(tarfile.FIFOTYPE),
    "directory": special(tarfile.DIRTYPE),
    "traversal": named("dist/../../evil"),
    "traversal to the log": named("dist/../logs/build.log"),
    "absolute": named("/dist/evil"),
    "outside dist": named("evil.html"),
    "dist itself": named("dist"),
    "empty segment": named("dist//a"),
    "dot segment": named("dist/./a"),
    "backslash": named("dist/a\\b"),
    "newline": named("dist/a\nb"),
    "bidirectional": named("dist/a\u202eb"),
    "too long": named("dist/" + "a" * 901),
    "too deep": named("dist/" + "a/" * 30 + "b"),
    "twice": twice(),
    "another build's": other_build(),
    "no result": tar((tarfile.TarInfo("dist/index.html"), b"<p>")),
    "no page": archive(BUILD, dist={"assets/a.js": b"1"}),
    "garbled result": tar((tarfile.TarInfo("result.json"), b"{")),
    "vast result": tar((tarfile.TarInfo("result.json"), b" " * 300_000)),
    "unknown status": document(status="great"),
    "success with a reason": document(reason="exit"),
    "failure without one": document(status="failed", reason=None),
    "an unknown reason": document(status="failed", reason="rm -rf"),
    "a vast message": document(status="failed", reason="exit", message="x" * 5000),
    "version 2": document(version=2),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_an_archive_that_no_worker_of_ours_would_send_is_refused(what: str) -> None:
    with pytest.raises(ResultRefused):
        read_result(HOSTILE[what], BUILD, DEFAULT_LIMITS)


def test_a_good_archive_is_taken_whole() -> None:
    result = read_result(archive(BUILD, log=b"hello"), BUILD, DEFAULT_LIMITS)
    assert {path: bytes(content) for path, content in result.dist.items()} == DIST
    assert (result.log, result.summary.status, result.summary.duration_ms) == (b"hello", "succeeded", 900)


def test_a_failed_build_s_leftover_dist_is_not_taken() -> None:
    failed = archive(BUILD, status="failed", reason="exit", exit_code=2)
    assert read_result(failed, BUILD, DEFAULT_LIMITS).dist == {}


def test_names_that_need_an_extended_header_are_read() -> None:
    dist = {"index.html": b"<p>", "assets/" + "long-" * 40 + ".js": b"1", "bilder/gr\u00fc\u00df.png": b"2"}
    assert set(read_result(archive(BUILD, dist=dist), BUILD, DEFAULT_LIMITS).dist) == set(dist)


def small(**over: int) -> Limits:
    return DEFAULT_LIMITS.model_copy(update=over)


@pytest.mark.parametrize(
    ("limits", "fits"),
    [
        (small(dist_files=3), True),
        (small(dist_files=2), False),
        (small(dist_bytes=sum(map(len, DIST.values()))), True),
        (small(dist_bytes=sum(map(len, DIST.values())) - 1), False),
    ],
)
def test_files_and_bytes_are_counted_again(limits: Limits, fits: bool) -> None:
    def read() -> object:
        return read_result(archive(BUILD), BUILD, limits)

    if fits:
        assert read()
    else:
        with pytest.raises(ResultRefused):
            read()


def test_an_archive_without_a_log_may_not_hold_a_file_more() -> None:
    document = json.dumps(result_document(BUILD)).encode()
    members = [("result.json", document), ("dist/index.html", b"<p>"), ("dist/a.js", b"1"), ("dist/b.js", b"2")]
    data = tar(*((tarfile.TarInfo(name), content) for name, content in members))
    with pytest.raises(ResultRefused):
        read_result(data, BUILD, small(dist_files=2))


def test_a_log_is_cut_at_its_limit() -> None:
    result = read_result(archive(BUILD, log=b"x" * 1000), BUILD, small(worker_output_bytes=100))
    assert len(result.log) == 100


def _sparse() -> bytes:
    """A member that claims to unpack to a terabyte, in the way GNU's tar writes it for pax."""
    info = tarfile.TarInfo("dist/huge.bin")
    info.pax_headers = {
        "GNU.sparse.major": "0", "GNU.sparse.minor": "1", "GNU.sparse.name": "dist/huge.bin",
        "GNU.sparse.size": str(1 << 40), "GNU.sparse.map": f"{(1 << 40) - 1},1",
    }  # fmt: skip
    return with_member(info, b"x")


def test_a_sparse_member_is_refused() -> None:
    with pytest.raises(ResultRefused):
        read_result(_sparse(), BUILD, DEFAULT_LIMITS)


def test_a_member_longer_than_the_archive_is_refused() -> None:
    document = json.dumps(result_document(BUILD)).encode()
    result = tarfile.TarInfo("result.json")
    result.size = len(document)
    padded = result.tobuf() + document + bytes(-len(document) % 512)
    liar = tarfile.TarInfo("dist/index.html")
    liar.size = 10_000_000
    with pytest.raises(ResultRefused):
        read_result(padded + liar.tobuf() + b"<p>", BUILD, DEFAULT_LIMITS)


_GOOD = archive(BUILD)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(_GOOD) - 1), st.integers(0, 255)), max_size=8), st.integers(0, len(_GOOD)))
def test_no_damage_to_an_archive_is_anything_but_refused_or_read(damage: list[tuple[int, int]], cut: int) -> None:
    data = bytearray(_GOOD)
    for at, value in damage:
        data[at] = value
    for candidate in (bytes(data), bytes(data[:cut])):
        try:
            result = read_result(candidate, BUILD, DEFAULT_LIMITS)
        except ResultRefused:
            continue
        assert all(not path.startswith("/") and ".." not in path.split("/") for path in result.dist)


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["size", "path", "mtime", "GNU.sparse.size", "GNU.sparse.map", "linkpath", "hdrcharset"]),
        st.text(max_size=12),
        max_size=4,
    )
)
def test_no_extended_header_breaks_the_reader(headers: dict[str, str]) -> None:
    info = tarfile.TarInfo("dist/a.js")
    info.pax_headers = headers
    try:
        data = with_member(info, b"1")
    except (ValueError, OSError):
        return
    try:
        result = read_result(data, BUILD, DEFAULT_LIMITS)
    except ResultRefused:
        return
    assert isinstance(result.summary.build_id, str)
