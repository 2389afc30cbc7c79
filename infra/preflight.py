"""What an account and region may do, asked before a deployment: what a new account refuses, it refuses after minutes.

Nothing is changed and nothing is paid for. What may not be asked is said, and the deployment goes on.
"""

import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from toolchain.aws import Clients

TENANT = "deployment-check"
SIGN_IN = "Set CHATBUILDER_TOKEN: an API key of yours, or a token of your own sign-in service."
CONCURRENCY = "L-B99A9384"
ENOUGH_CALLS = 50
BUILDS = "Linux/Small"
"""The machines of `apps_build`, as Service Quotas names them."""
MORE = "Ask for more in Service Quotas: free, and takes days."


OLDEST_BOOTSTRAP = 6
"""The CDK's own minimum for the assets of a stack."""
OWN_ACTIONS = (
    "cloudformation:DescribeStacks", "cloudformation:UpdateStack", "lambda:InvokeFunction", "s3:ListBucket",
    "s3:GetObject", "s3:PutObject", "s3:DeleteObject", "sts:AssumeRole",
)  # fmt: skip
"""What `make deploy` calls with the operator's own credentials; everything else goes through the CDK's roles."""


class Finding(NamedTuple):
    """One line for the operator; `stops` where no one could use what would be deployed, `blocks` where the
    deployment itself is certain to fail."""

    text: str
    stops: bool = False
    blocks: bool = False


Check = Callable[[Clients], Iterator[Finding]]


def preflight(clients: Clients, stack: str, *, qualifier: str | None) -> list[Finding]:
    """What is short, or could not be asked. Without a `qualifier` the bootstrap is not looked for."""
    checks: list[tuple[str, Check]] = [("lambda", _calls), ("codebuild", _builds), ("cloudfront", _distributions)]
    if qualifier is not None:
        checks.insert(0, ("bootstrap", partial(_bootstrap, qualifier=qualifier)))
    checks.append(("iam", partial(_own_actions, stack=stack, qualifier=qualifier or "*")))
    return [finding for service, check in checks for finding in _asked(service, check, clients)]


def _bootstrap(clients: Clients, *, qualifier: str) -> Iterator[Finding]:
    """The CDK's bucket and roles of the account and region, which `--bootstrap` makes."""
    ssm = clients("ssm")
    try:
        version = int(ssm.get_parameter(Name=f"/cdk-bootstrap/{qualifier}/version")["Parameter"]["Value"])
    except ssm.exceptions.ParameterNotFound:
        version = 0
    if version < OLDEST_BOOTSTRAP:
        state = f"has version {version}, which is too old" if version else "is missing"
        yield Finding(
            f'bootstrap: the CDK\'s bootstrap of this account and region {state}: make deploy ARGS="--bootstrap"',
            blocks=True,
        )


def _own_actions(clients: Clients, *, stack: str, qualifier: str) -> Iterator[Finding]:
    arn = str(clients("sts").get_caller_identity()["Arn"])
    iam = clients("iam")
    source = _policy_source(arn, iam)
    if source is None:
        return
    partition, account = arn.split(":")[1], arn.split(":")[4]
    places = {
        "cloudformation": f"arn:{partition}:cloudformation:*:{account}:stack/{stack}/*",
        "lambda": f"arn:{partition}:lambda:*:{account}:function:{stack}-sweeper",
        "s3": f"arn:{partition}:s3:::{stack.lower()}-*",
        "sts": f"arn:{partition}:iam::{account}:role/cdk-{qualifier}-deploy-role-{account}-*",
    }
    denied = list[str]()
    for service, place in places.items():
        actions = [action for action in OWN_ACTIONS if action.startswith(f"{service}:")]
        result = iam.simulate_principal_policy(PolicySourceArn=source, ActionNames=actions, ResourceArns=[place])
        denied += [one["EvalActionName"] for one in result["EvaluationResults"] if one["EvalDecision"] != "allowed"]
    if denied:
        yield Finding(
            f"iam: your credentials may lack {', '.join(denied)}; without them a deployment stops after its stack is "
            "made (docs/deploy.md, Your permissions)"
        )


def _policy_source(arn: str, iam: Any) -> str | None:
    """The user or role whose policies can be simulated; None for the account's root and for federated sessions."""
    kind, _, name = arn.split(":", 5)[5].partition("/")
    if kind == "user":
        return arn
    if kind != "assumed-role":
        return None
    # A session's ARN leaves out the role's path, which roles of IAM Identity Center have.
    return str(iam.get_role(RoleName=name.partition("/")[0])["Role"]["Arn"])


def _asked(service: str, check: Check, clients: Clients) -> list[Finding]:
    from botocore.exceptions import ClientError

    try:
        return list(check(clients))
    except ClientError as error:
        code = error.response["Error"]["Code"]
        return [Finding(f"{service}: could not be asked ({code}); docs/deploy.md says what to look at")]


def _calls(clients: Clients) -> Iterator[Finding]:
    quota = clients("service-quotas").get_service_quota(ServiceCode="lambda", QuotaCode=CONCURRENCY)["Quota"]["Value"]
    if quota < ENOUGH_CALLS:
        yield Finding(
            f"lambda: {quota:.0f} functions may run at once, which is about {quota // 3:.0f} people at work. {MORE}"
        )


def _builds(clients: Clients) -> Iterator[Finding]:
    pages = clients("service-quotas").get_paginator("list_service_quotas").paginate(ServiceCode="codebuild")
    quotas: list[dict[str, Any]] = [one for page in pages for one in page["Quotas"] if BUILDS in one["QuotaName"]]
    for quota in quotas:
        if quota["Value"] < 1:
            yield Finding(
                f"codebuild: no {BUILDS} build may run in this account, so nothing could be built. {MORE}", stops=True
            )
        elif quota["Value"] < 2:
            yield Finding(
                f"codebuild: one {BUILDS} build at a time, five more wait; new accounts may have less. {MORE}"
            )


def _distributions(clients: Clients) -> Iterator[Finding]:
    found = clients("cloudfront").list_distributions(MaxItems="1")["DistributionList"]
    if not found.get("Quantity"):
        yield Finding(
            "cloudfront: this account has no distribution yet. AWS Support may have to verify a new account first "
            '("Your account must be verified before you can add new CloudFront resources"); else the deployment fails '
            "there and is undone."
        )


@contextmanager
def bearer_token(outputs: Mapping[str, str], cognito: Any) -> Iterator[str]:
    """A token for the deployed API. Without one of yours it needs the stack's own pool."""
    given = os.environ.get("CHATBUILDER_TOKEN", "")
    if given:
        yield given
    elif "UserPoolId" in outputs:
        with _visitor(outputs["UserPoolId"], outputs["UserPoolClientId"], cognito) as token:
            yield token
    else:
        raise SystemExit(SIGN_IN)


@contextmanager
def _visitor(pool: str, client: str, cognito: Any) -> Iterator[str]:
    """A person of a tenant of their own, by the operator's AWS credentials."""
    name = f"check-{secrets.token_hex(8)}@example.com"
    password = f"aA1!{secrets.token_urlsafe(24)}"
    attributes = {"email": name, "email_verified": "true", "custom:tenant": TENANT}
    cognito.admin_create_user(
        UserPoolId=pool, Username=name, MessageAction="SUPPRESS",
        UserAttributes=[{"Name": key, "Value": value} for key, value in attributes.items()],
    )  # fmt: skip
    try:
        cognito.admin_set_user_password(UserPoolId=pool, Username=name, Password=password, Permanent=True)
        answer = cognito.admin_initiate_auth(
            UserPoolId=pool, ClientId=client, AuthFlow="ADMIN_USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": name, "PASSWORD": password},
        )  # fmt: skip
        yield str(answer["AuthenticationResult"]["IdToken"])
    finally:
        cognito.admin_delete_user(UserPoolId=pool, Username=name)
