"""Build output that means harm."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from shared.domain.builds.worker_contract import Limits
from worker.dist import DistFile, DistRefused, list_dist, open_dist_file


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    """A project with a good dist."""
    (tmp_path / "dist" / "assets").mkdir(parents=True)
    (tmp_path / "dist" / "index.html").write_text("page")
    (tmp_path / "dist" / "assets" / "a.js").write_text("code")
    return tmp_path / "dist"


def refusal(dist: Path, limits: Limits | None = None) -> tuple[str, str]:
    with pytest.raises(DistRefused) as caught:
        list_dist(dist.parent, limits or Limits())
    return caught.value.reason, caught.value.message


def test_regular_files_are_listed_in_order(dist: Path) -> None:
    (dist / "ü b.txt").write_text("")
    assert list_dist(dist.parent, Limits()) == [
        DistFile("assets/a.js", 4),
        DistFile("index.html", 4),
        DistFile("ü b.txt", 0),
    ]


@pytest.mark.parametrize("target", ["/etc/passwd", "index.html", "nowhere", "/etc"])
def test_a_symlink_refuses_the_build(dist: Path, target: str) -> None:
    (dist / "link").symlink_to(target)
    assert refusal(dist)[0] == "dist_invalid"


def test_dist_itself_may_not_be_a_link_or_a_file(dist: Path) -> None:
    dist.rename(dist.with_name("real"))
    dist.symlink_to("real")
    assert refusal(dist)[0] == "dist_invalid"
    dist.unlink()
    dist.write_text("")
    assert refusal(dist)[0] == "dist_invalid"


def test_special_files_and_hard_links_refuse_the_build(dist: Path) -> None:
    os.mkfifo(dist / "pipe")
    assert refusal(dist)[0] == "dist_invalid"
    (dist / "pipe").unlink()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(dist / "socket"))
    assert refusal(dist)[0] == "dist_invalid"
    (dist / "socket").unlink()
    (dist.parent / "secret").write_text("secret")
    (dist / "hard").hardlink_to(dist.parent / "secret")
    assert refusal(dist)[0] == "dist_invalid"


@pytest.mark.parametrize("name", ["a\nb", "a\x1b[2Jb", "back\\slash", "\u202egpj.exe", b"bad\xff"])
def test_an_unusable_name_refuses_the_build_in_plain_words(dist: Path, name: str | bytes) -> None:
    Path(os.fsdecode(os.fsencode(dist) + b"/" + os.fsencode(name))).write_text("")
    reason, message = refusal(dist)
    assert reason == "dist_invalid"
    assert message.isprintable() and message.isascii()


def test_too_deep_is_refused(dist: Path) -> None:
    dist.joinpath(*["d"] * 30).mkdir(parents=True)
    assert refusal(dist)[0] == "dist_invalid"


def test_counts_and_sizes_are_limited(dist: Path) -> None:
    assert refusal(dist, Limits(dist_files=1)) == ("dist_limit", "dist holds more than 1 files.")
    assert refusal(dist, Limits(dist_bytes=7)) == ("dist_limit", "dist is larger than 7 bytes.")
    assert len(list_dist(dist.parent, Limits(dist_files=2, dist_bytes=8))) == 2


def test_a_sparse_giant_counts_by_its_size(dist: Path) -> None:
    with (dist / "giant").open("wb") as file:
        file.truncate(1 << 40)
    assert refusal(dist)[0] == "dist_limit"


def test_a_dist_without_a_page_is_no_dist(dist: Path) -> None:
    (dist / "index.html").unlink()
    assert refusal(dist) == ("no_dist", "The build left no dist/index.html, so there is no page to serve.")


@pytest.mark.parametrize(
    ("config", "advice"),
    [
        ("export default { build: { outDir: 'build' } }", 'vite.config.ts sets outDir to "build"'),
        ('export default { build: { outDir : "./public/out" } }', 'vite.config.ts sets outDir to "./public/out"'),
        ("export default { build: { outDir: './dist/' } }", "The build made no dist directory."),
        ("export default {}", "The build made no dist directory."),
    ],
)
def test_a_missing_dist_says_what_to_do(tmp_path: Path, config: str, advice: str) -> None:
    (tmp_path / "vite.config.ts").write_text(config)
    reason, message = refusal(tmp_path / "dist")
    assert reason == "no_dist"
    assert advice in message


def test_a_page_elsewhere_is_named(tmp_path: Path) -> None:
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "index.html").write_text("")
    assert '"build"' in refusal(tmp_path / "dist")[1]


def test_a_config_that_is_a_link_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("outDir: 'secret'")
    (tmp_path / "vite.config.ts").symlink_to("secret")
    assert "secret" not in refusal(tmp_path / "dist")[1]


def a_link(dist: Path) -> None:
    (dist / "assets" / "a.js").unlink()
    (dist / "assets" / "a.js").symlink_to("/etc/passwd")


def a_linked_directory(dist: Path) -> None:
    (dist / "assets").rename(dist.parent / "elsewhere")
    (dist / "assets").symlink_to("../elsewhere")


def a_pipe(dist: Path) -> None:
    (dist / "assets" / "a.js").unlink()
    os.mkfifo(dist / "assets" / "a.js")


@pytest.mark.parametrize("swap", [a_link, a_linked_directory, a_pipe])
def test_what_is_swapped_after_listing_is_neither_followed_nor_waited_for(
    dist: Path, swap: Callable[[Path], None]
) -> None:
    listed = list_dist(dist.parent, Limits())[0]
    swap(dist)
    with pytest.raises(DistRefused), open_dist_file(dist.parent, listed):
        pass
