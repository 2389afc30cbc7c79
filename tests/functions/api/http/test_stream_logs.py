"""The stream function's server writes no lines of its own: what it has to say is JSON, without secrets."""

import json
import logging
from collections.abc import Iterator

import pytest
import uvicorn

from functions.api.asgi import quiet_server
from shared.runtime.observability import configure_logging

SERVERS = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi")


@pytest.fixture(autouse=True)
def own_logging() -> Iterator[None]:
    loggers = [logging.getLogger(name) for name in (None, *SERVERS)]
    kept = [(list(logger.handlers), logger.propagate, logger.level) for logger in loggers]
    yield
    for logger, (handlers, propagate, level) in zip(loggers, kept, strict=True):
        logger.handlers[:], logger.propagate = handlers, propagate
        logger.setLevel(level)


def test_an_error_of_the_server_is_a_line_like_ours(capsys: pytest.CaptureFixture[str]) -> None:
    uvicorn.Config("unused:app")  # sets up its loggers, before the application is made
    configure_logging("stream")
    quiet_server()
    try:
        raise RuntimeError("https://b/k?X-Amz-Signature=SECRETSECRET")
    except RuntimeError:
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
    logging.getLogger("uvicorn.error").info("Started server process")
    said = capsys.readouterr()
    (line,) = said.out.splitlines()
    body = json.loads(line)
    assert (body["level"], body["service"], body["exception_name"]) == ("ERROR", "stream", "RuntimeError")
    assert "SECRETSECRET" not in line and said.err == ""
