"""The deployer against the embedded AWS: a stack comes up, an equal one is left alone, a changed one is updated."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from devkit.stack.infra import Synthesised, make_source
from infra.config import DeployConfig
from local.boot.deploy import DeployFailed, deploy, deployed_digest, packed, resolve
from local.emulator.emulator import Emulator

STACK = "ChatBuilder"
HANDLER = "def handler(event, context):\n    return {'version': %d, 'event': event}\n"


@pytest.fixture(scope="module")
def aws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emulator]:
    folder = tmp_path_factory.mktemp("aws")
    emulator = Emulator(folder / "aws", folder / "log", [])
    emulator.start()
    yield emulator
    emulator.stop()


def assembly(folder: Path, version: int) -> Path:
    source = make_source(folder / f"source-{version}")
    (source / "functions" / "agent_step" / "handler.py").write_text(HANDLER % version)
    out = folder / f"out-{version}"
    Synthesised(out, DeployConfig(local=True, source_root=str(source)))
    return out


def ask(aws: Emulator) -> Any:
    answer = aws.client("lambda").invoke(FunctionName=f"{STACK}-agent_step:live", Payload=b'{"a": 1}')
    return json.loads(answer["Payload"].read())


def test_a_stack_comes_up_stays_and_changes(aws: Emulator, tmp_path: Path) -> None:
    cloudformation = aws.client("cloudformation")
    assert deployed_digest(cloudformation, STACK) is None
    outputs = deploy(assembly(tmp_path, 1), STACK, aws.client, digest="one")
    assert {"TableName", "DataBucket", "SiteBucket", "RestApiId"} <= set(outputs)
    assert deployed_digest(cloudformation, STACK) == "one"
    assert ask(aws) == {"version": 1, "event": {"a": 1}}
    again = deploy(assembly(tmp_path, 1), STACK, aws.client, digest="one")
    assert again == outputs
    changed = deploy(assembly(tmp_path, 2), STACK, aws.client, digest="two")
    assert ask(aws)["version"] == 2
    assert deployed_digest(cloudformation, STACK) == "two"
    assert changed["TableName"] == outputs["TableName"]
    index = aws.client("dynamodb").describe_table(TableName=outputs["TableName"])["Table"]["GlobalSecondaryIndexes"]
    assert [each["IndexName"] for each in index] == ["open"]


def test_a_template_that_cannot_come_up_says_why(aws: Emulator, tmp_path: Path) -> None:
    template = {"Resources": {"Thing": {"Type": "AWS::No::Such"}}}
    (tmp_path / "Broken.template.json").write_text(json.dumps(template))
    place = {"bucketName": "assets-${AWS::AccountId}", "objectKey": "broken.json"}
    source = {"path": "Broken.template.json", "packaging": "file"}
    manifest = {"files": {"t": {"source": source, "destinations": {"d": place}}}}
    (tmp_path / "Broken.assets.json").write_text(json.dumps(manifest))
    with pytest.raises(DeployFailed, match="Broken"):
        deploy(tmp_path, "Broken", aws.client)


def test_a_zip_depends_on_content_alone(tmp_path: Path) -> None:
    for name in ("one", "two"):
        folder = tmp_path / name
        (folder / "sub").mkdir(parents=True)
        (folder / "sub" / "run.sh").write_text("#!/bin/sh\n")
        (folder / "sub" / "run.sh").chmod(0o755)
        (folder / "a.py").write_text("x = 1\n")
    assert packed(tmp_path / "one", "zip") == packed(tmp_path / "two", "zip")
    with zipfile.ZipFile(io.BytesIO(packed(tmp_path / "one", "zip"))) as archive:
        assert archive.namelist() == ["a.py", "sub/run.sh"]
        assert archive.getinfo("sub/run.sh").external_attr >> 16 & 0o777 == 0o755


def test_destinations_are_filled_for_the_local_account() -> None:
    assert resolve("cdk-assets-${AWS::AccountId}-${AWS::Region}") == "cdk-assets-000000000000-us-east-1"
