"""`APPS_BUNDLE_ENDPOINT`: the site's files lie in another store that speaks S3, here a real one on another port."""

import urllib.request
from typing import Any

import pytest

from devkit.fakes.world import World
from local.config import BadConfig, from_env
from local.emulator.emulator import Emulator
from local.front.site_files import site_files
from shared.adapters.s3.blobs import S3BlobStore
from shared.domain.errors import AppError
from shared.domain.identity import Principal
from shared.runtime import engine
from shared.runtime.settings import Settings, read_bundle
from shared.services.publishing.publish_app import publish_app
from tests.shared.services.builds.pipeline import DIST, run_pipeline

ME = Principal(tenant_id="acme", subject="user-1")
SECRET = "very-secret-key"
NAMES = ("APPS_BUNDLE_ENDPOINT", "APPS_BUNDLE_ACCESS_KEY", "APPS_BUNDLE_SECRET_KEY")
GOOD = dict(zip(NAMES, ("https://store.example:9000", "access", SECRET), strict=True))


@pytest.fixture
def elsewhere(ministack: Emulator, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Its environment. The stack's own AWS is somewhere that nobody listens."""
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    access = ministack.access
    result = dict(zip(NAMES, (access.endpoint, access.key_id, access.secret), strict=True))
    return result | {"APPS_BUNDLE_BUCKET": "bundles-elsewhere"}


def refusal(read: Any, env: dict[str, str]) -> str:
    with pytest.raises(ValueError, match="APPS_BUNDLE") as caught:
        read(env)
    said = str(caught.value)
    assert SECRET not in said and "\n" not in said
    return said


def test_an_app_is_built_and_published_there(elsewhere: dict[str, str]) -> None:
    settings = Settings.from_env(elsewhere)
    files = site_files(settings, own=None)
    site: Any = engine.site(settings)
    world = World(site=site)
    app, _ = world.make_app(status="queued")
    draft = world.apps.get(app.tenant_id, app.id).draft_revision_id
    build = world.builds.get(app.tenant_id, app.id, world.revisions.get(app.tenant_id, app.id, str(draft)).build_id)
    assert run_pipeline(world, build).status == "succeeded"
    publish_app(principal=ME, app_id=app.id, ports=world.ports())
    answer = files.get(f"/live/{app.slug}/index.html", {})
    assert (answer.status, answer.body) == (200, DIST["index.html"])
    assert site.list(f"live/{app.slug}/") == [f"live/{app.slug}/{path}" for path in sorted(DIST)]
    assert site_files(settings, own=None).get(f"/live/{app.slug}/index.html", {}).status == 200, "it is used again"


def test_its_presigned_addresses_open_there(elsewhere: dict[str, str]) -> None:
    settings = Settings.from_env(elsewhere)
    site_files(settings, own=None)
    blobs = S3BlobStore(engine.site_client(settings), settings.site_bucket)
    blobs.put("a b.txt", b"hello", "text/plain")
    url = blobs.presign_get("a b.txt", 60)
    assert url.startswith(f"{elsewhere['APPS_BUNDLE_ENDPOINT']}/bundles-elsewhere/")
    assert elsewhere["APPS_BUNDLE_SECRET_KEY"] not in url
    with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310 - our own emulator
        assert answer.read() == b"hello"


def test_a_wrong_key_is_refused_at_the_start_without_its_words(elsewhere: dict[str, str]) -> None:
    settings = Settings.from_env(elsewhere | {"APPS_BUNDLE_SECRET_KEY": SECRET})
    with pytest.raises(BadConfig, match="APPS_BUNDLE_ENDPOINT: the store refused") as caught:
        site_files(settings, own=None)
    assert SECRET not in str(caught.value) and SECRET not in repr(settings.bundle) + repr(settings)
    with pytest.raises(AppError) as later:
        engine.site(settings).get("live/x/index.html")
    assert SECRET not in str(later.value)


def test_a_store_that_is_not_there_is_named_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shared.adapters.aws_clients._ATTEMPTS", {"max_attempts": 1, "mode": "standard"})
    settings = Settings.from_env(GOOD | {"APPS_BUNDLE_ENDPOINT": "http://127.0.0.1:9", "APPS_BUNDLE_BUCKET": "b"})
    with pytest.raises(BadConfig, match="did not answer"):
        site_files(settings, own=None)


@pytest.mark.parametrize("read", [read_bundle, Settings.from_env, from_env], ids=["bundle", "settings", "make run"])
@pytest.mark.parametrize("missing", NAMES)
def test_the_three_go_together(missing: str, read: Any) -> None:
    assert f"{missing} is not set" in refusal(read, {name: value for name, value in GOOD.items() if name != missing})


@pytest.mark.parametrize(
    "endpoint",
    ["store.example", "ftp://store.example", f"https://me:{SECRET}@store.example", "https://store.example/path",
     "https://store.example?x", "https://", "https://a b", "https://store.example\n", "file:///etc/passwd"],
)  # fmt: skip
def test_an_address_that_is_none_is_refused(endpoint: str) -> None:
    assert "the address of a store" in refusal(read_bundle, GOOD | {"APPS_BUNDLE_ENDPOINT": endpoint})


def test_on_aws_it_is_refused_since_the_cdn_would_serve_an_empty_bucket() -> None:
    assert "not for AWS" in refusal(Settings.from_env, GOOD | {"DISTRIBUTION_ID": "E123"})


def test_without_it_the_stack_s_own_bucket_is_used() -> None:
    assert Settings.from_env({}).bundle is None and read_bundle(dict.fromkeys(NAMES, "")) is None
    own: Any = object()
    assert site_files(Settings.from_env({"APPS_BUNDLE_BUCKET": "b"}), own=own)._s3 is own


def test_make_run_passes_it_on_without_showing_it() -> None:
    config = from_env(GOOD)
    assert {name: config.passed_on[name] for name in NAMES} == GOOD and SECRET not in repr(config)
