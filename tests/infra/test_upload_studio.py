"""The Studio's files in their bucket: in which order they come, how long browsers keep them, and when old ones go."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto import mock_aws

from infra import upload_archives as module
from infra import upload_studio as upload
from infra.function_list import BUILD
from infra.upload_archives import upload_archives, wanted_archives
from infra.upload_studio import CONFIG, FOR_GOOD, LATEST, PREFIX, upload_studio
from shared.domain.builds.package_spec import Package, archive_key
from shared.services.assets.load_catalog import load_ready_hashes
from worker.packages import NotFetched


class Recorded:
    """A client that remembers the order of what was stored."""

    def __init__(self, s3: Any) -> None:
        self._s3, self.stored = s3, list[str]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._s3, name)

    def put_object(self, **given: Any) -> Any:
        self.stored.append(given["Key"])
        return self._s3.put_object(**given)


@pytest.fixture
def s3() -> Iterator[Recorded]:
    with mock_aws():
        client = boto3.client("s3", region_name="us-east-1")
        client.create_bucket(Bucket="studio")
        yield Recorded(client)


def built(folder: Path, number: int) -> Path:
    made = folder / str(number)
    (made / "assets").mkdir(parents=True)
    for name in (f"assets/main-{number}.js", f"assets/look-{number}.css", "mark.svg", "index.html"):
        (made / name).write_text(f"{name} {number}")
    return made


def keys(s3: Recorded) -> set[str]:
    found = s3.list_objects_v2(Bucket="studio", Prefix=PREFIX)["Contents"]
    return {one["Key"].removeprefix(PREFIX) for one in found}


def test_the_page_comes_last_and_is_asked_for_again(s3: Recorded, tmp_path: Path) -> None:
    upload_studio(built(tmp_path, 1), '{"api":"x"}', s3, "studio")
    assert s3.stored == [
        "studio/assets/look-1.css", "studio/assets/main-1.js", "studio/mark.svg", "studio/config.json",
        "studio/index.html", LATEST,
    ]  # fmt: skip
    found = {key: s3.head_object(Bucket="studio", Key=key) for key in s3.stored[:-1]}
    assert {key.removeprefix(PREFIX): one["CacheControl"] for key, one in found.items()} == {
        "assets/look-1.css": FOR_GOOD, "assets/main-1.js": FOR_GOOD, "mark.svg": "no-cache", CONFIG: "no-cache",
        "index.html": "no-cache",
    }  # fmt: skip
    assert found["studio/index.html"]["ContentType"] == "text/html; charset=utf-8"
    assert found["studio/assets/main-1.js"]["ContentType"] == "text/javascript"
    assert s3.get_object(Bucket="studio", Key="studio/config.json")["Body"].read() == b'{"api":"x"}'


def test_a_page_that_is_open_still_finds_its_files(
    s3: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long ago the build before was uploaded; the one before that goes when it is a month old."""
    monkeypatch.setattr(upload, "KEPT", timedelta(seconds=-60))  # everything is older than that
    for number in (1, 2):
        upload_studio(built(tmp_path, number), "{}", s3, "studio")
    assert {"assets/main-1.js", "assets/main-2.js"} <= keys(s3)
    upload_studio(built(tmp_path, 3), "{}", s3, "studio")
    assert keys(s3) == {
        "assets/main-2.js", "assets/look-2.css", "assets/main-3.js", "assets/look-3.css", "mark.svg", "index.html",
        CONFIG,
    }  # fmt: skip


def test_younger_files_of_earlier_builds_stay(s3: Recorded, tmp_path: Path) -> None:
    for number in (1, 2, 3):
        upload_studio(built(tmp_path, number), "{}", s3, "studio")
    assert {f"assets/main-{number}.js" for number in (1, 2, 3)} <= keys(s3)


class Registry:
    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, packages: Sequence[Package], folder: Path) -> Mapping[str, Path]:
        for one in packages:
            self.asked.append(one.name)
            (folder / one.name).write_text(one.name)
        return {one.integrity: folder / one.name for one in packages}


def test_each_is_stored_once(s3: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    some = [Package(f"node_modules/p{n}", f"p{n}", "1.0.0", f"sha512-{n:086}==") for n in range(203)]
    monkeypatch.setattr(module, "wanted_archives", lambda: {archive_key(one.integrity): one for one in some})
    registry = Registry()
    s3.create_bucket(Bucket="data")
    assert (upload_archives(s3, "data", registry), upload_archives(s3, "data", registry)) == (203, 0)
    assert sorted(registry.asked) == sorted(one.name for one in some)
    stored = s3.get_object(Bucket="data", Key=archive_key(some[7].integrity))["Body"].read()
    assert stored == b"p7"


class Unreliable(Registry):
    """Fails for the batches with these numbers."""

    def __init__(self, *failing: int) -> None:
        super().__init__()
        self.failing, self.calls = failing, 0

    def __call__(self, packages: Sequence[Package], folder: Path) -> Mapping[str, Path]:
        self.calls += 1
        if self.calls in self.failing:
            raise NotFetched("npm's registry is slow")
        return super().__call__(packages, folder)


def test_failed_batch_stops_no_other_and_is_all_that_a_second_run_fetches(
    s3: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = [Package(f"node_modules/p{n}", f"p{n}", "1.0.0", f"sha512-{n:086}==") for n in range(303)]
    monkeypatch.setattr(module, "wanted_archives", lambda: {archive_key(one.integrity): one for one in some})
    s3.create_bucket(Bucket="data")
    with pytest.raises(NotFetched, match="100 of 303 packages are missing"):
        upload_archives(s3, "data", Unreliable(2))
    assert upload_archives(s3, "data", Unreliable()) == 100


def test_registry_that_does_not_answer_is_not_asked_for_every_batch(s3: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    some = [Package(f"node_modules/p{n}", f"p{n}", "1.0.0", f"sha512-{n:086}==") for n in range(903)]
    monkeypatch.setattr(module, "wanted_archives", lambda: {archive_key(one.integrity): one for one in some})
    s3.create_bucket(Bucket="data")
    registry = Unreliable(*range(1, 11))
    with pytest.raises(NotFetched, match="903 of 903"):
        upload_archives(s3, "data", registry)
    assert registry.calls == 2


def test_what_the_worker_has_is_not_stored_again() -> None:
    ready = load_ready_hashes()
    wanted = wanted_archives()
    assert not {one.integrity for one in wanted.values()} & ready
    assert all(key == archive_key(one.integrity) and one.fits("linux", "x64", "glibc") for key, one in wanted.items())


def test_the_function_that_signs_addresses_may_read_what_lies_there() -> None:
    spec = next(spec for spec in BUILD if spec.name == "worker_start")
    assert any(access.prefixes == ("packages/archives/*",) and access.verbs == ("read",) for access in spec.drafts)
