"""`python -m benchmarks [name]`: runs one claim, or all; each prints one JSON line last."""

import argparse
import importlib
import sys
from collections.abc import Sequence

NAMES = (
    "cold_import", "fast_gate", "save_growth", "build_pipeline", "stream_overhead", "ttft_overhead", "edit_apply",
    "context_pack", "context_replay", "loop_overhead", "turn_cost", "function_memory", "load_streams", "load_saves",
    "feed_crowd", "soak", "hostile_input", "verdict", "studio", "clone", "scan", "readiness", "acceptance", "push",
    "context_bundle", "ingest", "next_tasks", "tick", "import", "catalog_lines",
    "neighbour", "preselected",
)  # fmt: skip
_MODULES = {"import": "import_project"}  # no module can have a keyword's name


def main(argv: Sequence[str] | None = None) -> int:
    """0 when every benchmark ran."""
    parser = argparse.ArgumentParser(prog="make bench", description="Measure the claims of benchmarks/RESULTS.md.")
    parser.add_argument("name", nargs="?", choices=NAMES, help="one benchmark; all without it")
    chosen = parser.parse_args(argv).name
    for name in [chosen] if chosen else NAMES:
        print(f"# {name}", file=sys.stderr, flush=True)
        importlib.import_module(f"benchmarks.{_MODULES.get(name, name)}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
