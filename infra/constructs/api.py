"""The regional REST API: one proxy, each streaming resource by name, one request authorizer; its own domain."""

import json
from dataclasses import dataclass

import aws_cdk as cdk
from aws_cdk import aws_apigateway as apigw
from aws_cdk import aws_certificatemanager as acm
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra.config import DeployConfig
from infra.constructs.gateway_responses import add_gateway_responses

STREAMING_ROUTES = (
    ("POST", "/admin/apps/{app_id}/builder/chat/stream"),
    ("GET", "/admin/apps/{app_id}/builder/chat/{id}/stream"),
    ("GET", "/projects/{project_id}/events"),
    ("GET", "/admin/events"),
    ("GET", "/admin/apps/{app_id}/events"),
)
CHAT = "/admin/apps/{app_id}/builder/chat/stream/POST"  # what starts runs
STAGE = "v1"
STREAM_TIMEOUT = 900
AUTHORIZER_CACHE = 300


@dataclass(frozen=True)
class Throttle:
    """Requests a second over all callers: a ceiling for the bill; fairness between tenants is the application's."""

    rate: int
    burst: int
    chat_rate: int


def answer_origin(cors_origins: list[str]) -> str:
    """Who may read the gateway's own refusals. A static header names one origin, and they hold nothing of anybody."""
    return cors_origins[0] if len(cors_origins) == 1 else "*"


def access_log_format() -> apigw.AccessLogFormat:
    """One line of JSON a request. `error`, `integration_error` and `authorizer_error` say which side refused it."""
    context = apigw.AccessLogField
    fields = {
        "requestId": context.context_request_id(), "ip": context.context_identity_source_ip(),
        "requestTime": context.context_request_time(), "httpMethod": context.context_http_method(),
        "resourcePath": context.context_resource_path(), "status": context.context_status(),
        "protocol": context.context_protocol(), "responseLength": context.context_response_length(),
        "error": context.context_error_message(), "integration_status": context.context_integration_status(),
        "integration_error": context.context_integration_error_message(),
        "authorizer_error": context.context_authorizer_error(),
    }  # fmt: skip
    return apigw.AccessLogFormat.custom(json.dumps(fields))


class Api(Construct):
    """Everything below `/` goes to `api`; the streaming routes go to `stream`, unbuffered."""

    def __init__(
        self, scope: Construct, id: str, *, api: lambda_.IFunction, stream: lambda_.IFunction,
        authorizer: lambda_.IFunction, cors_origins: list[str], public_prefix: str, access_log: logs.ILogGroup | None,
        throttle: Throttle, name: str,
    ) -> None:  # fmt: skip
        super().__init__(scope, id)
        self.rest = self._rest_api(name, access_log, throttle)
        self.to_api = apigw.LambdaIntegration(api, scope_permission_to_method=False)
        self.to_stream = apigw.LambdaIntegration(
            stream, scope_permission_to_method=False,
            response_transfer_mode=apigw.ResponseTransferMode.STREAM, timeout=cdk.Duration.seconds(STREAM_TIMEOUT),
        )  # fmt: skip
        self.guard = self._authorizer("Authorizer", authorizer)
        # One of its own: an answer is cached for the header, and Basic is taken on git's routes alone.
        self.git_guard = self._authorizer("GitAuthorizer", authorizer)
        self._open_routes(public_prefix)
        self._guarded(self.rest.root.add_resource("{proxy+}"))
        for method, path in STREAMING_ROUTES:
            self._streaming(method, path)
        add_gateway_responses(self, self.rest, answer_origin(cors_origins))

    def _authorizer(self, id: str, handler: lambda_.IFunction) -> apigw.RequestAuthorizer:
        return apigw.RequestAuthorizer(
            self, id, handler=handler, identity_sources=[apigw.IdentitySource.header("Authorization")],
            results_cache_ttl=cdk.Duration.seconds(AUTHORIZER_CACHE),
        )  # fmt: skip

    def _rest_api(self, name: str, access_log: logs.ILogGroup | None, throttle: Throttle) -> apigw.RestApi:
        destination = apigw.LogGroupLogDestination(access_log) if access_log else None
        # Metrics of each method are billed as custom ones and nothing reads them; those of the API are free.
        return apigw.RestApi(
            self, "Rest", rest_api_name=name, endpoint_types=[apigw.EndpointType.REGIONAL], binary_media_types=["*/*"],
            cloud_watch_role=False,
            deploy_options=apigw.StageOptions(
                stage_name=STAGE, metrics_enabled=False, access_log_destination=destination,
                throttling_rate_limit=throttle.rate, throttling_burst_limit=throttle.burst,
                method_options={CHAT: apigw.MethodDeploymentOptions(
                    metrics_enabled=False, throttling_rate_limit=throttle.chat_rate,
                    throttling_burst_limit=2 * throttle.chat_rate,
                )},
                access_log_format=access_log_format() if destination else None,
            ),
        )  # fmt: skip

    def _open_routes(self, public_prefix: str) -> None:
        """Routes without a token at the gateway; where one is needed the application asks for it itself."""
        self._open(self.rest.root, self.to_api)
        for path in ("/health", "/public/{proxy+}", "/build-result", f"{public_prefix}/{{proxy+}}"):
            self._open(self.rest.root.resource_for_path(path), self.to_api)
        self._git()

    def _git(self) -> None:
        """Git's clients sign in by Basic once a 401 asks them to. The gateway must ask, since it renames the header of
        the application's own 401. A clone is larger than an answer that is not streamed may be."""
        self.rest.root.resource_for_path("/git/{proxy+}").add_method("ANY", self.to_stream, authorizer=self.git_guard)

    def _open(self, resource: apigw.IResource, to: apigw.LambdaIntegration) -> None:
        resource.add_method("ANY", to, authorization_type=apigw.AuthorizationType.NONE)

    def _guarded(self, resource: apigw.IResource) -> None:
        if resource.node.try_find_child("ANY"):
            return
        resource.add_method("ANY", self.to_api, authorizer=self.guard)
        self._preflight(resource)

    def _streaming(self, method: str, path: str) -> None:
        """A named resource hides the proxy above it, so each node on the way down gets its own way to `api`."""
        resource = self._walk(path)
        resource.add_method(method, self.to_stream, authorizer=self.guard)

    def _walk(self, path: str) -> apigw.IResource:
        node: apigw.IResource = self.rest.root
        for part in path.strip("/").split("/"):
            child = node.get_resource(part) or node.add_resource(part)
            self._guarded(child)
            self._catch_rest(node)
            node = child
        return node

    def _catch_rest(self, node: apigw.IResource) -> None:
        """A greedy child, where no other variable child will stand: a resource can have only one of them."""
        if node.path != "/" and not variable_below(node) and not node.get_resource("{proxy+}"):
            self._guarded(node.add_resource("{proxy+}"))

    def _preflight(self, resource: apigw.IResource) -> None:
        """Browsers ask without a token; the application answers, so CORS is written down once."""
        resource.add_method("OPTIONS", self.to_api, authorization_type=apigw.AuthorizationType.NONE)


def variable_below(node: apigw.IResource) -> bool:
    """Whether a streaming route has a `{variable}` directly below this node."""
    here = node.path.strip("/").split("/")
    for _, path in STREAMING_ROUTES:
        parts = path.strip("/").split("/")
        if parts[: len(here)] == here and len(parts) > len(here) and parts[len(here)].startswith("{"):
            return True
    return False


class ApiDomain(Construct):
    """`https://{api_domain}/` -> the stage, with TLS 1.2 or later; the gateway's own address keeps working."""

    def __init__(self, scope: Construct, id: str, *, api: apigw.RestApi, config: DeployConfig) -> None:
        super().__init__(scope, id)
        certificate = acm.Certificate.from_certificate_arn(self, "Certificate", config.api_certificate_arn)
        self.domain = apigw.DomainName(
            self, "Name", domain_name=config.api_domain, certificate=certificate,
            endpoint_type=apigw.EndpointType.REGIONAL, security_policy=apigw.SecurityPolicy.TLS_1_2,
        )  # fmt: skip
        self.domain.add_base_path_mapping(api, stage=api.deployment_stage)
        self.target = self.domain.domain_name_alias_domain_name


def api_origin(api: apigw.RestApi, config: DeployConfig) -> str:
    """The origin that pages of the API and the Studio have."""
    stack = cdk.Stack.of(api)
    own = f"{api.rest_api_id}.execute-api.{stack.region}.{stack.url_suffix}"
    return f"https://{config.api_domain or own}"


def api_base_url(api: apigw.RestApi, config: DeployConfig) -> str:
    """Where the API's paths begin: the stage is part of the gateway's own address, and of no domain's."""
    return api_origin(api, config) + ("" if config.api_domain else f"/{STAGE}")


def dns_records(config: DeployConfig, *, api: str, apps: str, previews: str, studio: str) -> dict[str, str]:
    """Output name -> the record to make, for each domain of the deployment that is named."""
    wanted = {
        "DnsRecordApi": (config.api_domain, api),
        "DnsRecordApps": (config.apps_domain, apps),
        "DnsRecordAppsWildcard": (config.apps_domain and f"*.{config.apps_domain}", apps),
        "DnsRecordPreviews": (config.preview_domain and f"*.{config.preview_domain}", previews),
        "DnsRecordStudio": (config.studio_domain, studio),
    }
    return {name: f"{host} CNAME {target}" for name, (host, target) in wanted.items() if host}
