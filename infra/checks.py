"""cdk-nag's AWS Solutions rules at every synthesis for AWS, and the reasons for the few we do not follow."""

import aws_cdk as cdk
from aws_cdk import aws_s3 as s3
from cdk_nag import AwsSolutionsChecks

ACCEPTED = {
    "S1": "Our functions write every object and CloudFront reads for visitors; logs would cost more than the data.",
    "SMG4": "Preview tokens live 30 minutes and are revoked by an epoch; rotation would only break open previews.",
    "CFR1": "Apps are public; who may see them is not a matter of country here.",
    "CFR2": "Static files only, and a web ACL costs money while idle; waf=true adds one in us-east-1.",
    "CFR3": "Visitors of people's apps are not ours to log.",
    "CB4": "The project has no artifacts and no cache: results leave by a presigned upload into an encrypted bucket.",
    "L1": "Python 3.13 is the version the layers are built and tested for; it changes on purpose, not by date.",
    "SF1": "Log delivery needs permissions on every resource; histories and the run's own log are kept.",
    "SF2": "The run's own numbered event log is its trace.",
    "COG2": "MFA is offered, and required where the pool's administrator says so.",
    "COG8": "Threat protection costs per user and month; sign-in by another OIDC issuer is the usual way.",
    "APIG2": "The application validates every body and answers problem+json with diagnostics.",
    "APIG3": "A web ACL costs money while idle; context waf=true adds one that counts what it finds in code.",
    "APIG4": "Preflights, health, public routes, and build results by nonce: the application verifies these itself.",
    "APIG6": "Execution logs write out headers and bodies; the stage's access log has every request.",
    "COG4": "One request authorizer takes any OIDC issuer.",
}
WITHOUT_DOMAIN = {"CFR4": "CloudFront's own certificate allows no other minimum; a domain with a certificate does."}
PREFIX = "AwsSolutions"


def add_checks(app: cdk.App, stack: cdk.Stack, wildcards: dict[str, str], *, has_domain: bool) -> None:
    """Check the whole app at synthesis; `wildcards` are the only resources that may end in `*`, each with a reason."""
    cdk.Validations.of(app).add_plugins(AwsSolutionsChecks(app))
    accepted = ACCEPTED if has_domain else ACCEPTED | WITHOUT_DOMAIN
    rules = {f"{PREFIX}-{rule}": reason for rule, reason in accepted.items()}
    rules |= {f"{PREFIX}-IAM5[Resource::{resource}]": reason for resource, reason in wildcards.items()}
    for rule, reason in rules.items():
        cdk.Validations.of(stack).acknowledge(cdk.Acknowledgment(id=f"{PREFIX}::{rule}", reason=reason))


def object_wildcard(bucket: s3.Bucket, prefix: str) -> str:
    """The objects of a bucket below a prefix, as the rule names them."""
    resource = bucket.node.default_child
    assert isinstance(resource, s3.CfnBucket)  # noqa: S101 - what every Bucket is made of
    return f"<{cdk.Stack.of(bucket).get_logical_id(resource)}.Arn>/{prefix}"


def execution_wildcard(machine: str) -> str:
    """The executions of a state machine, as the rule names them."""
    return f"arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:{machine}:*"
