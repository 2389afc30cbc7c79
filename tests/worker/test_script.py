"""Which command a package.json asks for."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from worker.script import NoScript, build_command


def package(tmp_path: Path, content: Any) -> Path:
    text = content if isinstance(content, str) else json.dumps(content)
    (tmp_path / "package.json").write_text(text, "utf-8")
    return tmp_path


def test_the_script_runs_by_the_shell_with_the_arguments_at_its_end(tmp_path: Path) -> None:
    project = package(tmp_path, {"scripts": {"build": "tsc -b && vite build"}})
    assert build_command(project, {}, ()).argv == ("sh", "-c", "tsc -b && vite build")
    assert build_command(project, {}, ("--base=./",)).argv == ("sh", "-c", "tsc -b && vite build --base=./")


@pytest.mark.parametrize("hook", ["prebuild", "postbuild"])
def test_npm_runs_hooks(tmp_path: Path, hook: str) -> None:
    project = package(tmp_path, {"scripts": {"build": "vite build", hook: "node x.js"}})
    assert build_command(project, {}, ()).argv == ("npm", "run", "--silent", "build")
    assert build_command(project, {}, ("--base=./",)).argv[-2:] == ("--", "--base=./")


def test_configurations_can_read_name_and_version(tmp_path: Path) -> None:
    project = package(tmp_path, {"name": "shop", "version": "1.2.3", "scripts": {"build": "x"}})
    env = build_command(project, {"VITE_A": "b"}, ()).env
    assert env == {
        "VITE_A": "b",
        "npm_lifecycle_event": "build",
        "npm_package_name": "shop",
        "npm_package_version": "1.2.3",
    }


def test_odd_names_are_left_out(tmp_path: Path) -> None:
    project = package(tmp_path, {"name": "a\u0000b", "version": ["1"], "scripts": {"build": "x"}})
    assert build_command(project, {}, ()).env == {"npm_lifecycle_event": "build"}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ({}, 'no "build" script'),
        ({"scripts": {"dev": "vite"}}, 'no "build" script'),
        ({"scripts": {"build": "  "}}, 'no "build" script'),
        ({"scripts": {"build": ["vite"]}}, 'no "build" script'),
        ({"scripts": {"build": "a\u0000b"}}, 'no "build" script'),
        ({"scripts": "build"}, 'no "build" script'),
        ([], 'no "build" script'),
        ("{", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
    ],
)
def test_no_script_is_said_in_plain_words(tmp_path: Path, content: Any, reason: str) -> None:
    with pytest.raises(NoScript, match=re.escape(reason)):
        build_command(package(tmp_path, content), {}, ())


def test_no_package_json(tmp_path: Path) -> None:
    with pytest.raises(NoScript, match=r"no package\.json"):
        build_command(tmp_path, {}, ())


def test_a_byte_order_mark_is_read_over_as_npm_does(tmp_path: Path) -> None:
    project = package(tmp_path, '\ufeff{"scripts": {"build": "x"}}')
    assert build_command(project, {}, ()).argv == ("sh", "-c", "x")
