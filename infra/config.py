"""Everything a deployment may choose, read once from the CDK context."""

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent
LWA_ACCOUNT = "753240598075"
FLAGS = (
    "BUILDER_MODEL_PATCH_GENERATION_ENABLED",
    "BUILDER_AGENTIC_LOOP_ENABLED",
    "APPS_BUILDER_WORKER_BUILD_GATE_ENABLED",
    "APPS_BUILDER_BUILD_AUTOMATION_ENABLED",
    "APPS_BUILDER_TARGETED_TESTS_ENABLED",
)


@dataclass(frozen=True)
class DeployConfig:
    """One deployment's choices; every field is a context key of the same name (`-c apps_domain=apps.example.com`)."""

    local: bool = False
    stack_name: str = "ChatBuilder"
    apps_domain: str = ""
    apps_certificate_arn: str = ""
    preview_domain: str = ""
    preview_certificate_arn: str = ""
    public_prefix: str = "/apps"
    oidc_issuer: str = ""
    oidc_audience: str = ""
    oidc_jwks_url: str = ""
    tenant_claim: str = "custom:tenant"
    openai_secret_arn: str = ""
    openai_base_url: str = ""
    model: str = ""
    model_wire: str = "auto"
    lwa_layer_arn: str = ""
    toolchain_uri: str = ""
    cors_origins: str = "*"
    log_days: int = 30
    alarm_email: str = ""
    source_root: str = str(REPOSITORY)
    disabled_flags: tuple[str, ...] = field(default_factory=tuple)

    def __post_init__(self) -> None:
        if bool(self.apps_domain) != bool(self.apps_certificate_arn):
            raise ValueError("apps_domain and apps_certificate_arn go together (a wildcard certificate in us-east-1)")
        if bool(self.preview_domain) != bool(self.preview_certificate_arn):
            raise ValueError("preview_domain and preview_certificate_arn go together")

    @property
    def site_mode(self) -> str:
        """`domain`: each app on its own host; `path`: a bare CloudFront address, one tenant."""
        return "domain" if self.apps_domain else "path"

    @property
    def builds_user_pool(self) -> bool:
        """Whether the stack brings its own Cognito pool: only when no other issuer was named."""
        return not self.oidc_issuer and not self.local


def from_context(get: Any) -> DeployConfig:
    """Read the configuration with `get(key)`, the CDK's `try_get_context`."""
    given = {f.name: get(f.name) for f in fields(DeployConfig)}
    return DeployConfig(**{k: _converted(k, v) for k, v in given.items() if v is not None})


def _converted(name: str, value: Any) -> Any:
    if name == "local":
        return str(value).lower() in ("1", "true", "yes")
    if name == "log_days":
        return int(value)
    if name == "disabled_flags":
        return tuple(part for part in str(value).split(",") if part)
    return str(value)
