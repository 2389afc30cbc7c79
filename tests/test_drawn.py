"""Which of the dear tests a commit looks into."""

import subprocess
import sys

import pytest

from tests.support.drawn import ROOT, changed, drawn_of, is_about, is_drawn

ABOUT = ("docs/decisions/",)
FILES = [f"tests/test_{number}.py" for number in range(300)]


def test_a_commit_draws_its_share_and_a_few_commits_see_every_file() -> None:
    drawn = [{name for name in FILES if is_drawn(name, f"commit {commit}", 3)} for commit in range(30)]
    assert all(60 < len(one) < 140 for one in drawn)
    assert set.union(*drawn) == set(FILES)


def test_a_file_is_looked_into_when_it_or_what_it_is_about_was_changed(request: pytest.FixtureRequest) -> None:
    assert is_about(request.node, ["README.md", "tests/test_drawn.py"])
    assert is_about(request.node, ["docs/decisions/a.md"])
    assert not is_about(request.node, ["docs/api.md"]) and not is_about(request.node, [])


def test_one_of_alike_values_is_tried_each_time_and_the_others_are_deep() -> None:
    values = drawn_of(str(ROOT / "tests/test_none_such.py"), ["a", "b", "c", "d"])
    deep = [one for one in values if not isinstance(one, str)]
    assert len(values) == 4 and len(deep) == 3
    assert all(mark.name == "deep" for one in deep for mark in one.marks)
    assert drawn_of(str(ROOT / "tests/test_none_such.py"), [1]) == [1]


def test_of_many_values_one_in_three_is_tried_each_time_and_those_that_the_commit_is_about() -> None:
    values = drawn_of(str(ROOT / "tests/test_none_such.py"), [*range(30)], one_in=3)
    assert sum(isinstance(one, int) for one in values) == 10
    about = drawn_of(str(ROOT / "tests/test_none_such.py"), [*range(30)], lambda _: ("",), one_in=3)
    assert about == [*range(30)]


def collected(*files: str, **shares: str) -> int:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-m", "", *files]
    environment = {"PATH": "/usr/bin:/bin", **shares}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    return done.stdout.count("::")


def test_a_share_is_drawn_and_never_nothing() -> None:
    files = ("tests/test_drawn.py", "tests/test_sockets.py")
    assert 0 < collected(*files, TEST_SHARE="1000000") <= collected(*files)


def test_of_the_end_to_end_files_a_share_is_drawn_besides_those_of_every_commit() -> None:
    always, other, unit = "tests/e2e/test_studio.py", "tests/e2e/test_git.py", "tests/test_sockets.py"
    drawn = collected(always, other, unit, TEST_E2E_SHARE="1000000")
    assert collected(always, unit) <= drawn <= collected(always, other, unit)
    assert drawn < collected(always, other, unit) or other in changed()
