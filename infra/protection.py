"""The table refuses to be deleted from the moment its stack stands.

While a stack is created it must not refuse: CloudFormation undoes a creation that fails, and a protected table would
stay, once for each try. So the first deployment sets the template's parameter to `false`, and this sets it to `true`.
"""

from typing import Any

from infra.config import PROTECT_TABLE

NEVER_STOOD = ("REVIEW_IN_PROGRESS", "ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "CREATE_FAILED")
"""A stack that is in one of these has nothing yet that could be lost."""


def first_parameters(cloudformation: Any, stack: str) -> list[str]:
    """What the command line is given where the stack does not stand yet."""
    found = find_stack(cloudformation, stack)
    stands = found is not None and found["StackStatus"] not in NEVER_STOOD
    return [] if stands else ["--parameters", f"{PROTECT_TABLE}=false"]


def protect_table(cloudformation: Any, stack: str) -> bool:
    """Whether the table had to be protected now; also where an earlier deployment was cut off before this."""
    found = find_stack(cloudformation, stack)
    given = {one["ParameterKey"]: one["ParameterValue"] for one in (found or {}).get("Parameters", [])}
    if given.get(PROTECT_TABLE) != "false":
        return False
    kept = [{"ParameterKey": name, "UsePreviousValue": True} for name in given if name != PROTECT_TABLE]
    cloudformation.update_stack(
        StackName=stack, UsePreviousTemplate=True, Capabilities=["CAPABILITY_IAM", "CAPABILITY_NAMED_IAM"],
        Parameters=[*kept, {"ParameterKey": PROTECT_TABLE, "ParameterValue": "true"}],
    )  # fmt: skip
    cloudformation.get_waiter("stack_update_complete").wait(StackName=stack)
    return True


def find_stack(cloudformation: Any, stack: str) -> dict[str, Any] | None:
    """CloudFormation's description, or None where there is no such stack."""
    from botocore.exceptions import ClientError

    try:
        found: dict[str, Any] = cloudformation.describe_stacks(StackName=stack)["Stacks"][0]
    except ClientError as error:
        if error.response["Error"]["Code"] != "ValidationError":
            raise
        return None
    return found
