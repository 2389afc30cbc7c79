"""`python -m qa.run_smoke [PROBE ...]`: probes of a running stack, a line for each step; 0 when all came out.

`--url` and `--token` (or SMOKE_URL and SMOKE_TOKEN) say which and as whom; without an address a stack with the offline
model is started for the time. What a probe makes it deletes. On a stack with a real model the probes cost money.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from qa import blueprints_probe, runs_autopilot_probe
from qa.steps import ProbeFailed, Steps
from qa.throwaway_stack import throwaway_api
from toolchain.http import Api, ApiError

PROBES: Mapping[str, Callable[[Steps], None]] = {
    "blueprints_probe": blueprints_probe.probe,
    "runs_autopilot_probe": runs_autopilot_probe.probe,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when every probe came out, 1 when one did not, 2 for what cannot be asked."""
    parser = argparse.ArgumentParser(prog="python -m qa.run_smoke", description="Probes of a running stack.")
    parser.add_argument("probes", nargs="*", metavar="PROBE", help=f"{', '.join(PROBES)}; all without one")
    parser.add_argument("--url", default=os.environ.get("SMOKE_URL", ""), help="the stack's address")
    parser.add_argument("--token", default=os.environ.get("SMOKE_TOKEN", ""), help="better in SMOKE_TOKEN")
    parser.add_argument("--seconds", type=float, default=300.0, help="the limit of each wait")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.probes if name not in PROBES]
    if unknown or (options.url and not options.token):
        parser.error(f"no probe is called {', '.join(unknown)}" if unknown else "an address needs a token")
    with _api(options.url, options.token) as api:
        return run(options.probes or list(PROBES), api, options.seconds)


def run(names: Sequence[str], api: Api, seconds: float = 300.0, say: Callable[[str], object] = print) -> int:
    """Each probe, whatever the others found."""
    failed = [name for name in names if not _came_out(name, api, seconds, say)]
    say(
        f"{len(names) - len(failed)} of {len(names)} probes came out" + (f", not {', '.join(failed)}" if failed else "")
    )
    return 1 if failed else 0


def _came_out(name: str, api: Api, seconds: float, say: Callable[[str], object]) -> bool:
    try:
        PROBES[name](Steps(name, api, say, seconds))
    except (ProbeFailed, ApiError, OSError) as error:
        say(f"     {name}: {error}")
        return False
    return True


@contextmanager
def _api(url: str, token: str) -> Iterator[Api]:
    if url:
        yield Api(url.rstrip("/"), token)
    else:
        with throwaway_api() as api:
            yield api


if __name__ == "__main__":
    sys.exit(main())
