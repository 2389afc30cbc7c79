"""Where a preview's page is told to report, by how the API was reached."""

from typing import Any

import pytest
from starlette.requests import Request

from functions.api.publishing.public import api_base
from shared.services.site.addresses import SiteAddresses


def asked(event: Any = None, host: str = "rev-1.preview.example.com") -> Request:
    scope: dict[str, Any] = {
        "type": "http", "method": "GET", "scheme": "https", "path": "/public/apps/x/runtime", "root_path": "",
        "query_string": b"", "headers": [(b"host", host.encode())], "server": (host, 443),
    }  # fmt: skip
    return Request(scope | ({"aws.event": event} if event else {}))


def gateway(name: str) -> dict[str, Any]:
    return {"requestContext": {"domainName": name, "stage": "v1", "path": "/v1/public/apps/x/runtime"}}


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (
            gateway("abc.execute-api.eu-central-1.amazonaws.com"),
            "https://abc.execute-api.eu-central-1.amazonaws.com/v1",
        ),
        (gateway("api.example.com"), "https://api.example.com"),
        ({"requestContext": {}}, "https://rev-1.preview.example.com"),
        (None, "https://rev-1.preview.example.com"),
    ],
)
def test_the_gateway_says_where_it_was_asked(event: Any, expected: str) -> None:
    assert api_base(asked(event), SiteAddresses()) == expected


def test_what_is_configured_holds() -> None:
    addresses = SiteAddresses(api_base_url="http://127.0.0.1:8600")
    assert api_base(asked(gateway("api.example.com")), addresses) == "http://127.0.0.1:8600"
