"""The measuring stick's commands: see README.md beside this file."""

import argparse
import sys
from collections.abc import Sequence

from benchmarks.quality.task import load_tasks
from benchmarks.quality.try_task import try_task


def main(arguments: Sequence[str]) -> int:
    """0 when everything is as it should be."""
    asked = _parser().parse_args(arguments)
    return int(asked.do(asked))


def try_tasks(asked: argparse.Namespace) -> int:
    """Show the trees of tasks both ways."""
    tasks, wrong = load_tasks([] if asked.task == ["all"] else asked.task)
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    bad = len(wrong)
    for task in tasks:
        for tried in try_task(task, asked.parts, asked.times):
            print(tried, flush=True)
            bad += not tried.right
    return min(bad, 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quality", description=__doc__)
    commands = parser.add_subparsers(required=True)
    trying = commands.add_parser("try", help="start, reference and mutants of tasks, with no stack")
    trying.add_argument("task", nargs="+", help="ids, or `all`")
    trying.add_argument("--parts", choices=("start", "reference", "mutants", "all"), default="all")
    trying.add_argument("--times", type=int, default=1, help="how often the reference is looked at")
    trying.set_defaults(do=try_tasks)
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
