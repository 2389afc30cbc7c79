"""What is dear to show and seldom changes: shown whole by `make prove`, and kept by the digest of what it depends on.

`results/proved.json` holds for each task how its trees and its transcripts did, and whether sabotage is found. What
depends on files that changed since is stale: `make check` says so, and `make prove` shows that part again.
"""

import argparse
import hashlib
import json
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.quality.moved_code import without_modules
from benchmarks.quality.task import TASKS, load_tasks

ROOT = Path(__file__).parents[2]
HOME = Path(__file__).parent
PROVED = HOME / "results" / "proved.json"
TRIED = ROOT / ".chatbuilder" / "quality-runs" / "proved"
REFERENCE_TIMES = 20
AT_ONCE = 2

Proof = dict[str, Any]
_DEVKIT = ROOT / "devkit"
_JUDGING = (
    *(HOME / f"{name}.py" for name in ("judge", "judge_child", "site", "scope", "task", "trees", "person")),
    *(ROOT / "shared" / "services" / f"{name}.py" for name in ("assets/load_templates", "site/site_headers")),
)
"""What tells whether a result is right, for trees and for trials."""
_BUILDING = (
    *(HOME / f"{name}.py" for name in ("build_tree", "try_task")),
    *(_DEVKIT / "node" / f"{name}.py" for name in ("static_site", "packs", "chromium")),
)
_TRYING = (
    *(HOME / f"{name}.py" for name in ("trial", "scripted", "run_tasks", "records")),
    _DEVKIT / "scripted_model" / "server.py",
    ROOT / "shared" / "prices.json",
)
_COMPARING = (*(HOME / f"{name}.py" for name in ("compare", "sabotage", "report", "__main__")),)
_WORDS = ("shared/prompts", "shared/tools")
_LEFT_OUT = {"__pycache__", "node_modules", "dist"}
_TRANSCRIPTS = ("good.json", "bad.json", "good/", "bad/")


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when everything is shown."""
    asked = _parser().parse_args(arguments)
    if asked.check:
        return _report_stale()
    proved = read_proved()
    failed = [f"{name}: {why}" for name, why in _show(stale({} if asked.all else proved), proved) if why]
    print(*failed, f"{len(wanted())} parts, {len(failed)} not as they should be", sep="\n")
    return min(len(failed), 1)


def _report_stale() -> int:
    """What `make check` says: in one breath, since it is one command that mends it."""
    found = stale(read_proved())
    if found:
        print(f"benchmarks/quality/results/proved.json is stale for {', '.join(found)}: run `make prove`")
    return min(len(found), 1)


def wanted() -> dict[str, str]:
    """Every part that is to be shown, with the digest of what it depends on."""
    tasks, wrong = load_tasks()
    assert not wrong, wrong
    parts = {f"trees {task.id}": trees_digest(task.id, task.template) for task in tasks}
    parts |= {f"trials {task.id}": trials_digest(task.id, task.template) for task in tasks}
    return parts | {"sabotage": sabotage_digest()}


def stale(proved: dict[str, Proof]) -> list[str]:
    """The parts that nobody has shown as they are now."""
    return [name for name, now in wanted().items() if proved.get(name, {}).get("digest") != now]


def trees_digest(task: str, template: str) -> str:
    """Of the task but its transcripts, its template, the catalog and what judges."""
    files = [file for file in _files(TASKS / task) if not _inside(file, TASKS / task).startswith(_TRANSCRIPTS)]
    return digest([*files, *_platform(template), *_JUDGING, *_BUILDING], str(REFERENCE_TIMES))


def trials_digest(task: str, template: str) -> str:
    """Of the whole task, its template, the catalog, the words that a model is given, and what makes a trial."""
    return digest([*_files(TASKS / task), *_platform(template), *_words(), *_JUDGING, *_TRYING])


def sabotage_digest() -> str:
    """Of what is spoilt, and of what has to find it."""
    from benchmarks.quality.sabotage import TASK

    (task,), _ = load_tasks([TASK])
    return digest([*_files(task.folder), *_platform(task.template), *_words(), *_JUDGING, *_TRYING, *_COMPARING])


def _words() -> list[Path]:
    return [file for folder in _WORDS for file in _files(ROOT / folder)]


def read_proved() -> dict[str, Proof]:
    """What is shown so far."""
    return dict(json.loads(PROVED.read_text("utf-8"))) if PROVED.exists() else {}


def _show(names: list[str], proved: dict[str, Proof]) -> Iterator[tuple[str, str]]:
    """Show these parts; (its name, what is wrong, or nothing). Each is kept as soon as it is shown."""
    digests = wanted()
    for name, found, why in _shown(names):
        print(f"{'BAD' if why else 'ok '}  {name}: {why or found}", flush=True)
        if not why:
            proved[name] = {"digest": digests[name], **found}
            _keep({each: proved[each] for each in digests if each in proved})
        yield name, why


def _shown(names: list[str]) -> Iterator[tuple[str, Proof, str]]:
    trees = [name.split()[1] for name in names if name.startswith("trees ")]
    trials = [name.split()[1] for name in names if name.startswith("trials ")]
    if trials:
        yield from show_trials(trials)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for task, (found, why) in zip(trees, pool.map(show_trees, trees), strict=True):
            yield f"trees {task}", found, why
    if "sabotage" in names:
        yield "sabotage", *_timed(show_sabotage)


def show_trees(name: str) -> tuple[Proof, str]:
    """The start and each mutant fail, the reference passes so many times."""
    from benchmarks.quality.try_task import try_task

    (task,), _ = load_tasks([name])

    def show() -> tuple[Proof, str]:
        try:
            wrong = [str(one) for one in try_task(task, times=REFERENCE_TIMES) if not one.right]
        except Exception as error:  # whatever one task does, the others are shown
            wrong = [f"{type(error).__name__}: {error}"]
        seen = {"reference": f"{REFERENCE_TIMES}/{REFERENCE_TIMES}", "start": "fails", "mutants": "3 fail"}
        return seen, "; ".join(wrong)

    return _timed(show)


def show_trials(names: list[str]) -> Iterator[tuple[str, Proof, str]]:
    """The good transcript passes at once, the bad one after something has refused it; each task as it is through."""
    from benchmarks.quality.records import Records, Setting
    from benchmarks.quality.report import write_report
    from benchmarks.quality.run_tasks import Wanted, run_all, scripted_bench

    tasks, _ = load_tasks(names)
    shutil.rmtree(TRIED, ignore_errors=True)
    records = Records(TRIED / "trials.jsonl", Setting("scripted"))
    with scripted_bench(TRIED) as bench:
        asked = [Wanted(task, kind, 1) for task in tasks for kind in ("good", "bad")]
        for number, line in enumerate(run_all(bench, asked, records)):
            print(line, flush=True)
            if number % 2:
                yield _shown_trial(asked[number].task.id, records.trials())
    print(write_report(TRIED), flush=True)


def _shown_trial(task: str, trials: list[Proof]) -> tuple[str, Proof, str]:
    made = {one["kind"]: one for one in trials if one["task"] == task}
    why = "; ".join(filter(None, (_wrong_with(made, kind) for kind in ("good", "bad"))))
    return f"trials {task}", {kind: _figures(made[kind]) for kind in ("good", "bad") if kind in made}, why


def _wrong_with(made: dict[str, Any], kind: str) -> str:
    if kind not in made:
        return f"{kind}: was not made"
    if not made[kind]["passed"]:
        return f"{kind}: {'; '.join(made[kind]['missed'])[:300]}"
    refused = made[kind]["failed_gates"] + made[kind]["refused_calls"]
    return "" if (refused > 0) is (kind == "bad") else f"{kind}: {refused} refusals"


def _figures(trial: dict[str, Any]) -> Proof:
    names = ("calls", "tokens_in", "cached", "tokens_out", "usd", "failed_gates", "refused_calls")
    return {name: trial[name] for name in names if name in trial}


def show_sabotage() -> tuple[Proof, str]:
    """What is spoilt on purpose is found."""
    from benchmarks.quality.sabotage import check_sabotage

    found = list(check_sabotage())
    missed = [f"{name} was not found: {said}" for name, ok, said in found if not ok]
    return {"found": [name for name, ok, _ in found if ok]}, "; ".join(missed)


def _timed(show: Callable[[], tuple[Proof, str]]) -> tuple[Proof, str]:
    began = time.monotonic()
    found, why = show()
    return {**found, "seconds": round(time.monotonic() - began)}, why


def _keep(proved: dict[str, Proof]) -> None:
    PROVED.parent.mkdir(exist_ok=True)
    PROVED.write_text(
        "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(proved[name])}" for name in proved) + "\n}\n"
    )


def _platform(template: str) -> list[Path]:
    return [*_files(ROOT / "shared" / "templates" / template), ROOT / "shared" / "catalog" / "package-lock.json"]


def _files(folder: Path) -> list[Path]:
    found = (path for path in folder.rglob("*") if path.is_file() and not _LEFT_OUT & set(path.parts))
    return sorted(path for path in found if path.name != ".DS_Store")


def _inside(file: Path, folder: Path) -> str:
    return file.relative_to(folder).as_posix()


def digest(files: Iterable[Path], salt: str = "") -> str:
    """Names what files say, each with its path."""
    found = hashlib.sha256(salt.encode())
    for file in files:
        found.update(f"{file.relative_to(ROOT).as_posix()}\0".encode() + hashlib.sha256(_told_by(file)).digest())
    return found.hexdigest()[:16]


def _told_by(file: Path) -> bytes:
    """Its bytes; of our own code without the modules that names are imported from, so that a module may move."""
    ours = file.suffix == ".py" and not file.is_relative_to(TASKS)
    return without_modules(file.read_text("utf-8")).encode() if ours else file.read_bytes()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quality.prove", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say what is stale")
    parser.add_argument("--all", action="store_true", help="show again what is not stale, too")
    return parser


if __name__ == "__main__":
    sys.exit(main())
