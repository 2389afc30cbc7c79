"""What only its owner may read: new, and left open by an older version."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from local.emulator.emulator import Emulator
from local.private_files import append_private, private_folder, write_private


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def older_state(folder: Path) -> list[Path]:
    """As it was written before: anybody may look in."""
    inner = folder / "s3" / "bucket"
    inner.mkdir(parents=True)
    made = [folder / "secretsmanager.json", inner / "key.html", inner / "program"]
    for path in made:
        path.write_text("only-mine")
        path.chmod(0o755 if path.name == "program" else 0o644)
    return [*made, folder, folder / "s3", inner]


def test_what_an_older_version_left_open_is_closed_with_all_that_is_in_it(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("not ours")
    outside.chmod(0o644)
    paths = older_state(tmp_path / "aws")
    (tmp_path / "aws" / "link").symlink_to(outside)
    private_folder(tmp_path / "aws")
    assert {path.name: mode(path) for path in paths} == {
        "secretsmanager.json": 0o600, "key.html": 0o600, "program": 0o700, "aws": 0o700, "s3": 0o700, "bucket": 0o700,
    }  # fmt: skip
    assert mode(outside) == 0o644, "what a link leads to is not ours"


def test_new_files_and_folders_are_private_whatever_the_umask(tmp_path: Path) -> None:
    assert mode(private_folder(tmp_path / "made" / "here")) == 0o700
    write_private(tmp_path / "written", b"x")
    with append_private(tmp_path / "log") as log:
        log.write(b"a")
    with append_private(tmp_path / "log") as log:
        log.write(b"b")
    assert (tmp_path / "log").read_bytes() == b"ab"
    assert (mode(tmp_path / "written"), mode(tmp_path / "log")) == (0o600, 0o600)


def test_the_emulator_closes_an_older_state_and_writes_no_open_file(tmp_path: Path) -> None:
    older_state(tmp_path / "aws")
    emulator = Emulator(tmp_path / "aws", tmp_path / "logs" / "emulator.log", [])
    emulator.start()
    emulator.client("s3").create_bucket(Bucket="files")
    emulator.client("s3").put_object(Bucket="files", Key="a/b", Body=b"x")
    emulator.client("secretsmanager").create_secret(Name="mine", SecretString="only-mine")
    emulator.stop()
    found = [tmp_path / "aws", tmp_path / "logs", *(tmp_path / "aws").rglob("*"), *(tmp_path / "logs").rglob("*")]
    assert {"secretsmanager.json", "b", "key.html", "emulator.log"} <= {path.name for path in found}
    assert [path for path in found if mode(path) & 0o077] == []
