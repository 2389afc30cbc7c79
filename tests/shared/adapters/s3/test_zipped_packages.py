"""The catalog's bundled packages out of their archive."""

from devkit.fakes.samples import zipped
from devkit.fakes.storage import FakeBlobStore
from shared.adapters.s3.zipped_packages import ZippedPackages
from shared.domain.assets.draft_packages import ARCHIVE, INDEX, packages_key


def stored(files: dict[str, bytes]) -> FakeBlobStore:
    blobs = FakeBlobStore()
    blobs.put(packages_key("lock", ARCHIVE), zipped(files))
    blobs.put(packages_key("lock", INDEX), b"{}")
    return blobs


def test_files_are_found_by_their_exact_name() -> None:
    packages = ZippedPackages(stored({"modules/react.js": b"x"}), "lock")
    assert packages.read("modules/react.js") == b"x"
    for other in ("", "modules", "modules/", "/modules/react.js", "../modules/react.js", "modules/REACT.js"):
        assert packages.read(other) is None, other


def test_one_enormous_file_is_not_opened() -> None:
    packages = ZippedPackages(stored({"bomb.js": b"0" * (6 * 1024 * 1024)}), "lock")
    assert packages.read("bomb.js") is None


def test_they_may_come_later() -> None:
    blobs = FakeBlobStore()
    packages = ZippedPackages(blobs, "lock")
    assert packages.index_url(60) is None
    assert packages.read("modules/react.js") is None
    blobs.objects.update(stored({"modules/react.js": b"x"}).objects)
    assert packages.index_url(60) is not None
    assert packages.read("modules/react.js") == b"x"


def test_another_lockfile_has_other_packages() -> None:
    assert ZippedPackages(stored({}), "another").index_url(60) is None
