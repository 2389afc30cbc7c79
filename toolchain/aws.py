"""What the operator's commands need of AWS: a region, clients, and what a deployed stack calls its parts."""

import os
import sys
from collections.abc import Callable
from typing import Any

Clients = Callable[[str], Any]
"""A service's name to a boto3 client of it."""
LIVE = "live"
"""The alias of the version in use, of every function and state machine: callers use this one."""
LONGEST_CALL = 310
"""Seconds: the functions that a replay calls take up to 240, and the SDK would give up after 60 and call again."""
NO_REGION = "There is no region: set AWS_REGION, or one in your profile."


def set_region() -> str:
    """The one region of the CDK's command line, which asks AWS_REGION first, and of this SDK, which never asks it."""
    import boto3

    region = os.environ.get("AWS_REGION") or boto3.Session().region_name
    if not region:
        sys.exit(NO_REGION)
    os.environ["AWS_REGION"] = os.environ["AWS_DEFAULT_REGION"] = region
    return region


def own_clients() -> Clients:
    """Of the account and region that the environment names. Imported only here: `--help` needs no SDK."""
    import boto3
    from botocore.config import Config

    set_region()
    patient = Config(read_timeout=LONGEST_CALL)
    return lambda service: boto3.client(service, config=patient)


def in_one_line(work: Callable[[], int]) -> int:
    """The exit code of a command; what AWS refuses is one line, as an operator can use it."""
    try:
        return work()
    except Exception as error:
        from botocore.exceptions import BotoCoreError, ClientError

        if not isinstance(error, BotoCoreError | ClientError):
            raise
        print(error, file=sys.stderr)
        return 2


def stack_outputs(cloudformation: Any, stack: str) -> dict[str, str]:
    found = cloudformation.describe_stacks(StackName=stack)["Stacks"][0]
    return {str(item["OutputKey"]): str(item["OutputValue"]) for item in found.get("Outputs", [])}
