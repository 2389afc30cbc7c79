"""What holds for every resource of its kind, also of later ones: encryption, retention, TLS, no public door."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from devkit.stack.infra import CLOUD, Synthesised, text
from tests.support.depth import deep
from toolchain.repository import REPOSITORY


@pytest.mark.parametrize("which", ["cloud", "bare"])
def test_every_log_group_forgets(which: str, request: pytest.FixtureRequest) -> None:
    stack: Synthesised = request.getfixturevalue(which)
    groups = stack.of_type("AWS::Logs::LogGroup")
    assert {name for name, group in groups.items() if group["Properties"].get("RetentionInDays") != 30} == set()
    owners = {f["Properties"]["LoggingConfig"]["LogGroup"]["Ref"] for f in stack.functions().values()}
    assert owners <= set(groups) and len(owners) == len(stack.functions()), "each function writes into one of its own"


def test_every_bucket_is_closed_encrypted_kept_and_refuses_plain_http(cloud: Synthesised) -> None:
    buckets = cloud.of_type("AWS::S3::Bucket")
    tls_only = set()
    for policy in cloud.of_type("AWS::S3::BucketPolicy").values():
        for statement in policy["Properties"]["PolicyDocument"]["Statement"]:
            if statement["Effect"] == "Deny" and statement["Action"] == "s3:*":
                assert statement["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}
                assert statement["Principal"] == {"AWS": "*"}
                tls_only.add(policy["Properties"]["Bucket"]["Ref"])
    assert tls_only == set(buckets)
    for name, bucket in buckets.items():
        properties = bucket["Properties"]
        block = properties["PublicAccessBlockConfiguration"]
        assert len(block) == 4 and set(block.values()) == {True}, name
        (encryption,) = properties["BucketEncryption"]["ServerSideEncryptionConfiguration"]
        assert encryption["ServerSideEncryptionByDefault"]["SSEAlgorithm"] in ("AES256", "aws:kms"), name
        assert properties["OwnershipControls"]["Rules"] == [{"ObjectOwnership": "BucketOwnerEnforced"}], name
        assert (bucket["DeletionPolicy"], bucket["UpdateReplacePolicy"]) == ("RetainExceptOnCreate", "Retain"), name
        assert "WebsiteConfiguration" not in properties, name
        rules = properties["LifecycleConfiguration"]["Rules"]
        assert any(rule.get("AbortIncompleteMultipartUpload") for rule in rules), name


def test_nothing_lets_everybody_in(cloud: Synthesised) -> None:
    for name, resource in cloud.template["Resources"].items():
        document = resource["Properties"].get("PolicyDocument", {}) if "Properties" in resource else {}
        for statement in document.get("Statement", []):
            if statement["Effect"] == "Allow":
                assert statement.get("Principal") not in ("*", {"AWS": "*"}), name


def test_every_function_is_called_only_by_what_it_was_made_for(cloud: Synthesised) -> None:
    callers: dict[str, set[str]] = {}
    for permission in cloud.of_type("AWS::Lambda::Permission").values():
        properties = permission["Properties"]
        assert "SourceArn" in properties, "the caller is named, not just its service"
        target = properties["FunctionName"]["Ref"].removeprefix("Functions")
        callers.setdefault(next(n for n in CALLED if target.startswith(n)), set()).add(properties["Principal"])
        assert re.match(r"[A-Za-z]+Live[0-9A-F]{8}$", target), "the version at work, never the newest code"
    assert callers == CALLED


CALLED = {
    "Api": {"apigateway.amazonaws.com"}, "Stream": {"apigateway.amazonaws.com"},
    "Authorizer": {"apigateway.amazonaws.com"}, "WorkerDone": {"events.amazonaws.com"},
    "RunEnded": {"events.amazonaws.com"}, "Sweeper": {"events.amazonaws.com"},
}  # fmt: skip


def test_every_distribution_speaks_tls_only(cloud: Synthesised) -> None:
    for distribution in cloud.of_type("AWS::CloudFront::Distribution").values():
        configuration = distribution["Properties"]["DistributionConfig"]
        assert configuration["DefaultCacheBehavior"]["ViewerProtocolPolicy"] == "redirect-to-https"
        assert configuration["ViewerCertificate"]["MinimumProtocolVersion"] == "TLSv1.2_2021"
        assert "ResponseHeadersPolicyId" in configuration["DefaultCacheBehavior"]
        for origin in configuration["Origins"]:
            custom = origin.get("CustomOriginConfig")
            assert custom is None or custom["OriginProtocolPolicy"] == "https-only"


def test_a_secret_is_made_by_aws_and_stands_nowhere_in_the_template(cloud: Synthesised) -> None:
    secret = cloud.only("AWS::SecretsManager::Secret")["Properties"]
    assert "SecretString" not in secret
    assert secret["GenerateSecretString"]["PasswordLength"] == 64
    assert "resolve:secretsmanager" not in json.dumps(cloud.template), "a dynamic reference would land in a variable"
    assert not [p for p in cloud.template.get("Parameters", {}) if "secret" in p.lower() or "key" in p.lower()]


def test_the_builds_machine_gets_nothing_by_its_environment(cloud: Synthesised) -> None:
    """A build's variables appear in its state-change events."""
    project = cloud.only("AWS::CodeBuild::Project")["Properties"]
    assert [v["Name"] for v in project["Environment"]["EnvironmentVariables"]] == ["TOOLCHAIN_URI"]
    assert {v["Type"] for v in project["Environment"]["EnvironmentVariables"]} == {"PLAINTEXT"}
    assert project["Environment"]["Image"].startswith("aws/codebuild/amazonlinux-x86_64")
    assert "SecondarySources" not in project and project.get("Cache", {}).get("Type") == "NO_CACHE"
    role = project["ServiceRole"]["Fn::GetAtt"][0]
    reached = {text(r) for s in cloud.statements(role) for r in ([s["Resource"]] if s["Resource"] else [])}
    assert not [place for place in reached if place.endswith("*")]


@deep
def test_two_syntheses_are_equal_to_the_byte(source: Path, tmp_path: Path, cloud: Synthesised) -> None:
    """The second one in a process of its own, where sets have another order."""
    context = json.loads((REPOSITORY / "cdk.json").read_text())["context"] | CLOUD | {"source_root": str(source)}
    again = tmp_path / "again"
    environment = os.environ | {
        "CDK_OUTDIR": str(again),
        "CDK_CONTEXT_JSON": json.dumps(context),
        "PYTHONHASHSEED": "7",
    }
    subprocess.run(
        [sys.executable, "-m", "infra.app"], env=environment, cwd=REPOSITORY, check=True, capture_output=True
    )
    first, second = contents(cloud.out), contents(again)
    assert set(first) == set(second)
    assert [name for name in first if first[name] != second[name]] == []


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a cloud assembly."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
