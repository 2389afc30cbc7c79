"""The digest that decides whether the stack is synthesised again."""

from pathlib import Path

import pytest

from local.boot.synth import SynthFailed, build_assembly, last_line, remove_others, source_digest


@pytest.fixture
def source(tmp_path: Path) -> Path:
    for name in (
        "shared/a.py",
        "functions/api/handler.py",
        "infra/stack.py",
        "toolchain/node.py",
        "layers/web/requirements.txt",
        "cdk.json",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return tmp_path


@pytest.mark.parametrize(
    "name",
    [
        "shared/a.py",
        "functions/api/handler.py",
        "infra/stack.py",
        "toolchain/node.py",
        "layers/web/requirements.txt",
        "cdk.json",
    ],
)
def test_any_source_changes_it(source: Path, name: str) -> None:
    before = source_digest(source)
    (source / name).write_text("changed")
    assert source_digest(source) != before


def test_a_moved_or_new_file_changes_it(source: Path) -> None:
    before = source_digest(source)
    (source / "shared" / "a.py").rename(source / "shared" / "b.py")
    moved = source_digest(source)
    (source / "shared" / "empty.py").touch()
    assert len({before, moved, source_digest(source)}) == 3


@pytest.mark.parametrize(
    "name", ["shared/__pycache__/a.pyc", "functions/compile/node_modules/x/i.js", "layers/web/requirements.in", "x.py"]
)
def test_what_is_not_deployed_does_not(source: Path, name: str) -> None:
    before = source_digest(source)
    path = source / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("noise")
    assert source_digest(source) == before


def test_old_assemblies_are_removed(tmp_path: Path) -> None:
    for name in ("old", "old.tmp", "new"):
        (tmp_path / name).mkdir()
    remove_others(tmp_path / "new")
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_a_failure_is_one_line_and_leaves_no_half_assembly(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "cdk" / "digest"
    with pytest.raises(SynthFailed, match=r"could not be synthesised: .*No such file"):
        build_assembly(target, Path("/usr/bin/node"), source, tmp_path / "synth.log")
    assert not target.exists()


def test_the_last_line_is_the_last_that_says_something(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("first\nthe reason\n\n  \n")
    assert last_line(log) == "the reason"
