"""The authorizer as the gateway calls it."""

import base64
import json
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from moto import mock_aws

from local.front.dev_issuer import DevIssuer
from shared.adapters import aws_clients
from shared.adapters.dynamo.api_keys import DynamoApiKeyStore
from shared.adapters.dynamo.table.table import Table
from shared.adapters.system_clock import SystemClock
from shared.domain.access.api_key import names_api_key
from shared.domain.identity import Principal
from shared.runtime.observability import configure_logging
from shared.services.access.api_keys import ApiKeyRequest, create_api_key
from tests.support.aws.issuer import issuer_in, published_keys
from tests.support.aws.table import create_table

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


def basic(token: str) -> str:
    """What git sends of `https://git:TOKEN@host/`."""
    return f"Basic {base64.b64encode(f'git:{token}'.encode()).decode()}"


def test_git_signs_in_by_basic_on_its_own_routes_alone(authorizer: ModuleType, issuer: DevIssuer) -> None:
    token = issuer.token("acme", "ann", "apps:read")
    git = {**event(Authorization=basic(token)), "methodArn": f"{METHOD.split('/GET')[0]}/GET/git/app_1.git/info/refs"}
    assert authorizer.handler(git, None)["context"]["tenant"] == "acme"
    assert_refused(authorizer.handler(event(Authorization=basic(token)), None))
    for wrong in ("Basic", "Basic !!!", basic(""), basic("nothing"), "Digest x"):
        assert_refused(authorizer.handler({**git, "headers": {"authorization": wrong}}, None))


def assert_refused(answer: dict[str, Any]) -> None:
    """Denied everywhere, and nothing said of anybody: the gateway makes `ACCESS_DENIED` a 401."""
    (statement,) = answer["policyDocument"]["Statement"]
    assert (statement["Effect"], statement["Resource"]) == ("Deny", f"{METHOD.split('/')[0]}/v1/*")
    assert "context" not in answer


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
    assert_refused(authorizer.handler(event(Authorization=value), None))


def test_no_header_is_refused(authorizer: ModuleType) -> None:
    assert_refused(authorizer.handler({"methodArn": METHOD, "headers": None}, None))


def test_a_refusal_is_no_error_in_the_log(authorizer: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("authorizer")
    authorizer.handler(event(Authorization="Bearer not-a-token"), None)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["level"] for line in lines} == {"INFO"}
    assert [line["message"] for line in lines] == ["refused", "done"] and "not-a-token" not in json.dumps(lines)


class TestApiKeys:
    @pytest.fixture
    def keys(self, authorizer: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Iterator[DynamoApiKeyStore]:
        """A table of this test's own, which the authorizer opens by itself at the first key."""
        with mock_aws():
            table = create_table(aws_clients.dynamodb())
            monkeypatch.setattr(authorizer, "_settings", replace(authorizer._settings, table=table))
            authorizer._api_keys.cache_clear()
            yield DynamoApiKeyStore(Table(aws_clients.dynamodb(), table))
        authorizer._api_keys.cache_clear()

    def make(self, keys: DynamoApiKeyStore) -> Any:
        request = ApiKeyRequest(name="CI", scopes=frozenset({"apps:read"}))
        who = Principal(tenant_id="acme", subject="ann")
        return create_api_key(principal=who, request=request, keys=keys, clock=SystemClock())

    def test_a_key_is_allowed_as_its_tenant_until_it_is_revoked(
        self, authorizer: ModuleType, keys: DynamoApiKeyStore
    ) -> None:
        made = self.make(keys)
        asked = event(Authorization=f"Bearer {made.secret}")
        answer = authorizer.handler(asked, None)
        assert answer["context"] == {"tenant": "acme", "sub": f"key:{made.stored.id}", "scopes": "apps:read"}
        assert answer["policyDocument"]["Statement"][0]["Effect"] == "Allow"
        assert made.secret not in repr(answer)
        keys.revoke("acme", made.stored.id, SystemClock().now())
        assert_refused(authorizer.handler(asked, None))

    def test_what_only_looks_like_a_key_is_refused(self, authorizer: ModuleType, keys: DynamoApiKeyStore) -> None:
        for secret in ("cbk_", self.make(keys).secret[:-4] + "0000", "cbk_" + "0" * 26 + "_" + "0" * 64):
            assert names_api_key(secret)
            assert_refused(authorizer.handler(event(Authorization=f"Bearer {secret}"), None))

    def test_a_token_never_opens_the_table(
        self, authorizer: ModuleType, keys: DynamoApiKeyStore, issuer: DevIssuer
    ) -> None:
        authorizer.handler(event(Authorization=f"Bearer {issuer.token('acme')}"), None)
        assert authorizer._api_keys.cache_info().currsize == 0
