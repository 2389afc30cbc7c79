"""The answers of the functions that compile and that may use the model, and everything that is not one."""

from typing import Any

import pytest
from botocore.exceptions import ClientError, ReadTimeoutError

from shared.adapters.lambdas import LambdaCompiler, LambdaMessages
from shared.domain.errors import AppError, Unavailable
from shared.domain.runs.message_task import MessageTask, WrittenMessage
from shared.domain.spending.connection import ConnectionTask
from tests.support.aws.invoked import Invoked, said

REPORT = {
    "ok": False, "graph": {"src/a.ts": ["src/b.ts"]}, "exports": {"src/b.ts": ["b"]}, "timings": {"total": 4.2},
    "diagnostics": [{"severity": "error", "code": "COMPILE_ERROR", "message": "m", "path": "src/a.ts", "line": 3}],
}  # fmt: skip


def compiler(answer: Any) -> tuple[LambdaCompiler, Invoked]:
    client = Invoked(answer)
    return LambdaCompiler(client, "compile"), client


def test_a_tree_is_named_by_its_address() -> None:
    fast_gate, client = compiler(said(REPORT))
    report = fast_gate.compile("https://data.test/tree")
    assert (report.ok, report.diagnostics[0].line, report.graph["src/a.ts"]) == (False, 3, ["src/b.ts"])
    assert client.events == [("compile", {"source": {"url": "https://data.test/tree"}})]


@pytest.mark.parametrize(
    "answer",
    [
        said({"errorMessage": "Task timed out"}, FunctionError="Unhandled"),
        said(b"null"),
        said(b"<html>"),
        said(b""),
        said({"ok": "maybe?"}),
        said(REPORT | {"diagnostics": [{"code": "SOURCE_UNAVAILABLE", "message": "status 500"}]}),
        ClientError({"Error": {"Code": "TooManyRequestsException", "Message": ""}}, "Invoke"),
        ClientError({"Error": {"Code": "ResourceNotFoundException", "Message": ""}}, "Invoke"),
        ReadTimeoutError(endpoint_url="http://x"),
    ],
    ids=["timed out", "null", "html", "empty", "no report", "no source", "throttled", "missing", "silent"],
)
def test_no_report_is_not_a_failed_compile(answer: Any) -> None:
    with pytest.raises(Unavailable):
        compiler(answer)[0].compile("https://data.test/tree")


TASK = MessageTask(tenant_id="acme", diff_id="dif_1", style="short", instructions="Shorter")


def test_the_task_is_sent_as_it_is_and_no_files_with_it() -> None:
    client = Invoked(said({"message": "Add a page", "why": None}))
    assert LambdaMessages(client, "agent_step:live").write(TASK) == WrittenMessage(message="Add a page")
    assert client.events == [
        (
            "agent_step:live",
            {
                "version": TASK.version, "task": "commit_message", "tenant_id": "acme", "diff_id": "dif_1",
                "style": "short", "instructions": "Shorter", "tree": None,
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


def test_a_connection_test_is_started_and_not_waited_for() -> None:
    client = Invoked({"StatusCode": 202})
    LambdaMessages(client, "agent_step:live").start_test(ConnectionTask(tenant_id="acme", test_id="test_1"))
    sent = {"version": 1, "task": "test_connection", "tenant_id": "acme", "test_id": "test_1"}
    assert (client.events, client.kinds) == ([("agent_step:live", sent)], ["Event"])


def test_a_connection_test_that_cannot_be_started_is_unavailable() -> None:
    client = Invoked(ClientError({"Error": {"Code": "TooManyRequestsException", "Message": ""}}, "Invoke"))
    with pytest.raises(Unavailable):
        LambdaMessages(client, "agent_step").start_test(ConnectionTask(tenant_id="acme", test_id="test_1"))
