"""`python -m local.offline_model --port N`: serves the offline model until it is interrupted."""

import argparse
import contextlib
import threading

from local.offline_model.server import DELAY, start_in_thread


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m local.offline_model", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free port")
    parser.add_argument("--delay", type=float, default=DELAY, help="seconds between two pieces of an answer")
    options = parser.parse_args()
    with start_in_thread(options.port, delay=options.delay) as server:
        print(f"offline model at {server.url}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()


if __name__ == "__main__":
    main()
