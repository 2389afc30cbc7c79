"""`python -m local.offline_model --port N`: serves the offline model until it is interrupted."""

import argparse
import contextlib
import threading

from local.offline_model.server import DELAY, start_in_thread

parser = argparse.ArgumentParser(prog="python -m local.offline_model", description=__doc__)
parser.add_argument("--port", type=int, default=0, help="0 takes a free port")
parser.add_argument("--delay", type=float, default=DELAY, help="seconds between two pieces of an answer")

if __name__ == "__main__":
    options = parser.parse_args()
    with start_in_thread(options.port, delay=options.delay) as server, contextlib.suppress(KeyboardInterrupt):
        print(f"offline model at {server.url}", flush=True)
        threading.Event().wait()
