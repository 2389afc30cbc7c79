"""A service that fails: the answer says so in our words, the log says which one and why."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from botocore.exceptions import ClientError

from devkit.api.api import Api
from devkit.fakes.samples import a_run, an_app
from shared.adapters.aws_errors import translated
from shared.adapters.dynamo.table.items import entity_of
from shared.adapters.dynamo.table.records import run_item
from shared.domain.runs.run import Run
from tests.support.aws.logs import logging_given_back

CODE = "ProvisionedThroughputExceededException"


@pytest.fixture(autouse=True)
def own_logging() -> Iterator[None]:
    with logging_given_back("api"):
        yield


def refuse(*_: Any, **__: Any) -> Any:
    with translated():
        raise ClientError({"Error": {"Code": CODE, "Message": "Slow down."}}, "Query")


def test_the_log_names_the_service_s_word_and_the_answer_does_not(capsys: pytest.CaptureFixture[str], api: Api) -> None:
    api.world.apps.list = refuse  # type: ignore[method-assign]  # a table that is too busy
    answer = api.client.get("/admin/apps", headers={"X-Request-Id": "req-of-a-person"})
    assert (answer.status_code, answer.json()["code"]) == (503, "DEPENDENCY_UNAVAILABLE")
    assert CODE not in answer.text
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (result,) = [line for line in lines if line["level"] == "WARNING"]
    assert CODE in result["exception"] and result["code"] == "DEPENDENCY_UNAVAILABLE"
    assert (result["request_id"], result["tenant_id"]) == ("req-of-a-person", "acme")


def test_what_is_merely_not_there_is_no_warning(capsys: pytest.CaptureFixture[str], api: Api) -> None:
    api.client.get("/admin/apps/app_01k9yzr3n5d7t8v2w4x6y8z001")
    assert not [line for line in capsys.readouterr().out.splitlines() if json.loads(line)["level"] != "INFO"]


def test_a_record_of_a_newer_release_is_refused_by_a_stable_code(capsys: pytest.CaptureFixture[str], api: Api) -> None:
    run = a_run(an_app())
    row = run_item(run) | {"status": "hibernating"}
    api.world.runs.get = lambda *_: entity_of(Run, row)  # type: ignore[method-assign]  # what the table would say
    answer = api.client.get(f"/runs/{run.id}")
    assert (answer.status_code, answer.json()["code"]) == (500, "INTERNAL")
    assert [found["code"] for found in answer.json()["diagnostics"]] == ["UNKNOWN_STATUS"]
    assert "newer" in answer.json()["detail"] and "hibernating" not in answer.text
