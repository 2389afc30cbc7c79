"""A zip of a project -> its first draft stored, and -> its page built; beside a bare run of its build script."""

import io
import statistics
import tempfile
import time
import zipfile
from pathlib import Path

from benchmarks.build_pipeline import run_script
from benchmarks.report import report
from benchmarks.stage import Stage, stage
from devkit.node.packs import lay_out

_ROUNDS, _PACK = 7, "react"
_TOOLS = b"export default []\n"


def main() -> None:
    """Two lines: the answer, with the gate and all that is fitted, and the whole way to a built page."""
    with stage() as here, tempfile.TemporaryDirectory() as folder:
        project = lay_out(_PACK, Path(folder))
        files = _files(project)
        archive = _zipped(files)
        answers, wholes, bare = list[float](), list[float](), [run_script(project)]
        for number in range(_ROUNDS + 1):
            answered, whole = _round(here, archive, f"Import {number}")
            if number:  # the first is warm-up, as the first bare run
                answers.append(answered)
                wholes.append(whole)
                bare.append(run_script(project))
        beside = {"baseline": statistics.median(bare[1:]), "baseline_name": "npm run build"}
        report("import.answer", answers, "ms", detail={"files": len(files), "bytes": len(archive)}, **beside)
        report("import.built", wholes, "ms", **beside)


def _files(project: Path) -> dict[str, bytes]:
    """The pack as a person would zip it, with configuration of tools that no build needs."""
    found = {
        path.relative_to(project).as_posix(): path.read_bytes()
        for path in project.rglob("*")
        if path.is_file() and not {"node_modules", "dist"} & set(path.relative_to(project).parts)
    }
    return {
        **found,
        "eslint.config.js": _TOOLS,
        ".vscode/settings.json": b"{}",
        "public/_redirects": b"/* /index.html 200\n",
    }


def _zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, content in files.items():
            packed.writestr(path, content)
    return buffer.getvalue()


def _round(here: Stage, archive: bytes, name: str) -> tuple[float, float]:
    started = time.perf_counter()
    headers = {"Content-Type": "application/zip"}
    answer = here.client.post("/admin/apps/import", params={"name": name}, content=archive, headers=headers)
    app = answer.raise_for_status().json()
    answered = (time.perf_counter() - started) * 1000
    here.wait_built(app["id"], app["draft_revision_id"], look_every=0.01)
    return answered, (time.perf_counter() - started) * 1000


if __name__ == "__main__":
    main()
