"""The one place that makes Lambdas: arm64, Python 3.13 or Node 24, own role, own log group, own asset."""

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.assets import Staging
from infra.config import LOG_DAYS, LWA_ACCOUNT, DeployConfig
from infra.function_list import LAYERS, TRACE, FunctionSpec
from toolchain.aws import LIVE

COMPILE_TIMEOUT = 30
SNAPPED = "api"


class Functions(Construct):
    """Makes functions and keeps them by name."""

    def __init__(self, scope: Construct, id: str, *, config: DeployConfig, staging: Staging) -> None:
        super().__init__(scope, id)
        self.config = config
        self.staging = staging
        self.by_name: dict[str, lambda_.Function] = {}
        self.live: dict[str, lambda_.Alias] = {}
        self.layers = {name: self._layer(name) for name in LAYERS}
        self.collector = self._collector()

    def physical_name(self, name: str) -> str:
        """The function's name on AWS: known before the function exists, so others can be told of it."""
        return f"{self.config.stack_name}-{name}"

    def live_name(self, name: str) -> str:
        """What calls it by name, such as `ChatBuilder-compile:live`."""
        return f"{self.physical_name(name)}:{LIVE}"

    def live_arn(self, name: str) -> str:
        """The alias everything calls. Made from its name: no reference, so no cycle."""
        return cdk.Stack.of(self).format_arn(
            service="lambda", resource="function", resource_name=self.live_name(name),
            arn_format=cdk.ArnFormat.COLON_RESOURCE_NAME,
        )  # fmt: skip

    def python(
        self, spec: FunctionSpec, *, environment: dict[str, str], dead_letters: sqs.IQueue | None = None
    ) -> lambda_.Function:
        """A plain function: `functions/<name>/handler.py: handler(event, context)`."""
        asset = self.staging.python_function(spec.name, "handler.py", spec.also)
        return self._make(
            spec.name, asset, runtime=lambda_.Runtime.PYTHON_3_13, handler=f"functions.{spec.name}.handler.handler",
            memory=spec.memory, timeout=spec.timeout_seconds, layers=self._layers_of(spec),
            environment=environment, dead_letters=dead_letters,
        )  # fmt: skip

    def streaming(self, spec: FunctionSpec, *, environment: dict[str, str]) -> lambda_.Function:
        """The web application behind the Lambda Web Adapter, which is what streams."""
        asset = self.staging.python_function(spec.name, "run.sh", spec.also)
        adapter = {
            "AWS_LAMBDA_EXEC_WRAPPER": "/opt/bootstrap", "AWS_LWA_INVOKE_MODE": "response_stream",
            "AWS_LWA_PORT": "8080", "AWS_LWA_READINESS_CHECK_PATH": "/health",
        }  # fmt: skip
        return self._make(
            spec.name, asset, runtime=lambda_.Runtime.PYTHON_3_13, handler=f"functions/{spec.name}/run.sh",
            memory=spec.memory, timeout=spec.timeout_seconds, environment=environment | adapter,
            layers=self._layers_of(spec) + self._adapter_layers(),
        )  # fmt: skip

    def node(self, name: str, *, environment: dict[str, str]) -> lambda_.Function:
        """The fast gate: Node with its own packages, and no permission at all."""
        return self._make(
            name, self.staging.node_function(name, local=self.config.local),
            runtime=lambda_.Runtime("nodejs24.x", lambda_.RuntimeFamily.NODEJS), handler="index.handler", memory=1769,
            timeout=COMPILE_TIMEOUT, layers=[], environment=environment,
        )  # fmt: skip

    def _make(
        self, name: str, asset: str, *, runtime: lambda_.Runtime, handler: str, memory: int, timeout: int,
        layers: list[lambda_.ILayerVersion], environment: dict[str, str], dead_letters: sqs.IQueue | None = None,
    ) -> lambda_.Function:  # fmt: skip
        group = self._log_group(name)
        function = lambda_.Function(
            self, camel(name), function_name=self.physical_name(name), code=lambda_.Code.from_asset(asset),
            runtime=runtime, handler=handler, architecture=lambda_.Architecture.ARM_64, memory_size=memory,
            timeout=cdk.Duration.seconds(timeout), layers=layers, environment=environment, role=self._role(name, group),
            log_group=group, logging_format=lambda_.LoggingFormat.JSON if not self.config.local else None,
            dead_letter_queue=dead_letters, snap_start=self._snap_start(name),
            reserved_concurrent_executions=self.config.reserved.get(name),
            current_version_options=self._versions(name, environment.get("TABLE_NAME")),
        )  # fmt: skip
        self.by_name[name] = function
        self.live[name] = lambda_.Alias(self, f"{camel(name)}Live", alias_name=LIVE, version=function.current_version)
        return function

    def _versions(self, name: str, table: str | None) -> lambda_.VersionOptions | None:
        """Earlier ones stay on AWS: a stream may go on for 15 minutes, the alias can be put back. Kept snapshots cost.

        The CDK makes a new version where the template says another thing, but another table is a parameter's value. A
        version whose description names the table is replaced with it; else the alias would stay with the old table.
        """
        if self.config.local:
            return None
        kept = None if self._snap_start(name) else cdk.RemovalPolicy.RETAIN
        return lambda_.VersionOptions(removal_policy=kept, description=table)

    def _snap_start(self, name: str) -> lambda_.SnapStartConf | None:
        """A snapshot of the imported API, by context: kept (and paid for) with each published version."""
        wanted = self.config.snapstart and name == SNAPPED and not self.config.local
        return lambda_.SnapStartConf.ON_PUBLISHED_VERSIONS if wanted else None

    def _log_group(self, name: str) -> logs.LogGroup:
        return logs.LogGroup(
            self, f"{camel(name)}Logs", log_group_name=f"/aws/lambda/{self.physical_name(name)}",
            retention=retention(self.config.log_days), removal_policy=cdk.RemovalPolicy.DESTROY,
        )  # fmt: skip

    def _role(self, name: str, group: logs.LogGroup) -> iam.Role:
        role = iam.Role(self, f"{camel(name)}Role", assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"))
        role.add_to_policy(
            iam.PolicyStatement(actions=["logs:CreateLogStream", "logs:PutLogEvents"], resources=[group.log_group_arn])
        )
        return role

    def _layer(self, name: str) -> lambda_.LayerVersion:
        also = (TRACE,) if name == "data" and self.config.draws_spans else ()
        asset = self.staging.layer(name, empty=self.config.local, also=also)
        return lambda_.LayerVersion(
            self, f"{camel(name)}Layer", code=lambda_.Code.from_asset(asset), description=f"third-party code: {name}",
            compatible_architectures=[lambda_.Architecture.ARM_64],
            compatible_runtimes=[lambda_.Runtime.PYTHON_3_13], removal_policy=cdk.RemovalPolicy.DESTROY,
        )  # fmt: skip

    def _layers_of(self, spec: FunctionSpec) -> list[lambda_.ILayerVersion]:
        own: list[lambda_.ILayerVersion] = [self.layers[name] for name in spec.layers]
        return [*own, self.collector] if self.collector else own

    def _collector(self) -> lambda_.ILayerVersion | None:
        """AWS's build of OpenTelemetry's collector, which takes spans inside the function and sends them to X-Ray."""
        arn = self.config.trace_layer_arn
        return lambda_.LayerVersion.from_layer_version_arn(self, "Collector", arn) if arn else None

    def _adapter_layers(self) -> list[lambda_.ILayerVersion]:
        if self.config.local:
            return []
        own = cdk.Stack.of(self).format_arn(
            service="lambda", account=LWA_ACCOUNT, resource="layer", resource_name="LambdaAdapterLayerArm64:26",
            arn_format=cdk.ArnFormat.COLON_RESOURCE_NAME,
        )  # fmt: skip
        return [lambda_.LayerVersion.from_layer_version_arn(self, "WebAdapter", self.config.lwa_layer_arn or own)]


def camel(name: str) -> str:
    """`agent_step` -> `AgentStep`."""
    return "".join(part.title() for part in name.split("_"))


def retention(days: int) -> logs.RetentionDays:
    """The CDK's word for a number of days that CloudWatch offers."""
    return logs.RetentionDays[LOG_DAYS[days]]
