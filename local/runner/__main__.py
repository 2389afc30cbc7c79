"""`python -m local.runner --data DIR`: the runner by itself, for trying a build without the rest of the stack."""

import argparse
import json
import logging
import os
import secrets
import signal
import threading
from pathlib import Path

from local.config import SANDBOXES
from local.runner.compile_cache import ensure_compile_cache
from local.runner.queue import Runner
from local.runner.sandbox import local_sandbox
from local.runner.server import RunnerServer
from local.runner.typescript import ensure_typescript
from toolchain.catalog import ensure_toolchain
from toolchain.test_dom import ensure_test_dom
from worker.sandbox.base import SandboxUnavailable


def main() -> None:
    """Serve until SIGINT or SIGTERM; the endpoint and the secret are printed as one JSON line."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(prog="python -m local.runner")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("CHATBUILDER_DATA", ".chatbuilder")))
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--sandbox", choices=SANDBOXES, default=os.environ.get("CHATBUILDER_SANDBOX", SANDBOXES[0]))
    options = parser.parse_args()
    toolchain = ensure_toolchain(options.data, progress=logging.info)
    try:
        sandbox = local_sandbox(options.sandbox, toolchain)
    except SandboxUnavailable as error:
        raise SystemExit(str(error)) from error
    ensure_typescript(toolchain, logging.info)
    ensure_test_dom(toolchain, sandbox, logging.info)
    ensure_compile_cache(toolchain, sandbox, logging.info)
    runner = Runner(options.data.resolve() / "runner", toolchain, _print_done, sandbox)
    secret = os.environ.get("WORKER_SECRET") or secrets.token_urlsafe(32)
    server = RunnerServer(runner, secret, options.port)
    runner.start()
    server.start()
    print(json.dumps({"endpoint": server.endpoint, "secret": secret}), flush=True)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    stop.wait()
    server.close()
    runner.stop()


def _print_done(tenant_id: str, app_id: str, build_id: str) -> None:
    print(json.dumps({"done": build_id, "tenant_id": tenant_id, "app_id": app_id}), flush=True)


if __name__ == "__main__":
    main()
