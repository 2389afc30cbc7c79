"""Archives of packages in the data bucket: those that the worker has not, each once, before the functions that ask."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from infra import upload_archives as module
from infra.function_list import BUILD
from infra.upload_archives import upload_archives, wanted_archives
from shared.domain.builds.package_spec import Package, archive_key
from shared.services.assets.load_catalog import load_ready_hashes


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
    assert (upload_archives(s3, "data", registry), upload_archives(s3, "data", registry)) == (203, 0)
    assert sorted(registry.asked) == sorted(one.name for one in some)
    stored = s3.get_object(Bucket="data", Key=archive_key(some[7].integrity))["Body"].read()
    assert stored == b"p7"


def test_what_the_worker_has_is_not_stored_again() -> None:
    ready = load_ready_hashes()
    wanted = wanted_archives()
    assert not {one.integrity for one in wanted.values()} & ready
    assert all(key == archive_key(one.integrity) and one.fits("linux", "x64", "glibc") for key, one in wanted.items())


def test_the_function_that_signs_addresses_may_read_what_lies_there() -> None:
    spec = next(spec for spec in BUILD if spec.name == "worker_start")
    assert any(access.prefixes == ("packages/archives/*",) and access.verbs == ("read",) for access in spec.drafts)
