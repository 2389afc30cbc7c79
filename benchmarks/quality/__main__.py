"""The measuring stick's commands: see README.md beside this file."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.quality.compare import Run, compare
from benchmarks.quality.parts import measure, parts_table
from benchmarks.quality.records import Records, Setting, set_aside
from benchmarks.quality.report import latest, write_report
from benchmarks.quality.run_tasks import Wanted, model_bench, run_all, scripted_bench
from benchmarks.quality.savings import read_recorded
from benchmarks.quality.task import load_tasks
from benchmarks.quality.try_task import try_task
from devkit.node.toolchain import ROOT
from shared.services.assets.load_models import load_prices

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
    if why := _senseless(asked):
        print(why, file=sys.stderr)
        return 2
    kinds = asked.transcript or ["good", "bad"] if scripted else ["model"]
    wanted = [Wanted(task, kind, number) for task in tasks for kind in kinds for number in range(1, asked.trials + 1)]
    setting = Setting("scripted" if scripted else asked.model, asked.wire, asked.base_url)
    if aside := set_aside(asked.out, setting):
        print(f"the records of another run are in {aside}; this one begins anew", flush=True)
    records = Records(asked.out / "trials.jsonl", setting)
    key = os.environ.get(asked.key_env, "")
    bench = (
        scripted_bench(asked.out) if scripted else model_bench(asked.out, asked.base_url, asked.model, key, asked.wire)
    )
    with bench as running:
        for line in run_all(running, wanted, records, asked.max_usd):
            print(line, flush=True)
    print(write_report(asked.out))
    missing = [one for one in wanted if not records.done(one.task.id, one.task.version, one.kind, one.number)]
    return min(len(wrong) + len(missing) + sum(not one["passed"] for one in latest(records.trials())), 1)


def _senseless(asked: argparse.Namespace) -> str | None:
    """What keeps these arguments from meaning anything, in a line."""
    if asked.trials < 1:
        return "--trials is at least 1"
    if asked.base_url and not asked.model:
        return "--base-url needs --model: the name that the server knows, and by which tokens are priced"
    if asked.base_url and asked.max_usd is not None and load_prices().find(asked.model) is None:
        return f"{asked.model} has no price in shared/prices.json, so --max-usd could not be kept"
    return None


def compare_runs(asked: argparse.Namespace) -> int:
    """What changed from one run's records to another's; 1 when something is worse."""
    found = compare(Run.read(asked.before), Run.read(asked.after))
    print(*found or ["nothing changed"], sep="\n")
    return int(any(one.worse for one in found))


def measure_parts(asked: argparse.Namespace) -> int:
    """The table of parts over a folder of records; 1 when there is nothing to measure, or no price."""
    recorded, price = list(read_recorded(asked.out)), load_prices().find(asked.model)
    if not recorded or price is None:
        print(f"{asked.model} has no price" if recorded else f"no exchanges are kept in {asked.out}", file=sys.stderr)
        return 1
    print(f"{len(recorded)} trials, prices of {asked.model}\n\n{parts_table(measure(recorded, price))}")
    return 0


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
    running.add_argument(
        "--wire", choices=("auto", "responses", "chat"), default="auto", help="which protocol it speaks"
    )
    running.add_argument("--key-env", default="OPENAI_API_KEY", help="the variable that holds its key")
    running.add_argument("--max-usd", type=float, default=None, help="no trial is begun beyond so many dollars")
    running.add_argument("--out", type=Path, default=OUT, help="where records, pictures and the report go")
    running.set_defaults(do=run_tasks)
    comparing = commands.add_parser("compare", help="two files of records: what is worse, and what changed")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.set_defaults(do=compare_runs)
    measuring = commands.add_parser("parts", help="what each tool, fix and shortening costs and saves in recorded runs")
    measuring.add_argument("out", type=Path, nargs="?", default=OUT)
    measuring.add_argument("--model", default="gpt-5", help="whose prices")
    measuring.set_defaults(do=measure_parts)
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
