"""Makes the recorded build logs again: breaks the real template packs in many ways and keeps what the tools say.

`python -m tests.support.record_build_logs [NAME...]`, with the toolchain of `make run`. Read the difference it makes.
A name with `classic_` before it is that case on the catalog's classic line, whose Vite prints in other forms.
"""

import json
import re
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

from devkit.node.toolchain import toolchain
from shared.domain.builds.worker_contract import Limits
from shared.services.assets.load_catalog import load_catalog
from shared.services.assets.load_templates import load_templates
from shared.services.assets.template_lines import files_on
from tests.support.real_builds import build_really
from toolchain.write_files import write_files
from worker.ansi import plain
from worker.sandbox.base import Command, Workplace
from worker.sandbox.choose import choose

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "tests" / "shared" / "domain" / "build_log" / "build_logs"
SKIPPED = ("node_modules", "dist")


@dataclass(frozen=True)
class Broken:
    """One way to break a template pack: files to write, and the command a build script could be."""

    template: str
    files: dict[str, str]
    script: str


def read_cases(text: str) -> dict[str, Broken]:
    """The cases of `broken_projects.txt`: `=== name: template: command`, then `--- path` and the file's lines."""
    cases: dict[str, Broken] = {}
    for block in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]:
        head, *parts = re.split(r"^--- ", block, flags=re.MULTILINE)
        name, template, script = head.strip().split(": ", 2)
        files = (part.partition("\n") for part in parts)
        cases[name] = Broken(template, {path: content for path, _, content in files}, script)
    return cases


CLASSIC = "classic_"
CASES = read_cases((TARGET / "broken_projects.txt").read_text("utf-8"))


def main(names: list[str]) -> None:
    """Record the cases named, or all."""
    tools = toolchain()
    sandbox = choose("bubblewrap", tools)
    TARGET.mkdir(exist_ok=True)
    for name in names or CASES:
        if name.startswith(CLASSIC):
            (TARGET / f"{name}.log").write_text(_on_classic(CASES[name.removeprefix(CLASSIC)]), "utf-8")
            continue
        case = CASES[name]
        with tempfile.TemporaryDirectory() as directory:
            place = Workplace(Path(directory))
            write_project(place.project, case)
            command = Command(("sh", "-c", case.script), {})
            outcome = sandbox.run(place, tools, command, Limits(), threading.Event())
        (TARGET / f"{name}.log").write_bytes(plain(outcome.output))
        print(name, outcome.exit_code, outcome.reason or "")  # noqa: T201  # a program


def _on_classic(case: Broken) -> str:
    files = files_on(load_templates()[case.template], "classic", load_catalog())
    package = json.loads(files["package.json"])
    package["scripts"]["build"] = case.script
    files["package.json"] = json.dumps(package).encode()
    return build_really({**files, **{path: text.encode() for path, text in case.files.items()}}).log


def write_project(target: Path, case: Broken) -> None:
    """The template with the case's files over it."""
    source = ROOT / "shared" / "templates" / case.template
    paths = [path.relative_to(source) for path in source.rglob("*") if path.is_file()]
    files = {str(path): (source / path).read_bytes() for path in paths if not set(SKIPPED) & set(path.parts)}
    package = json.loads(files["package.json"])
    package["scripts"]["build"] = case.script
    files["package.json"] = json.dumps(package).encode()
    files |= {path: text.encode() for path, text in case.files.items()}
    write_files(files, target)


if __name__ == "__main__":
    main(sys.argv[1:])
