"""Turns a function's declared access into statements: exact actions on exact resources."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_s3 as s3

from infra.constructs.table import OPEN_INDEX
from infra.function_list import Access, FunctionSpec

OBJECT_ACTIONS = {"read": "s3:GetObject", "write": "s3:PutObject", "delete": "s3:DeleteObject"}


@dataclass(frozen=True)
class Targets:
    """What permissions can name."""

    table_arn: str
    data: s3.IBucket
    site: s3.IBucket
    machine_arns: dict[str, str]
    answer_arns: dict[str, str]
    execution_arns: dict[str, str]
    compile_arn: str
    agent_arn: str
    project_arn: str
    model_secret_arn: str
    preview_secret_arn: str
    embeddings_secret_arn: str
    distribution_arn: str


def grant(function: lambda_.Function, spec: FunctionSpec, targets: Targets) -> None:
    """Give a function what its spec says, nothing more."""
    for actions, resources in statements(spec, targets):
        if not resources:
            continue
        function.add_to_role_policy(iam.PolicyStatement(actions=list(actions), resources=list(resources)))
    drafts = ((access, targets.data) for access in spec.drafts)
    for access, bucket in ((spec.data, targets.data), (spec.site, targets.site), *drafts):
        if access and "list" in access.verbs:
            function.add_to_role_policy(list_statement(access, bucket))


def statements(spec: FunctionSpec, targets: Targets) -> Iterable[tuple[Sequence[str], Sequence[str]]]:
    """(actions, resources) pairs of a spec, without the listing of buckets."""
    if spec.table:
        index = [f"{targets.table_arn}/index/{OPEN_INDEX}"] if spec.reads_open_index else []
        yield spec.table, [targets.table_arn]
        yield ["dynamodb:Query"], index
    yield from objects(spec.data, targets.data)
    yield from objects(spec.site, targets.site)
    for access in spec.drafts:
        yield from objects(access, targets.data)
    yield from machines(spec, targets)
    if spec.invokes_compile:
        yield ["lambda:InvokeFunction"], [targets.compile_arn]
    if spec.asks_agent:
        yield ["lambda:InvokeFunction"], [targets.agent_arn]
    if spec.starts_worker:
        yield ["codebuild:StartBuild"], [targets.project_arn]
    if spec.stops_worker:
        yield ["codebuild:StopBuild"], [targets.project_arn]
    if spec.invalidates and targets.distribution_arn:
        yield ["cloudfront:CreateInvalidation"], [targets.distribution_arn]
    secrets = [targets.model_secret_arn] if spec.reads_model_key else []
    secrets += [targets.preview_secret_arn] if spec.reads_preview_secret else []
    secrets += [targets.embeddings_secret_arn] if spec.reads_embedder_key else []
    if any(secrets):
        yield ["secretsmanager:GetSecretValue"], [arn for arn in secrets if arn]


def objects(access: Access | None, bucket: s3.IBucket) -> Iterable[tuple[Sequence[str], Sequence[str]]]:
    if access is None:
        return
    actions = [OBJECT_ACTIONS[verb] for verb in access.verbs if verb != "list"]
    yield actions, [bucket.arn_for_objects(prefix) for prefix in access.prefixes]


def machines(spec: FunctionSpec, targets: Targets) -> Iterable[tuple[Sequence[str], Sequence[str]]]:
    if spec.starts:
        yield ["states:StartExecution"], [targets.machine_arns[name] for name in spec.starts]
    if spec.answers:
        yield (
            ["states:SendTaskSuccess", "states:SendTaskFailure"],
            [targets.answer_arns[name] for name in spec.answers],
        )
    if spec.watches:
        watched = [targets.execution_arns[name] for name in spec.watches]
        yield ["states:DescribeExecution", "states:StopExecution"], watched


def list_statement(access: Access, bucket: s3.IBucket) -> iam.PolicyStatement:
    """Listing below the same prefixes; it also turns the 403 for a missing object into a 404."""
    return iam.PolicyStatement(
        actions=["s3:ListBucket"],
        resources=[bucket.bucket_arn],
        conditions={"StringLike": {"s3:prefix": list(access.prefixes)}},
    )
