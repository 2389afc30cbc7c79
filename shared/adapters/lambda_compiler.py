"""The fast gate: the `compile` function, called directly."""

import json
from typing import Any

from pydantic import ValidationError

from shared.adapters.aws_errors import translated
from shared.domain.base import Files
from shared.domain.compile_report import CompileReport
from shared.domain.errors import TooLarge, Unavailable

_NOT_THE_PROJECTS_FAULT = frozenset({"SOURCE_UNAVAILABLE"})
_TOO_LARGE = {"RequestTooLargeException": lambda: TooLarge("The tree is too large to be sent along.")}


class LambdaCompiler:
    """`Compiler`."""

    def __init__(self, client: Any, function: str) -> None:
        self._client = client
        self._function = function

    def compile(self, source_url: str) -> CompileReport:
        return self._invoke({"source": {"url": source_url}})

    def compile_files(self, files: Files) -> CompileReport:
        """Bytes that are no text are sent as such characters as they can be; the compiler only looks at their names."""
        return self._invoke(
            {"source": {"files": {path: text.decode("utf-8", "replace") for path, text in files.items()}}}
        )

    def _invoke(self, event: dict[str, Any]) -> CompileReport:
        with translated(_TOO_LARGE):
            answer = self._client.invoke(FunctionName=self._function, Payload=json.dumps(event).encode())
            payload = answer["Payload"].read()
        if answer.get("FunctionError"):
            raise Unavailable("The compiler failed.")
        return _report(payload)


def _report(payload: bytes) -> CompileReport:
    try:
        report = CompileReport.model_validate_json(payload)
    except ValidationError as error:
        raise Unavailable("The compiler gave no report.") from error
    if any(found.code in _NOT_THE_PROJECTS_FAULT for found in report.diagnostics):
        raise Unavailable("The compiler could not read the source.")
    return report
