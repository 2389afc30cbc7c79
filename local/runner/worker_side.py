"""The worker of this machine: toolchain, runner, its HTTP face, and how the state machine learns that a build ended."""

import json
import logging
import time
from collections.abc import Callable
from typing import Any

from local.config import STACK_NAME, LocalConfig
from local.private_files import kept_secret
from local.runner.compile_cache import ensure_compile_cache
from local.runner.queue import Runner
from local.runner.sandbox import local_sandbox
from local.runner.server import RunnerServer
from local.runner.tools import ensure_axe, ensure_browser, ensure_typescript
from toolchain.aws import LIVE
from toolchain.catalog import ensure_toolchain
from toolchain.node import find_node
from toolchain.npm_archives import NpmArchives
from toolchain.test_dom import ensure_test_dom
from worker.packages import Packages
from worker.toolchain import this_machine

log = logging.getLogger("local.worker")
TRIES = 6


class WorkerSide:
    """Makes the toolchain when constructed; builds run from `start` to `stop`."""

    def __init__(self, config: LocalConfig, progress: Callable[[str], None]) -> None:
        self.toolchain = ensure_toolchain(config.data, progress=progress)
        self.secret = kept_secret(config.data, "worker-secret")
        self._lambda: Any = None
        self._stopping = False
        self.has_browser = ensure_browser(self.toolchain, progress)
        ensure_typescript(self.toolchain, progress)
        ensure_axe(self.toolchain, progress)
        sandbox = local_sandbox(config.sandbox, self.toolchain)
        ensure_test_dom(self.toolchain, sandbox, progress)
        ensure_compile_cache(self.toolchain, sandbox, progress)
        packages = Packages(self.toolchain, NpmArchives(find_node()), this_machine())
        self._runner = Runner(
            config.data / "runner", self.toolchain, self._done, sandbox, workers=config.workers, packages=packages
        )
        self._server = RunnerServer(self._runner, self.secret)

    @property
    def endpoint(self) -> str:
        """The value of WORKER_ENDPOINT."""
        return self._server.endpoint

    def start(self) -> None:
        """Take jobs."""
        self._runner.start()
        self._server.start()

    def tell(self, lambda_client: Any) -> None:
        """From now on, tell this Lambda when a build has ended."""
        self._lambda = lambda_client

    def stop(self) -> None:
        """End running builds without telling: they are started again at the next start."""
        self._stopping = True
        self._server.close()
        self._runner.stop()

    def _done(self, tenant_id: str, app_id: str, build_id: str) -> None:
        """Deliver what CodeBuild would deliver through EventBridge: the state change, with the build's id in it."""
        event = ended_event(tenant_id, app_id, build_id)
        for attempt in range(TRIES):
            if self._stopping:
                return
            if self._lambda is not None and self._delivered(event):
                return
            time.sleep(0.2 * 2**attempt)
        log.error("%s: worker_done could not be told; the sweeper will end the build", build_id)

    def _delivered(self, event: dict[str, Any]) -> bool:
        try:
            name = f"{STACK_NAME}-worker_done:{LIVE}"
            answer = self._lambda.invoke(FunctionName=name, Payload=json.dumps(event).encode())
        except Exception as error:  # a thread's last line of defence: the emulator may be on its way down
            log.warning("worker_done: %s", error)
            return False
        if "FunctionError" in answer:
            log.warning("worker_done: %s", answer["Payload"].read()[:500].decode("utf-8", "replace"))
            return False
        return True


def ended_event(tenant_id: str, app_id: str, build_id: str) -> dict[str, Any]:
    """A state change as CodeBuild words it."""
    values = {"BUILD_ID": build_id, "APP_ID": app_id, "TENANT_ID": tenant_id}
    variables = [{"name": name, "value": value, "type": "PLAINTEXT"} for name, value in values.items()]
    return {
        "source": "local.runner", "detail-type": "CodeBuild Build State Change",
        "detail": {
            "build-status": "SUCCEEDED", "project-name": "apps_build",
            "additional-information": {"environment": {"environment-variables": variables}},
        },
    }  # fmt: skip
