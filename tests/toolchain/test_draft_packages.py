"""The catalog's packages as modules: made once, stored whole."""

import hashlib
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from shared.domain.assets.draft_packages import ARCHIVE, FORM, INDEX, packages_key
from tests.support.draft_pages import bundled
from toolchain.draft_packages import BUNDLER, NotBundled, bundle_into, upload_draft_packages
from toolchain.node import Node, find_node


def test_their_name_changes_with_the_program_that_makes_them() -> None:
    """Else a new program's packages would not be stored over an old one's."""
    assert hashlib.sha256(BUNDLER.read_bytes()).hexdigest()[: len(FORM)] == FORM


def test_packages_that_cannot_be_bundled_are_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "node_modules").mkdir()
    with pytest.raises(NotBundled) as caught:
        bundle_into(tmp_path / "out", find_node(), tmp_path / "node_modules")
    assert "\n" not in str(caught.value)


def test_a_data_folder_behind_a_link_is_bundled_as_the_folder_itself(tmp_path: Path) -> None:
    (tmp_path / "real" / "node_modules").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    result = tmp_path / "told"
    program = tmp_path / "node"
    program.write_text(f'#!/bin/sh\necho "$2 $3" > {result}\n')
    program.chmod(0o755)
    node = Node(tmp_path, program, program, "24.0.0")
    bundle_into(tmp_path / "link" / "out", node, tmp_path / "link" / "node_modules")
    assert result.read_text() == f"{tmp_path}/real/node_modules {tmp_path}/real/out\n"


def test_everything_the_index_names_is_in_the_archive() -> None:
    index = json.loads((bundled() / INDEX).read_text())
    with zipfile.ZipFile(bundled() / ARCHIVE) as archive:
        there = set(archive.namelist())
    for name, module in index["modules"].items():
        assert {module["file"], *module["chunks"]} <= there, name
    assert {"react", "react-dom/client", "vue", "svelte", "lucide-react", "motion/react"} <= set(index["modules"])
    fonts = {part.split('"')[0] for text in index["sheets"].values() for part in text.split("packages:")[1:]}
    assert fonts and fonts <= there


def test_what_two_packages_share_is_one_module() -> None:
    index = json.loads((bundled() / INDEX).read_text())["modules"]
    for names in (("react-dom/client", "react-router", "lucide-react"), ("vue-router", "pinia"), ("bits-ui", "svelte")):
        assert set.intersection(*(set(index[name]["chunks"]) for name in names)), names


class Bucket:
    """As much of S3 as storing takes."""

    def __init__(self) -> None:
        self.keys: list[str] = []

    def list_objects_v2(self, *, Bucket: str, Prefix: str, MaxKeys: int) -> Any:
        return {"Contents": [key for key in self.keys if key.startswith(Prefix)]}

    def upload_file(self, path: str, bucket: str, key: str) -> None:
        self.keys.append(key)


def test_the_index_is_stored_last_and_once(tmp_path: Path) -> None:
    bucket = Bucket()
    for _ in range(2):
        upload_draft_packages(tmp_path, "lock", bucket, "data")
    assert bucket.keys == [packages_key("lock", ARCHIVE), packages_key("lock", INDEX)]
