"""What `make deploy` asks of an account first, and that a table is protected once its stack stands."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from botocore.exceptions import ClientError

from infra.deploy import may_deploy
from infra.preflight import BUILDS, Finding, preflight
from infra.protection import find_stack, first_parameters, protect_table
from local.emulator.emulator import Emulator

TEMPLATE = {
    "Parameters": {
        "ProtectTable": {"Type": "String", "Default": "true"}, "ActiveTableName": {"Type": "String", "Default": ""},
    },
    "Conditions": {"TableIsProtected": {"Fn::Equals": [{"Ref": "ProtectTable"}, "true"]}},
    "Resources": {"Table": {"Type": "AWS::DynamoDB::Table", "Properties": {
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}], "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}], "TableName": "table",
        "DeletionProtectionEnabled": {"Fn::If": ["TableIsProtected", True, False]},
    }}},
}  # fmt: skip


OPERATOR = "arn:aws:sts::111122223333:assumed-role/AWSReservedSSO_Operator/ann"
ROLE = "arn:aws:iam::111122223333:role/aws-reserved/sso.amazonaws.com/AWSReservedSSO_Operator"


class Account:
    """The services that are asked; a quota of None may not be read, a bootstrap of None is missing."""

    class exceptions:
        class ParameterNotFound(Exception):
            """As boto3 names it."""

    def __init__(
        self, *, calls: float | None = 1000, builds: float | None = 20, distributions: int = 3,
        bootstrap: str | None = "28", denied: tuple[str, ...] = (), caller: str = OPERATOR,
    ) -> None:  # fmt: skip
        self.calls, self.builds, self.distributions = calls, builds, distributions
        self.bootstrap, self.denied, self.caller = bootstrap, denied, caller

    def __call__(self, service: str) -> "Account":
        return self

    def get_service_quota(self, ServiceCode: str, QuotaCode: str) -> dict[str, Any]:
        return {"Quota": {"Value": _allowed(self.calls)}}

    def get_paginator(self, operation: str) -> "Account":
        return self

    def paginate(self, ServiceCode: str) -> Iterator[dict[str, Any]]:
        name = f"Concurrently running builds for {BUILDS} environment"
        yield {"Quotas": [{"QuotaName": "Build projects", "Value": 0}]}
        yield {"Quotas": [{"QuotaName": name, "Value": _allowed(self.builds)}]}

    def get_parameter(self, Name: str) -> dict[str, Any]:
        assert Name == "/cdk-bootstrap/hnb659fds/version"
        if self.bootstrap is None:
            raise self.exceptions.ParameterNotFound
        return {"Parameter": {"Value": self.bootstrap}}

    def get_caller_identity(self) -> dict[str, Any]:
        return {"Arn": self.caller}

    def get_role(self, RoleName: str) -> dict[str, Any]:
        assert RoleName == "AWSReservedSSO_Operator"
        return {"Role": {"Arn": ROLE}}

    def simulate_principal_policy(
        self, PolicySourceArn: str, ActionNames: list[str], ResourceArns: list[str]
    ) -> dict[str, Any]:
        assert PolicySourceArn == ROLE
        decisions = {name: "implicitDeny" if name in self.denied else "allowed" for name in ActionNames}
        return {
            "EvaluationResults": [{"EvalActionName": name, "EvalDecision": given} for name, given in decisions.items()]
        }

    def list_distributions(self, MaxItems: str) -> dict[str, Any]:
        return {"DistributionList": {"Quantity": self.distributions}}


def _allowed(value: float | None) -> float:
    if value is None:
        raise ClientError({"Error": {"Code": "AccessDeniedException"}}, "GetServiceQuota")
    return value


def findings(account: Account, qualifier: str | None = "hnb659fds") -> list[Finding]:
    return preflight(account, "ChatBuilder", qualifier=qualifier)


def test_an_account_with_room_is_told_nothing() -> None:
    assert findings(Account()) == []


@pytest.mark.parametrize("version", [None, "5"])
def test_missing_bootstrap_blocks_a_deployment_before_anything_is_built(
    version: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    (finding,) = findings(Account(bootstrap=version))
    assert finding.blocks and "--bootstrap" in finding.text
    assert not may_deploy([finding], despite=True), "the CDK's command line would fail after minutes of building"
    assert "ARGS=--yes" not in capsys.readouterr().err
    assert findings(Account(bootstrap=version), qualifier=None) == [], "this very call makes it"


def test_missing_permissions_of_the_operator_are_named() -> None:
    (finding,) = findings(Account(denied=("s3:PutObject", "sts:AssumeRole")))
    assert "s3:PutObject, sts:AssumeRole" in finding.text and not finding.stops


@pytest.mark.parametrize("caller", ["arn:aws:iam::111122223333:root", "arn:aws:sts::111122223333:federated-user/ann"])
def test_callers_whose_policies_cannot_be_simulated_are_left_out(caller: str) -> None:
    assert findings(Account(caller=caller, denied=("s3:PutObject",))) == []


@pytest.mark.parametrize(("account", "said", "stops"), [
    (Account(calls=10), "10 functions may run at once", False),
    (Account(builds=1), "one Linux/Small build at a time", False),
    (Account(builds=0), "nothing could be built", True),
    (Account(distributions=0), "must be verified", False),
    (Account(calls=None), "lambda: could not be asked (AccessDeniedException)", False),
    (Account(builds=None), "codebuild: could not be asked", False),
])  # fmt: skip
def test_what_is_short_is_one_line(account: Account, said: str, stops: bool) -> None:
    (finding,) = findings(account)
    assert said in finding.text
    assert finding.stops is stops


def test_only_what_nobody_could_use_stops_a_deployment(capsys: pytest.CaptureFixture[str]) -> None:
    assert may_deploy([Finding("little")], despite=False)
    assert not may_deploy([Finding("little"), Finding("nothing", stops=True)], despite=False)
    assert may_deploy([Finding("nothing", stops=True)], despite=True)
    out, err = capsys.readouterr()
    assert out.splitlines() == ["little", "little", "nothing", "nothing"]
    assert "ARGS=--yes" in err


@pytest.fixture
def cloudformation(ministack: Emulator) -> Iterator[Any]:
    client = ministack.client("cloudformation")
    yield client
    client.delete_stack(StackName="Chat")


@pytest.fixture
def protection(ministack: Emulator) -> Callable[[], bool]:
    dynamodb = ministack.client("dynamodb")
    return lambda: bool(dynamodb.describe_table(TableName="table")["Table"]["DeletionProtectionEnabled"])


def _create(cloudformation: Any, *parameters: str) -> None:
    given = [dict(zip(("ParameterKey", "ParameterValue"), one.split("="), strict=True)) for one in parameters]
    cloudformation.create_stack(StackName="Chat", TemplateBody=json.dumps(TEMPLATE), Parameters=given)


def test_a_stack_is_created_without_protection_and_has_it_afterwards(
    cloudformation: Any, protection: Callable[[], bool]
) -> None:
    flag, parameter = first_parameters(cloudformation, "Chat")
    assert (flag, parameter) == ("--parameters", "ProtectTable=false")
    _create(cloudformation, parameter, "ActiveTableName=restored")
    assert not protection()
    assert protect_table(cloudformation, "Chat")
    parameters = (find_stack(cloudformation, "Chat") or {})["Parameters"]
    assert {one["ParameterKey"]: one["ParameterValue"] for one in parameters} == {
        "ProtectTable": "true",
        "ActiveTableName": "restored",
    }
    assert not protect_table(cloudformation, "Chat"), "once"


def test_a_stack_that_stands_keeps_its_protection(cloudformation: Any) -> None:
    _create(cloudformation)
    assert first_parameters(cloudformation, "Chat") == []
    assert not protect_table(cloudformation, "Chat")


def test_there_may_be_no_stack(cloudformation: Any) -> None:
    assert find_stack(cloudformation, "Chat") is None
    assert not protect_table(cloudformation, "Chat")
