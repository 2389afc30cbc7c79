"""How to reach an OpenAI-compatible model, and which of its two wires to speak."""

import ipaddress
import os
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from shared.domain.agent.model_errors import PaidModelForbidden

Wire = Literal["responses", "chat"]
OPENAI_BASE_URL = "https://api.openai.com/v1"
FORBID_VARIABLE = "CHATBUILDER_FORBID_PAID_MODELS"


@dataclass(frozen=True)
class ModelSettings:
    """Times are seconds; how long an answer is waited for is the request's own."""

    api_key: str = field(default="", repr=False)
    base_url: str = OPENAI_BASE_URL
    wire: Literal["auto", "responses", "chat"] = "auto"
    connect_timeout: float = 10.0
    max_attempts: int = 4
    backoff_base: float = 0.5
    backoff_cap: float = 20.0

    @property
    def host(self) -> str:
        return (urlsplit(self.base_url).hostname or "").lower()

    @property
    def is_openai(self) -> bool:
        return self.host == "api.openai.com" or self.host.endswith(".api.openai.com")

    @property
    def is_bedrock(self) -> bool:
        return self.host.startswith(("bedrock-runtime.", "bedrock-runtime-fips.", "bedrock-mantle."))

    @property
    def is_loopback(self) -> bool:
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost" or self.host.endswith(".localhost")

    @property
    def chosen_wire(self) -> Wire:
        """Responses where it is the native wire, Chat Completions everywhere else, unless said otherwise."""
        if self.wire != "auto":
            return self.wire
        return "responses" if self.is_openai or self.is_bedrock else "chat"


def guard_spending(settings: ModelSettings) -> None:
    """Raises PaidModelForbidden when this process may only use a model on this machine."""
    if os.environ.get(FORBID_VARIABLE) == "1" and not settings.is_loopback:
        raise PaidModelForbidden(f"{FORBID_VARIABLE}=1 allows only a model on this machine, not {settings.host}")
