"""The one table."""

import aws_cdk as cdk
from aws_cdk import aws_dynamodb as dynamodb
from constructs import Construct

from infra.config import PROTECT_TABLE
from infra.constructs.buckets import KEPT

OPEN_INDEX = "open"


class TableInUse(Construct):
    """The table the functions work on: ours, or one restored beside it and named by parameter."""

    def __init__(self, scope: Construct, id: str, *, local: bool) -> None:
        super().__init__(scope, id)
        self.table = make_table(self, local)
        override = cdk.CfnParameter(
            cdk.Stack.of(self), "ActiveTableName", default="",
            description="A table restored from a backup, to be used instead of the stack's own; empty for the own one.",
        )  # fmt: skip
        own = cdk.CfnCondition(
            cdk.Stack.of(self), "UsesOwnTable", expression=cdk.Fn.condition_equals(override.value_as_string, "")
        )
        chosen = cdk.Fn.condition_if(own.logical_id, self.table.table_name, override.value_as_string)
        self.name = cdk.Token.as_string(chosen)
        self.arn = cdk.Stack.of(self).format_arn(service="dynamodb", resource="table", resource_name=self.name)


def protect(table: dynamodb.Table) -> None:
    """Nobody deletes it by mistake; the one deployment that may is a stack's first, which cleans up when it fails."""
    stack = cdk.Stack.of(table)
    wanted = cdk.CfnParameter(
        stack, PROTECT_TABLE, default="true", allowed_values=["true", "false"],
        description="Whether the table refuses to be deleted; false only while the stack is created.",
    )  # fmt: skip
    protected = cdk.CfnCondition(
        stack, "TableIsProtected", expression=cdk.Fn.condition_equals(wanted.value_as_string, "true")
    )
    resource = table.node.default_child
    assert isinstance(resource, dynamodb.CfnTable)  # noqa: S101 - what every Table is made of
    resource.deletion_protection_enabled = cdk.Fn.condition_if(protected.logical_id, True, False)


def make_table(scope: Construct, local: bool) -> dynamodb.Table:
    """On demand, expiring on `ttl`, kept when the stack goes; a sparse index of what is not finished."""
    text = dynamodb.AttributeType.STRING
    recovery = dynamodb.PointInTimeRecoverySpecification(point_in_time_recovery_enabled=not local)
    table = dynamodb.Table(
        scope, "Table", partition_key=dynamodb.Attribute(name="PK", type=text),
        sort_key=dynamodb.Attribute(name="SK", type=text),
        billing_mode=dynamodb.BillingMode.PAY_PER_REQUEST, time_to_live_attribute="ttl",
        point_in_time_recovery_specification=recovery, removal_policy=KEPT,
    )  # fmt: skip
    if not local:
        protect(table)
    table.add_global_secondary_index(
        index_name=OPEN_INDEX, partition_key=dynamodb.Attribute(name="open_kind", type=text),
        sort_key=dynamodb.Attribute(name="open_since", type=text), projection_type=dynamodb.ProjectionType.KEYS_ONLY,
    )  # fmt: skip
    return table
