"""Everything a deployment may choose, read once from the CDK context."""

import json
import re
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from infra.function_list import PYTHON_FUNCTIONS
from shared.domain import switches
from shared.domain.limit_settings import NAMES, read_ranges, refuse_unreadable
from shared.domain.limits import Limits
from shared.domain.spending.models import Models, model_name, read_models, refuse_free
from shared.services.assets.load_models import load_prices, models_text
from toolchain.repository import REPOSITORY

NOWHERE = Path("/nonexistent")
_RESERVED = re.compile(r"[a-z_]+=\d+")
_RESERVED_BY_COGNITO = re.compile("aws|amazon|cognito")
_TAG = re.compile(r"(?!aws:)[\w.:/+@ -]{1,128}=[\w.:/+@ =-]{0,256}")
YES, NO = ("1", "true", "yes"), ("0", "false", "no", "")
LOG_DAYS = {1: "ONE_DAY", 7: "ONE_WEEK", 14: "TWO_WEEKS", 30: "ONE_MONTH", 90: "THREE_MONTHS", 365: "ONE_YEAR"}
"""Days that CloudWatch offers, and the CDK's words for them."""
CDN_REGION = "us-east-1"
CERTIFICATES = {
    "api": "a certificate in the stack's own region",
    "apps": f"a wildcard certificate in {CDN_REGION}",
    "preview": f"a wildcard certificate in {CDN_REGION}",
    "studio": f"a certificate in {CDN_REGION}",
}
PROTECT_TABLE = "ProtectTable"
"""The parameter that lets a stack's first creation be undone: see `infra/protection.py`."""
LWA_ACCOUNT = "753240598075"
FLAGS = tuple(switches.FLAGS.values())


@dataclass(frozen=True)
class DeployConfig:
    """One deployment's choices; every field is a context key of the same name (`-c apps_domain=apps.example.com`)."""

    local: bool = False
    stack_name: str = "ChatBuilder"
    tags: str = ""
    api_domain: str = ""
    api_certificate_arn: str = ""
    apps_domain: str = ""
    apps_certificate_arn: str = ""
    preview_domain: str = ""
    preview_certificate_arn: str = ""
    studio_domain: str = ""
    studio_certificate_arn: str = ""
    studio_client_id: str = ""
    studio_scope: str = "openid"
    studio_issuer_origins: str = ""
    public_prefix: str = "/apps"
    oidc_issuer: str = ""
    oidc_audience: str = ""
    oidc_jwks_url: str = ""
    tenant_claim: str = "custom:tenant"
    github_client_id: str = ""
    embeddings_model: str = ""
    embeddings_base_url: str = ""
    embeddings_secret_arn: str = ""
    openai_secret_arn: str = ""
    openai_base_url: str = ""
    model: str = ""
    models: str = ""
    model_wire: str = "auto"
    lwa_layer_arn: str = ""
    toolchain_uri: str = ""
    npm_registry: str = ""
    cors_origins: str = ""
    budgets: str = ""
    builds: str = ""
    run_caps: str = ""
    rate_limits: str = ""
    stream_limits: str = ""
    file_limits: str = ""
    worker_limits: str = ""
    reserved_concurrency: str = ""
    studio_origins: str = ""
    apps_frame_ancestors: str = "*"
    throttle_rate: int = 200
    throttle_burst: int = 400
    throttle_chat_rate: int = 20
    waf: bool = False
    waf_requests: int = 3000
    log_days: int = 30
    alarm_email: str = ""
    alarms: bool = True
    alarm_model_dollars: float = 50.0
    runbooks: str = "docs/runbooks/"
    dashboard: bool = True
    tracing: bool = False
    snapstart: bool = False
    trace_layer_arn: str = ""
    trace_endpoint: str = ""
    trace_headers_secret_arn: str = ""
    trace_sample: float = 1.0
    source_root: str = str(REPOSITORY)
    disabled_flags: tuple[str, ...] = field(default_factory=tuple)

    def __post_init__(self) -> None:
        self._check_limits()
        self._check_traces()
        self._check_models()
        self._check_certificates()
        if bool(self.apps_domain) != bool(self.preview_domain):
            raise ValueError("apps_domain and preview_domain go together: where apps have hosts, previews need hosts")
        self._check_names()

    def _check_limits(self) -> None:
        """What no function could read is refused before anything is deployed."""
        for name in NAMES:
            refuse_unreadable(name, getattr(self, name))
        if not all(_RESERVED.fullmatch(part) for part in self.reserved_concurrency.split(",") if part):
            raise ValueError("reserved_concurrency is `stream=100,run_ended=5`: concurrent executions of a function")
        if wrong := set(self.reserved) - {"compile", *(spec.name for spec in PYTHON_FUNCTIONS)}:
            raise ValueError(f"reserved_concurrency: there is no function {', '.join(sorted(wrong))}")

    def _check_models(self) -> None:
        """A free name would be counted as free; a list that cannot be read would stop every function at its start."""
        entries = read_models(self.models_json) if self.models_json else []
        if not self.local:
            refuse_free(
                [*(entry.name for entry in entries), *([model_name(self.model)] if self.model else [])], load_prices()
            )

    @property
    def limits(self) -> Limits:
        """What the worker's machine has to have room for; the functions read theirs from their environment."""
        return Limits(**read_ranges("worker_limits", self.worker_limits))

    @property
    def limit_variables(self) -> dict[str, str]:
        """The limits that were given, as functions read them."""
        return {name.upper(): getattr(self, name) for name in NAMES if getattr(self, name)}

    @property
    def models_json(self) -> str:
        """The list of `models` as JSON, whether it is given itself or as a file."""
        return models_text(self.models, NOWHERE)

    @property
    def unpriced_models(self) -> list[str]:
        """Names that are bounded by tokens, for want of a price."""
        entries = read_models(self.models_json) if self.models_json else []
        return Models(entries, load_prices(), self.model).unpriced()

    def _check_certificates(self) -> None:
        """CloudFront reads certificates in one region only, and says so after minutes of deploying."""
        for name, where in CERTIFICATES.items():
            if bool(getattr(self, f"{name}_domain")) != bool(getattr(self, f"{name}_certificate_arn")):
                raise ValueError(f"{name}_domain and {name}_certificate_arn go together ({where})")
        for name in ("apps_certificate_arn", "preview_certificate_arn", "studio_certificate_arn"):
            arn = getattr(self, name)
            if arn and arn.split(":")[3:4] != [CDN_REGION]:
                raise ValueError(f"{name} is the ARN of a certificate in {CDN_REGION}: CloudFront takes no other")

    def _check_names(self) -> None:
        if bool(self.oidc_issuer) != bool(self.oidc_audience):
            raise ValueError("oidc_issuer and oidc_audience go together: without an audience every token is refused")
        if self.builds_user_pool and (word := _RESERVED_BY_COGNITO.search(self.stack_name.lower())):
            raise ValueError(
                f"stack_name: Cognito takes no `{word[0]}` in the address of its pages; name an oidc_issuer"
            )
        if self.npm_registry and not self.npm_registry.startswith("https://"):
            raise ValueError("npm_registry is the https address of a registry of npm")
        if self.log_days not in LOG_DAYS:
            raise ValueError(f"log_days is one of {', '.join(map(str, LOG_DAYS))}")
        if wrong := set(self.disabled_flags) - set(FLAGS):
            raise ValueError(f"disabled_flags: there is no {', '.join(sorted(wrong))}; there are {', '.join(FLAGS)}")
        if not all(_TAG.fullmatch(part) for part in self.tags.split(",") if part):
            raise ValueError("tags is `team=web,cost-center=42`: keys and values as AWS allows them, without commas")

    def _check_traces(self) -> None:
        if self.trace_layer_arn and (self.trace_endpoint or not self.tracing):
            raise ValueError("trace_layer_arn sends to X-Ray: it needs tracing=true and takes no trace_endpoint")
        if self.trace_endpoint and not self.trace_endpoint.startswith("https://"):
            raise ValueError("trace_endpoint is an https address, without /v1/traces")
        if self.trace_headers_secret_arn and not self.trace_endpoint:
            raise ValueError("trace_headers_secret_arn is for the receiver at trace_endpoint")
        if not 0 <= self.trace_sample <= 1:
            raise ValueError("trace_sample is the share of traces that are kept, from 0 to 1")

    @property
    def draws_spans(self) -> bool:
        """Whether our own code draws spans: only where somebody takes them."""
        return bool(self.trace_layer_arn or self.trace_endpoint)

    @property
    def site_mode(self) -> str:
        """`domain`: each app on its own host; `path`: a bare CloudFront address, one tenant."""
        return "domain" if self.apps_domain else "path"

    @property
    def reserved(self) -> dict[str, int]:
        """Concurrent executions that a function has for itself, and no more than those, by its name."""
        pairs = [part.split("=") for part in self.reserved_concurrency.split(",") if part]
        return {name: int(count) for name, count in pairs}

    @property
    def builds_user_pool(self) -> bool:
        """Whether the stack brings its own Cognito pool: only when no other issuer was named."""
        return not self.oidc_issuer and not self.local


def from_context(get: Any) -> DeployConfig:
    """Read the configuration with `get(key)`, the CDK's `try_get_context`."""
    given = {f.name: get(f.name) for f in fields(DeployConfig)}
    return DeployConfig(**{k: _converted(k, v) for k, v in given.items() if v is not None})


def _converted(name: str, value: Any) -> Any:
    default = getattr(DeployConfig, name, None)
    if isinstance(default, bool):
        return _yes_or_no(name, str(value).lower())
    if isinstance(default, int | float):
        return _number(name, value, type(default))
    if name == "models" and isinstance(value, list):
        return json.dumps(value)
    if name == "disabled_flags":
        return tuple(part for part in str(value).split(",") if part)
    return str(value)


def _yes_or_no(name: str, value: str) -> bool:
    if value not in YES + NO:
        raise ValueError(f"{name} is true or false, not `{value}`")
    return value in YES


def _number(name: str, value: Any, kind: type[int] | type[float]) -> int | float:
    try:
        return kind(value)
    except ValueError:
        raise ValueError(f"{name} is a number, not `{value}`") from None
