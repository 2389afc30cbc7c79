"""Secrets: a value from the environment, or an ARN of Secrets Manager."""

import threading
import time
from collections.abc import Callable
from typing import Any

from shared.adapters.aws_errors import translated

_FRESH_SECONDS = 300.0


class Secrets:
    """Reads each secret at most once in five minutes. The client is only made when an ARN is asked for."""

    def __init__(self, make_client: Callable[[], Any], now: Callable[[], float] = time.monotonic) -> None:
        self._make_client = make_client
        self._now = now
        self._lock = threading.Lock()
        self._client: Any = None
        self._known: dict[str, tuple[float, str]] = {}

    def resolve(self, value: str, arn: str) -> str:
        """`value` when there is one, else what the ARN holds; empty when neither is set."""
        if value or not arn:
            return value
        with self._lock:
            read_at, secret = self._known.get(arn, (float("-inf"), ""))
            if self._now() - read_at > _FRESH_SECONDS:
                secret = self._read(arn)
                self._known[arn] = (self._now(), secret)
            return secret

    def _read(self, arn: str) -> str:
        with translated():
            self._client = self._client or self._make_client()
            return str(self._client.get_secret_value(SecretId=arn)["SecretString"])
