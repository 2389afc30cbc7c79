"""One verdict of the worker (build, types, tests, page) beside a bare run of the same tree's build script."""

import os
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.build_pipeline import run_script
from benchmarks.report import report
from devkit.node.packs import lay_out_files
from devkit.node.toolchain import toolchain
from devkit.stack.open_folder import open_folder
from devkit.stack.worker_jobs import HttpStore, pack
from local.runner.compile_cache import ensure_compile_cache
from local.runner.sandbox import local_sandbox
from local.runner.tools import ensure_browser, ensure_typescript
from shared.domain.builds.reaching_tests import is_test
from shared.domain.builds.worker_contract import parse_job
from shared.services.assets.load_templates import load_templates
from toolchain.test_dom import ensure_test_dom
from worker.build import run_job

_ROUNDS = 5
_CHECKS = ["types", "tests", "page"]


def main() -> None:
    """A line for each template pack, or for those that PACKS names, with the toolchain as `make run` makes it.

    ROUTES gives `react-app` so many routes more.
    """
    tools = toolchain()
    ensure_browser(tools, print)
    ensure_typescript(tools, print)
    sandbox = local_sandbox("bubblewrap", tools)
    ensure_test_dom(tools, sandbox, print)
    ensure_compile_cache(tools, sandbox, print)
    named = os.environ.get("PACKS", "").split(",")
    for key in load_templates():
        if named == [""] or key in named:
            measure(key)


def measure(key: str) -> None:
    """Rounds alternate: a verdict, a bare build. The first of each is not counted. Every part must have passed."""
    files = dict(load_templates()[key].files)
    if key == "react-app":
        add_routes(files, int(os.environ.get("ROUTES", "0")))
    ours, bare, timings = list[float](), list[float](), list[dict[str, int]]()
    with tempfile.TemporaryDirectory() as folder, open_folder() as work_dir, HttpStore() as store:
        project = lay_out_files(files, Path(folder))
        for number in range(_ROUNDS + 1):
            files["public/round.txt"] = b"%d" % number
            (project / "public").mkdir(exist_ok=True)
            (project / "public" / "round.txt").write_bytes(files["public/round.txt"])
            took, found = verdict(files, store, work_dir)
            built = run_script(project)
            if number:
                ours, bare, timings = [*ours, took], [*bare, built], [*timings, found]
    stages = {name: sorted(one.get(name, 0) for one in timings)[len(timings) // 2] for name in timings[0]}
    detail: dict[str, Any] = {"rounds_ms": [round(one) for one in ours], "bare_ms": [round(one) for one in bare]}
    detail |= {"stages_ms": stages, "load": round(os.getloadavg()[0], 1)}
    middle = sorted(bare)[len(bare) // 2]
    report(f"verdict.{key}", ours, "ms", baseline=middle, baseline_name="npm run build", detail=detail)


def add_routes(files: dict[str, bytes], count: int) -> None:
    """Add pages with a heading and a button to `files`, and declare their routes."""
    numbers = range(count)
    for number in numbers:
        page = f'<section><h1>Page {number}</h1><button type="button">Do {number}</button></section>'
        source = f"export default function Extra{number}() {{\n  return {page};\n}}\n"
        files[f"src/pages/Extra{number}.tsx"] = source.encode()
    imports = "".join(f'import Extra{number} from "./pages/Extra{number}";\n' for number in numbers)
    routes = "".join(f'<Route element={{<Extra{number} />}} path="extra-{number}" />\n' for number in numbers)
    last = "<Route element={<NotFoundPage />}"
    files["src/App.tsx"] = (imports + files["src/App.tsx"].decode().replace(last, routes + last)).encode()


def verdict(files: dict[str, bytes], store: HttpStore, work_dir: Path) -> tuple[float, dict[str, int]]:
    """Milliseconds of one job, fetched and uploaded over HTTP, and its own timings."""
    tools = toolchain()
    paths = [path for path in sorted(files) if is_test(path)]
    digest = {"digest": tools.digest}
    job = parse_job(store.job("bld_1", pack(files), checks=_CHECKS, command=paths, toolchain=digest, limits={}))
    sandbox = local_sandbox("bubblewrap", tools)
    started = time.perf_counter()
    result = run_job(job, toolchain=tools, sandbox=sandbox, work_dir=work_dir)
    took = (time.perf_counter() - started) * 1000
    parts = {name: part.status for name, part in (result.checks or {}).items()}
    if parts != dict.fromkeys(_CHECKS, "passed"):
        raise SystemExit(f"{result.status}: {parts}")
    return took, dict(result.timings)


if __name__ == "__main__":
    main()
