"""The measuring stick's commands: see README.md beside this file."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.quality.records import Records, Setting
from benchmarks.quality.report import latest, write_report
from benchmarks.quality.run_tasks import Wanted, model_bench, run_all, scripted_bench
from benchmarks.quality.task import load_tasks
from benchmarks.quality.try_task import try_task
from tests.support.toolchain import ROOT

OUT = ROOT / ".chatbuilder" / "quality-runs" / "latest"


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


def run_tasks(asked: argparse.Namespace) -> int:
    """Run tasks through the product; the table, and where the report lies."""
    tasks, wrong = load_tasks([] if asked.task in ([], ["all"]) else asked.task)
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    scripted = not asked.base_url
    kinds = asked.transcript or ["good", "bad"] if scripted else ["model"]
    wanted = [Wanted(task, kind, number) for task in tasks for kind in kinds for number in range(1, asked.trials + 1)]
    records = Records(
        asked.out / "trials.jsonl", Setting("scripted" if scripted else asked.model, "auto", asked.base_url)
    )
    key = os.environ.get(asked.key_env, "")
    bench = scripted_bench(asked.out) if scripted else model_bench(asked.out, asked.base_url, asked.model, key)
    with bench as running:
        for line in run_all(running, wanted, records, asked.max_usd):
            print(line, flush=True)
    trials = records.trials()
    print(write_report(asked.out))
    return min(len(wrong) + sum(not one["passed"] for one in latest(trials)), 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quality", description=__doc__)
    commands = parser.add_subparsers(required=True)
    trying = commands.add_parser("try", help="start, reference and mutants of tasks, with no stack")
    trying.add_argument("task", nargs="+", help="ids, or `all`")
    trying.add_argument("--parts", choices=("start", "reference", "mutants", "all"), default="all")
    trying.add_argument("--times", type=int, default=1, help="how often the reference is looked at")
    trying.set_defaults(do=try_tasks)
    running = commands.add_parser("run", help="tasks through the product: the scripted model, or --base-url's")
    running.add_argument("task", nargs="*", help="ids; all without one")
    running.add_argument("--transcript", action="append", choices=("good", "bad"), help="both without it")
    running.add_argument("--trials", type=int, default=1)
    running.add_argument("--model", default="", help="the model's name")
    running.add_argument("--base-url", default="", help="an OpenAI-compatible server")
    running.add_argument("--key-env", default="OPENAI_API_KEY", help="the variable that holds its key")
    running.add_argument("--max-usd", type=float, default=None, help="no trial is begun beyond so many dollars")
    running.add_argument("--out", type=Path, default=OUT, help="where records, pictures and the report go")
    running.set_defaults(do=run_tasks)
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
