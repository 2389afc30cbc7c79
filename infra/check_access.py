"""Who `make deploy ARGS=--check` is: the bearer of `CHATBUILDER_TOKEN`, or a person made for the check only."""

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

TENANT = "deployment-check"
SIGN_IN = "Set CHATBUILDER_TOKEN: an API key of yours, or a token of your own sign-in service."


@contextmanager
def bearer_token(outputs: Mapping[str, str], cognito: Any) -> Iterator[str]:
    """A token for the deployed API. Without one of yours it needs the stack's own pool."""
    given = os.environ.get("CHATBUILDER_TOKEN", "")
    if given:
        yield given
    elif "UserPoolId" in outputs:
        with _visitor(outputs["UserPoolId"], outputs["UserPoolClientId"], cognito) as token:
            yield token
    else:
        raise SystemExit(SIGN_IN)


@contextmanager
def _visitor(pool: str, client: str, cognito: Any) -> Iterator[str]:
    """A person of a tenant of their own, by the operator's AWS credentials."""
    name = f"check-{secrets.token_hex(8)}@example.com"
    password = f"aA1!{secrets.token_urlsafe(24)}"
    attributes = {"email": name, "email_verified": "true", "custom:tenant": TENANT}
    cognito.admin_create_user(
        UserPoolId=pool, Username=name, MessageAction="SUPPRESS",
        UserAttributes=[{"Name": key, "Value": value} for key, value in attributes.items()],
    )  # fmt: skip
    try:
        cognito.admin_set_user_password(UserPoolId=pool, Username=name, Password=password, Permanent=True)
        answer = cognito.admin_initiate_auth(
            UserPoolId=pool, ClientId=client, AuthFlow="ADMIN_USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": name, "PASSWORD": password},
        )  # fmt: skip
        yield str(answer["AuthenticationResult"]["IdToken"])
    finally:
        cognito.admin_delete_user(UserPoolId=pool, Username=name)
