"""`python -m local.studio_url`: a fresh address of the running Studio, which signs in once."""

import json
import sys
from http.client import HTTPConnection
from urllib.parse import urlsplit

from local.config import from_env
from local.sign_in import SignIn


def studio_url(api_url: str, sign_in: SignIn) -> str:
    """The address; its code is in the fragment, which no server sees and no page is told."""
    return f"{api_url}/studio/#code={sign_in.printed.make(True)}"


def main() -> int:
    """Print one; 1 when nothing runs on this data folder."""
    ready = from_env().ready_file
    if not ready.exists():
        print("nothing is running here: start it with `make run`", file=sys.stderr)
        return 1
    told = json.loads(ready.read_text("utf-8"))
    connection = HTTPConnection(urlsplit(told["api_url"]).netloc, timeout=10)
    connection.request("POST", "/.local/oidc/one-time-code", headers={"Authorization": f"Bearer {told['token']}"})
    print(connection.getresponse().read().decode())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
