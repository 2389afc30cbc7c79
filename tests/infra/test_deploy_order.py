"""`make deploy` from the stack to the last upload: what comes first, and what a failure leaves."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws

from infra import deploy, upload_archives, upload_toolchain
from infra.build_toolchain import archive_key
from infra.config import DeployConfig
from infra.deploy import deploy_stack
from infra.upload_studio import PREFIX
from shared.domain.builds.package_spec import Package
from worker.packages import NotFetched

OUTPUTS = (
    '{"ChatBuilder": {"StudioConfig": "{}", "StudioBucket": "studio", "ApiUrl": "https://api.example.com/",'
    ' "AppsAddress": "https://apps.example.com/", "StudioUrl": "https://studio.example.com/"}}'
)


class CloudFormation:
    """One stack: absent, then created without protection of its table, then protected."""

    def __init__(self, *, exists: bool) -> None:
        self.exists, self.protected, self.refuses = exists, exists, False

    def describe_stacks(self, StackName: str) -> dict[str, Any]:
        if not self.exists:
            raise ClientError({"Error": {"Code": "ValidationError", "Message": "does not exist"}}, "DescribeStacks")
        parameters = [{"ParameterKey": "ProtectTable", "ParameterValue": str(self.protected).lower()}]
        outputs = [{"OutputKey": "DataBucket", "OutputValue": "data"}]
        return {"Stacks": [{"StackStatus": "CREATE_COMPLETE", "Parameters": parameters, "Outputs": outputs}]}

    def update_stack(self, **given: Any) -> None:
        if self.refuses:
            raise ClientError({"Error": {"Code": "AccessDenied", "Message": "no UpdateStack"}}, "UpdateStack")
        self.protected = True

    def get_waiter(self, name: str) -> "CloudFormation":
        return self

    def wait(self, StackName: str) -> None:
        assert StackName == "ChatBuilder"


class World:
    """AWS as the command meets it, and the order in which it was changed."""

    def __init__(self, s3: Any, *, exists: bool) -> None:
        self.s3, self.cloudformation = s3, CloudFormation(exists=exists)
        self.order = list[str]()
        self.registry_works = True

    def __call__(self, service: str) -> Any:
        return {"s3": self.s3, "cloudformation": self.cloudformation, "lambda": self}.get(service)

    def invoke(self, **given: Any) -> None:
        self.order.append("sweep")

    def cdk(self, *arguments: str) -> int:
        self.order.append("stack")
        self.cloudformation.exists = True
        Path(arguments[arguments.index("--outputs-file") + 1]).write_text(OUTPUTS)
        return 0

    def fetch(self, packages: Sequence[Package], folder: Path) -> Mapping[str, Path]:
        self.order.append("registry")
        if not self.registry_works:
            raise NotFetched("npm's registry is slow: the packages did not come in time.")
        for one in packages:
            (folder / one.name).write_text(one.name)
        return {one.integrity: folder / one.name for one in packages}

    def stored(self, params: Mapping[str, Any], **_: Any) -> None:
        key = params["Key"]
        self.order.append("studio" if key.startswith(PREFIX) else key.partition("/")[0])

    def keys(self, bucket: str) -> list[str]:
        return [one["Key"] for one in self.s3.list_objects_v2(Bucket=bucket).get("Contents", [])]


PACKAGE = Package("node_modules/left", "left", "1.0.0", f"sha512-{7:086}==")


@pytest.fixture
def studio(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<p>Studio</p>")
    return tmp_path


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    with mock_aws():
        s3 = boto3.client("s3", region_name="us-east-1")
        for bucket in ("data", "studio"):
            s3.create_bucket(Bucket=bucket)
        world = World(s3, exists=False)
        s3.meta.events.register("before-parameter-build.s3.PutObject", world.stored)
        monkeypatch.setattr(deploy, "cdk", world.cdk)
        monkeypatch.setattr(deploy, "upload_packages", lambda *_: world.order.append("bundles"))
        monkeypatch.setattr(upload_archives, "find_node", lambda: None)
        monkeypatch.setattr(upload_archives, "NpmArchives", lambda node: world.fetch)
        monkeypatch.setattr(
            upload_archives, "wanted_archives", lambda: {upload_archives.archive_key(PACKAGE.integrity): PACKAGE}
        )
        monkeypatch.setattr(upload_toolchain, "build", _archive)
        yield world


def _archive(folder: Path) -> Path:
    (folder / "worker.tar.gz").write_bytes(b"archive")
    return folder / "worker.tar.gz"


def run(world: World, studio: Path) -> int:
    return deploy_stack(DeployConfig(), studio, world, [])


def test_first_deployment_has_toolchain_and_studio_before_any_package(world: World, studio: Path) -> None:
    assert run(world, studio) == 0
    assert list(dict.fromkeys(world.order)) == [
        "stack", "toolchain", "sweep", "studio", "latest-build.json", "bundles", "registry", "packages",
    ]  # fmt: skip
    assert world.cloudformation.protected


def test_registry_that_fails_leaves_a_product_that_builds(
    world: World, studio: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ended with an exception: a live stack without toolchain, Studio and protection of its table."""
    world.registry_works = False
    assert run(world, studio) == 0
    assert archive_key() in world.keys("data") and "studio/index.html" in world.keys("studio")
    assert world.cloudformation.protected
    printed = capsys.readouterr()
    assert "1 of 1 packages are missing" in printed.err and "python -m infra.upload_archives" in printed.err
    assert "https://studio.example.com/" in printed.out


def test_second_run_fetches_only_what_is_missing(world: World, studio: Path) -> None:
    world.registry_works = False
    run(world, studio)
    world.registry_works, world.order[:] = True, []
    assert run(world, studio) == 0
    assert "toolchain" not in world.order, "the archive is there"
    assert world.order.index("registry") < world.order.index("stack"), "an upgrade has its packages first"
    assert world.order.count("registry") == 1


def test_failed_required_step_stops_no_other_and_ends_with_what_to_run(
    world: World, studio: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world.cloudformation.refuses = True
    assert run(world, studio) == 1
    assert {"studio", "packages"} <= set(world.order)
    assert "its table may still be deleted" in (error := capsys.readouterr().err) and "make deploy" in error
