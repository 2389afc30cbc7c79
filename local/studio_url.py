"""`python -m local.studio_url`: a fresh address of the running Studio, which signs in once."""

import json
import sys
from contextlib import closing
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode, urlsplit

from local.config import LocalConfig, from_env
from local.front.sign_in import SignIn


def studio_url(origin: str, sign_in: SignIn) -> str:
    """The address; its code is in the fragment, which no server sees and no page is told."""
    return f"{origin}/studio/#code={sign_in.printed.make(True)}"


def running(data: LocalConfig) -> dict[str, Any] | None:
    """What the stack on this data folder says of itself; None, with a line, when none runs."""
    if not data.ready_file.exists():
        print("nothing is running here: start it with `make run`", file=sys.stderr)
        return None
    ready: dict[str, Any] = json.loads(data.ready_file.read_text("utf-8"))
    return ready


def fresh_url(ready: dict[str, Any], origin: str = "") -> str:
    """Another address, of the Studio that is served from `origin` or by the stack itself."""
    query = f"?{urlencode({'origin': origin})}" if origin else ""
    sent = {"Authorization": f"Bearer {ready['token']}"}
    with closing(HTTPConnection(urlsplit(ready["api_url"]).netloc, timeout=10)) as connection:
        connection.request("POST", f"/.local/oidc/one-time-code{query}", headers=sent)
        return connection.getresponse().read().decode()


def main() -> int:
    """Print one; 1 when nothing runs on this data folder."""
    ready = running(from_env())
    if ready is None:
        return 1
    print(fresh_url(ready))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
