"""The development sign-in lets in who has the printed code, and nobody else by any other door."""

from pathlib import Path

import jwt
import pytest

from local.config import AUDIENCE, DEFAULT_TENANT, ISSUER
from local.front.dev_issuer import DevIssuer
from local.front.sign_in import CALLBACK, CLIENT_ID, Refused, SignIn
from tests.support.api.sign_in import ORIGIN, VERIFIER, authorize, challenge, exchange, question


@pytest.fixture
def sign_in(tmp_path: Path) -> SignIn:
    return SignIn(DevIssuer(tmp_path), [ORIGIN, "http://localhost:8600"])


@pytest.fixture
def printed(sign_in: SignIn) -> str:
    return sign_in.printed.make(True)


def refused(sign_in: SignIn, form: dict[str, str]) -> str:
    with pytest.raises(Refused) as caught:
        sign_in.token(form)
    return str(caught.value)


def test_the_printed_code_becomes_tokens(sign_in: SignIn, printed: str) -> None:
    answer = authorize(sign_in, one_time_code=printed)
    assert answer.place.startswith(f"{ORIGIN}{CALLBACK}?") and answer.said["state"] == "s"
    tokens = sign_in.token(exchange(answer.said["code"]))
    (published,) = sign_in.issuer.jwks()["keys"]
    key = jwt.PyJWK(published).key
    access = jwt.decode(tokens["access_token"], key, algorithms=["RS256"], audience=AUDIENCE, issuer=ISSUER)
    named = jwt.decode(tokens["id_token"], key, algorithms=["RS256"], audience=CLIENT_ID, issuer=ISSUER)
    assert (access["tenant"], named["nonce"], tokens["token_type"]) == (DEFAULT_TENANT, "n", "Bearer")


def test_the_printed_code_signs_in_once(sign_in: SignIn, printed: str) -> None:
    authorize(sign_in, one_time_code=printed)
    again = authorize(sign_in, one_time_code=printed)
    assert (again.said, again.session) == ({"error": "login_required", "state": "s"}, "")


def test_the_browser_stays_signed_in(sign_in: SignIn, printed: str) -> None:
    kept = authorize(sign_in, one_time_code=printed).session
    assert "code" in authorize(sign_in, kept).said


@pytest.mark.parametrize("browser", ["", "another"])
def test_the_cookie_alone_is_nothing(sign_in: SignIn, printed: str, browser: str) -> None:
    """Another port of this machine is shown it, but does not know the word that the Studio's origin keeps."""
    kept = authorize(sign_in, one_time_code=printed).session
    assert authorize(sign_in, kept, browser=browser).said["error"] == "login_required"


def test_a_browser_without_a_word_keeps_nothing(sign_in: SignIn, printed: str) -> None:
    kept = authorize(sign_in, one_time_code=printed, browser="").session
    assert authorize(sign_in, kept, browser="").said["error"] == "login_required"


def test_no_other_note_of_the_issuer_is_a_session(sign_in: SignIn, printed: str) -> None:
    answer = sign_in.token(exchange(authorize(sign_in, one_time_code=printed).said["code"]))
    for note in (answer["access_token"], answer["refresh_token"], answer["id_token"], "", "x.y.z"):
        assert authorize(sign_in, note).said["error"] == "login_required"


@pytest.mark.parametrize(
    ("over", "why"),
    [
        ({"redirect_uri": "http://evil.test/studio/signed-in"}, "unauthorized_client"),
        ({"redirect_uri": ORIGIN + CALLBACK + "@evil.test"}, "unauthorized_client"),
        ({"redirect_uri": ORIGIN + CALLBACK + "/../x"}, "unauthorized_client"),
        ({"redirect_uri": "http://127.0.0.1:9999" + CALLBACK}, "unauthorized_client"),
        ({"redirect_uri": ""}, "unauthorized_client"),
        ({"client_id": "other"}, "unauthorized_client"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"code_challenge_method": "plain"}, "unsupported_response_type"),
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge": "x" * 42}, "invalid_request"),
        ({"code_challenge": "x" * 43 + "\n"}, "invalid_request"),
    ],
)
def test_what_is_not_the_studios_question_leads_nowhere(
    sign_in: SignIn, printed: str, over: dict[str, str], why: str
) -> None:
    """No open redirect, no flow without PKCE; and the printed code is not used up."""
    with pytest.raises(Refused, match=f"^{why}$"):
        sign_in.authorize(question(one_time_code=printed, **over), "")
    assert "code" in authorize(sign_in, one_time_code=printed).said


def test_the_state_stays_in_its_place(sign_in: SignIn, printed: str) -> None:
    answer = authorize(sign_in, one_time_code=printed, state="a&code=stolen\r\nSet-Cookie: x=y#")
    assert answer.said["state"] == "a&code=stolen\r\nSet-Cookie: x=y#"
    assert "\n" not in answer.place and answer.said["code"] != "stolen"


@pytest.mark.parametrize(
    "over",
    [
        {"code": "x"}, {"code": ""}, {"code_verifier": ""}, {"code_verifier": "w" * 43},
        {"code_verifier": challenge()}, {"redirect_uri": "http://localhost:8600" + CALLBACK}, {"redirect_uri": ""},
    ],
)  # fmt: skip
def test_a_code_needs_the_secret_of_the_page_that_asked(sign_in: SignIn, printed: str, over: dict[str, str]) -> None:
    code = authorize(sign_in, one_time_code=printed).said["code"]
    assert refused(sign_in, exchange(code) | over) == "invalid_grant"


def test_a_code_that_was_tried_is_gone(sign_in: SignIn, printed: str) -> None:
    code = authorize(sign_in, one_time_code=printed).said["code"]
    refused(sign_in, exchange(code, code_verifier="w" * 43))
    assert refused(sign_in, exchange(code)) == "invalid_grant"


def test_another_client_or_grant_is_refused(sign_in: SignIn, printed: str) -> None:
    code = authorize(sign_in, one_time_code=printed).said["code"]
    assert refused(sign_in, exchange(code, client_id="other")) == "invalid_client"
    assert refused(sign_in, exchange(code, grant_type="password")) == "unsupported_grant_type"
    assert refused(sign_in, {}) == "invalid_client"


def test_tokens_are_renewed(sign_in: SignIn, printed: str) -> None:
    answer = sign_in.token(exchange(authorize(sign_in, one_time_code=printed).said["code"]))
    form = {"grant_type": "refresh_token", "client_id": CLIENT_ID, "refresh_token": answer["refresh_token"]}
    assert sign_in.token(form)["access_token"]
    for wrong in (answer["access_token"], answer["id_token"], VERIFIER, ""):
        assert refused(sign_in, form | {"refresh_token": wrong}) == "invalid_grant"


def test_only_the_owners_own_token_gets_another_address(sign_in: SignIn, tmp_path: Path) -> None:
    """Not one of another tenant or with fewer scopes, which would become everything; nor one of another issuer."""
    issuer = sign_in.issuer
    assert sign_in.may_print(issuer.token(DEFAULT_TENANT, seconds=60))
    other = DevIssuer(tmp_path / "other")
    wrong = (
        issuer.token("acme", seconds=60), issuer.token(DEFAULT_TENANT, scopes="apps:read", seconds=60),
        issuer.token(DEFAULT_TENANT, seconds=-1), other.token(DEFAULT_TENANT, seconds=60), "",
        issuer.note(CLIENT_ID, 60),
    )  # fmt: skip
    assert not any(map(sign_in.may_print, wrong))
