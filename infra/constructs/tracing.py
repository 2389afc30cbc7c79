"""Where a request spends its time, by context: X-Ray's active tracing of gateway, functions and state machines, and
who takes the spans that our own code draws."""

from collections.abc import Iterable

from aws_cdk import CfnResource
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_stepfunctions as sfn
from constructs import IConstruct

from infra.config import DeployConfig

ACTIONS = ("xray:PutTraceSegments", "xray:PutTelemetryRecords")
COLLECTOR = "http://127.0.0.1:4318"
WILDCARD = {"*": "X-Ray's actions know no resources"}


def trace(*, stage: IConstruct, functions: Iterable[lambda_.Function], machines: Iterable[sfn.StateMachine]) -> None:
    """Switch it on everywhere, with the two actions that sending traces needs."""
    _set(stage, "TracingEnabled", True)
    for function in functions:
        _set(function, "TracingConfig.Mode", "Active")
        _allow(function)
    for machine in machines:
        _set(machine, "TracingConfiguration.Enabled", True)
        _allow(machine)


def environment(config: DeployConfig) -> dict[str, str]:
    """What a function is told of its receiver: the collector beside it, or an address."""
    if not config.draws_spans:
        return {}
    variables = {"OTEL_EXPORTER_OTLP_ENDPOINT": config.trace_endpoint or COLLECTOR}
    variables |= {"TRACE_XRAY": "1"} if config.trace_layer_arn else {}
    variables |= {"TRACE_HEADERS_ARN": config.trace_headers_secret_arn} if config.trace_headers_secret_arn else {}
    if config.trace_sample < 1:
        variables |= {
            "OTEL_TRACES_SAMPLER": "parentbased_traceidratio",
            "OTEL_TRACES_SAMPLER_ARG": str(config.trace_sample),
        }
    return variables


def allow_headers(functions: Iterable[lambda_.Function], arn: str) -> None:
    """They read the secret that holds the receiver's headers."""
    for function in functions:
        statement = iam.PolicyStatement(actions=["secretsmanager:GetSecretValue"], resources=[arn])
        function.add_to_role_policy(statement)


def _set(construct: IConstruct, path: str, value: object) -> None:
    resource = construct.node.default_child
    assert isinstance(resource, CfnResource)  # noqa: S101 - what each of them is made of
    resource.add_property_override(path, value)


def _allow(construct: lambda_.Function | sfn.StateMachine) -> None:
    statement = iam.PolicyStatement(actions=list(ACTIONS), resources=list(WILDCARD))
    construct.grant_principal.add_to_principal_policy(statement)
