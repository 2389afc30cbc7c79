"""The answers of the function that may use the model, and everything that is not one."""

from typing import Any

import pytest
from botocore.exceptions import ClientError, ReadTimeoutError

from shared.adapters.lambdas import LambdaMessages
from shared.domain.errors import AppError
from shared.domain.runs.message_task import MessageTask, WrittenMessage
from tests.support.aws.invoked import Invoked, said

TASK = MessageTask(tenant_id="acme", diff_id="dif_1", style="short", instructions="Shorter")


def test_the_task_is_sent_as_it_is_and_no_files_with_it() -> None:
    client = Invoked(said({"message": "Add a page", "why": None}))
    assert LambdaMessages(client, "agent_step:live").write(TASK) == WrittenMessage(message="Add a page")
    assert client.events == [
        (
            "agent_step:live",
            {
                "version": TASK.version, "task": "commit_message", "tenant_id": "acme", "diff_id": "dif_1",
                "style": "short", "instructions": "Shorter",
            },
        )
    ]  # fmt: skip


@pytest.mark.parametrize(
    "answer",
    [
        said({"errorMessage": "Task timed out"}, FunctionError="Unhandled"),
        said(b"null"),
        said(b"<html>"),
        said({"message": ["a"]}),
        ReadTimeoutError(endpoint_url="https://lambda.test"),
        ClientError({"Error": {"Code": "TooManyRequestsException"}}, "Invoke"),
        ClientError({"Error": {"Code": "AccessDeniedException"}}, "Invoke"),
    ],
)
def test_what_is_no_answer_is_a_fault_and_asked_for_once(answer: Any) -> None:
    client = Invoked(answer)
    with pytest.raises(AppError):
        LambdaMessages(client, "agent_step:live").write(TASK)
    assert len(client.events) == 1
