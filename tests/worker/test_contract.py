"""What services write is read by the worker, which takes no other document; and what it writes is read by them."""

import copy
import json
from dataclasses import fields, replace
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from shared.domain.builds.build_status import BuildEnd
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.job_result import JobResult
from shared.domain.builds.page_spec import PageSpec
from shared.domain.builds.worker_contract import LIMIT_RANGES, JobInvalid, Limits, Reason, parse_job
from shared.domain.builds.worker_page import PageAction
from shared.domain.builds.worker_page import PageSpec as ModelledPage
from shared.domain.limits import DEFAULT_LIMITS
from worker.contract import Result
from worker.status import JobStatus, PartStatus

JOB: dict[str, Any] = {
    "version": 1,
    "build_id": "bld_1",
    "tenant_id": "acme",
    "app_id": "app_1",
    "kind": "candidate",
    "task": "build",
    "source": {"url": "https://bucket.s3.eu-west-1.amazonaws.com/key?X-Amz-Signature=abc"},
    "upload": {"url": "http://127.0.0.1:4566/bucket", "fields": {"key": "k", "policy": "p"}},
    "toolchain": {"digest": "abc"},
    "env": {"VITE_TITLE": "My app"},
    "build_args": ["--base=./"],
    "limits": {"wall_seconds": 60, "memory_bytes": 1073741824, "processes": 100},
    "command": ["npm", "test"],
    "checks": ["types", "page"],
    "browser": {"path": "/", "width": 1280, "actions": [{"do": "click", "name": "Save"}]},
}

URL = ["", "../x", "file:///etc/passwd", "http:///x", "http://h:0/", "http://h:99999/", "http://[bad/",
       "http://h/\r\nX: y", "http://h/\u00fc", "http://h/ x", "http://h/" + "x" * 8192, 1, None]  # fmt: skip
IDENTIFIER = ["", "a/b", "bld_1\n", "a" * 65, "../x", 1, None]
REFUSED: dict[tuple[str, ...], list[Any]] = {
    ("version",): [0, 2, "1", 1.0, True, None, "../x"],
    ("build_id",): IDENTIFIER,
    ("tenant_id",): ["", "x" * 201, 1, None],
    ("app_id",): IDENTIFIER,
    ("kind",): ["", "build", ["candidate"], None],
    ("task",): ["", "revision", 1],
    ("source",): [None, [], "x", {}],
    ("source", "url"): URL,
    ("upload",): [None, [], {}],
    ("upload", "url"): URL,
    ("upload", "fields"): [None, [], {"a": 1}],
    ("upload", "fields", "key"): [1, None, ["x"]],
    ("toolchain",): [None, [], "x"],
    ("toolchain", "digest"): [1, None, "x" * 201],
    ("env",): [None, [], {f"VITE_{number}": "x" for number in range(51)}],
    ("env", "VITE_TITLE"): [1, None, "x" * 4097, "a\x00b"],
    ("env", "PATH"): ["x"],
    ("env", "VITE_"): ["x"],
    ("env", "vite_x"): ["x"],
    ("build_args",): [None, "--a", ["-b"], ["--x=$(id)"], ["--base=./\n"], ["--a"] * 9, [1]],
    ("limits",): [None, []],
    **{
        ("limits", name): [low - 1, high + 1, str(low), float(low), True, None]
        for name, (low, high) in LIMIT_RANGES.items()
    },
    ("command",): [None, "npm test", [""], ["x" * 401], ["a\x00b"], ["a\n"], ["x"] * 41, [1]],
    ("checks",): [None, "types", ["build"], ["types"] * 5, [1]],
    ("original",): [None, [], "http://127.0.0.1/x", {}, {"url": "file:///etc/passwd"}, {"url": ""}],
    ("browser",): [None, []],
    ("browser", "path"): ["", "a", "//a", "/\\a", "/" + "x" * 500, 1, None],
    ("browser", "width"): [0, "1280", 1280.0, True, None],
    **{("browser", flag): [1, "true", None, []] for flag in ("dark", "audit", "paper", "pair")},
    ("browser", "actions"): [None, "click", [{"do": "click", "name": "x"}] * 21, [{}]],
}
TAKEN: list[tuple[tuple[str, ...], Any]] = [
    (("unknown",), 1), (("limits", "unknown"), "x"), (("browser", "unknown"), 1), (("source", "url"), "https://u:p@h:1/x"),
    (("source", "url"), "http://[::1]/"),
    (("original",), {"url": "https://h/x"}), (("tenant_id",), "x" * 200), (("build_args",), ["--base", "--a=b"]),
    (("env",), {}), (("upload", "fields"), {}), *((("limits", name), edge) for name, edges in LIMIT_RANGES.items()
                                                  for edge in edges),
]  # fmt: skip


def changed(path: tuple[str, ...], value: Any) -> dict[str, Any]:
    document = copy.deepcopy(JOB)
    holder = document
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    return document


def accepts(document: Any) -> bool:
    try:
        parse_job(document)
    except JobInvalid:
        return False
    return True


def test_what_the_services_write_the_worker_reads() -> None:
    job = replace(parse_job(JOB), about={"name": "x", "slug": "y"}, original_url="https://h/original")
    written = json.loads(json.dumps(job.document()))
    assert (written["name"], written["slug"], "about" in written) == ("x", "y", False)
    assert replace(parse_job(written), about=job.about) == job


@pytest.mark.parametrize("path", REFUSED, ids=".".join)
def test_a_field_that_cannot_be_meant_is_refused(path: tuple[str, ...]) -> None:
    assert [value for value in REFUSED[path] if accepts(changed(path, value))] == []


def test_what_may_be_meant_is_taken() -> None:
    assert accepts(JOB) and [case for case in TAKEN if not accepts(changed(*case))] == []


@pytest.mark.parametrize("name", ["version", "build_id", "tenant_id", "app_id", "kind", "task", "source", "upload"])
def test_a_field_that_is_missing_is_refused(name: str) -> None:
    assert not accepts({field: value for field, value in JOB.items() if field != name})


@pytest.mark.parametrize("document", [None, [], "x", 1, {1: 2}])
def test_what_is_no_object_is_refused(document: Any) -> None:
    assert not accepts(document)


@given(st.sampled_from(["click", "type", "hover"]), *[st.none() | st.sampled_from(["", "x", "x" * 301])] * 3)
def test_both_sides_agree_on_actions(do: str, name: Any, selector: Any, text: Any) -> None:
    action = {"do": do, "name": name, "selector": selector, "text": text}
    written = {field: value or None for field, value in action.items()}
    try:
        modelled = bool(PageAction.model_validate(action))
    except ValidationError:
        modelled = False
    assert accepts(changed(("browser", "actions"), [written])) == modelled, "what a model left empty is written as null"
    assert "" not in action.values() or not accepts(changed(("browser", "actions"), [action]))


def test_both_sides_have_the_same_page() -> None:
    """Each with a value of its own, in the order of the worker's fields, which are read by place."""
    page = {"path": "/a", "width": 500, "height": 600, "dark": True, "audit": False, "paper": False, "pair": True}
    modelled = ModelledPage.model_validate(page)
    assert parse_job(changed(("browser",), modelled.model_dump(exclude_none=True))).browser == PageSpec(**page)
    assert list(ModelledPage.model_fields) == [field.name for field in fields(PageSpec)]
    for flag in ("dark", "audit", "paper", "pair"):
        read = parse_job(changed(("browser", flag), True)).browser
        assert [name for name in ("dark", "audit", "paper", "pair") if getattr(read, name)] == [flag]


def test_a_command_needs_words() -> None:
    document = changed(("task",), "command") | {"command": []}
    assert not accepts(document) and accepts(document | {"task": "tests"})


def test_the_refusal_names_the_field_and_not_the_value() -> None:
    with pytest.raises(JobInvalid) as caught:
        parse_job(changed(("upload", "url"), "file://secret"))
    assert "upload.url" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_words_are_the_same_on_both_sides() -> None:
    assert [*PartStatus] == [*CheckStatus]
    assert [*JobStatus] == [*get_args(BuildEnd)]


def test_the_defaults_are_the_products_limits() -> None:
    assert Limits() == Limits(
        wall_seconds=DEFAULT_LIMITS.worker_seconds,
        memory_bytes=DEFAULT_LIMITS.worker_memory_bytes,
        processes=DEFAULT_LIMITS.worker_processes,
        output_bytes=DEFAULT_LIMITS.worker_output_bytes,
        dist_bytes=DEFAULT_LIMITS.dist_bytes,
        dist_files=DEFAULT_LIMITS.dist_files,
    )


@given(st.sampled_from([None, *get_args(Reason)]), st.none() | st.integers(0, 255), st.text(max_size=50))
def test_what_the_worker_writes_the_services_read(reason: Any, exit_code: int | None, text: str) -> None:
    result = Result("bld_1", "failed" if reason else "succeeded", exit_code, reason, text, text, 12, {"script_ms": 10})
    written = json.dumps(result.document()).encode()
    read = JobResult.model_validate_json(written)
    assert read.model_dump() == result.document()
