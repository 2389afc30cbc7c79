"""Every port that the local stack opens, tried by a page of another site and by a program that has no key.

The ports are the kernel's word, looked for again and again while a build runs. Nothing is read, nothing is run.
"""

import json
import os
import stat
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page

from devkit.stack.client import Client
from devkit.stack.stack import bring_assemblies, keep_assemblies, share_toolchain
from devkit.studio.browser import Browser, launch
from local.config import STACK_NAME
from local.stack import LocalStack
from tests.support.answering import Answer, answering
from tests.support.api.hostile_requests import FUNCTION, Try, hostile_requests
from tests.support.aws.listening import listening_ports
from tests.support.depth import deep
from tests.support.eventually import eventually
from tests.support.window import with_page

pytestmark = [pytest.mark.e2e, deep]
ABOUT = ("local/", "toolchain/", "devkit/stack/", "tests/support/api/hostile_requests.py")
OURS = "only-mine-7391"
KEY, SECRET = "live/mine/index.html", "mine"
HTML = f"<!doctype html><title>{OURS}</title><script>parent.postMessage('ran ' + origin, '*')</script>"
FOREIGN = "evil.test"
NAMES = (
    "evil.test:8600",
    "localhost.evil.test",
    "127.0.0.1.evil.test",
    "localhost.",
    "127.0.0.1.",
    "127.1",
    "127.0.0.2",
    "[::1]",
    "2130706433",
    "evil.test, localhost",
    "localhost@evil.test",
    "a.localhost",
)
PATHS = ("/", "/v1/health", "/admin/apps", "/.local/jwks.json", "/health", "/jobs", f"/site/{KEY}")
LOOPBACK = "0100007F"
REFUSED = frozenset({400, 401, 403, 404, 405, 413, 421, 501})
ATTACK = """async ([bases, tries]) => {
  const read = [];
  const attempt = async (what, work) => { try { read.push([what, await work()]) } catch (error) {} };
  const jobs = [];
  for (const base of bases) for (const each of tries) for (const mode of ['cors', 'no-cors']) {
    const body = each.method === 'GET' ? undefined : each.body;
    for (const headers of [{}, each.headers]) jobs.push(attempt([base, each.method, each.path], async () => {
      const answer = await fetch(base + each.path, { method: each.method, headers, body, mode });
      return answer.type === 'opaque' ? null : [answer.status, await answer.text()] }));
  }
  await Promise.all(jobs);
  return read.filter(([, answer]) => answer) }"""
SOCKETS = """bases => Promise.all(bases.map(base => new Promise(done => {
  const socket = new WebSocket(base.replace('http', 'ws') + '/_aws/x');
  socket.onopen = () => done(true); socket.onerror = () => done(false) })))"""
FRAMES = """async ([frames, forms]) => {
  const frame = name => { const made = document.createElement('iframe'); made.name = name; document.body.append(made);
    return made };
  const loaded = made => new Promise(done => { made.onload = done; made.onerror = done; setTimeout(done, 20000) });
  await Promise.all(frames.map(url => { const made = frame(''); made.src = url; return loaded(made) }));
  await Promise.all(forms.map(([action, enctype, text], number) => {
    const made = frame('f' + number), form = document.createElement('form'), field = document.createElement('input');
    Object.assign(form, { action, enctype, method: 'post', target: made.name });
    Object.assign(field, { name: text, value: '' });
    form.append(field); document.body.append(form); form.submit(); return loaded(made) })) }"""
LISTEN = "() => { window.heard = []; addEventListener('message', event => heard.push(event.data)) }"
FRAME = "url => { const made = document.createElement('iframe'); made.src = url; document.body.append(made) }"


@dataclass
class Place:
    """A running stack with something of its owner's in it, and the ports it has opened."""

    stack: LocalStack
    ports: set[int]
    tries: list[Try]
    bucket: str

    def kept(self) -> dict[str, Any]:
        """What no stranger may change."""
        boto = self.stack.boto
        functions = boto("lambda").get_paginator("list_functions").paginate()
        return {
            "functions": sorted(f["FunctionName"] for page in functions for f in page["Functions"]),
            "buckets": sorted(b["Name"] for b in boto("s3").list_buckets()["Buckets"]),
            "objects": sorted(o["Key"] for o in boto("s3").list_objects_v2(Bucket=self.bucket)["Contents"]),
            "secret": boto("secretsmanager").get_secret_value(SecretId=SECRET)["SecretString"],
        }

    @property
    def open_port(self) -> int:
        """The API's: its public answers may be read by whom `CORS_ORIGINS` names, here anybody."""
        return self.stack.port


@pytest.fixture(scope="module")
def place(only_loopback: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """The stack as people start it: the offline model, no roles enforced."""
    data = tmp_path_factory.mktemp("doors") / "data"
    share_toolchain(data)
    bring_assemblies(data)
    with LocalStack(data, env={"CHATBUILDER_FORBID_PAID_MODELS": "1"}) as stack:
        keep_assemblies(data)
        table = stack.boto("dynamodb").list_tables()["TableNames"][0]
        bucket = next(b["Name"] for b in stack.boto("s3").list_buckets()["Buckets"] if "site" in b["Name"])
        stack.boto("s3").put_object(Bucket=bucket, Key=KEY, Body=HTML.encode(), ContentType="text/html")
        stack.boto("secretsmanager").create_secret(Name=SECRET, SecretString=OURS)
        tries = hostile_requests(table, bucket, KEY, SECRET, f"{STACK_NAME}-api")
        yield Place(stack, ports_of(stack), tries, bucket)


def ports_of(stack: LocalStack) -> set[int]:
    """What listens from the start of a build to its end."""
    found: dict[int, str] = {}
    with Client(stack.api_url, stack.token()) as owner:
        app = owner.call("POST", "/admin/apps", {"name": OURS, "framework": "vanilla"}, status=201)

        def status() -> str:
            found.update(listening_ports(int(stack.info["pid"])))
            state = owner.call("GET", f"/admin/apps/{app['id']}/builder/state")
            return str(state["draft"]["build_status"])

        assert eventually(status, lambda said: said in ("succeeded", "failed")) == "succeeded"
    assert set(found.values()) == {LOOPBACK}, "something listens for other machines"
    return set(found)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launch(flags=[f"--host-resolver-rules=MAP {FOREIGN} 127.0.0.1"]) as running:
        yield running


@pytest.fixture(scope="module")
def page_port() -> Iterator[int]:
    """A web server of the attacker's."""
    page = Answer(body=b"<!doctype html><title>evil</title>", headers={"Content-Type": "text/html"})
    with answering(lambda asked: page) as url:
        yield int(url.rpartition(":")[2])


@pytest.fixture(autouse=True)
def unchanged(place: Place) -> Iterator[None]:
    """Whatever was tried, all is as it was."""
    before = place.kept()
    yield
    assert place.kept() == before
    assert FUNCTION not in before["functions"]


def test_every_server_was_found(place: Place) -> None:
    """API, sites, embedded AWS, runner and model; more of them are tried as well."""
    known = {place.stack.port, place.stack.site_port, httpx.URL(str(place.stack.info["aws_endpoint"])).port}
    assert known < place.ports and len(place.ports) >= 5


@pytest.mark.parametrize("disguise", ["plain", "foreign host", "foreign origin", "wrong key"])
def test_a_program_without_the_key_reads_nothing(place: Place, disguise: str) -> None:
    given = {"foreign host": {"Host": FOREIGN}, "foreign origin": {"Origin": f"http://{FOREIGN}"}}.get(disguise, {})
    with httpx.Client(trust_env=False, timeout=60) as client:
        for port in sorted(place.ports):
            base = f"http://127.0.0.1:{port}"
            for each in place.tries:
                headers = each.signed(base) if disguise == "wrong key" else each.headers | given
                answer = client.request(each.method, base + each.path, headers=headers, content=each.body)
                where = f"{disguise}: {each.method} {each.path} on {port}: {answer.status_code} {answer.text[:200]}"
                assert OURS not in answer.text, where
                assert "access_token" not in answer.text and "?code=" not in answer.headers.get("location", ""), where
                if port != place.open_port or disguise == "foreign host":
                    assert answer.status_code in REFUSED, where
                    assert "access-control-allow-origin" not in answer.headers, where


@pytest.mark.parametrize("host", NAMES)
def test_no_spelling_of_another_name_is_answered_on_any_port(place: Place, host: str) -> None:
    with httpx.Client(trust_env=False, timeout=60) as client:
        for port in sorted(place.ports):
            for path in PATHS:
                answer = client.get(f"http://127.0.0.1:{port}{path}", headers={"Host": host})
                assert answer.status_code in REFUSED, f"{host} {port} {path}: {answer.status_code}"
                assert OURS not in answer.text


@with_page
def test_a_page_of_another_site_reads_nothing(page: Page, place: Place, page_port: int) -> None:
    """Simple requests and such that are asked for first, with and without an answer that can be read; sockets."""
    bases = [f"http://{name}:{port}" for name in ("127.0.0.1", "localhost") for port in sorted(place.ports)]
    page.goto(f"http://{FOREIGN}:{page_port}/")
    read, sockets = page.evaluate(ATTACK, [bases, list(map(asdict, place.tries))]), page.evaluate(SOCKETS, bases)
    assert OURS not in json.dumps(read)
    assert {where[0] for where, _ in read} <= {base for base in bases if base.endswith(f":{place.open_port}")}
    assert not any(sockets)


@with_page
def test_a_page_whose_own_name_leads_here_reads_nothing(page: Page, place: Place) -> None:
    """DNS rebinding: to the browser, everything on the port is of the page's own origin."""
    for port in sorted(place.ports):
        base = f"http://{FOREIGN}:{port}"
        shown = page.goto(f"{base}/{place.bucket}/{KEY}")
        assert (shown.status if shown else 0) in REFUSED, port
        read = page.evaluate(ATTACK, [[base], list(map(asdict, place.tries))])
        assert OURS not in json.dumps(read)
        assert [entry for entry in read if entry[1][0] < 400] == [], port


@with_page
def test_no_page_runs_on_the_origin_of_the_embedded_aws(page: Page, place: Place, page_port: int) -> None:
    """An app's own HTML, in a frame: by its plain address, and by one that was presigned. And forms that are sent."""
    where = {"Bucket": place.bucket, "Key": KEY}
    presigned = place.stack.boto("s3").generate_presigned_url("get_object", Params=where)
    plain = [f"http://127.0.0.1:{port}/{place.bucket}/{KEY}" for port in sorted(place.ports)]
    forms = [
        (f"http://127.0.0.1:{port}{each.path}", enctype, each.body or "x")
        for port in sorted(place.ports)
        for each in place.tries
        if each.method == "POST"
        for enctype in ("text/plain", "multipart/form-data")
    ]
    page.goto(f"http://{FOREIGN}:{page_port}/")
    page.evaluate(LISTEN)
    page.evaluate(FRAMES, [plain, forms])
    with page.expect_download():  # it is saved, so no frame ever holds it
        page.evaluate(FRAME, presigned)
    messages: list[Any] = page.evaluate("heard")
    assert messages == []
    read = httpx.get(presigned, trust_env=False)
    assert (read.status_code, read.headers["content-disposition"]) == (200, "attachment")


def test_nobody_else_on_this_machine_can_open_its_files(place: Place) -> None:
    """State, keys and logs; the sandbox reads toolchains, and enters its own folder of the runner."""
    data = place.stack.data_dir
    closed = [data / name for name in ("aws", "logs", "secrets")]
    files = [path for path in data.iterdir() if path.is_file()]
    inside = [
        Path(root, name) for folder in closed for root, more, names in os.walk(folder) for name in (*more, *names)
    ]
    for path in (*files, *closed, *inside):
        if path.exists() and not path.is_symlink():  # a file that was just renamed into place is there by its own name
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    assert {"local.json", "dynamodb.json", "issuer-key.pem", "emulator.log"} <= {
        path.name for path in (*files, *inside)
    }
    assert stat.S_IMODE((data / "runner").stat().st_mode) & 0o077 == 0o011
