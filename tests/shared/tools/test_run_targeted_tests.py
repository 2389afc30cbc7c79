"""`run_targeted_tests`: paths of the project only, and names that are no options."""

import pytest

from shared.domain.builds.worker_task import WorkerTask
from tests.support.workspace import HOSTILE_PATHS, a_workspace, check_refused, use

FILES = {"tests/a.test.ts": b"", "tests/deep/b.test.ts": b""}


def test_all_tests_without_arguments() -> None:
    assert use(a_workspace(FILES), "run_targeted_tests").task == WorkerTask(task="tests")


def test_paths_and_a_name_become_words_of_the_test_runner() -> None:
    result = use(a_workspace(FILES), "run_targeted_tests", paths=["tests/a.test.ts", "tests/deep/"], name="-v adds; rm")
    assert result.task == WorkerTask(
        task="tests", command=["tests/a.test.ts", "tests/deep/", "--testNamePattern=-v adds; rm"]
    )


@pytest.mark.parametrize(
    "path", [*HOSTILE_PATHS, "-c", "--config=x", "tests/none.test.ts", "tests/a.test.ts/x", "test"]
)
def test_what_is_no_path_of_the_project_is_refused(path: str) -> None:
    if path != "\ud800.ts":
        assert len(check_refused(a_workspace(FILES), "run_targeted_tests", paths=[path])) < 6_000


@pytest.mark.parametrize("name", ["", "x" * 201, "a\nb", "a\x00b", "\u202e"])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    assert "1 to 200 printable" in check_refused(a_workspace(), "run_targeted_tests", name=name)


def test_a_list_too_long_is_refused() -> None:
    assert "At most 20" in check_refused(a_workspace(FILES), "run_targeted_tests", paths=["tests"] * 21)
