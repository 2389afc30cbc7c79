"""Keys of an issuer: rotated, flooded, down, of other kinds; and tokens of issuers with habits of their own."""

import base64
import hmac
import json
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

from devkit.fakes.clock import FakeClock
from shared.adapters.identity.oidc import OidcVerifier
from shared.domain.errors import Unauthenticated, Unavailable

ISSUER = "https://issuer.test/pool"
RSA_ONE, RSA_TWO = (rsa.generate_private_key(public_exponent=65537, key_size=2048) for _ in range(2))
EC_KEY = ec.generate_private_key(ec.SECP256R1())


def entry(kid: str, key: Any, **more: Any) -> dict[str, Any]:
    algorithm = ECAlgorithm if isinstance(key, ec.EllipticCurvePrivateKey) else RSAAlgorithm
    return dict(algorithm.to_jwk(key.public_key(), as_dict=True), kid=kid, **more)


class Issuer:
    """Publishes keys, counts who asks, and can be down."""

    def __init__(self) -> None:
        self.keys = [entry("one", RSA_ONE)]
        self.asked: list[str] = []
        self.down = False

    def fetch(self, url: str) -> bytes:
        self.asked.append(url)
        if self.down:
            raise Unavailable("down")
        if url.endswith("/openid-configuration"):
            return json.dumps({"jwks_uri": "https://issuer.test/keys"}).encode()
        return json.dumps({"keys": self.keys}).encode()


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def issuer() -> Issuer:
    return Issuer()


@pytest.fixture
def verifier(issuer: Issuer, clock: FakeClock) -> OidcVerifier:
    return OidcVerifier(
        issuer=ISSUER, audience="client", jwks_url="https://issuer.test/keys", clock=clock, fetch=issuer.fetch
    )


def token(clock: FakeClock, key: Any = RSA_ONE, kid: str = "one", alg: str = "RS256", **claims: Any) -> str:
    body = {
        "iss": ISSUER, "aud": "client", "sub": "ann", "custom:tenant": "acme", "exp": clock.now_ms() // 1000 + 60,
    } | claims  # fmt: skip
    return jwt.encode({name: value for name, value in body.items() if value is not None}, key, alg, {"kid": kid})


def test_keys_are_read_once(verifier: OidcVerifier, issuer: Issuer, clock: FakeClock) -> None:
    for _ in range(3):
        assert verifier.verify(token(clock)).tenant_id == "acme"
    assert len(issuer.asked) == 1


def test_a_rotated_key_is_found(verifier: OidcVerifier, issuer: Issuer, clock: FakeClock) -> None:
    verifier.verify(token(clock))
    issuer.keys = [entry("two", RSA_TWO)]
    clock.advance(31)
    assert verifier.verify(token(clock, RSA_TWO, "two")).subject == "ann"
    with pytest.raises(Unauthenticated):
        verifier.verify(token(clock))


def test_a_withdrawn_key_is_good_for_ten_minutes_at_most(
    verifier: OidcVerifier, issuer: Issuer, clock: FakeClock
) -> None:
    verifier.verify(token(clock))
    issuer.keys = []
    clock.advance(599)
    verifier.verify(token(clock))
    clock.advance(2)
    with pytest.raises(Unauthenticated):
        verifier.verify(token(clock))


def test_a_flood_of_unknown_keys_asks_the_issuer_once(verifier: OidcVerifier, issuer: Issuer, clock: FakeClock) -> None:
    verifier.verify(token(clock))
    clock.advance(31)
    for number in range(50):
        with pytest.raises(Unauthenticated):
            verifier.verify(token(clock, RSA_TWO, f"made-up-{number}"))
    assert len(issuer.asked) == 2


def test_known_keys_outlive_an_outage(verifier: OidcVerifier, issuer: Issuer, clock: FakeClock) -> None:
    verifier.verify(token(clock))
    issuer.down = True
    clock.advance(3600)
    assert verifier.verify(token(clock)).subject == "ann"


def test_no_keys_at_all_is_an_outage(verifier: OidcVerifier, issuer: Issuer, clock: FakeClock) -> None:
    issuer.down = True
    with pytest.raises(Unavailable):
        verifier.verify(token(clock))
    issuer.down = False
    assert verifier.verify(token(clock)).subject == "ann"


@pytest.mark.parametrize("document", [b"", b"[]", b"{}", b'{"keys": [1]}', b'{"keys": 3}', b"\xff"])
def test_keys_that_make_no_sense_are_an_outage(clock: FakeClock, document: bytes) -> None:
    verifier = OidcVerifier(
        issuer=ISSUER, audience="client", jwks_url="https://x.test", clock=clock, fetch=lambda _: document
    )
    with pytest.raises(Unavailable):
        verifier.verify(token(clock))


def test_the_issuers_own_description_says_where_the_keys_are(issuer: Issuer, clock: FakeClock) -> None:
    verifier = OidcVerifier(issuer=ISSUER, audience="client", clock=clock, fetch=issuer.fetch)
    assert verifier.verify(token(clock)).subject == "ann"
    assert issuer.asked == [f"{ISSUER}/.well-known/openid-configuration", "https://issuer.test/keys"]


def test_elliptic_keys_are_good_too(verifier: OidcVerifier, issuer: Issuer, clock: FakeClock) -> None:
    issuer.keys = [entry("ec", EC_KEY, use="sig"), {"kty": "oct", "kid": "oct", "k": "c2VjcmV0"}]
    assert verifier.verify(token(clock, EC_KEY, "ec", "ES256")).subject == "ann"
    with pytest.raises(Unauthenticated):
        verifier.verify(token(clock, "secret" * 8, "oct", "HS256"))


def raw(header: dict[str, Any], claims: dict[str, Any], signature: bytes = b"") -> str:
    """A token put together by hand: libraries refuse to make these."""

    def part(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    return ".".join([part(json.dumps(header).encode()), part(json.dumps(claims).encode()), part(signature)])


def good_claims(clock: FakeClock) -> dict[str, Any]:
    expires = clock.now_ms() // 1000 + 60
    return {"iss": ISSUER, "aud": "client", "sub": "ann", "custom:tenant": "acme", "exp": expires}


@pytest.mark.parametrize("name", ["none", "None", "NONE", "nOnE", "", None])
def test_a_token_that_nobody_signed_is_refused(verifier: OidcVerifier, clock: FakeClock, name: str | None) -> None:
    with pytest.raises(Unauthenticated):
        verifier.verify(raw({"alg": name, "kid": "one"}, good_claims(clock)))


@pytest.mark.parametrize("encoding", [Encoding.PEM, Encoding.DER])
@pytest.mark.parametrize("hashed", ["HS256", "HS384", "HS512"])
def test_the_public_key_is_no_shared_secret(
    verifier: OidcVerifier, clock: FakeClock, encoding: Encoding, hashed: str
) -> None:
    """A verifier that takes a public key for an HMAC secret accepts what anybody can sign."""
    public = RSA_ONE.public_key().public_bytes(encoding, PublicFormat.SubjectPublicKeyInfo)
    header = {"alg": hashed, "kid": "one", "typ": "JWT"}
    signing = raw(header, good_claims(clock)).rpartition(".")[0]
    digest = hmac.new(public, signing.encode(), f"sha{hashed[2:]}").digest()
    with pytest.raises(Unauthenticated):
        verifier.verify(raw(header, good_claims(clock), digest))


@pytest.mark.parametrize(
    "extra", [{"jwk": entry("own", RSA_TWO)}, {"jku": "https://evil.test/keys"}, {"x5u": "https://evil.test"}]
)
def test_a_token_does_not_bring_its_own_key(
    verifier: OidcVerifier, issuer: Issuer, clock: FakeClock, extra: dict[str, Any]
) -> None:
    for kid in ("one", "own"):
        with pytest.raises(Unauthenticated):
            verifier.verify(jwt.encode(good_claims(clock), RSA_TWO, "RS256", {"kid": kid} | extra))
    assert set(issuer.asked) == {"https://issuer.test/keys"}


@pytest.mark.parametrize("sign", ["#", "/", "\\", ".", ":", " ", "%", "*", "|", "\x00", "\u2028", "\uff03", "é"])
def test_a_tenant_has_no_sign_that_separates_keys(verifier: OidcVerifier, clock: FakeClock, sign: str) -> None:
    for tenant in (f"acme{sign}APP{sign}x", f"{sign}acme", f"acme{sign}", sign):
        with pytest.raises(Unauthenticated):
            verifier.verify(token(clock, **{"custom:tenant": tenant}))


@pytest.mark.parametrize("alg", ["RS384", "RS512", "PS256"])
def test_other_algorithms_are_refused(verifier: OidcVerifier, clock: FakeClock, alg: str) -> None:
    with pytest.raises(Unauthenticated):
        verifier.verify(token(clock, alg=alg))


def test_a_key_for_encryption_signs_nothing(verifier: OidcVerifier, issuer: Issuer, clock: FakeClock) -> None:
    issuer.keys = [entry("one", RSA_ONE, use="enc")]
    with pytest.raises(Unauthenticated):
        verifier.verify(token(clock))


def test_the_leeway_is_half_a_minute(verifier: OidcVerifier, clock: FakeClock) -> None:
    made = token(clock)
    clock.advance(89)
    assert verifier.verify(made).subject == "ann"
    clock.advance(1)
    with pytest.raises(Unauthenticated):
        verifier.verify(made)


def test_an_access_token_of_cognito_names_its_client(verifier: OidcVerifier, clock: FakeClock) -> None:
    access = {"aud": None, "token_use": "access", "scope": "apps:read apps:write"}
    assert verifier.verify(token(clock, client_id="client", **access)).scopes == {"apps:read", "apps:write"}
    for wrong in ({"client_id": "another"}, {}, {"client_id": "client", "token_use": "id"}):
        with pytest.raises(Unauthenticated):
            verifier.verify(token(clock, **(access | wrong)))


@pytest.mark.parametrize(
    "claims",
    [{"aud": ["x"]}, {"aud": []}, {"aud": {"client": 1}}, {"exp": True}, {"exp": "soon"}, {"nbf": "x"}, {"sub": ""},
     {"sub": 3}, {"custom:tenant": "a b"}, {"custom:tenant": "-a"}, {"custom:tenant": "a\n"}],
    ids=str,
)  # fmt: skip
def test_odd_claims_are_refused(verifier: OidcVerifier, clock: FakeClock, claims: dict[str, Any]) -> None:
    with pytest.raises((Unauthenticated, TypeError)) as refusal:
        verifier.verify(token(clock, **claims))
    assert refusal.type is Unauthenticated


def test_an_audience_among_several_is_enough(verifier: OidcVerifier, clock: FakeClock) -> None:
    assert verifier.verify(token(clock, aud=["another", "client"])).subject == "ann"


def test_a_token_of_unreasonable_size_is_refused(verifier: OidcVerifier, clock: FakeClock) -> None:
    with pytest.raises(Unauthenticated):
        verifier.verify(token(clock, padding="x" * 20_000))
