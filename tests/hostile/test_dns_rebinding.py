"""Names that lead somewhere else at the second look, and other ways to make our own requests reach what is private."""

import json
from collections.abc import Callable, Iterator, Sequence

import pytest

from devkit.fakes.clock import FakeClock
from devkit.fakes.outgoing import FakeHttp, FakeResolver
from local.emulator.emulator import with_direct_loopback
from local.front.asgi import is_foreign, is_foreign_host
from shared.adapters.direct_http import DirectHttp, SystemResolver
from shared.adapters.http_worker import HttpWorker
from shared.adapters.identity.jwks import Jwks, fetch_url
from shared.adapters.openai.model import OpenAIModel
from shared.adapters.openai.settings import ModelSettings
from shared.adapters.vetted_http import Errand, VettedHttp
from shared.domain.agent.model_messages import ModelRequest, UserMessage
from shared.domain.agent.outgoing import OutRequest, Target
from shared.domain.builds.worker_contract import Job, Upload
from shared.domain.delivery.git_errors import GitAddressRefused
from shared.domain.errors import AppError, Invalid, Unauthenticated, Unavailable
from shared.domain.limits import DEFAULT_LIMITS
from shared.ports.outgoing import Outside, WireAnswer
from shared.services.agent.tools.fetch_outside import fetch_outside
from tests.support.answering import Answer, Asked, answering

NAME, PUBLIC, OTHER = "rebind.example.com", "93.184.216.34", "198.41.0.4"
PRIVATE = (
    "127.0.0.1", "127.8.8.8", "0.0.0.0",  # noqa: S104 - an address that is refused
    "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.254", "192.168.1.1",
    "100.64.0.1",
    "100.127.255.254", "169.254.169.254", "169.254.170.2", "168.63.129.16", "192.0.0.192", "192.0.2.1", "198.18.0.1",
    "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:a9fe:a9fe", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::169.254.169.254", "64:ff9b:1::a00:1",
    "2002:7f00:1::",
    "2002:a9fe:a9fe::1", "2001:0:4136:e378:8000:63bf:80ff:fffe", "2001:db8::1", "fe80::1", "fe80::1%lo", "fc00::1",
    "fd00:ec2::254", "fec0::1", "ff02::1", "::1%eth0", "127.0.0.1\n", "0x7f.0.0.1", "2130706433", "localhost", "",
)  # fmt: skip
SPELLINGS = (
    "http://127.1/", "http://127.0.1/", "http://0177.0.0.1/", "http://0x7f.0x0.0x0.0x1/", "http://0x7f000001/",
    "http://2130706433/", "http://017700000001/", "http://2852039166/", "http://0xa9fea9fe/", "http://0251.0376.0251.0376/",
    "http://169.254.43518/", "http://[::1]/", "http://[::ffff:a9fe:a9fe]/", "http://[64:ff9b::a9fe:a9fe]/",
    "http://[2002:a9fe:a9fe::]/", "http://[fd00:ec2::254]/", "http://[::ffff:127.0.0.1]/", "http://[0:0:0:0:0:0:0:1]/",
    "http://localhost/", "http://localhost./", "http://LOCALHOST/", "http://a.localhost/", "http://a.localhost./",
    "http://metadata/", "http://metadata.google.internal/", "http://metadata.google.internal./",
    "http://instance-data.ec2.internal/", "http://kubernetes.default.svc.cluster.local/", "http://169\u3002254\u3002169\u3002254/",
    "http://\u2460\u2461\u2466.\u24ea.\u24ea.\u2460/", "http://\uff11\uff12\uff17.0.0.1/", "http://169.254.169.254%2f@example.com/",
    "http://example.com@169.254.169.254/", "http://example.com\\@169.254.169.254/", "http://169.254.169.254:22/",
    "http://169.254.169.254#@example.com/", "http://169.254.169.254?@example.com/", "http://0/", "http://0.0.0.0/",
    "http://[::]/", "http://[fe80::1%25lo]/",
)  # fmt: skip
Answers = Sequence[list[str]]


class Literal(FakeResolver):
    """As a machine's own: what is an address already is its own answer."""

    def resolve(self, host: str, port: int, seconds: float) -> list[str]:
        return super().resolve(host, port, seconds) if host in self.names else [host]


def outside(answers: Answers, http: FakeHttp) -> Outside:
    return Outside(Literal({NAME: list(answers)}), http)


def ask(place: Outside, url: str = f"https://{NAME}/x", hosts: frozenset[str] = frozenset()) -> None:
    """As the agent's `api_request`."""
    fetch_outside(OutRequest("GET", url, hosts=hosts), outside=place, limits=DEFAULT_LIMITS)


def errand(place: Outside, times: int = 1) -> None:
    """As git, a forge and an import by address."""
    http = VettedHttp(place, Errand(20, (443,)))
    for number in range(times):
        http.send("GET", f"https://{NAME}/{number}", {}, None, 1000)


@pytest.mark.parametrize("way", [ask, errand])
@pytest.mark.parametrize("address", PRIVATE, ids=ascii)
def test_nothing_is_sent_where_a_name_has_a_private_address(address: str, way: Callable[[Outside], None]) -> None:
    for answers in ([address], [PUBLIC, address], [address, PUBLIC], [PUBLIC, OTHER, address]):
        http = FakeHttp()
        with pytest.raises((Invalid, GitAddressRefused)):
            way(outside([answers], http))
        assert http.sent == []


@pytest.mark.parametrize("url", SPELLINGS, ids=ascii)
def test_no_spelling_of_a_private_host_is_asked(url: str) -> None:
    http = FakeHttp()
    with pytest.raises(AppError):
        ask(outside([[PUBLIC]], http), url)
    assert http.sent == []


@pytest.mark.parametrize("private", ["127.0.0.1", "169.254.169.254", "::1", "64:ff9b::a9fe:a9fe", "10.0.0.7"])
def test_a_name_that_changes_between_two_look_ups_is_never_followed_inside(private: str) -> None:
    """An errand looks up once; a redirect of `api_request` is a request of its own, which is vetted again."""
    http = FakeHttp()
    place = outside([[PUBLIC], [private]], http)
    errand(place, 3)
    assert [sent.address for sent in http.sent] == [PUBLIC] * 3
    http = FakeHttp(lambda sent: WireAnswer(302, {"location": "/again"}, b""))
    with pytest.raises(Invalid):
        ask(outside([[PUBLIC], [private]], http))
    assert [sent.address for sent in http.sent] == [PUBLIC]


@pytest.mark.parametrize(
    "location",
    ["http://169.254.169.254/latest/meta-data/", "//127.0.0.1/", f"https://{NAME}@127.0.0.1/", "https://inside.example.com/",
     "https://127.0.0.1:443/", "http://localhost/", "gopher://127.0.0.1/", "https://[::1]/", "\\\\127.0.0.1\\x",
     "https://2130706433/", "file:///etc/passwd"],
)  # fmt: skip
@pytest.mark.parametrize("way", [ask, errand])
def test_a_redirect_leads_to_nothing_private(location: str, way: Callable[[Outside], None]) -> None:
    http = FakeHttp(lambda sent: WireAnswer(302, {"location": location}, b""))
    place = Outside(Literal({NAME: [[PUBLIC]], "inside.example.com": [["10.0.0.1"]]}), http)
    with pytest.raises(AppError):
        way(place)
    assert {sent.address for sent in http.sent} == {PUBLIC}


def test_a_host_that_a_person_allowed_is_vetted_too() -> None:
    http = FakeHttp(lambda sent: WireAnswer(302, {"location": "https://second.example.com/"}, b""))
    place = Outside(Literal({NAME: [[PUBLIC]], "second.example.com": [["169.254.169.254"]]}), http)
    with pytest.raises(Invalid):
        ask(place, hosts=frozenset({"second.example.com"}))
    assert len(http.sent) == 1


def test_the_address_is_what_is_connected_to_whatever_the_name_says_by_then() -> None:
    """A real resolver and a real connection: the name answers once, and would fail at a second look."""
    looked: list[str] = []

    def look_up(host: str, port: int) -> list[str]:
        looked.append(host)
        if len(looked) > 1:
            raise OSError("a second look-up")
        return ["127.0.0.1"]

    with answering(lambda asked: Answer(200, str(asked.headers["Host"]).encode())) as url:
        port = int(url.rpartition(":")[2])
        (address,) = SystemResolver(look_up).resolve(NAME, port, 5)
        target = Target("http", NAME, port, "/")
        for _ in range(2):  # no connection is kept for the next name
            answer = DirectHttp().send("GET", target, address=address, headers={}, body=None, seconds=5, max_bytes=100)
            assert answer.body.decode() == f"{NAME}:{port}"
    assert looked == [NAME]


@pytest.mark.parametrize("name", ["one.example.com", "two.example.com"])
def test_names_that_share_an_address_share_no_connection(name: str) -> None:
    peers: list[str | None] = []

    def answered(asked: Asked) -> Answer:
        peers.append(asked.headers["Connection"])
        return Answer()

    with answering(answered) as url:
        target = Target("http", name, int(url.rpartition(":")[2]), "/")
        DirectHttp().send("GET", target, address="127.0.0.1", headers={}, body=None, seconds=5, max_bytes=10)
    assert peers == ["close"]


JOB = Job(
    build_id="bld_1", tenant_id="acme", app_id="app_1", kind="revision", task="build",
    source_url="https://data.test/tree?signature=s", upload=Upload("https://data.test/", {}), toolchain_digest="",
)  # fmt: skip
PROXIES = ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")


@pytest.fixture
def trap(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A proxy that the environment names, and what it was sent."""
    caught: list[str] = []

    def catch(asked: Asked) -> Answer:
        caught.append(asked.path)
        return Answer(502)

    with answering(catch) as url:
        for name in PROXIES:
            monkeypatch.setenv(name, url)
        for name in ("NO_PROXY", "no_proxy"):
            monkeypatch.delenv(name, raising=False)
        yield caught


def test_a_job_with_its_secret_addresses_goes_to_no_proxy(trap: list[str]) -> None:
    jobs: list[bytes] = []

    def take(asked: Asked) -> Answer:
        jobs.append(asked.body)
        return Answer(202)

    with answering(take) as url:
        HttpWorker(url, "secret").start(JOB)
    assert (len(jobs), trap) == (1, [])


def test_keys_of_this_machine_are_read_past_a_proxy(trap: list[str]) -> None:
    with answering(lambda asked: Answer(200, b'{"keys": []}')) as url:
        assert fetch_url(f"{url}/jwks.json") == b'{"keys": []}'
    assert trap == []


def test_an_outgoing_request_of_an_agent_goes_to_no_proxy(trap: list[str]) -> None:
    with answering(lambda asked: Answer(200, b"direct")) as url:
        target = Target("http", NAME, int(url.rpartition(":")[2]), "/")
        answer = DirectHttp().send("GET", target, address="127.0.0.1", headers={}, body=None, seconds=5, max_bytes=10)
    assert (answer.body, trap) == (b"direct", [])


@pytest.mark.parametrize("given", [{}, {"NO_PROXY": "corp.example"}, {"no_proxy": "corp.example"}, {"NO_PROXY": "*"}])
def test_functions_on_a_laptop_reach_its_own_servers_past_a_proxy(given: dict[str, str]) -> None:
    proxied = with_direct_loopback({"HTTP_PROXY": "http://proxy.corp.example:3128"} | given)
    past = proxied["NO_PROXY"].split(",")
    assert {"127.0.0.1", "localhost"} <= set(past) and proxied["no_proxy"] == proxied["NO_PROXY"]
    assert set(given.values()) <= set(past)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_keys_are_read_from_no_other_place_than_the_one_that_is_configured(status: int) -> None:
    inside: list[str] = []

    def secret(asked: Asked) -> Answer:
        inside.append(asked.path)
        return Answer(200, b'{"keys": []}')

    with (
        answering(secret) as private,
        answering(lambda asked: Answer(status, headers={"Location": f"{private}/x"})) as url,
        pytest.raises(Unavailable),
    ):
        fetch_url(f"{url}/jwks.json")
    assert inside == []


@pytest.mark.parametrize(
    "uri", ["http://127.0.0.1:9/keys", "http://localhost:9/keys", "file:///etc/passwd", "http://169.254.169.254/"]
)
def test_a_description_of_an_issuer_elsewhere_leads_to_nothing_of_this_machine(uri: str) -> None:
    asked: list[str] = []

    def fetch(url: str) -> bytes:
        asked.append(url)
        return json.dumps({"jwks_uri": uri}).encode()

    with pytest.raises((Unavailable, Unauthenticated)):
        Jwks("https://issuer.example.com", FakeClock(), fetch=fetch).key("k")
    assert asked == ["https://issuer.example.com/.well-known/openid-configuration"]


def test_a_model_of_this_machine_sends_what_it_is_asked_nowhere_else() -> None:
    """What a redirect of its server would carry on is the whole prompt."""
    elsewhere: list[str] = []

    def other(asked: Asked) -> Answer:
        elsewhere.append(asked.path)
        return Answer(200)

    with (
        answering(other) as leaked,
        answering(lambda asked: Answer(307, headers={"Location": leaked + asked.path})) as url,
    ):
        settings = ModelSettings(base_url=f"{url}/v1", api_key="x", max_attempts=1)
        model = OpenAIModel(settings)
        request = ModelRequest(model="m", instructions="Secret words.", items=[UserMessage(content="Hello")])
        with pytest.raises(AppError):
            list(model.stream(request))
        model.close()
    assert elsewhere == []


FOREIGN = (
    "evil.test", "evil.test:8600", "localhost.evil.test", "127.0.0.1.evil.test", "127.0.0.1.nip.io", "localtest.me",
    "localhost.", "127.0.0.1.", "0.0.0.0",  # noqa: S104 - likewise
    "127.1", "127.0.0.2", "2130706433", "0x7f.1", "017700000001", "[::1]",
    "[::ffff:127.0.0.1]", "", "evil.test, localhost", "evil.test\tlocalhost", "localhost@evil.test",
    "localhost/evil.test",
    "localhost%00.evil.test", "xn--localhost-.test", "\uff4cocalhost", "\u2113ocalhost", "a.localhost",
    "apps.localhost",
    "localhost\\evil.test", " localhost", "localhost evil.test",
)  # fmt: skip


@pytest.mark.parametrize("host", FOREIGN, ids=ascii)
def test_no_other_name_is_this_machines_own(host: str) -> None:
    assert (
        is_foreign_host(host) and is_foreign(host, None) and is_foreign(host, "http://localhost", ["http://localhost"])
    )


@pytest.mark.parametrize(
    "origin",
    ["http://evil.test", "null", "", "http://localhost", "http://localhost:8600.evil.test", "http://127.0.0.1:8600/",
     "HTTP://LOCALHOST:8600", "https://localhost:8600", "http://localhost:8601", "http://localhost:8600@evil.test", "file://"],
)  # fmt: skip
def test_no_other_origin_is_a_page_of_ours(origin: str) -> None:
    assert is_foreign("localhost:8600", origin, ["http://localhost:8600"])
