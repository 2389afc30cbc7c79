"""The verifier against a real key set over HTTP: everything that is not exactly right is refused."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jwt
import pytest

from local.front.dev_issuer import DevIssuer
from shared.adapters.identity.oidc import OidcVerifier
from shared.domain.errors import Unauthenticated, Unavailable
from shared.domain.identity import SCOPES
from tests.support.aws.issuer import claims, forged, issuer_in, published_keys


@pytest.fixture(scope="module")
def issuer(tmp_path_factory: pytest.TempPathFactory) -> DevIssuer:
    return issuer_in(tmp_path_factory.mktemp("issuer"))


@pytest.fixture(scope="module")
def url(issuer: DevIssuer) -> Iterator[str]:
    with published_keys(issuer) as address:
        yield address


@pytest.fixture
def verifier(url: str) -> OidcVerifier:
    return OidcVerifier(issuer="chatbuilder-local", audience="chatbuilder", jwks_url=url, tenant_claim="tenant")


def signed(issuer: DevIssuer, **changes: Any) -> str:
    return signed_as_is(issuer, claims(**changes))


def signed_as_is(issuer: DevIssuer, body: dict[str, Any]) -> str:
    return jwt.encode(body, issuer._key, algorithm="RS256", headers={"kid": issuer.key_id})


def test_a_good_token_says_who_and_which_tenant(verifier: OidcVerifier, issuer: DevIssuer) -> None:
    principal = verifier.verify(issuer.token("acme", "ann", "apps:read apps:write"))
    assert (principal.tenant_id, principal.subject) == ("acme", "ann")
    assert principal.scopes == {"apps:read", "apps:write"}


def test_scopes_may_come_as_a_list(verifier: OidcVerifier, issuer: DevIssuer) -> None:
    assert verifier.verify(signed(issuer, scp=["apps:read"])).scopes == {"apps:read"}


def test_who_is_told_nothing_of_scopes_is_a_person(verifier: OidcVerifier, issuer: DevIssuer) -> None:
    person = verifier.verify(issuer.token("acme", "ann"))
    assert person.scopes is None and all(person.allows(scope) for scope in SCOPES)


@pytest.mark.parametrize(
    "said",
    [{"scope": ""}, {"scope": "  "}, {"scp": []}, {"scope": {"apps:read": True}}, {"scope": None}, {"scope": 1},
     {"scope": "", "scp": ["admin"]}, {"scope": "openid email"}, {"scp": [["admin"], "apps:readx"]}],
)  # fmt: skip
def test_a_claim_that_names_none_of_ours_allows_nothing(
    said: dict[str, Any], verifier: OidcVerifier, issuer: DevIssuer
) -> None:
    bearer = verifier.verify(signed_as_is(issuer, claims() | said))
    assert not [scope for scope in SCOPES if bearer.allows(scope)]


@pytest.mark.parametrize(
    "changes",
    [
        {"exp": int(time.time()) - 3600},
        {"exp": None},
        {"iss": "somebody-else"},
        {"iss": None},
        {"aud": "another-service"},
        {"aud": None},
        {"sub": None},
        {"tenant": None},
        {"tenant": ""},
        {"tenant": "a#b"},
        {"tenant": "../acme"},
        {"tenant": "t" * 64},
        {"tenant": ["acme"]},
        {"nbf": int(time.time()) + 3600},
    ],
    ids=lambda changes: "-".join(changes),
)
def test_wrong_claims_are_refused(verifier: OidcVerifier, issuer: DevIssuer, changes: dict[str, Any]) -> None:
    with pytest.raises(Unauthenticated):
        verifier.verify(signed(issuer, **changes))


def test_another_key_with_the_right_name_is_refused(verifier: OidcVerifier, issuer: DevIssuer) -> None:
    with pytest.raises(Unauthenticated):
        verifier.verify(forged(issuer.key_id, claims()))


@pytest.mark.parametrize("text", ["", "x", "a.b.c", "é", "." * 10, "eyJhbGciOiJub25lIn0.e30."])
def test_what_is_no_token_is_refused(verifier: OidcVerifier, text: str) -> None:
    with pytest.raises(Unauthenticated):
        verifier.verify(text)


def test_keys_that_cannot_be_fetched_are_not_the_callers_fault(issuer: DevIssuer) -> None:
    verifier = OidcVerifier(
        issuer="chatbuilder-local",
        audience="chatbuilder",
        jwks_url="http://127.0.0.1:9/jwks.json",
        tenant_claim="tenant",
    )
    with pytest.raises(Unavailable):
        verifier.verify(issuer.token("acme"))


def test_no_issuer_configured_refuses_everything(issuer: DevIssuer) -> None:
    with pytest.raises(Unauthenticated):
        OidcVerifier(issuer="", audience="").verify(issuer.token("acme"))


def test_the_issuers_key_outlives_a_restart(tmp_path: Path) -> None:
    first = DevIssuer(tmp_path)
    assert DevIssuer(tmp_path).jwks() == first.jwks()
    assert (tmp_path / "secrets" / "issuer-key.pem").stat().st_mode & 0o077 == 0
