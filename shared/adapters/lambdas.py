"""Functions that are called directly: the fast gate, and the one that has the model's key for a commit message."""

import json
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from shared.adapters.aws_errors import translated
from shared.domain.autopilot.intent import Intent, IntentTask
from shared.domain.builds.compile_report import CompileReport
from shared.domain.errors import Unavailable
from shared.domain.runs.message_task import MessageTask, WrittenMessage
from shared.ports.engine import DrawnPage, DrawRequest

if TYPE_CHECKING:
    from shared.domain.spending.connection import ConnectionTask

_Answered = TypeVar("_Answered", bound=BaseModel)
_NOT_THE_PROJECTS_FAULT = frozenset({"SOURCE_UNAVAILABLE"})


class LambdaCompiler:
    def __init__(self, client: Any, function: str) -> None:
        self._client = client
        self._function = function

    def compile(self, source_url: str) -> CompileReport:
        return _report(self._ask({"source": {"url": source_url}}))

    def draw(self, request: DrawRequest) -> DrawnPage:
        page = {
            "packages": {"digest": request.digest, "url": request.index_url},
            "base": {"files": request.files_base, "packages": request.packages_base},
            "env": dict(request.env),
        }
        return _page(self._ask({"source": {"url": request.source_url}, "page": page}))

    def _ask(self, event: dict[str, Any]) -> bytes:
        with translated():
            answer = self._client.invoke(FunctionName=self._function, Payload=json.dumps(event).encode())
            payload: bytes = answer["Payload"].read()
        if answer.get("FunctionError"):
            raise Unavailable("The compiler failed.")
        return payload


def _report(payload: bytes) -> CompileReport:
    try:
        report = CompileReport.model_validate_json(payload)
    except ValidationError as error:
        raise Unavailable("The compiler gave no report.") from error
    if any(found.code in _NOT_THE_PROJECTS_FAULT for found in report.diagnostics):
        raise Unavailable("The compiler could not read the source.")
    return report


class _Drawn(BaseModel):
    html: str = ""
    waits: str = ""


class _PageAnswer(CompileReport):
    page: _Drawn | None = None


def _page(payload: bytes) -> DrawnPage:
    """A tree that could not be read as a project waits for what its build will say."""
    _report(payload)
    answer = _PageAnswer.model_validate_json(payload)
    if answer.page is not None and (answer.page.html or answer.page.waits):
        return DrawnPage(answer.page.html, answer.page.waits)
    return DrawnPage(waits=next((found.message for found in answer.diagnostics), "") or "the page could not be drawn")


class LambdaMessages:
    """`MessageWriter`. The client's own time is how long a person waits; a call is never made twice."""

    def __init__(self, client: Any, function: str) -> None:
        self._client = client
        self._function = function

    def write(self, task: MessageTask) -> WrittenMessage:
        return self._ask(task, WrittenMessage)

    def read_intent(self, task: IntentTask) -> Intent:
        return self._ask(task, Intent)

    def start_test(self, task: "ConnectionTask") -> None:
        """The function is invoked asynchronously: a test takes minutes, and no request waits for it."""
        with translated():
            self._client.invoke(
                FunctionName=self._function, InvocationType="Event", Payload=task.model_dump_json().encode()
            )

    def _ask(self, task: BaseModel, kind: type[_Answered]) -> _Answered:
        with translated():
            answer = self._client.invoke(FunctionName=self._function, Payload=task.model_dump_json().encode())
            payload = answer["Payload"].read()
        if answer.get("FunctionError"):
            raise Unavailable("The function that asks the model failed.")
        try:
            return kind.model_validate_json(payload)
        except ValidationError as error:
            raise Unavailable("The function that asks the model gave no answer.") from error
