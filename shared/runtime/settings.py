"""All configuration of the functions, read once from the environment by each composition root."""

import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from shared.domain.limits import Limits

_RATES = frozenset({"tenant", "person", "chat", "tools"})
_STREAMS = frozenset({"tenant", "person", "run"})
_BUDGETS = frozenset({"day", "month", "day_tokens", "month_tokens"})
_RUN_CAPS = {"calls": "run_model_calls", "tokens": "run_tokens", "dollars": "run_dollars", "seconds": "run_seconds"}
_BUILDS = {"at_once": "builds_at_once", "day": "build_seconds_day", "month": "build_seconds_month"}
_ENDPOINT = re.compile(r"https?://[A-Za-z0-9.-]{1,253}(:\d{1,5})?/?")
_ON = {"1", "true", "yes", "on"}


class Flags(NamedTuple):
    """The seeds' feature flags; all on by default."""

    model_patch_generation: bool
    agentic_loop: bool
    worker_build_gate: bool
    build_automation: bool
    targeted_tests: bool
    browser: bool


class Bundle(NamedTuple):
    """A store for the site's files that speaks S3 and is not the stack's own bucket."""

    endpoint: str
    access_key: str
    secret_key: str

    def __repr__(self) -> str:
        """Without its keys: this may end up in a log."""
        return f"Bundle({self.endpoint})"


class Settings(NamedTuple):
    """What the environment says. Secrets are values locally and ARNs on AWS (`*_arn`)."""

    table: str
    data_bucket: str
    site_bucket: str
    site_region: str
    cdn_base_url: str
    cdn_prefix: str
    apps_domain: str
    preview_domain: str
    site_mode: Literal["domain", "path"]
    scheme: str
    port_suffix: str
    agent_loop_arn: str
    build_pipeline_arn: str
    compile_function: str
    agent_function: str
    worker_backend: Literal["codebuild", "http"]
    codebuild_project: str
    worker_endpoint: str
    worker_secret: str
    toolchain_uri: str
    distribution_id: str
    oidc_issuer: str
    oidc_audience: str
    oidc_jwks_url: str
    studio_client: str
    tenant_claim: str
    preview_secret: str
    preview_secret_arn: str
    openai_api_key: str
    openai_api_key_arn: str
    openai_base_url: str
    api_base_url: str
    deployment: str
    model: str
    models: str
    model_wire: Literal["auto", "responses", "chat"]
    event_flush_ms: int
    stream_poll_ms: int
    cors_origins: tuple[str, ...]
    studio_origins: tuple[str, ...]
    rates: dict[str, int]
    streams: dict[str, int]
    budgets: dict[str, float | None]
    builds: dict[str, int | None]
    run_caps: dict[str, float]
    files: dict[str, int]
    worker: dict[str, int]
    outgoing_ports: tuple[int, ...]
    bundle: Bundle | None
    flags: Flags

    @classmethod
    def from_env(cls, env: Mapping[str, str] | None = None) -> "Settings":
        """Settings from `env` (default: the process's); what is absent gets its default.

        ValueError for a store of the site's files that cannot be used, and for limits out of their range.
        """
        source = os.environ if env is None else env
        return cls(**_strings(source), **_choices(source), bundle=read_bundle(source), flags=_flags(source))  # type: ignore[arg-type]  # one dict per type

    def limits(self) -> "Limits":
        """The defaults of CONTRACTS with what this deployment has set."""
        from shared.domain.limits import DEFAULT_LIMITS

        rates = {f"rate_{name}": rate for name, rate in self.rates.items()}
        streams = {f"streams_{name}": most for name, most in self.streams.items()}
        budgets = {f"budget_{name}": dollars for name, dollars in self.budgets.items()}
        ports = (*DEFAULT_LIMITS.fetch_ports, *self.outgoing_ports)
        return DEFAULT_LIMITS.model_copy(
            update={
                **rates, **streams, **budgets, **self.builds, **self.run_caps, **self.files, **self.worker,
                "fetch_ports": ports,
            }
        )  # fmt: skip


def read_bundle(env: Mapping[str, str]) -> Bundle | None:
    """The store that `APPS_BUNDLE_*` names; None: the stack's own bucket. ValueError says why not, without values."""
    names = ("APPS_BUNDLE_ENDPOINT", "APPS_BUNDLE_ACCESS_KEY", "APPS_BUNDLE_SECRET_KEY")
    values = [env.get(name, "") for name in names]
    if not any(values):
        return None
    if missing := [name for name, value in zip(names, values, strict=True) if not value]:
        raise ValueError(f"{', '.join(names)} go together: {' and '.join(missing)} is not set")
    if not _ENDPOINT.fullmatch(values[0]):
        raise ValueError("APPS_BUNDLE_ENDPOINT is the address of a store, `https://host` or `https://host:port`")
    if env.get("DISTRIBUTION_ID"):
        raise ValueError("APPS_BUNDLE_ENDPOINT is not for AWS: CloudFront serves the stack's own bucket. Leave it out")
    return Bundle(*values)


def _strings(env: Mapping[str, str]) -> dict[str, str]:
    names = {
        "table": ("TABLE_NAME", ""),
        "data_bucket": ("DATA_BUCKET", ""),
        "site_bucket": ("APPS_BUNDLE_BUCKET", ""),
        "site_region": ("APPS_BUNDLE_REGION", "us-east-1"),
        "cdn_base_url": ("APPS_CDN_BASE_URL", ""),
        "cdn_prefix": ("APPS_CDN_PUBLIC_PREFIX", "/apps"),
        "apps_domain": ("APPS_DOMAIN", ""),
        "preview_domain": ("PREVIEW_DOMAIN", ""),
        "scheme": ("PUBLIC_SCHEME", "https"),
        "port_suffix": ("PUBLIC_PORT_SUFFIX", ""),
        "agent_loop_arn": ("AGENT_LOOP_ARN", ""),
        "build_pipeline_arn": ("BUILD_PIPELINE_ARN", ""),
        "compile_function": ("COMPILE_FUNCTION", ""),
        "agent_function": ("AGENT_FUNCTION", ""),
        "codebuild_project": ("CODEBUILD_PROJECT", "apps_build"),
        "worker_endpoint": ("WORKER_ENDPOINT", ""),
        "worker_secret": ("WORKER_SECRET", ""),
        "toolchain_uri": ("TOOLCHAIN_URI", ""),
        "distribution_id": ("DISTRIBUTION_ID", ""),
        "oidc_issuer": ("OIDC_ISSUER", ""),
        "oidc_audience": ("OIDC_AUDIENCE", ""),
        "oidc_jwks_url": ("OIDC_JWKS_URL", ""),
        "studio_client": ("STUDIO_CLIENT_ID", ""),
        "tenant_claim": ("TENANT_CLAIM", "custom:tenant"),
        "preview_secret": ("PREVIEW_SECRET", ""),
        "preview_secret_arn": ("PREVIEW_SECRET_ARN", ""),
        "openai_api_key": ("OPENAI_API_KEY", ""),
        "openai_api_key_arn": ("OPENAI_API_KEY_ARN", ""),
        "openai_base_url": ("OPENAI_BASE_URL", ""),
        "api_base_url": ("API_BASE_URL", ""),
        "deployment": ("DEPLOYMENT", ""),
        "model": ("CHATBUILDER_MODEL", "" if env.get("DEPLOYMENT") else "offline-demo"),
        "models": ("MODELS", ""),
    }
    return {field: env.get(name, default) for field, (name, default) in names.items()}


def _choices(env: Mapping[str, str]) -> dict[str, object]:
    return {
        "site_mode": "path" if env.get("SITE_MODE") == "path" else "domain",
        "worker_backend": "http" if env.get("WORKER_BACKEND") == "http" else "codebuild",
        "model_wire": env["MODEL_WIRE"] if env.get("MODEL_WIRE") in ("responses", "chat") else "auto",
        "event_flush_ms": int(env.get("EVENT_FLUSH_MS", "150")),
        "stream_poll_ms": int(env.get("STREAM_POLL_MS", "200")),
        "cors_origins": tuple(part for part in env.get("CORS_ORIGINS", "").split(",") if part),
        "studio_origins": tuple(part for part in env.get("STUDIO_ORIGINS", "").split(",") if part),
        "outgoing_ports": tuple(int(port) for port in env.get("OUTGOING_PORTS", "").split(",") if port.isdigit()),
        "rates": _counts(env.get("RATE_LIMITS", ""), _RATES),
        "streams": _counts(env.get("STREAM_LIMITS", ""), _STREAMS),
        "budgets": _budgets(env.get("BUDGETS", "")),
        "builds": _builds(env.get("BUILDS", "")),
        "run_caps": _run_caps(env.get("RUN_CAPS", "")),
        "files": _ranges("file_limits", env.get("FILE_LIMITS", "")),
        "worker": _ranges("worker_limits", env.get("WORKER_LIMITS", "")),
    }


def _counts(text: str, known: frozenset[str]) -> dict[str, int]:
    """`tenant=300,person=60`: whole numbers from 1; what is not named keeps its default."""
    pairs = [pair.partition("=") for pair in text.split(",") if pair]
    return {name: max(1, int(count)) for name, _, count in pairs if name in known}


def _budgets(text: str) -> dict[str, float | None]:
    """`day=20,month=200,day_tokens=4000000,month_tokens=40000000`: dollars of a tenant, and tokens of models without a
    price; `none` for no cap. What is not named keeps its default.
    """
    pairs = [pair.partition("=") for pair in text.split(",") if pair]
    return {name: _amount(name, most) for name, _, most in pairs if name in _BUDGETS}


def _amount(name: str, most: str) -> float | None:
    if most in ("none", "inf"):
        return None
    return max(0, int(most)) if name.endswith("_tokens") else max(0.0, float(most))


def _ranges(name: str, text: str) -> dict[str, int]:
    if not text:
        return {}
    from shared.domain.limit_settings import read_ranges  # only where a deployment says something

    return read_ranges(name, text)


def _run_caps(text: str) -> dict[str, float]:
    """`calls=60,tokens=1500000,dollars=4,seconds=3600`: what a run may spend; what is not named keeps its default."""
    pairs = [pair.partition("=") for pair in text.split(",") if pair]
    return {_RUN_CAPS[name]: _cap(name, most) for name, _, most in pairs if name in _RUN_CAPS}


def _cap(name: str, most: str) -> float:
    return max(0.01, float(most)) if name == "dollars" else max(1, int(most))


def _builds(text: str) -> dict[str, int | None]:
    """`at_once=2,day=14400,month=144000` (builds, seconds of a tenant); what is not named keeps its default."""
    pairs = [pair.partition("=") for pair in text.split(",") if pair]
    found = {_BUILDS[name]: None if most == "none" else max(0, int(most)) for name, _, most in pairs if name in _BUILDS}
    at_once = found.pop("builds_at_once", None)
    return found if at_once is None else found | {"builds_at_once": max(1, at_once)}


def _flags(env: Mapping[str, str]) -> Flags:
    return Flags(
        model_patch_generation=_on(env, "BUILDER_MODEL_PATCH_GENERATION_ENABLED"),
        agentic_loop=_on(env, "BUILDER_AGENTIC_LOOP_ENABLED"),
        worker_build_gate=_on(env, "APPS_BUILDER_WORKER_BUILD_GATE_ENABLED"),
        build_automation=_on(env, "APPS_BUILDER_BUILD_AUTOMATION_ENABLED"),
        targeted_tests=_on(env, "APPS_BUILDER_TARGETED_TESTS_ENABLED"),
        browser=_on(env, "APPS_BUILDER_BROWSER_ENABLED"),
    )


def _on(env: Mapping[str, str], name: str) -> bool:
    return env.get(name, "1").lower() in _ON
