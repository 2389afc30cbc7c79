"""What a one-line edit costs in projects of 20, 100 and 400 files: calls to AWS and bytes, counted on the wire."""

import json
import os
from collections import Counter
from typing import Any

from botocore.httpsession import URLLib3Session

from benchmarks.projects import growth
from benchmarks.report import report
from benchmarks.stage import Stage, stage
from functions.api.wiring import container_from
from local.boot.environment import front_settings
from shared.domain.identity import Principal
from shared.domain.tree.operation_types import parse_operations
from shared.runtime.settings import Settings
from shared.services.ports_bundle import Ports
from shared.services.revisions.save_revision import SaveRequest, save_revision

_SIZES = (24, 100, 400)


class Meter:
    """Counts the requests of this process's AWS clients while it is on."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.sent = 0
        self.on = False
        self._send = URLLib3Session.send
        URLLib3Session.send = self._counted(self._send)  # type: ignore[method-assign]  # a meter on the wire

    def _counted(self, send: Any) -> Any:
        def counted(session: Any, request: Any) -> Any:
            if self.on:
                target = request.headers.get("X-Amz-Target", b"") or f"{request.method} {request.url.split('/')[2]}"
                name = target.decode() if isinstance(target, bytes) else str(target)
                self.calls[name.rpartition(".")[2] if "Amz" in name or "_" in name else request.method] += 1
                self.sent += len(request.body or b"") if not hasattr(request.body, "read") else 0
            return send(session, request)

        return counted

    def close(self) -> None:
        URLLib3Session.send = self._send  # type: ignore[method-assign]  # as it was


def main() -> None:
    """One line for each size; the baseline of each is the smallest project, so a ratio of 1 means flat."""
    meter = Meter()
    try:
        with stage() as here:
            results = {size: measure(here, size, meter) for size in _SIZES}
    finally:
        meter.close()
    smallest = results[_SIZES[0]]
    for size, found in results.items():
        detail = {"sent_bytes": found["sent"], "calls": found["by_name"]}
        report(
            f"save_growth.{size}_files",
            [found["calls"]],
            "calls",
            baseline=smallest["calls"],
            baseline_name=f"{_SIZES[0]} files",
            detail=detail,
        )


def measure(here: Stage, size: int, meter: Meter) -> dict[str, Any]:
    """Calls and bytes of one save through the real adapters, in this process."""
    app = here.make_app()
    base = app["draft_revision_id"]
    for operations in growth(size):
        base = here.save(app["id"], base, operations)
    ports = real_ports(here)
    operation = {"op": "edit_file", "path": "src/parts/all.tsx", "edits": [{"old": "<>", "new": "<>{1}"}]}
    request = SaveRequest(base_revision_id=base, operations=parse_operations([operation]))
    meter.calls.clear()
    meter.sent, meter.on = 0, True
    principal = Principal(tenant_id="bench", subject="bench")
    save_revision(principal=principal, app_id=app["id"], request=request, ports=ports)
    meter.on = False
    return {"calls": sum(meter.calls.values()), "sent": meter.sent, "by_name": json.loads(json.dumps(meter.calls))}


def real_ports(here: Stage) -> Ports:
    """The API's own wiring over the running stack."""
    os.environ.update(front_settings(here.stack.access, here.stack.boto("lambda")))
    os.environ.setdefault("PREVIEW_SECRET", "x" * 32)  # no preview is signed here
    return container_from(Settings.from_env()).ports


if __name__ == "__main__":
    main()
