"""`python -m local.studio_dev`: what `make studio` does: the Studio's sources, by Vite, against the stack that runs.

On this machine's own address only. The stack is asked, with the owner's token, to let this one origin sign in and frame
previews until it stops; everything but the Studio's own files is the stack's. Pages have no content policy here, since
Vite's own scripts would break it: `make run` is what shows that nothing does.
"""

import os
import signal
import subprocess
import sys

from local.config import from_env
from local.studio_url import fresh_url, running
from toolchain.catalog import ToolchainError
from toolchain.compile_packages import ensure_packages
from toolchain.node import find_node
from toolchain.studio_build import STUDIO

NEXT = 2
"""Ports after the API's: the next one has previews and apps."""


def main() -> int:
    """Serve until stopped; 1 with a line when there is nothing to serve for, or no packages."""
    config = from_env()
    ready = running(config)
    if ready is None:
        return 1
    port = int(os.environ.get("CHATBUILDER_STUDIO_PORT") or ready["site_port"] - 1 + NEXT)
    origin = f"http://127.0.0.1:{port}"
    try:
        node = find_node()
        ensure_packages(STUDIO, node, "installing the Studio's packages (once)", print)
    except ToolchainError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"  Studio from its sources   {fresh_url(ready, origin)}", flush=True)
    vite = STUDIO / "node_modules" / "vite" / "bin" / "vite.js"
    path = os.pathsep.join([str(node.binary.parent), os.environ.get("PATH", os.defpath)])
    server = subprocess.Popen(
        [str(node.binary), str(vite), "--port", str(port), "--logLevel", "warn"],
        cwd=STUDIO,
        env=os.environ | {"PATH": path, "CHATBUILDER_API": str(ready["api_url"])},
    )
    signal.signal(signal.SIGTERM, lambda *_: server.terminate())
    try:
        return server.wait()
    except KeyboardInterrupt:
        return server.wait()


if __name__ == "__main__":
    raise SystemExit(main())
