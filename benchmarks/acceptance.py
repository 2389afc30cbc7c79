"""An acceptance check in the worker's browser beside the bare steps: the same clicks by the protocol, and no more."""

import json
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.report import report
from devkit.node.chromium import find_chromium
from toolchain.node import find_node

_SCRIPTS = Path(__file__).parents[1] / "worker" / "page"
_BARE = Path(__file__).with_name("acceptance_bare.mjs")
_CHECKS, _ROUNDS = 12, 5
_PAGE = """<!doctype html><title>List</title><h1>Shopping</h1><label>Item <input id=item></label>
<button id=add>Add</button><ul id=list></ul><script>
add.onclick = () => { const li = document.createElement('li'); li.textContent = item.value; list.append(li); };
</script>"""
_CHECK: dict[str, Any] = {
    "steps": [
        {"do": "open", "path": "/", "role": None, "name": None, "text": None},
        {"do": "fill", "path": None, "role": "textbox", "name": "Item", "text": "Milk"},
        {"do": "click", "path": None, "role": "button", "name": "Add", "text": None},
    ],
    "expect": [{"text": "Milk", "role": None, "name": None, "value": None, "count": None, "url": None}],
}


def main() -> None:
    """Rounds alternate; each starts a browser of its own and does twelve checks, of which the first is not counted."""
    ours, bare = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for script in (*_SCRIPTS.glob("*.mjs"), _BARE):
            shutil.copyfile(script, place / script.name)
        (place / "dist").mkdir()
        (place / "dist" / "index.html").write_text(_PAGE)
        (place / "checks.json").write_text(json.dumps([_CHECK] * _CHECKS))
        for _ in range(_ROUNDS):
            ours.append(_middle(place, "acceptance.mjs"))
            bare.append(_middle(place, _BARE.name))
    detail = {"rounds_ms": ours, "bare_ms": bare}
    middle = statistics.median(bare)
    report("acceptance", ours, "ms", baseline=middle, baseline_name="the bare steps", detail=detail)


def _middle(place: Path, script: str) -> float:
    browser = find_chromium()
    spec = {"program": str(browser.program), "environment": dict(browser.environment), "waits": False}
    command = [str(find_node().binary), script, json.dumps(spec)]
    subprocess.run(command, cwd=place, check=True, timeout=120)
    checks = json.loads((place / "report.json").read_text())["checks"]
    if len(checks) != _CHECKS or not all(check["ok"] for check in checks):
        raise SystemExit(f"{script}: {checks}")
    return statistics.median(check["ms"] for check in checks[1:])


if __name__ == "__main__":
    main()
