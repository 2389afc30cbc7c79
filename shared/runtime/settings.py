"""All configuration of the functions, read once from the environment by each composition root."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from shared.domain.switches import FLAGS, Switches

if TYPE_CHECKING:
    from shared.domain.limits import Limits

_ENDPOINT = re.compile(r"https?://[A-Za-z0-9.-]{1,253}(:\d{1,5})?/?")
_ON = {"1", "true", "yes", "on"}
_VARIABLES = {
    "table": "TABLE_NAME",
    "site_bucket": "APPS_BUNDLE_BUCKET",
    "site_region": "APPS_BUNDLE_REGION",
    "cdn_base_url": "APPS_CDN_BASE_URL",
    "cdn_prefix": "APPS_CDN_PUBLIC_PREFIX",
    "scheme": "PUBLIC_SCHEME",
    "port_suffix": "PUBLIC_PORT_SUFFIX",
    "studio_client": "STUDIO_CLIENT_ID",
}
"""Of the texts that have another name in the environment than their own in capitals."""


class Bundle(NamedTuple):
    """A store for the site's files that speaks S3 and is not the stack's own bucket."""

    endpoint: str
    access_key: str
    secret_key: str

    def __repr__(self) -> str:
        """Without its keys: this may end up in a log."""
        return f"Bundle({self.endpoint})"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What the environment says. Secrets are values locally and ARNs on AWS (`*_arn`)."""

    table: str = ""
    data_bucket: str = ""
    site_bucket: str = ""
    site_region: str = "us-east-1"
    cdn_base_url: str = ""
    cdn_prefix: str = "/apps"
    apps_domain: str = ""
    preview_domain: str = ""
    site_mode: Literal["domain", "path"]
    scheme: str = "https"
    port_suffix: str = ""
    agent_loop_arn: str = ""
    build_pipeline_arn: str = ""
    autopilot_arn: str = ""
    plan_reading_arn: str = ""
    compile_function: str = ""
    agent_function: str = ""
    worker_backend: Literal["codebuild", "http"]
    codebuild_project: str = "apps_build"
    worker_endpoint: str = ""
    worker_secret: str = ""
    distribution_id: str = ""
    oidc_issuer: str = ""
    oidc_audience: str = ""
    oidc_jwks_url: str = ""
    studio_client: str = ""
    github_client_id: str = ""
    tenant_claim: str = "custom:tenant"
    preview_secret: str = ""
    preview_secret_arn: str = ""
    openai_api_key: str = ""
    openai_api_key_arn: str = ""
    openai_base_url: str = ""
    embeddings_model: str = ""
    embeddings_base_url: str = ""
    embeddings_api_key: str = ""
    embeddings_api_key_arn: str = ""
    api_base_url: str = ""
    deployment: str = ""
    model: str
    models: str = ""
    model_wire: Literal["auto", "responses", "chat"]
    event_flush_ms: int
    stream_poll_ms: int
    cors_origins: tuple[str, ...]
    studio_origins: tuple[str, ...]
    outgoing_ports: tuple[int, ...]
    set_limits: Mapping[str, float | None]
    """The fields of `Limits` that this deployment sets."""
    bundle: Bundle | None
    flags: Switches

    @classmethod
    def from_env(cls, env: Mapping[str, str] | None = None) -> "Settings":
        """Settings from `env` (default: the process's); what is absent gets its default.

        ValueError for a store of the site's files that cannot be used, and for limits out of their range.
        """
        source = os.environ if env is None else env
        texts = (each for each in fields(cls) if each.type is str)
        strings: dict[str, Any] = {
            each.name: source.get(_VARIABLES.get(each.name, each.name.upper()), each.default) for each in texts
        }
        return cls(**strings | _choices(source))

    def limits(self) -> "Limits":
        """The defaults of CONTRACTS with what this deployment has set."""
        from shared.domain.limits import DEFAULT_LIMITS

        ports = (*DEFAULT_LIMITS.fetch_ports, *self.outgoing_ports)
        return DEFAULT_LIMITS.model_copy(update={**self.set_limits, "fetch_ports": ports})


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


def _choices(env: Mapping[str, str]) -> dict[str, Any]:
    return {
        "site_mode": "path" if env.get("SITE_MODE") == "path" else "domain",
        "worker_backend": "http" if env.get("WORKER_BACKEND") == "http" else "codebuild",
        "model": env.get("CHATBUILDER_MODEL", "" if env.get("DEPLOYMENT") else "offline-demo"),
        "model_wire": env["MODEL_WIRE"] if env.get("MODEL_WIRE") in ("responses", "chat") else "auto",
        "event_flush_ms": int(env.get("EVENT_FLUSH_MS", "150")),
        "stream_poll_ms": int(env.get("STREAM_POLL_MS", "200")),
        "cors_origins": tuple(part for part in env.get("CORS_ORIGINS", "").split(",") if part),
        "studio_origins": tuple(part for part in env.get("STUDIO_ORIGINS", "").split(",") if part),
        "outgoing_ports": tuple(int(port) for port in env.get("OUTGOING_PORTS", "").split(",") if port.isdigit()),
        "set_limits": _set_limits(env),
        "bundle": read_bundle(env),
        "flags": Switches(**{switch: env.get(name, "1").lower() in _ON for switch, name in FLAGS.items()}),
    }


def _set_limits(env: Mapping[str, str]) -> dict[str, float | None]:
    """Lines such as `day=20,month=200`, of names that are known; what is not named keeps its default."""
    pairs = [(name, *part.partition("=")[::2]) for name in _LIMITS for part in env.get(name, "").split(",") if part]
    read = [(*_LIMITS[name][word], number) for name, word, number in pairs if word in _LIMITS[name]]
    found = {field: number(text) for field, number, text in read}
    for name in ("file_limits", "worker_limits"):
        if text := env.get(name.upper(), ""):
            from shared.domain.limit_settings import read_ranges  # only where a deployment says something

            found |= read_ranges(name, text)
    return found


def _count(text: str) -> int:
    return max(1, int(text))


def _tokens(text: str) -> int | None:
    """Also seconds: a whole number, or no cap."""
    return None if text in _NO_CAP else max(0, int(text))


def _dollars(text: str) -> float | None:
    return None if text in _NO_CAP else max(0.0, float(text))


def _dollars_of_run(text: str) -> float:
    return max(0.01, float(text))


_NO_CAP = ("none", "inf")
_LIMITS: Mapping[str, Mapping[str, tuple[str, Callable[[str], float | None]]]] = {
    "RATE_LIMITS": {word: (f"rate_{word}", _count) for word in ("tenant", "person", "chat", "tools", "at_once")},
    "STREAM_LIMITS": {word: (f"streams_{word}", _count) for word in ("tenant", "person", "run")},
    "BUDGETS": {
        "day": ("budget_day", _dollars),
        "month": ("budget_month", _dollars),
        "day_tokens": ("budget_day_tokens", _tokens),
        "month_tokens": ("budget_month_tokens", _tokens),
    },
    "BUILDS": {
        "at_once": ("builds_at_once", _count),
        "day": ("build_seconds_day", _tokens),
        "month": ("build_seconds_month", _tokens),
    },
    "RUN_CAPS": {
        "calls": ("run_model_calls", _count),
        "tokens": ("run_tokens", _count),
        "dollars": ("run_dollars", _dollars_of_run),
        "seconds": ("run_seconds", _count),
    },
}
"""By variable and word: the field of `Limits` that it sets, and how its number is read."""
