"""The embedded AWS answers who signs with the key of this start, and no plain client or page of another site."""

import asyncio
import json
import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import botocore.session
import httpx
import pytest
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.config import Config
from botocore.credentials import Credentials
from botocore.exceptions import ClientError

from local.emulator.access import Access
from local.emulator.emulator import Emulator
from local.emulator.gate import Gate, read

API = "http://127.0.0.1:8600"
PAGE = b"<!doctype html><script>document.title = 'ran'</script>"


@pytest.fixture(scope="module", params=["open", "roles"])
def running(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emulator]:
    """Both ways of running it: roles are enforced or not."""
    folder = tmp_path_factory.mktemp(request.param)
    settings = {"AUTH": "true"} if request.param == "roles" else {}
    emulator = Emulator(folder / "aws", folder / "logs" / "emulator.log", [], settings, origins=(API,))
    emulator.start()
    s3 = emulator.client("s3")
    s3.create_bucket(Bucket="files")
    s3.put_object(Bucket="files", Key="live/app/index.html", Body=PAGE, ContentType="text/html")
    emulator.client("secretsmanager").create_secret(Name="mine", SecretString="only-mine")
    yield emulator
    emulator.stop()


def ask(running: Emulator, method: str, path: str, **options: Any) -> httpx.Response:
    return httpx.request(method, f"{running.endpoint}{path}", trust_env=False, timeout=60, **options)


@cache
def session() -> Any:
    """One for all keys: each new one would read the services' whole descriptions again."""
    return botocore.session.get_session()


def as_client(running: Emulator, service: str, key: str, secret: str) -> Any:
    return session().create_client(
        service, "us-east-1", endpoint_url=running.endpoint, aws_access_key_id=key, aws_secret_access_key=secret,
        config=Config(retries={"max_attempts": 1}),
    )  # fmt: skip


def form(running: Emulator, **options: Any) -> dict[str, Any]:
    conditions = [["content-length-range", 1, 100]]
    made: dict[str, Any] = running.client("s3").generate_presigned_post(
        "files", "uploads/a.txt", Conditions=conditions, **options
    )
    return made


def address(running: Emulator, key: str = "live/app/index.html") -> str:
    made: str = running.client("s3").generate_presigned_url("get_object", Params={"Bucket": "files", "Key": key})
    return made


UNSIGNED = [
    ("GET", "/", {}), ("GET", "/files", {}), ("GET", "/files/live/app/index.html", {}),
    ("GET", "/_ministack/health", {}), ("POST", "/_ministack/reset", {}), ("GET", "/_localstack/health", {}),
    ("GET", "/_chatbuilder/warm?x", {}), ("GET", "/2015-03-31/functions/", {}), ("OPTIONS", "/files", {}),
    ("POST", "/2015-03-31/functions/x/invocations", {}), ("PUT", "/mine", {}),
    ("DELETE", "/files/live/app/index.html", {}),
    ("POST", "/", {"x-amz-target": "DynamoDB_20120810.ListTables"}),
    ("POST", "/", {"x-amz-target": "secretsmanager.ListSecrets"}),
    ("POST", "/", {"content-type": "application/x-www-form-urlencoded"}),
    ("GET", "/_aws/execute-api/a/b/health", {"authorization": "Bearer x"}),
    ("GET", "/files", {"authorization": "AWS test:c2ln"}),
    ("GET", "/files?AWSAccessKeyId=test&Signature=x&Expires=9999999999", {}),
    ("GET", "/files?X-Amz-Credential=test/20261122/us-east-1/s3/aws4_request", {}),
    ("GET", "/", {"authorization": "AWS4-HMAC-SHA256 Credential=test/20261122/us-east-1/s3/aws4_request"}),
    ("GET", "/", {"x-emulator-key": ""}), ("GET", "/", {"x-emulator-key": "test"}),
]  # fmt: skip


@pytest.mark.parametrize("case", UNSIGNED, ids=lambda case: f"{case[0]} {case[1]} {len(case[2])}")
def test_what_is_not_signed_is_refused(running: Emulator, case: tuple[str, str, dict[str, str]]) -> None:
    method, path, headers = case
    answer = ask(running, method, path, headers=headers)
    assert answer.status_code == 403, answer.text
    assert "only-mine" not in answer.text and "<Bucket" not in answer.text
    assert not [name for name in answer.headers if name.startswith("access-control-")]


@pytest.mark.parametrize("known", [False, True])
def test_a_signature_of_another_key_or_of_another_secret_is_refused(running: Emulator, known: bool) -> None:
    """Old well-known keys too: `test`, the account's number, and the right key with a wrong secret."""
    keys = (
        [running.access.key_id] if known else ["test", "000000000000", "AKIAIOSFODNN7EXAMPLE", "ASIA0123456789ABCDEF"]
    )
    for key in keys:
        calls = {
            "s3": "list_buckets", "dynamodb": "list_tables", "secretsmanager": "list_secrets",
            "lambda": "list_functions", "sts": "get_caller_identity",
        }  # fmt: skip
        for service, call in calls.items():
            with pytest.raises(ClientError) as refused:
                getattr(as_client(running, service, key, "test"), call)()
            assert refused.value.response["ResponseMetadata"]["HTTPStatusCode"] == 403, (key, service)


def test_nobody_makes_a_function_or_reads_a_secret_without_the_key(running: Emulator) -> None:
    function = {"FunctionName": "x", "Role": "arn:aws:iam::000000000000:role/x", "Handler": "x.x", "Code": {}}
    body = json.dumps(function)
    forged = {"authorization": "AWS4-HMAC-SHA256 Credential=test/20261122/us-east-1/lambda/aws4_request, "
              "SignedHeaders=host;x-amz-date, Signature=00", "x-amz-date": "20261122T000000Z"}  # fmt: skip
    for headers in ({}, forged):
        assert ask(running, "POST", "/2015-03-31/functions", content=body, headers=headers).status_code == 403
    assert running.client("lambda").list_functions()["Functions"] == []
    assert running.client("secretsmanager").get_secret_value(SecretId="mine")["SecretString"] == "only-mine"


@pytest.mark.parametrize("host", ["evil.test", "files.s3.amazonaws.com", "127.0.0.1.evil.test:80", "s3.localhost"])
def test_another_host_is_refused_even_with_the_key(running: Emulator, host: str) -> None:
    """A name of somebody else's that leads to this machine (DNS rebinding)."""
    headers = {"host": host, "x-emulator-key": running.access.secret}
    assert ask(running, "GET", "/_ministack/health", headers=headers).status_code == 403
    assert ask(running, "GET", "/_ministack/health", headers=headers | {"host": "localhost"}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.test", "null", "http://127.0.0.1:1", "http://a.apps.localhost:8601"])
def test_another_origin_is_refused_even_with_the_key(running: Emulator, origin: str) -> None:
    headers = {"origin": origin, "x-emulator-key": running.access.secret}
    assert ask(running, "GET", "/_ministack/health", headers=headers).status_code == 403
    preflight = {"origin": origin, "access-control-request-method": "GET"}
    for asked in (
        ask(running, "OPTIONS", "/files", headers=preflight),
        httpx.get(address(running), headers={"origin": origin}, trust_env=False),
        httpx.post(
            form(running)["url"], data=form(running)["fields"], files={"file": b"a"}, headers={"origin": origin}
        ),
    ):
        assert asked.status_code == 403
        assert "access-control-allow-origin" not in asked.headers


def test_the_apis_own_pages_may_upload_and_download_by_presigned_addresses_only(running: Emulator) -> None:
    given, ours = form(running), {"origin": API}
    sent = httpx.post(given["url"], data=given["fields"], files={"file": b"kept"}, headers=ours, trust_env=False)
    read = httpx.get(address(running, "uploads/a.txt"), headers=ours, trust_env=False)
    assert (sent.status_code, read.status_code, read.content) == (204, 200, b"kept")
    for answer in (sent, read):
        assert (answer.headers["access-control-allow-origin"], answer.headers["vary"]) == (API, "Origin")
        assert "access-control-allow-credentials" not in answer.headers
    asked = ask(running, "OPTIONS", "/files", headers=ours | {"access-control-request-method": "POST"})
    assert (asked.status_code, asked.headers["access-control-allow-origin"]) == (204, API)
    for method in ("PUT", "DELETE"):
        headers = ours | {"access-control-request-method": method}
        assert ask(running, "OPTIONS", "/files", headers=headers).status_code == 403
    with_key = ours | {"x-emulator-key": running.access.secret}
    assert ask(running, "GET", "/_ministack/health", headers=with_key).status_code == 403


@pytest.mark.parametrize("change", ["signature", "credential", "policy", "unsigned", "field twice", "elsewhere"])
def test_a_form_that_was_not_made_with_the_key_is_refused(running: Emulator, change: str) -> None:
    given = form(running)
    fields: list[tuple[str, tuple[None, str]]] = [(name, (None, value)) for name, value in given["fields"].items()]
    url = given["url"]
    changed = {
        "signature": ("x-amz-signature", "0" * 64),
        "policy": ("policy", "e30="),
        "credential": ("x-amz-credential", "test/20261122/us-east-1/s3/aws4_request"),
    }
    if change in changed:
        name, value = changed[change]
        fields = [(each, (None, value) if each == name else old) for each, old in fields]
    elif change == "unsigned":
        fields = [("key", (None, "uploads/a.txt"))]
    elif change == "field twice":
        fields.append(("policy", (None, "e30=")))
    else:
        url = f"{running.endpoint}/2015-03-31/functions"
    answer = httpx.post(url, files=[*fields, ("file", (None, "mine"))], trust_env=False, timeout=60)
    assert answer.status_code == 403, answer.text


def test_a_presigned_address_opens_its_object_and_nothing_else(running: Emulator) -> None:
    """Its signature covers neither the other headers nor the body, which could name another service."""
    url = address(running)
    extra = {"x-amz-target": "secretsmanager.ListSecrets", "x-amz-copy-source": "/files/x", "content-type": "x"}
    assert httpx.get(url, headers=extra, trust_env=False).content == PAGE
    assert httpx.get(url.replace("index.html", "other.html"), trust_env=False).status_code == 403
    assert httpx.get(f"{url}&versionId=1", trust_env=False).status_code == 403
    assert httpx.delete(url, trust_env=False).status_code == 403
    assert httpx.post(url, content=b"{}", headers=extra, trust_env=False).status_code == 403


def test_html_of_an_app_is_no_page_of_the_emulators_origin(running: Emulator) -> None:
    assert ask(running, "GET", "/files/live/app/index.html").status_code == 403
    answer = httpx.get(address(running), trust_env=False)
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert answer.headers["content-disposition"] == "attachment"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_key_is_another_one_at_every_start(tmp_path: Path) -> None:
    first, second = (Emulator(tmp_path, tmp_path / "log", [], {}).access for _ in range(2))
    assert first.key_id != second.key_id and first.secret != second.secret
    assert first.secret not in repr(first)


def test_a_refused_request_is_not_read_to_its_end(running: Emulator) -> None:
    place = urlsplit(running.endpoint)
    with httpx.Client(base_url=f"http://{place.netloc}", trust_env=False, timeout=60) as client:
        answer = client.post("/files", content=b"x" * 20_000_000, headers={"content-type": "application/json"})
    assert answer.status_code == 403


def test_a_signature_that_names_two_keys_is_refused(running: Emulator) -> None:
    """The emulator would take the first for the caller, and `test` for root; the signature is of the second."""
    key, request = running.access, AWSRequest("GET", f"{running.endpoint}/files")
    S3SigV4Auth(Credentials(key.key_id, key.secret), "s3", "us-east-1").add_auth(request)
    headers = dict(request.headers.items())
    assert ask(running, "GET", "/files", headers=headers).status_code == 200
    forged = "AWS4-HMAC-SHA256 Credential=test/20261122/us-east-1/s3/aws4_request, "
    headers["Authorization"] = headers["Authorization"].replace("AWS4-HMAC-SHA256 ", forged)
    assert ask(running, "GET", "/files", headers=headers).status_code == 403


def messages(*bodies: bytes) -> Any:
    """A body that comes in parts and never ends: the client leaves."""
    kept = [{"type": "http.request", "body": body, "more_body": True} for body in bodies]

    async def receive() -> dict[str, Any]:
        return kept.pop(0) if kept else {"type": "http.disconnect"}

    return receive


@pytest.mark.parametrize("most", [math.inf, 5])
def test_a_body_that_breaks_off_or_is_too_long_is_no_body(most: float) -> None:
    """Half an object must not be kept as a whole one."""
    assert asyncio.run(read(messages(b"123", b"456"), most)) is None


def test_what_is_sent_by_halves_is_refused_with_the_right_key(monkeypatch: pytest.MonkeyPatch) -> None:
    access, asked, sent = Access.fresh("http://127.0.0.1:1"), [], []
    for name, value in access.key().items():
        monkeypatch.setenv(name, value)
    request = AWSRequest("PUT", "http://127.0.0.1:1/files/a", headers={"x-amz-content-sha256": "UNSIGNED-PAYLOAD"})
    S3SigV4Auth(Credentials(access.key_id, access.secret), "s3", "us-east-1").add_auth(request)
    headers = [(b"host", b"127.0.0.1:1"), *((k.lower().encode(), v.encode()) for k, v in request.headers.items())]
    scope = {
        "type": "http", "method": "PUT", "path": "/files/a", "raw_path": b"/files/a", "query_string": b"",
        "headers": headers,
    }  # fmt: skip

    async def emulator(scope: Any, receive: Any, send: Any) -> None:
        asked.append((await receive())["body"])

    async def send(message: Any) -> None:
        sent.append(message.get("status"))

    async def whole() -> dict[str, Any]:
        return {"type": "http.request", "body": b"all of it", "more_body": False}

    gate = Gate(emulator, access.secret, ())
    asyncio.run(gate(scope, messages(b"half of"), send))
    assert (asked, sent[0]) == ([], 403)
    asyncio.run(gate(scope, whole, send))
    assert asked == [b"all of it"]
