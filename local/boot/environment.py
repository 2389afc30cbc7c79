"""The environment of the functions on this machine: what AWS would get from the template comes from here."""

from collections.abc import Mapping
from typing import Any

from local.config import AUDIENCE, ISSUER, STACK_NAME, TENANT_CLAIM, LocalConfig
from local.emulator.access import Access
from local.private_files import kept_secret


def shared_settings(
    config: LocalConfig, *, worker_endpoint: str, worker_secret: str, model_url: str, model_key: str
) -> dict[str, str]:
    """Addresses, keys and switches, the same for every function and for the front process."""
    return {
        "APPS_CDN_BASE_URL": config.api_url, "APPS_CDN_PUBLIC_PREFIX": "/apps", "APPS_DOMAIN": "apps.localhost",
        "PREVIEW_DOMAIN": "preview.localhost", "SITE_MODE": "domain", "PUBLIC_SCHEME": "http",
        "API_BASE_URL": config.api_url,
        "PUBLIC_PORT_SUFFIX": f":{config.site_port}", "WORKER_BACKEND": "http", "WORKER_ENDPOINT": worker_endpoint,
        "WORKER_SECRET": worker_secret, "OIDC_ISSUER": ISSUER, "OIDC_AUDIENCE": AUDIENCE,
        "OIDC_JWKS_URL": f"{config.api_url}/.local/jwks.json", "TENANT_CLAIM": TENANT_CLAIM, "CORS_ORIGINS": "*",
        "STUDIO_ORIGINS": ",".join(config.studio_origins),
        "PREVIEW_SECRET": kept_secret(config.data, "preview-secret"), "LOG_LEVEL": "INFO",
        "RATE_LIMITS": "tenant=60000,person=60000,chat=60000,tools=60000,at_once=1",  # one person's own machine
        "EVENT_FLUSH_MS": "15", "STREAM_POLL_MS": "15",
        "OPENAI_API_KEY": model_key, "OPENAI_BASE_URL": model_url, "MODEL_WIRE": config.model_wire,
    } | ({"CHATBUILDER_MODEL": config.model} if config.model else {}) | dict(config.passed_on)  # fmt: skip


def front_settings(access: Access, lambda_client: Any) -> dict[str, str]:
    """What the api function was told by the template, and how to reach the emulator."""
    configuration = lambda_client.get_function_configuration(FunctionName=f"{STACK_NAME}-api")
    variables: Mapping[str, str] = configuration["Environment"]["Variables"]
    return dict(variables) | access.environment()
