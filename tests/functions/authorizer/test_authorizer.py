"""The authorizer as the gateway calls it."""

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from local.dev_issuer import DevIssuer
from tests.support.issuer import issuer_in, published_keys

METHOD = "arn:aws:execute-api:eu-central-1:111122223333:abc123/v1/GET/admin/apps/app_1"


@pytest.fixture(scope="module")
def issuer(tmp_path_factory: pytest.TempPathFactory) -> DevIssuer:
    return issuer_in(tmp_path_factory.mktemp("issuer"))


@pytest.fixture(scope="module")
def authorizer(issuer: DevIssuer) -> Iterator[ModuleType]:
    """The handler's module, wired to a real key set."""
    patch = pytest.MonkeyPatch()
    with published_keys(issuer) as url:
        for name, value in {
            "OIDC_ISSUER": "chatbuilder-local",
            "OIDC_AUDIENCE": "chatbuilder",
            "OIDC_JWKS_URL": url,
            "TENANT_CLAIM": "tenant",
        }.items():
            patch.setenv(name, value)
        import functions.authorizer.handler as module

        yield module
    patch.undo()


def event(**headers: str) -> dict[str, Any]:
    return {"type": "REQUEST", "methodArn": METHOD, "headers": headers}


def test_a_good_token_is_allowed_on_the_whole_stage(authorizer: ModuleType, issuer: DevIssuer) -> None:
    answer = authorizer.handler(event(Authorization=f"Bearer {issuer.token('acme', 'ann', 'apps:read')}"), None)
    assert answer["policyDocument"]["Statement"] == [
        {
            "Action": "execute-api:Invoke",
            "Effect": "Allow",
            "Resource": "arn:aws:execute-api:eu-central-1:111122223333:abc123/v1/*",
        }
    ]
    assert answer["context"] == {"tenant": "acme", "sub": "ann", "scopes": "apps:read"}
    assert answer["principalId"] == "acme:ann"


def test_the_headers_case_does_not_matter(authorizer: ModuleType, issuer: DevIssuer) -> None:
    assert (
        authorizer.handler(event(authorization=f"bearer {issuer.token('acme')}"), None)["context"]["tenant"] == "acme"
    )


@pytest.mark.parametrize("value", ["", "Bearer", "Bearer  ", "Basic YTpi", "Bearer not-a-token", "token"])
def test_anything_else_is_the_gateways_401(authorizer: ModuleType, value: str) -> None:
    with pytest.raises(authorizer.Refused, match=r"^Unauthorized$"):
        authorizer.handler(event(Authorization=value), None)


def test_no_header_is_refused(authorizer: ModuleType) -> None:
    with pytest.raises(authorizer.Refused, match=r"^Unauthorized$"):
        authorizer.handler({"methodArn": METHOD, "headers": None}, None)
