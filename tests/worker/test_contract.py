"""What services write is read by the worker, what it refuses is what a model of the job refuses, and back again."""

import copy
import json
from dataclasses import asdict, replace
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from shared.domain.builds.build_status import BuildEnd
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.job_result import JobResult
from shared.domain.builds.worker_contract import JobInvalid, Limits, Reason, parse_job
from shared.domain.limits import DEFAULT_LIMITS
from tests.worker import job_model
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

PATHS = [
    ("version",), ("build_id",), ("tenant_id",), ("app_id",), ("kind",), ("task",), ("source",), ("source", "url"),
    ("upload",), ("upload", "url"), ("upload", "fields"), ("upload", "fields", "key"), ("toolchain",),
    ("toolchain", "digest"), ("env",), ("env", "VITE_TITLE"), ("env", "PATH"), ("env", "VITE_"), ("env", "vite_x"),
    ("build_args",), ("limits",), ("limits", "wall_seconds"), ("limits", "memory_bytes"), ("limits", "processes"),
    ("limits", "output_bytes"), ("limits", "dist_bytes"), ("limits", "dist_files"), ("unknown",), ("limits", "unknown"),
    ("command",), ("checks",), ("browser",), ("browser", "path"), ("browser", "width"), ("browser", "actions"),
    ("browser", "unknown"),
]  # fmt: skip

WRITTEN_BY_DEFAULT = {("version",), ("task",)}
"""The model fills these in; the worker insists on them."""

TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=70),
    st.sampled_from([
        "http://a/b", "https://u:p@h:1/x", "http://h:0/", "http://h:99999/", "http://[::1]/", "http://[bad/", "HTTP://h/",
        "file:///etc/passwd", "http:///x", "http://h/\r\nX: y", "http://h/ü", "--base=./", "--base", "--x=$(id)", "-b",
        "--base=./\n", "build", "test", "revision", "command", "browser", "types",
        "/a", "//a", "/\\a", "/" + "x" * 500, "bld_1\n", "a" * 65, "x" * 201, "x" * 4097, "a\x00b",
    ]),
)  # fmt: skip
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-10, 2**40),
    st.floats(allow_nan=False),
    TEXTS,
    st.lists(TEXTS, max_size=10),
    st.dictionaries(st.sampled_from(["VITE_A", "VITE_b", "PATH", "url", "fields", "digest"]), TEXTS, max_size=3),
    st.just({f"VITE_{number}": "x" for number in range(51)}),
    st.lists(
        st.dictionaries(
            st.sampled_from(["do", "name", "selector", "text"]), TEXTS | st.sampled_from(["click", "type"])
        ),
        max_size=11,
    ),
)


def changed(path: tuple[str, ...], value: Any, remove: bool = False) -> dict[str, Any]:
    document = copy.deepcopy(JOB)
    holder = document
    for step in path[:-1]:
        holder = holder[step]
    if remove:
        holder.pop(path[-1], None)
    else:
        holder[path[-1]] = value
    return document


def worker_accepts(document: Any) -> bool:
    try:
        parse_job(document)
    except JobInvalid:
        return False
    return True


def model_accepts(document: Any) -> bool:
    try:
        job_model.Job.model_validate_json(json.dumps(document))
    except ValidationError:
        return False
    return True


def test_what_the_services_write_the_worker_reads() -> None:
    job = replace(parse_job(JOB), about={"name": "x", "slug": "y"})
    written = json.loads(json.dumps(job.document()))
    assert (written["name"], written["slug"], "about" in written) == ("x", "y", False)
    assert replace(parse_job(written), about=job.about) == job
    modelled = job_model.Job.model_validate_json(json.dumps(written))
    assert (modelled.source.url, modelled.toolchain.digest) == (job.source_url, "abc")
    assert (modelled.upload.model_dump(), modelled.limits.model_dump()) == (asdict(job.upload), asdict(job.limits))


@given(st.sampled_from(PATHS), VALUES, st.booleans())
def test_both_sides_accept_and_refuse_the_same(path: tuple[str, ...], value: Any, remove: bool) -> None:
    document = changed(path, value, remove and path not in WRITTEN_BY_DEFAULT)
    assert worker_accepts(document) == model_accepts(document), document


@pytest.mark.parametrize("path", [("source", "url"), ("upload", "url"), ("build_id",), ("version",), ("env", "PATH")])
def test_the_agreement_is_not_that_everything_is_taken(path: tuple[str, ...]) -> None:
    assert worker_accepts(JOB)
    assert not worker_accepts(changed(path, "../x"))


@pytest.mark.parametrize("document", [None, [], "x", 1, {1: 2}])
def test_what_is_no_object_is_refused(document: Any) -> None:
    assert not worker_accepts(document)


@given(st.sampled_from(["click", "type", "hover"]), *[st.none() | st.sampled_from(["", "x", "x" * 301])] * 3)
def test_both_sides_agree_on_actions(do: str, name: Any, selector: Any, text: Any) -> None:
    action = {"do": do, "name": name, "selector": selector, "text": text}
    document = changed(("browser", "actions"), [action])
    written = changed(("browser", "actions"), [{field: value or None for field, value in action.items()}])
    assert worker_accepts(written) == model_accepts(document), "the services write what a model left empty as null"
    assert "" not in action.values() or not worker_accepts(document)


def test_a_command_needs_words() -> None:
    document = changed(("task",), "command") | {"command": []}
    assert not worker_accepts(document) and not model_accepts(document)
    assert worker_accepts(document | {"task": "tests"}) and model_accepts(document | {"task": "tests"})


def test_the_refusal_names_the_field_and_not_the_value() -> None:
    with pytest.raises(JobInvalid) as caught:
        parse_job(changed(("upload", "url"), "file://secret"))
    assert "upload.url" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_words_and_limits_are_the_same_on_both_sides() -> None:
    assert [*PartStatus] == [*CheckStatus]
    assert [*JobStatus] == [*get_args(BuildEnd)]
    assert asdict(Limits()) == job_model.JobLimits().model_dump()


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
