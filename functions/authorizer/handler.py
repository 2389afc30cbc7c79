"""Gateway authorizer: is the token or the API key good? What its bearer may do is decided by the application, again."""

import base64
import binascii
import logging
from functools import cache
from typing import Any, Literal

from shared.adapters.system_clock import SystemClock
from shared.domain.errors import Unauthenticated
from shared.domain.identity import Principal
from shared.domain.log_context import note
from shared.ports.access import ApiKeyStore
from shared.runtime.identity import identity_from
from shared.runtime.observability import observed
from shared.runtime.settings import Settings

log = logging.getLogger(__name__)
_settings = Settings.from_env()


@cache
def _api_keys() -> ApiKeyStore:
    """Opened when the first key comes: a caller with a token never waits for AWS's client."""
    from shared.adapters import aws_clients
    from shared.adapters.dynamo.api_keys import DynamoApiKeyStore
    from shared.adapters.dynamo.table.table import Table

    return DynamoApiKeyStore(Table(aws_clients.dynamodb(), _settings.table))


_identity = identity_from(_settings, _api_keys, SystemClock())


@observed("authorizer", traced="never")
def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """Allow or deny the whole stage; the answer is cached for the token. The gateway answers a denial with our 401.

    Raising `Unauthorized` would do so too, but the runtime writes an error with a trace for whatever is raised.
    """
    stage = stage_arn(str(event["methodArn"]))
    try:
        principal = _identity.verify(credential(event.get("headers") or {}, git=is_git(str(event["methodArn"]))))
    except Unauthenticated as error:
        log.info("refused", extra={"reason": error.message})
        return {"principalId": "nobody", "policyDocument": policy("Deny", stage)}
    note(tenant_id=principal.tenant_id)
    return allow(principal, stage)


def credential(headers: dict[str, str], *, git: bool) -> str:
    """The token of the Authorization header, whatever the header's case. `git` also sends it as a Basic password."""
    value = next((v for k, v in headers.items() if k.lower() == "authorization"), "")
    scheme, _, token = value.partition(" ")
    token = token.strip()
    if git and scheme.lower() == "basic":
        token = basic_password(token)
    elif scheme.lower() != "bearer":
        token = ""
    if not token:
        raise Unauthenticated("A bearer token is needed.")
    return token


def basic_password(packed: str) -> str:
    """The password of `user:password` in base64; empty where it is malformed."""
    try:
        return base64.b64decode(packed, validate=True).decode().partition(":")[2]
    except (binascii.Error, UnicodeDecodeError):
        return ""


def is_git(method_arn: str) -> bool:
    """Whether `...:api/stage/GET/git/app_1.git/info/refs` is one of git's routes."""
    return method_arn.split("/")[3:4] == ["git"]


def stage_arn(method_arn: str) -> str:
    """`...:api/stage/GET/path` -> every method of that stage: a cached policy answers for all of them."""
    api, stage = method_arn.split("/")[:2]
    return f"{api}/{stage}/*"


def allow(principal: Principal, resource: str) -> dict[str, Any]:
    """The policy document, with who it is for the access log."""
    return {
        "principalId": f"{principal.tenant_id}:{principal.subject}"[:128],
        "policyDocument": policy("Allow", resource),
        "context": {
            "tenant": principal.tenant_id, "sub": principal.subject, "scopes": " ".join(sorted(principal.scopes or ())),
        },
    }  # fmt: skip


def policy(effect: Literal["Allow", "Deny"], resource: str) -> dict[str, Any]:
    statement = {"Action": "execute-api:Invoke", "Effect": effect, "Resource": resource}
    return {"Version": "2012-10-17", "Statement": [statement]}
