"""cfn-lint has nothing to say; cdk-nag's rules are really asked at a synthesis for AWS: what breaks one is refused."""

from collections.abc import Callable
from pathlib import Path

import aws_cdk as cdk
import pytest
from aws_cdk import aws_iam as iam
from aws_cdk import aws_sqs as sqs
from cfnlint.api import ManualArgs, lint

from devkit.stack.infra import Synthesised
from infra.checks import ACCEPTED, WITHOUT_DOMAIN, add_checks
from tests.support.depth import deep


def a_queue_without_tls(stack: cdk.Stack) -> None:
    sqs.Queue(stack, "Queue")


def a_role_that_may_all(stack: cdk.Stack) -> None:
    role = iam.Role(stack, "Role", assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"))
    role.add_to_policy(iam.PolicyStatement(actions=["dynamodb:Query"], resources=["*"]))


@pytest.mark.parametrize(
    ("break_rule", "rule"), [(a_queue_without_tls, "SQS4"), (a_role_that_may_all, "IAM5[Resource::*]")]
)
def test_what_breaks_a_rule_is_not_synthesised(
    break_rule: Callable[[cdk.Stack], None], rule: str, tmp_path: Path
) -> None:
    app = cdk.App(outdir=str(tmp_path))
    stack = cdk.Stack(app, "Stack")
    break_rule(stack)
    add_checks(app, stack, {"arn:of:something:else/*": "a reason"}, has_domain=True)
    with pytest.raises(RuntimeError, match="ValidationFailed"):
        app.synth()
    assert f"AwsSolutions-{rule}" in (tmp_path / "validation-report.json").read_text()


def test_every_exception_has_a_reason_in_words() -> None:
    reasons = (ACCEPTED | WITHOUT_DOMAIN).values()
    assert all(len(reason.split()) >= 5 and reason.endswith(".") for reason in reasons)
    assert len(set(reasons)) == len(reasons), "one of its own each"


FROM_CDK = ["W3005"]  # DependsOn beside a reference that implies it: the CDK writes both


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("which", ["everything", *(pytest.param(which, marks=deep) for which in ("bare", "local"))])
def test_the_template_is_clean(which: str, request: pytest.FixtureRequest) -> None:
    stack: Synthesised = request.getfixturevalue(which)
    found = lint(stack.file.read_text(), config=ManualArgs(regions=["eu-central-1"], ignore_checks=FROM_CDK))
    assert [f"{match.rule.id} {match.message}" for match in found] == []
