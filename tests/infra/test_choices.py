"""What a person chooses is looked at before anything slow begins, and nothing is silently ignored."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import boto3
import pytest
from botocore.exceptions import NoCredentialsError

from devkit.fakes.broken import raising
from devkit.stack.infra import Synthesised
from infra import context, deploy
from infra.config import DeployConfig, from_context
from toolchain import aws
from toolchain.node import find_node
from toolchain.repository import REPOSITORY

CERTIFICATE = "arn:aws:acm:{}:111122223333:certificate/1"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("alarm_mail=a@example.com", "there is no choice `alarm_mail`; `alarm_email`?"),
        ("waf", "`waf` is written `waf=...`"),
        ("waf=on", "waf is true or false, not `on`"),
        ("throttle_rate=many", "throttle_rate is a number, not `many`"),
        ("log_days=5", "log_days is one of 1, 7, 14, 30, 90, 365"),
        ("disabled_flags=CHAT", "disabled_flags: there is no CHAT"),
        ("oidc_issuer=https://login.example.com", "oidc_issuer and oidc_audience go together"),
        ("tags=team", "tags is"),
        ("tags=aws:team=web", "tags is"),
    ],
)
def test_a_choice_that_cannot_be_meant_ends_a_deployment_before_it_begins(
    given: str, reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(deploy, "account", lambda: pytest.fail("AWS is asked"))
    with pytest.raises(SystemExit) as ended:
        deploy.main(["-c", given])
    assert ended.value.code == 2
    assert reason in capsys.readouterr().err.splitlines()[-1]


def test_a_misspelt_choice_in_the_file_is_told_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "REPOSITORY", tmp_path)
    (tmp_path / "cdk.context.json").write_text('{"app_domain": "x", "hosted-zone:account=1": {}}')
    with pytest.raises(ValueError, match=r"cdk\.context\.json: there is no choice `app_domain`; `apps?i?_domain`"):
        context.chosen([])
    (tmp_path / "cdk.context.json").write_text('{"model": "a", "hosted-zone:account=1": {}, "@aws-cdk/x": true}')
    assert context.chosen(["model=b=c"])["model"] == "b=c"


@pytest.mark.parametrize("name", ["apps", "preview"])
def test_cloudfront_takes_certificates_of_one_region(name: str) -> None:
    given = {f"{name}_domain": "x.example.com", f"{name}_certificate_arn": CERTIFICATE.format("eu-central-1")}
    with pytest.raises(ValueError, match=f"{name}_certificate_arn is the ARN of a certificate in us-east-1"):
        from_context(given.get)
    both = {f"{each}_domain": f"{each}.example.com" for each in ("apps", "preview")}
    both |= {f"{each}_certificate_arn": CERTIFICATE.format("us-east-1") for each in ("apps", "preview")}
    assert from_context(both.get)


@pytest.mark.parametrize("text", ["1", "True", "yes", "0", "No", "false"])
def test_yes_and_no_in_their_usual_spellings(text: str) -> None:
    assert from_context({"waf": text}.get).waf is (text.lower() in ("1", "true", "yes"))


def test_tags_are_on_everything_that_is_paid_for(everything: Synthesised) -> None:
    wanted = [{"Key": "cost-center", "Value": "42"}, {"Key": "team", "Value": "web"}]
    for kind in ("DynamoDB::Table", "S3::Bucket", "Lambda::Function", "CodeBuild::Project", "CloudFront::Distribution"):
        for resource in everything.of_type(f"AWS::{kind}").values():
            assert [tag for tag in resource["Properties"]["Tags"] if tag in wanted] == wanted, kind


@pytest.mark.parametrize(
    ("given", "region"),
    [
        ({"AWS_REGION": "eu-west-1", "AWS_DEFAULT_REGION": "us-east-1"}, "eu-west-1"),
        ({"AWS_REGION": "eu-west-1"}, "eu-west-1"),
        ({"AWS_DEFAULT_REGION": "us-east-1"}, "us-east-1"),
    ],
)
def test_both_command_line_and_sdk_work_in_one_region(
    given: dict[str, str], region: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clean(monkeypatch, given)
    assert aws.set_region() == region
    assert os.environ["AWS_REGION"] == os.environ["AWS_DEFAULT_REGION"] == boto3.Session().region_name == region


def test_no_region_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    clean(monkeypatch, {})
    with pytest.raises(SystemExit, match="There is no region"):
        aws.set_region()


def test_what_aws_refuses_is_one_line_and_what_we_break_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert aws.in_one_line(lambda: 1) == 1
    assert aws.in_one_line(raising(NoCredentialsError())) == 2
    assert capsys.readouterr().err == "Unable to locate credentials\n"
    with pytest.raises(KeyError):
        aws.in_one_line(raising(KeyError("TableName")))


def test_a_deployment_needs_no_node_of_the_machine() -> None:
    """Importing the CDK starts a `node` from the path: the command line that is started later is told which to take."""
    ask = "import sys, infra.deploy, infra.build_layers; sys.exit('aws_cdk' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", ask], cwd=REPOSITORY).returncode == 0


def test_the_command_line_finds_the_projects_node_and_reports_to_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """npm's programs begin with `#!/usr/bin/env node`: without one on the path none of them starts."""
    monkeypatch.setenv("PATH", str(tmp_path))
    result = deploy.environment_with(find_node())
    assert shutil.which("node", path=result["PATH"]) == str(find_node().binary)
    assert result["CDK_DISABLE_CLI_TELEMETRY"] == "true"


def test_nothing_warns_the_person_who_deploys(cloud: Synthesised) -> None:
    words = [path.read_text() for path in cloud.out.glob("*.json")]
    assert any("aws:cdk:acknowledged-rules" in text for text in words)
    assert not any("aws:cdk:warning" in text for text in words)


def test_the_gateway_is_named_as_the_stack(bare: Synthesised) -> None:
    assert bare.only("AWS::ApiGateway::RestApi")["Properties"]["Name"] == DeployConfig().stack_name


def clean(monkeypatch: pytest.MonkeyPatch, given: dict[str, str]) -> None:
    monkeypatch.setenv("AWS_CONFIG_FILE", os.devnull)
    for name in ("AWS_REGION", "AWS_DEFAULT_REGION", "AWS_PROFILE"):
        monkeypatch.setenv(name, "-")
        monkeypatch.delenv(name)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
