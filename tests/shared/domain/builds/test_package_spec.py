"""The packages in a job document: what is written is read again, and nothing else is."""

import json
from typing import Any

import pytest

from shared.domain.builds.closure import all_packages, closure
from shared.domain.builds.package_spec import Package, archive_key, parse_packages
from shared.domain.builds.worker_contract import JobInvalid, parse_job
from shared.services.assets.load_catalog import load_catalog_lock
from shared.services.assets.load_templates import load_templates

HASH = f"sha512-{'A' * 86}=="
GOOD = {"place": "node_modules/a", "name": "a", "version": "1.0.0", "integrity": HASH}


@pytest.mark.parametrize("key", sorted(load_templates()))
def test_the_packages_of_a_pack_are_written_and_read_again(key: str) -> None:
    package_json = load_templates()[key].files["package.json"].decode()
    found = closure(package_json, load_catalog_lock())
    assert found is not None and parse_packages(json.loads(json.dumps([one.document() for one in found]))) == found
    places = {one.place for one in found}
    declared = json.loads(package_json)
    assert {f"node_modules/{name}" for name in {**declared["dependencies"], **declared["devDependencies"]}} <= places
    locked = json.loads(load_templates()[key].files["package-lock.json"])["packages"]
    assert places == {place for place, entry in locked.items() if place and not entry.get("inBundle")}


def test_a_pack_brings_a_part_of_the_catalog() -> None:
    whole = all_packages(load_catalog_lock())
    found = closure(load_templates()["react"].files["package.json"].decode(), load_catalog_lock())
    assert found is not None and set(found) < set(whole) and len(found) * 3 < len(whole)
    assert not {"node_modules/vue", "node_modules/svelte", "node_modules/three"} & {one.place for one in found}


@pytest.mark.parametrize("package_json", ["", "[]", '{"dependencies": {"not-there": "1.0.0"}}', '{"dependencies": 1}'])
def test_what_cannot_be_pinned_has_no_closure(package_json: str) -> None:
    assert closure(package_json, load_catalog_lock()) is None


def test_no_packages_is_another_thing_than_none_named() -> None:
    assert (parse_packages(None), parse_packages([]), closure("{}", load_catalog_lock())) == (None, (), ())


@pytest.mark.parametrize(
    "change",
    [
        {"place": "node_modules/../../etc"}, {"place": "/node_modules/a"}, {"place": "node_modules/a/b/c"},
        {"place": "node_modules/.bin"}, {"place": "node_modules/a\n"}, {"place": "node_modules/a" * 100},
        {"place": 1}, {"name": "../a"}, {"name": ""}, {"version": "1 --registry=x"}, {"version": "-x y"},
        {"integrity": "sha1-AAAA"}, {"integrity": None}, {"os": "linux"}, {"os": ["linux; rm"]}, {"cpu": [1]},
        {"url": "file:///etc/passwd"}, {"url": "http://host/a b"}, {"url": 5},
    ],
    ids=str,
)  # fmt: skip
def test_anything_else_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"package|place"):
        parse_packages([{**GOOD, **change}])


@pytest.mark.parametrize("value", ["x", {}, [1], [GOOD, GOOD], [GOOD] * 5001])
def test_only_a_list_of_different_places_is_read(value: object) -> None:
    with pytest.raises(ValueError, match=r"package|place"):
        parse_packages(value)


def test_a_job_says_which_field_is_wrong() -> None:
    job = {
        "version": 1, "build_id": "b", "tenant_id": "t", "app_id": "a", "kind": "revision", "task": "build",
        "source": {"url": "http://s/"}, "upload": {"url": "http://u/"}, "toolchain": {"packages": [{"place": "x"}]},
    }  # fmt: skip
    with pytest.raises(JobInvalid, match=r"^toolchain.packages: the place of a package"):
        parse_job(job)


def test_platforms_are_npms_words() -> None:
    package = Package("node_modules/a", "a", "1.0.0", HASH, os=("!win32",), cpu=("x64", "arm64"), libc=("glibc",))
    assert package.fits("linux", "x64", "glibc") and package.fits("darwin", "arm64", "glibc")
    assert not package.fits("win32", "x64", "glibc") and not package.fits("linux", "ia32", "glibc")
    assert not package.fits("linux", "x64", "musl")


def test_an_archives_key_is_its_hash() -> None:
    assert archive_key(HASH) != archive_key(HASH.replace("A", "B", 1))
    assert archive_key(HASH).startswith("packages/archives/") and archive_key(HASH).endswith(".tgz")
