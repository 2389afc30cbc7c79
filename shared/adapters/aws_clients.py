"""The only place that makes AWS clients."""

import os
from functools import lru_cache
from typing import Any

import boto3
from botocore.config import Config
from botocore.handlers import add_expect_header

_ATTEMPTS = {"max_attempts": 4, "mode": "standard"}


def dynamodb() -> Any:
    return _client("dynamodb", _config(read_timeout=10))


def s3(region: str | None = None) -> Any:
    """A client of S3 whose presigned addresses name the bucket's own region (locally: path style, the emulator)."""
    style = {"addressing_style": "path"} if _local_endpoint() else {"addressing_style": "virtual"}
    client = _client("s3", _s3_config(style | {"us_east_1_regional_endpoint": "regional"}), region)
    return _without_expect(client)


def s3_elsewhere(endpoint: str, access_key: str, secret_key: str, region: str | None = None) -> Any:
    """A client of a store that speaks S3 and is not AWS's (APPS_BUNDLE_ENDPOINT)."""
    client = _session().client(
        "s3",
        region_name=region,
        endpoint_url=endpoint,
        aws_access_key_id=access_key,
        aws_secret_access_key=secret_key,
        config=_s3_config({"addressing_style": "path"}),
    )
    return _without_expect(client)


def stepfunctions() -> Any:
    return _client("stepfunctions", _config(read_timeout=20))


def lambda_(read_timeout: int = 30) -> Any:
    """A client of Lambda for calls that answer within `read_timeout` seconds; a call is never made twice."""
    return _client("lambda", _config(read_timeout=read_timeout, retries={"max_attempts": 1, "mode": "standard"}))


def codebuild() -> Any:
    return _client("codebuild", _config(read_timeout=20))


def cloudfront() -> Any:
    return _client("cloudfront", _config(read_timeout=20))


def secretsmanager() -> Any:
    return _client("secretsmanager", _config(read_timeout=10))


def _without_expect(client: Any) -> Any:
    """No `Expect: 100-continue`: our objects are small, and asking first costs each of them a round trip."""
    client.meta.events.unregister("before-call.s3", add_expect_header)
    return client


def _s3_config(style: dict[str, str]) -> Config:
    """Checksums only where S3 asks for them: stores that are not AWS's, and presigned addresses, know none."""
    return _config(
        read_timeout=30,
        signature_version="s3v4",
        s3=style,
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
    )


def _config(**over: Any) -> Config:
    base = {"retries": _ATTEMPTS, "tcp_keepalive": True, "max_pool_connections": 64, "connect_timeout": 3}
    return Config(**(base | over))


def _client(service: str, config: Config, region: str | None = None) -> Any:
    return _session().client(
        service, region_name=region or _region(), config=config, endpoint_url=_local_endpoint(service)
    )


@lru_cache(maxsize=1)
def _session() -> Any:
    """One for all clients, so that credentials and endpoint data are read once."""
    return boto3.Session()


def _region() -> str | None:
    return os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION")


def _local_endpoint(service: str = "") -> str | None:
    """Where the emulator is; one service may be elsewhere, as botocore itself reads it."""
    own = os.environ.get(f"AWS_ENDPOINT_URL_{service.upper()}") if service else None
    return own or os.environ.get("AWS_ENDPOINT_URL") or None
