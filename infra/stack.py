"""The whole of ChatBuilder as one stack."""

from pathlib import Path

import aws_cdk as cdk
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from aws_cdk import aws_secretsmanager as secretsmanager
from constructs import Construct

from infra.assets import Staging
from infra.checks import execution_wildcard, object_wildcard
from infra.config import FLAGS, DeployConfig
from infra.constructs.alarms import Alarms
from infra.constructs.api import Api
from infra.constructs.buckets import Buckets
from infra.constructs.cdn import AppsCdn, PreviewCdn
from infra.constructs.codebuild import PROJECT_NAME, BuildProject, toolchain_of
from infra.constructs.events import Events
from infra.constructs.functions import Functions, retention
from infra.constructs.grants import Targets, grant
from infra.constructs.identity import UserPool
from infra.constructs.table import TableInUse
from infra.constructs.workflows import Workflows
from infra.function_list import API, PYTHON_FUNCTIONS, SITE_PREFIXES, STREAM


class ChatBuilderStack(cdk.Stack):
    """Table, buckets, functions, state machines, API, CDN, rules; nothing provisioned, nothing in a VPC."""

    def __init__(self, scope: Construct, id: str, *, config: DeployConfig) -> None:
        super().__init__(scope, id, stack_name=config.stack_name, description="ChatBuilder", synthesizer=synthesizer())
        self.config = config
        self.origins = [part for part in config.cors_origins.split(",") if part]
        self.table = TableInUse(self, "Data", local=config.local)
        self.buckets = Buckets(self, "Files", cors_origins=self.origins, local=config.local)
        self.preview_secret = preview_secret(self)
        self.cdn = AppsCdn(self, "Apps", site=self.buckets.site, config=config)
        root = Path(config.source_root)
        toolchain = toolchain_of(self, config.toolchain_uri, self.buckets.data)
        self.worker = BuildProject(self, "Worker", root=root, log_days=config.log_days, toolchain=toolchain)
        staging = Staging(root)
        self.functions = Functions(self, "Functions", config=config, staging=staging)
        self.workflows = Workflows(self, "Workflows", functions=self.functions, prefix=config.stack_name)
        self._make_functions(self._environment())
        self._front_door()
        Events(
            self, "Events", functions=self.functions.by_name, project_name=PROJECT_NAME,
            loop_arn=self.workflows.arns["agent_loop"],
        )  # fmt: skip
        if config.alarm_email:
            Alarms(
                self, "Alarms", email=config.alarm_email, loop=self.workflows.loop, pipeline=self.workflows.pipeline,
                api=self.api.rest,
            )  # fmt: skip
        self._outputs()

    def accepted_wildcards(self) -> dict[str, str]:
        """Resources that have to end in `*`: objects below a prefix and executions of one machine."""
        prefixes = {prefix: "objects of apps below a fixed prefix of one bucket" for prefix in SITE_PREFIXES}
        site = {object_wildcard(self.buckets.site, prefix): reason for prefix, reason in prefixes.items()}
        data = {
            object_wildcard(self.buckets.data, prefix): prefixes["apps/*"]
            for prefix in ("apps/*", "results/*", "uploads/*")
        }
        machines = {
            execution_wildcard(f"{self.workflows.prefix}-{name}"): "executions of one state machine"
            for name in self.workflows.arns
        }
        return site | data | machines

    def _make_functions(self, environment: dict[str, str]) -> None:
        targets = self._targets()
        for spec in PYTHON_FUNCTIONS:
            make = self.functions.streaming if spec is STREAM else self.functions.python
            grant(make(spec, environment=environment), spec, targets)
        compile_function = self.functions.node("compile", environment={})
        for machine in (self.workflows.pipeline, self.workflows.loop):
            machine.node.add_dependency(*self.functions.by_name.values())
        self.compile: lambda_.Function = compile_function

    def _targets(self) -> Targets:
        machines = self.workflows.arns  # the emulator does not know whose task a token is, so there it asks for `*`
        return Targets(
            answer_arns={name: "*" if self.config.local else arn for name, arn in machines.items()},
            table_arn=self.table.arn, data=self.buckets.data, site=self.buckets.site, machine_arns=machines,
            execution_arns=self.workflows.execution_arns, compile_arn=self.functions.arn("compile"),
            project_arn=self.worker.arn, model_secret_arn=self.config.openai_secret_arn,
            preview_secret_arn=self.preview_secret.secret_arn, distribution_arn=self.cdn.arn(),
        )  # fmt: skip

    def _environment(self) -> dict[str, str]:
        """What every Python function is told; the local stack adds addresses and keys through the emulator's own."""
        common = {
            "TABLE_NAME": self.table.name, "DATA_BUCKET": self.buckets.data.bucket_name,
            "APPS_BUNDLE_BUCKET": self.buckets.site.bucket_name, "APPS_BUNDLE_REGION": self.region,
            "APPS_CDN_PUBLIC_PREFIX": self.config.public_prefix, "AGENT_LOOP_ARN": self.workflows.arns["agent_loop"],
            "BUILD_PIPELINE_ARN": self.workflows.arns["build_pipeline"], "CODEBUILD_PROJECT": PROJECT_NAME,
            "COMPILE_FUNCTION": self.functions.physical_name("compile"), "CORS_ORIGINS": self.config.cors_origins,
        } | {name: "0" for name in FLAGS if name in self.config.disabled_flags}  # fmt: skip
        return common if self.config.local else common | self._cloud_environment()

    def _cloud_environment(self) -> dict[str, str]:
        config = self.config
        base = f"https://{config.apps_domain or self.cdn.distribution.distribution_domain_name}"
        environment = {
            "APPS_CDN_BASE_URL": base, "APPS_DOMAIN": config.apps_domain, "PREVIEW_DOMAIN": config.preview_domain,
            "SITE_MODE": config.site_mode, "PUBLIC_SCHEME": "https", "PUBLIC_PORT_SUFFIX": "",
            "DISTRIBUTION_ID": self.cdn.distribution.distribution_id, "WORKER_BACKEND": "codebuild",
            "PREVIEW_SECRET_ARN": self.preview_secret.secret_arn,
            "OPENAI_API_KEY_ARN": config.openai_secret_arn, "OPENAI_BASE_URL": config.openai_base_url,
            "CHATBUILDER_MODEL": config.model, "MODEL_WIRE": config.model_wire,
        } | self._identity()  # fmt: skip
        return {name: value for name, value in environment.items() if value}

    def _identity(self) -> dict[str, str]:
        if self.config.builds_user_pool:
            return UserPool(self, "Identity").environment()
        return {
            "OIDC_ISSUER": self.config.oidc_issuer, "OIDC_AUDIENCE": self.config.oidc_audience,
            "OIDC_JWKS_URL": self.config.oidc_jwks_url, "TENANT_CLAIM": self.config.tenant_claim,
        }  # fmt: skip

    def _front_door(self) -> None:
        by_name = self.functions.by_name
        self.api = Api(
            self, "Api", api=by_name[API.name], stream=by_name[STREAM.name], authorizer=by_name["authorizer"],
            cors_origins=self.origins, public_prefix=self.config.public_prefix, access_log=self._access_log(),
        )  # fmt: skip
        if self.config.preview_domain:
            self.preview_cdn = PreviewCdn(self, "Previews", api=self.api.rest, config=self.config)
            cdk.CfnOutput(self, "PreviewAddress", value=self.preview_cdn.distribution.distribution_domain_name)

    def _access_log(self) -> logs.LogGroup | None:
        if self.config.local:
            return None
        return logs.LogGroup(
            self, "AccessLog", retention=retention(self.config.log_days), removal_policy=cdk.RemovalPolicy.DESTROY
        )

    def _outputs(self) -> None:
        values = {
            "ApiUrl": self.api.rest.url, "RestApiId": self.api.rest.rest_api_id, "TableName": self.table.name,
            "DataBucket": self.buckets.data.bucket_name, "SiteBucket": self.buckets.site.bucket_name,
            "AppsAddress": self.cdn.distribution.distribution_domain_name, "ToolchainUri": self.worker.toolchain.uri,
        }  # fmt: skip
        for name, value in values.items():
            cdk.CfnOutput(self, name, value=value)


def synthesizer() -> cdk.DefaultStackSynthesizer:
    """The modern bootstrap, with the version check that `cdk bootstrap` satisfies."""
    return cdk.DefaultStackSynthesizer()


def preview_secret(scope: Construct) -> secretsmanager.Secret:
    """Signs preview tokens; made by AWS, seen by no one."""
    return secretsmanager.Secret(
        scope, "PreviewSecret", description="signs preview tokens",
        generate_secret_string=secretsmanager.SecretStringGenerator(exclude_punctuation=True, password_length=64),
    )  # fmt: skip
