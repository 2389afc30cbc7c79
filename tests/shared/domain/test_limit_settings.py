"""A deployment's limits as lines of text: what is read does what it says, anything else is refused."""

import pytest

from shared.domain.builds.worker_contract import LIMIT_RANGES
from shared.domain.diagnostics import has_errors
from shared.domain.limit_settings import FILES, NAMES, WORKER, Range, read_ranges, refuse_unreadable
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.tree.tree_rules import check_content, check_whole
from shared.runtime.settings import Settings

TABLES = [("file_limits", FILES), ("worker_limits", WORKER)]
EVERY = [(name, key, one) for name, table in TABLES for key, one in table.items()]


@pytest.mark.parametrize(("name", "key", "one"), EVERY)
def test_every_number_of_its_range_is_taken_and_none_beside_it(name: str, key: str, one: Range) -> None:
    for number in (one.least, one.most):
        limits = Settings.from_env({name.upper(): f"{key}={number}"}).limits()
        assert getattr(limits, one.field) == number * one.unit
    for wrong in (one.least - 1, one.most + 1, 0, -1, "", "none", "1.5", "1e3", "\u0663\u0663\u0663"):
        with pytest.raises(ValueError, match=f"{name} is one or more of .*{key}={one.least} to {one.most}"):
            refuse_unreadable(name, f"{key}={wrong}")


@pytest.mark.parametrize(("name", "key", "one"), EVERY)
def test_the_default_is_a_number_that_may_be_said(name: str, key: str, one: Range) -> None:
    default = getattr(DEFAULT_LIMITS, one.field)
    assert default % one.unit == 0 and read_ranges(name, f"{key}={default // one.unit}") == {one.field: default}


@pytest.mark.parametrize("name", NAMES)
def test_what_no_function_could_read_is_refused(name: str) -> None:
    refuse_unreadable(name, "")
    for wrong in ("nonsense=9", "files", "=", "files=400;text_kb=256", "seconds= 60"):
        with pytest.raises(ValueError, match=f"{name} is "):
            refuse_unreadable(name, wrong)


def test_a_worker_takes_every_limit_that_may_be_set() -> None:
    names = {
        "worker_seconds": "wall_seconds",
        "worker_command_seconds": "wall_seconds",
        "worker_memory_bytes": "memory_bytes",
        "worker_processes": "processes",
    }
    for one in WORKER.values():
        least, most = LIMIT_RANGES[names.get(one.field, one.field)]
        assert least <= one.least * one.unit <= one.most * one.unit <= most


def test_a_project_may_be_as_large_as_its_deployment_says() -> None:
    limits = Settings.from_env({"FILE_LIMITS": "files=10,text_kb=512"}).limits()
    large = b"x" * 300 * 1024
    assert has_errors(check_content("src/a.ts", large)) and not check_content("src/a.ts", large, limits)
    eleven = {f"src/{number}.ts": b"" for number in range(11)}
    assert not check_whole(eleven) and [one.code for one in check_whole(eleven, limits)] == ["TOO_MANY_FILES"]
