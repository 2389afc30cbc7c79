"""What API Gateway needs once an account and region before a stage may have an access log: a role to write it with.

It is a setting of the account, not of a stack, and every API there shares it. So it is made where there is none, left
alone where there is one, and stays when the stack goes.
"""

import json
import time
from collections.abc import Callable
from typing import Any

from toolchain.aws import Clients

ROLE = "ApiGatewayWritesLogs"
POLICY = "policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs"
SETTING = "/cloudwatchRoleArn"
WAITS = (5, 10, 20, 30, 0)
"""Seconds: a role that was just made is known to API Gateway only after a while."""


def ensure_gateway_logs(clients: Clients, *, sleep: Callable[[float], object] = time.sleep) -> bool:
    """Whether the setting had to be made."""
    gateway = clients("apigateway")
    if gateway.get_account().get("cloudwatchRoleArn"):
        return False
    iam = clients("iam")
    arn = role_arn(iam)
    iam.attach_role_policy(RoleName=ROLE, PolicyArn=f"{arn.partition('::')[0]}::aws:{POLICY}")
    for wait in WAITS:
        try:
            gateway.update_account(patchOperations=[{"op": "replace", "path": SETTING, "value": arn}])
        except gateway.exceptions.BadRequestException:
            if not wait:
                raise
            sleep(wait)
        else:
            break
    return True


def role_arn(iam: Any) -> str:
    """The role that API Gateway may take; made where it is missing."""
    trust = {"Effect": "Allow", "Principal": {"Service": "apigateway.amazonaws.com"}, "Action": "sts:AssumeRole"}
    document = json.dumps({"Version": "2012-10-17", "Statement": [trust]})
    try:
        made = iam.create_role(RoleName=ROLE, AssumeRolePolicyDocument=document, Description="Shared by all REST APIs.")
    except iam.exceptions.EntityAlreadyExistsException:
        made = iam.get_role(RoleName=ROLE)
    return str(made["Role"]["Arn"])
