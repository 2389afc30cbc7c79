"""Gateway authorizer: is the bearer token good? What its bearer may do is decided by the application, again."""

import logging
from typing import Any

from shared.adapters.oidc import OidcVerifier
from shared.domain.errors import Unauthenticated
from shared.domain.identity import Principal
from shared.runtime.settings import Settings

log = logging.getLogger(__name__)
_settings = Settings.from_env()
_verifier = OidcVerifier(
    issuer=_settings.oidc_issuer, audience=_settings.oidc_audience, jwks_url=_settings.oidc_jwks_url,
    tenant_claim=_settings.tenant_claim,
)  # fmt: skip


class Refused(Exception):
    """The gateway turns an error with exactly this text into its 401 answer."""

    def __init__(self) -> None:
        super().__init__("Unauthorized")


def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """Allow the whole stage (the answer is cached for the token) or refuse with 401."""
    try:
        principal = _verifier.verify(bearer(event.get("headers") or {}))
    except Unauthenticated as error:
        log.info("refused: %s", error.message)
        raise Refused from error
    return allow(principal, stage_arn(str(event["methodArn"])))


def bearer(headers: dict[str, str]) -> str:
    """The token of the Authorization header, whatever the header's case."""
    value = next((v for k, v in headers.items() if k.lower() == "authorization"), "")
    scheme, _, token = value.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated("A bearer token is needed.")
    return token.strip()


def stage_arn(method_arn: str) -> str:
    """`...:api/stage/GET/path` -> every method of that stage: a cached policy answers for all of them."""
    api, stage = method_arn.split("/")[:2]
    return f"{api}/{stage}/*"


def allow(principal: Principal, resource: str) -> dict[str, Any]:
    """The policy document, with who it is for the access log."""
    statement = {"Action": "execute-api:Invoke", "Effect": "Allow", "Resource": resource}
    return {
        "principalId": f"{principal.tenant_id}:{principal.subject}"[:128],
        "policyDocument": {"Version": "2012-10-17", "Statement": [statement]},
        "context": {
            "tenant": principal.tenant_id, "sub": principal.subject, "scopes": " ".join(sorted(principal.scopes)),
        },
    }  # fmt: skip
