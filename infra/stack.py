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
from infra.constructs import tracing
from infra.constructs.alarms import Alarms, Watched
from infra.constructs.api import Api, ApiDomain, Throttle, answer_origin, api_base_url, api_origin, dns_records
from infra.constructs.buckets import Buckets
from infra.constructs.cdn import AppsCdn, PreviewCdn
from infra.constructs.codebuild import PROJECT_NAME, BuildProject, toolchain_of
from infra.constructs.dashboard import Dashboard
from infra.constructs.events import DeadLetters, Events
from infra.constructs.firewall import Firewall
from infra.constructs.functions import Functions, retention
from infra.constructs.grants import Targets, grant
from infra.constructs.identity import UserPool
from infra.constructs.studio import StudioCdn, callers, framers, frames, issuer_origins, sign_in_elsewhere, uploaders
from infra.constructs.table import TableInUse
from infra.constructs.workflows import Workflows
from infra.dead_letters import ASYNCHRONOUS
from infra.function_list import API, DATA_PREFIXES, PYTHON_FUNCTIONS, SITE_PREFIXES, STREAM, FunctionSpec


class ChatBuilderStack(cdk.Stack):
    """Table, buckets, functions, state machines, API, CDN, rules; nothing provisioned, nothing in a VPC."""

    def __init__(self, scope: Construct, id: str, *, config: DeployConfig) -> None:
        super().__init__(scope, id, stack_name=config.stack_name, description="ChatBuilder", synthesizer=synthesizer())
        self.config = config
        for tag in filter(None, config.tags.split(",")):
            cdk.Tags.of(self).add(*tag.split("=", 1))
        self.studio = StudioCdn(self, "Studio", config=config)
        self.origins = callers(self.studio.origin, config)
        self.table = TableInUse(self, "Data", local=config.local)
        self.buckets = Buckets(self, "Files", cors_origins=uploaders(self.studio.origin, config), local=config.local)
        self.preview_secret = preview_secret(self)
        self.cdn = AppsCdn(self, "Apps", site=self.buckets.site, config=config)
        root = Path(config.source_root)
        toolchain = toolchain_of(self, config.toolchain_uri, self.buckets.data)
        self.worker = BuildProject(
            self,
            "Worker",
            root=root,
            log_days=config.log_days,
            toolchain=toolchain,
            limits=config.limits,
            registry=config.npm_registry,
        )
        staging = Staging(root, compiled=not config.local, models=config.models_json)
        self.functions = Functions(self, "Functions", config=config, staging=staging)
        self.dead_letters = DeadLetters(self, "DeadLetters", prefix=config.stack_name, names=ASYNCHRONOUS).queues
        self.workflows = Workflows(
            self, "Workflows", functions=self.functions, prefix=config.stack_name, local=config.local
        )
        self._make_functions(self._environment())
        self._front_door()
        if not config.local:
            self._name_front_door()
        Events(
            self, "Events", functions=self.functions.live, dead_letters=self.dead_letters,
            project_name=PROJECT_NAME, loop_arn=self.workflows.arns["agent_loop"],
        )  # fmt: skip
        if not config.local:
            self._watch()
        if config.tracing:
            machines = tuple(self.workflows.machines.values())
            tracing.trace(
                stage=self.api.rest.deployment_stage, functions=self.functions.by_name.values(), machines=machines
            )
        self._outputs()

    def accepted_wildcards(self) -> dict[str, str]:
        """Resources that have to end in `*`: objects below a prefix and executions of one machine."""
        prefixes = {prefix: "objects of apps below a fixed prefix of one bucket" for prefix in SITE_PREFIXES}
        site = {object_wildcard(self.buckets.site, prefix): reason for prefix, reason in prefixes.items()}
        data = {object_wildcard(self.buckets.data, prefix): prefixes["apps/*"] for prefix in DATA_PREFIXES}
        machines = {
            execution_wildcard(f"{self.workflows.prefix}-{name}"): "executions of one state machine"
            for name in self.workflows.arns
        }
        return site | data | machines | (tracing.WILDCARD if self.config.tracing else {})

    def _make_functions(self, environment: dict[str, str]) -> None:
        targets = self._targets()
        for spec in PYTHON_FUNCTIONS:
            grant(self._python_function(spec, environment), spec, targets)
        if self.config.trace_headers_secret_arn:
            tracing.allow_headers(self.functions.by_name.values(), self.config.trace_headers_secret_arn)
        gate = {"FILE_LIMITS": self.config.file_limits} if self.config.file_limits else {}
        self.compile: lambda_.Function = self.functions.node("compile", environment=gate)
        for machine in self.workflows.machines.values():
            machine.node.add_dependency(*self.functions.live.values())

    def _python_function(self, spec: FunctionSpec, environment: dict[str, str]) -> lambda_.Function:
        if spec is STREAM:
            return self.functions.streaming(spec, environment=environment)
        dead_letters = self.dead_letters.get(spec.name)
        return self.functions.python(spec, environment=environment, dead_letters=dead_letters)

    def _targets(self) -> Targets:
        machines = self.workflows.arns  # the emulator does not know whose task a token is, so there it asks for `*`
        return Targets(
            answer_arns={name: "*" if self.config.local else arn for name, arn in machines.items()},
            table_arn=self.table.arn, data=self.buckets.data, site=self.buckets.site, machine_arns=machines,
            execution_arns=self.workflows.execution_arns, compile_arn=self.functions.live_arn("compile"),
            agent_arn=self.functions.live_arn("agent_step"),
            project_arn=self.worker.arn, model_secret_arn=self.config.openai_secret_arn,
            preview_secret_arn=self.preview_secret.secret_arn, distribution_arn=self.cdn.arn(),
            embeddings_secret_arn=self.config.embeddings_secret_arn,
        )  # fmt: skip

    def _environment(self) -> dict[str, str]:
        """What every Python function is told; the local stack adds addresses and keys through the emulator's own."""
        common = {
            "TABLE_NAME": self.table.name, "DATA_BUCKET": self.buckets.data.bucket_name,
            "APPS_BUNDLE_BUCKET": self.buckets.site.bucket_name, "APPS_BUNDLE_REGION": self.region,
            "APPS_CDN_PUBLIC_PREFIX": self.config.public_prefix, "AGENT_LOOP_ARN": self.workflows.called["agent_loop"],
            "BUILD_PIPELINE_ARN": self.workflows.called["build_pipeline"],
            "AUTOPILOT_ARN": self.workflows.called["autopilot"],
            "PLAN_READING_ARN": self.workflows.called["plan_reading"], "CODEBUILD_PROJECT": PROJECT_NAME,
            "COMPILE_FUNCTION": self.functions.live_name("compile"),
            "AGENT_FUNCTION": self.functions.live_name("agent_step"), "CORS_ORIGINS": ",".join(self.origins),
        } | {name: "0" for name in FLAGS if name in self.config.disabled_flags}  # fmt: skip
        common |= self.config.limit_variables
        common |= tracing.environment(self.config)
        return common if self.config.local else common | self._cloud_environment()

    def _cloud_environment(self) -> dict[str, str]:
        config = self.config
        base = f"https://{config.apps_domain or self.cdn.distribution.distribution_domain_name}"
        environment = {
            "APPS_CDN_BASE_URL": base, "APPS_DOMAIN": config.apps_domain, "PREVIEW_DOMAIN": config.preview_domain,
            "SITE_MODE": config.site_mode, "PUBLIC_SCHEME": "https", "PUBLIC_PORT_SUFFIX": "",
            "DISTRIBUTION_ID": self.cdn.distribution.distribution_id, "WORKER_BACKEND": "codebuild",
            "PREVIEW_SECRET_ARN": self.preview_secret.secret_arn,
            "STUDIO_ORIGINS": ",".join(framers(self.studio.origin, config)[1:]),
            "OPENAI_API_KEY_ARN": config.openai_secret_arn, "OPENAI_BASE_URL": config.openai_base_url,
            "CHATBUILDER_MODEL": config.model, "MODEL_WIRE": config.model_wire, "DEPLOYMENT": config.stack_name,
            "GITHUB_CLIENT_ID": config.github_client_id, "EMBEDDINGS_MODEL": config.embeddings_model,
            "EMBEDDINGS_BASE_URL": config.embeddings_base_url, "EMBEDDINGS_API_KEY_ARN": config.embeddings_secret_arn,
        } | self._identity()  # fmt: skip
        return {name: value for name, value in environment.items() if value}

    def _identity(self) -> dict[str, str]:
        if self.config.builds_user_pool:
            users = UserPool(self, "Identity", studio=self.studio, stack_name=self.config.stack_name)
            cdk.CfnOutput(self, "UserPoolId", value=users.pool.user_pool_id)
            cdk.CfnOutput(self, "UserPoolClientId", value=users.client.user_pool_client_id)
            self.sign_in, self.issuers = users.sign_in(), users.origins()
            return users.environment()
        self.sign_in, self.issuers = sign_in_elsewhere(self.config), issuer_origins(self.config)
        return {
            "OIDC_ISSUER": self.config.oidc_issuer, "OIDC_AUDIENCE": self.config.oidc_audience,
            "OIDC_JWKS_URL": self.config.oidc_jwks_url, "TENANT_CLAIM": self.config.tenant_claim,
        }  # fmt: skip

    def _front_door(self) -> None:
        live, config = self.functions.live, self.config
        self.api = Api(
            self, "Api", api=live[API.name], stream=live[STREAM.name], authorizer=live["authorizer"],
            cors_origins=self.origins, public_prefix=config.public_prefix, access_log=self._access_log(),
            throttle=Throttle(config.throttle_rate, config.throttle_burst, config.throttle_chat_rate),
            name=config.stack_name,
        )  # fmt: skip
        api_domain = ApiDomain(self, "ApiDomain", api=self.api.rest, config=config) if config.api_domain else None
        distributions, previews = [self.cdn.distribution, self.studio.distribution], ""
        if config.preview_domain:
            self.preview_cdn = PreviewCdn(self, "Previews", api=self.api.rest, config=config)
            distributions.append(self.preview_cdn.distribution)
            previews = self.preview_cdn.distribution.distribution_domain_name
            cdk.CfnOutput(self, "PreviewAddress", value=previews)
        if config.waf and not config.local:
            Firewall(
                self, "Firewall", stage_arn=self.api.rest.deployment_stage.stage_arn, distributions=distributions,
                requests=config.waf_requests, origin=answer_origin(self.origins),
            )  # fmt: skip
        records = dns_records(
            config, api=api_domain.target if api_domain else "", apps=self.cdn.distribution.distribution_domain_name,
            previews=previews, studio=self.studio.distribution.distribution_domain_name,
        )  # fmt: skip
        for name, value in records.items():
            cdk.CfnOutput(self, name, value=value)

    def _name_front_door(self) -> None:
        """Set afterwards: the API refers to the functions; its own id and the stage's name refer to nothing."""
        for spec in PYTHON_FUNCTIONS:
            self.functions.by_name[spec.name].add_environment("API_BASE_URL", api_base_url(self.api.rest, self.config))
        self._open_studio()

    def _open_studio(self) -> None:
        """Its pages may reach the API, the sign-in service and what takes uploads, and are told of the first two."""
        data = self.buckets.data
        uploads = [f"https://{data.bucket_regional_domain_name}", f"https://{data.bucket_domain_name}"]
        origin, config = api_origin(self.api.rest, self.config), self.config
        apps = self.cdn.distribution.distribution_domain_name
        self.studio.allow(api=[origin, *self.issuers, *uploads], frames=frames(config, api=origin, apps=apps))
        settings = {"api": api_base_url(self.api.rest, config), "local": False, **self.sign_in}
        cdk.CfnOutput(self, "StudioConfig", value=self.to_json_string(settings))

    def _access_log(self) -> logs.LogGroup | None:
        if self.config.local:
            return None
        return logs.LogGroup(
            self, "AccessLog", retention=retention(self.config.log_days), removal_policy=cdk.RemovalPolicy.DESTROY
        )

    def _watch(self) -> None:
        watched = Watched(
            deployment=self.config.stack_name, loop=self.workflows.loop, pipeline=self.workflows.pipeline,
            api=self.api.rest, table_name=self.table.name, queues=list(self.dead_letters.values()),
            model_dollars_a_day=self.config.alarm_model_dollars,
        )  # fmt: skip
        email, runbooks = self.config.alarm_email, self.config.runbooks
        alarms = None
        if self.config.alarms or email:
            alarms = Alarms(self, "Alarms", watched=watched, email=email, runbooks=runbooks)
        if self.config.dashboard:
            Dashboard(self, "Dashboard", watched=watched, alarms=alarms)

    def _outputs(self) -> None:
        values = {
            "ApiUrl": self.api.rest.url, "RestApiId": self.api.rest.rest_api_id, "TableName": self.table.name,
            "DataBucket": self.buckets.data.bucket_name, "SiteBucket": self.buckets.site.bucket_name,
            "StudioUrl": self.studio.address(""), "StudioBucket": self.studio.files.bucket_name,
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
