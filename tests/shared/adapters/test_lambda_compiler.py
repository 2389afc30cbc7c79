"""The compiler's answers, and everything that is not one."""

from typing import Any

import pytest
from botocore.exceptions import ClientError, ReadTimeoutError

from shared.adapters.lambdas import LambdaCompiler
from shared.domain.errors import Unavailable
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
