"""cdk-nag's AWS Solutions rules, and the reasons for the few we do not follow."""

import aws_cdk as cdk
from cdk_nag import AwsSolutionsChecks

ACCEPTED: dict[str, str] = {}


def add_checks(app: cdk.App, stack: cdk.Stack) -> None:
    """Check the whole app at synthesis."""
    cdk.Validations.of(app).add_plugins(AwsSolutionsChecks(app))
    for rule, reason in ACCEPTED.items():
        cdk.Validations.of(stack).acknowledge(cdk.Acknowledgment(id=rule, reason=reason))
