"""`python -m local.token`: a token the API's verifier accepts, for the tenant that was named."""

import os
import subprocess
import sys
from pathlib import Path

import jwt
import pytest

from local.config import AUDIENCE, ISSUER
from local.front.dev_issuer import DevIssuer
from toolchain.repository import REPOSITORY


def token(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "local.token", *arguments], cwd=REPOSITORY, capture_output=True, text=True,
        env=os.environ | {"CHATBUILDER_DATA": str(data)},
    )  # fmt: skip


def test_it_names_the_tenant_and_the_scopes(tmp_path: Path) -> None:
    printed = token(tmp_path, "--tenant", "acme", "--scopes", "apps:read", "--hours", "1").stdout.strip()
    (published,) = DevIssuer(tmp_path).jwks()["keys"]
    claims = jwt.decode(printed, jwt.PyJWK(published).key, algorithms=["RS256"], audience=AUDIENCE, issuer=ISSUER)
    assert (claims["tenant"], claims["scope"], claims["exp"] - claims["iat"]) == ("acme", "apps:read", 3600)


@pytest.mark.parametrize("tenant", ["", "a#b", "-x", "a/b", "t" * 64])
def test_a_name_no_tenant_can_have_is_refused(tmp_path: Path, tenant: str) -> None:
    done = token(tmp_path, f"--tenant={tenant}")
    assert (done.returncode, done.stdout) == (2, "")
