"""What `make run` may be told, and where it keeps things."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

from shared.domain.limit_settings import NAMES, refuse_unreadable
from shared.domain.switches import FLAGS
from shared.runtime.settings import read_bundle
from worker.sandbox.choose import Choice

DEFAULT_PORT = 8600
STACK_NAME = "ChatBuilder"
ISSUER = "chatbuilder-local"
AUDIENCE = "chatbuilder"
TENANT_CLAIM = "tenant"
DEFAULT_TENANT = "local"
SANDBOXES = get_args(Choice)
PASSED_TO_FUNCTIONS = (
    *FLAGS.values(), "EVENT_FLUSH_MS", "STREAM_POLL_MS",
    "RATE_LIMITS", "BUDGETS", "STREAM_LIMITS", "BUILDS", "RUN_CAPS", "FILE_LIMITS", "WORKER_LIMITS",
    "APPS_BUNDLE_ENDPOINT", "APPS_BUNDLE_ACCESS_KEY", "APPS_BUNDLE_SECRET_KEY",
    "EMBEDDINGS_MODEL", "EMBEDDINGS_BASE_URL", "EMBEDDINGS_API_KEY",
    "CHATBUILDER_FORBID_PAID_MODELS", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS",
    "OTEL_TRACES_SAMPLER", "OTEL_TRACES_SAMPLER_ARG",
)  # fmt: skip


class BadConfig(ValueError):
    """A setting that cannot be used; the message is one line."""


@dataclass(frozen=True)
class LocalConfig:
    data: Path
    port: int = DEFAULT_PORT
    sample: bool = True
    opens_studio: bool = True
    api_key: str = ""
    base_url: str = ""
    model: str = ""
    model_wire: str = "auto"
    workers: int = 2
    sandbox: str = "bubblewrap"
    enforce_roles: bool = False
    forge: tuple[str, int] | None = None
    passed_on: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def site_port(self) -> int:
        """Previews and published apps."""
        return self.port + 1

    @property
    def api_url(self) -> str:
        """The address people and clients use."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def studio_origins(self) -> tuple[str, ...]:
        """Origins whose pages may frame a preview: the API's, by both names of this machine."""
        return (self.api_url, f"http://localhost:{self.port}")

    @property
    def offline(self) -> bool:
        """Whether the offline demonstration model answers: no key was given, and no other server named."""
        return not (self.api_key or self.base_url)

    @property
    def ready_file(self) -> Path:
        """Written when everything answers, removed when it stops."""
        return self.data / "local.json"

    @property
    def open_file(self) -> Path:
        """A page that leads to the Studio's address; removed when it stops, too."""
        return self.data / "open.html"


def from_env(env: Mapping[str, str] | None = None) -> LocalConfig:
    """The configuration of the environment; BadConfig when a value cannot be used."""
    source = os.environ if env is None else env
    _check_bundle(source)
    _check_limits(source)
    return LocalConfig(
        data=Path(source.get("CHATBUILDER_DATA") or ".chatbuilder").expanduser().resolve(),
        port=_port(source.get("CHATBUILDER_PORT", "")), sample=_sample(source),
        opens_studio=source.get("CHATBUILDER_OPEN", "1") != "0",
        api_key=source.get("OPENAI_API_KEY", ""), base_url=source.get("OPENAI_BASE_URL", ""),
        model=source.get("CHATBUILDER_MODEL", ""), model_wire=source.get("MODEL_WIRE", "auto"),
        workers=int(source.get("CHATBUILDER_WORKERS", "2")), sandbox=_sandbox(source.get("CHATBUILDER_SANDBOX", "")),
        enforce_roles=source.get("CHATBUILDER_ENFORCE_ROLES", "0") == "1",
        forge=_forge(source.get("CHATBUILDER_FORGE", "")),
        passed_on={name: source[name] for name in PASSED_TO_FUNCTIONS if name in source}
        | _models(source.get("MODELS", "")),
    )  # fmt: skip


def _check_bundle(source: Mapping[str, str]) -> None:
    try:
        read_bundle(source)
    except ValueError as error:
        raise BadConfig(str(error)) from None


def _check_limits(source: Mapping[str, str]) -> None:
    """Said here in one line, as for a deployment: a function would ignore it, or not start."""
    for name in NAMES:
        try:
            refuse_unreadable(name, source.get(name.upper(), ""))
        except ValueError as error:
            raise BadConfig(str(error).replace(name, name.upper(), 1)) from None


def _sample(source: Mapping[str, str]) -> bool:
    """Whether to make the sample app: a real model costs money, and is asked nothing before a person does."""
    is_real = source.get("OPENAI_API_KEY") or source.get("OPENAI_BASE_URL")
    return source.get("CHATBUILDER_SAMPLE", "0" if is_real else "1") != "0"


def _sandbox(text: str) -> str:
    if text and text not in SANDBOXES:
        raise BadConfig(f"CHATBUILDER_SANDBOX must be one of {', '.join(SANDBOXES)}, not {text!r}")
    return text or SANDBOXES[0]


def _port(text: str) -> int:
    if not text:
        return DEFAULT_PORT
    if not text.isdecimal() or not 1 <= int(text) <= 65534:
        raise BadConfig(f"CHATBUILDER_PORT must be a number from 1 to 65534, not {text!r}")
    return int(text)


def _forge(text: str) -> tuple[str, int] | None:
    name, _, port = text.partition("=")
    if text and not (name and port.isdecimal() and 1 <= int(port) <= 65535):
        raise BadConfig(
            f"CHATBUILDER_FORGE must be a name and a port of this computer, as git.example.com=3000, not {text!r}"
        )
    return (name, int(port)) if text else None


def _models(given: str) -> dict[str, str]:
    """The list of models as JSON, read here once: the functions have another working directory."""
    if not given:
        return {}
    from shared.domain.spending.models import read_models  # only where a list is given
    from shared.services.assets.load_models import models_text

    try:
        text = models_text(given)
        read_models(text)
    except ValueError as error:
        raise BadConfig(str(error)) from None
    return {"MODELS": text}
