"""A service that fails: the answer says so in our words, the log says which one and why."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from botocore.exceptions import ClientError

from devkit.api.api import Api
from shared.adapters.aws_errors import translated
from tests.support.aws.logs import logging_given_back

CODE = "ProvisionedThroughputExceededException"


@pytest.fixture(autouse=True)
def own_logging() -> Iterator[None]:
    with logging_given_back("api"):
        yield


def refuse(*_: Any, **__: Any) -> Any:
    with translated():
        raise ClientError({"Error": {"Code": CODE, "Message": "Slow down."}}, "Query")


def test_the_log_names_the_service_s_word_and_the_answer_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    api = Api()
    api.world.apps.list = refuse  # type: ignore[method-assign]  # a table that is too busy
    answer = api.client.get("/admin/apps", headers={"X-Request-Id": "req-of-a-person"})
    assert (answer.status_code, answer.json()["code"]) == (503, "DEPENDENCY_UNAVAILABLE")
    assert CODE not in answer.text
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (told,) = [line for line in lines if line["level"] == "WARNING"]
    assert CODE in told["exception"] and told["code"] == "DEPENDENCY_UNAVAILABLE"
    assert (told["request_id"], told["tenant_id"]) == ("req-of-a-person", "acme")


def test_what_is_merely_not_there_is_no_warning(capsys: pytest.CaptureFixture[str]) -> None:
    api = Api()
    api.client.get("/admin/apps/app_01k9yzr3n5d7t8v2w4x6y8z001")
    assert not [line for line in capsys.readouterr().out.splitlines() if json.loads(line)["level"] != "INFO"]
