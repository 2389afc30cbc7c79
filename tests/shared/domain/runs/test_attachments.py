"""Attachments are what their bytes say, in sizes that can be borne, under names that a project may have."""

import pytest

from shared.domain.errors import Invalid, TooLarge
from shared.domain.runs.attachments import (
    ATTACHED_BYTES,
    TEXT_SHOWN,
    Attachment,
    free_path,
    recognised,
    require_together,
)
from shared.domain.runs.image_head import image_head

PNG = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
    + (640).to_bytes(4, "big")
    + (480).to_bytes(4, "big")
    + b"\x08\x02\0\0\0"
    + b"\0" * 4
)
GIF = b"GIF89a" + (7).to_bytes(2, "little") + (5).to_bytes(2, "little") + b"\0\0\0"
JPEG = b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xff\xc0\0\x11\x08\0\x1e\0\x28\x03" + b"\0" * 9
WEBP_X = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + (799).to_bytes(3, "little") + (599).to_bytes(3, "little")
WEBP_L = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f" + (99 | (49 << 14)).to_bytes(4, "little") + b"\0" * 5
WEBP = b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a" + (320).to_bytes(2, "little") + (200).to_bytes(2, "little")


@pytest.mark.parametrize(
    ("content", "head"),
    [
        (PNG, ("image/png", 640, 480)), (GIF, ("image/gif", 7, 5)), (JPEG, ("image/jpeg", 40, 30)),
        (WEBP_X, ("image/webp", 800, 600)), (WEBP_L, ("image/webp", 100, 50)), (WEBP, ("image/webp", 320, 200)),
    ],
)  # fmt: skip
def test_a_picture_is_known_by_its_first_bytes(content: bytes, head: tuple[str, int, int]) -> None:
    assert image_head(content) == head
    assert all(image_head(content[:cut]) is None for cut in range(9))


@pytest.mark.parametrize(
    "content",
    [b"", b"<svg/>", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"\xff\xd8\xff\xe0\0\0" * 900, b"\xff\xd8" + b"\xff" * 9000,
     b"GIF89a\0\0\0\0\0\0\0", b"RIFF\0\0\0\0WEBPVP8X", b"RIFF\0\0\0\0WEBPxxxx" + b"\0" * 30],
)  # fmt: skip
def test_what_is_none_or_does_not_say_its_size_is_none(content: bytes) -> None:
    assert image_head(content) is None


def taken(name: str, content: bytes, use: str = "app") -> Attachment:
    return recognised("upl_1", name, use, content)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "content", "path"),
    [
        ("My Logo (1).PNG", PNG, "public/my-logo-1.png"), ("photo.html", JPEG, "public/photo.jpg"),
        ("a.jpeg", JPEG, "public/a.jpeg"), ("../../etc/passwd", b"x", "public/etc-passwd.txt"),
        ("prices.csv", b"a;b", "public/prices.csv"), (".env", b"A=1", "public/env.txt"),
        ("\u202e", b"x", "public/attachment.txt"),
        ("Ma\u0308rz.txt", b"x", "public/m\u00e4rz.txt"), ("x" * 190 + ".gif", GIF, f"public/{'x' * 80}.gif"),
    ],
)  # fmt: skip
def test_its_place_in_the_app_is_plain(name: str, content: bytes, path: str) -> None:
    assert taken(name, content).path == path


def test_what_is_shown_has_no_place() -> None:
    shown = taken("a.png", PNG, "show")
    assert (shown.kind, shown.media_type, shown.width, shown.height) == ("image", "image/png", 640, 480)
    assert shown.path is None


@pytest.mark.parametrize("content", [b"", b"\0\1\2", b"\xff\xfe\x41", b"PK\x03\x04" + b"\0" * 40])
def test_neither_picture_nor_text_is_refused(content: bytes) -> None:
    with pytest.raises(Invalid) as refusal:
        taken("a.png", content)
    assert refusal.value.code == "ATTACHMENTS_UNSUPPORTED"


def test_bounds() -> None:
    bomb = PNG[:16] + (60_000).to_bytes(4, "big") + (60_000).to_bytes(4, "big") + PNG[24:]
    thin = PNG[:16] + (20_000).to_bytes(4, "big") + (1).to_bytes(4, "big") + PNG[24:]
    for content in (bomb, thin, b"x" * (ATTACHED_BYTES + 1), PNG + b"\0" * ATTACHED_BYTES):
        with pytest.raises(TooLarge):
            taken("a", content, "show")
    with pytest.raises(TooLarge, match="into the app"):
        taken("a.txt", b"x" * (TEXT_SHOWN + 1), "show")
    assert taken("a.txt", b"x" * (TEXT_SHOWN + 1)).path == "public/a.txt"
    one = taken("a.txt", b"x", "show")
    with pytest.raises(Invalid, match="twice"):
        require_together([one, one], {})
    with pytest.raises(TooLarge, match="together"):
        require_together([one], {"1": "x" * 40_000, "2": "x" * 40_000})


def test_a_name_that_is_taken_gets_a_number() -> None:
    assert free_path("public/a.png", {"public/A.png", "public/a-2.png"}) == "public/a-3.png"
