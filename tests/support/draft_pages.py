"""Draft pages without the stack: drawn by the compile function itself, with the catalog's bundled packages."""

import base64
import json
import subprocess
import zipfile
from functools import lru_cache
from pathlib import Path
from typing import Any

import playwright.sync_api as pw

from devkit.node.npm_tool import node
from devkit.node.real_compile import FUNCTION, install
from devkit.node.toolchain import toolchain
from shared.domain.assets.draft_packages import ARCHIVE, INDEX
from shared.domain.base import Files
from toolchain.draft_packages import ensure_draft_packages
from toolchain.write_files import write_files

PACKAGES = "@packages/test/"
_PROGRAM = (
    "import { handler } from './index.mjs'; import { readFileSync } from 'node:fs';"
    "const { index, files } = JSON.parse(readFileSync(0, 'utf8'));"
    "const packages = { index: typeof index === 'string' ? JSON.parse(readFileSync(index, 'utf8')) : index };"
    f"const page = {{ packages, base: {{ files: '/', packages: '/{PACKAGES}' }}, env: {{}} }};"
    "const answer = JSON.stringify(await handler({ source: { files }, page }));"
    "process.stdout.write(answer, () => process.exit(0));"
)
_COUNT = """async ([one, other]) => {
  const read = async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  };
  const [a, b] = [await read(one), await read(other)];
  if (a.width !== b.width || a.height !== b.height) return 1;
  let different = 0;
  for (let at = 0; at < a.data.length; at += 4)
    if ([0, 1, 2].some((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > 2)) different += 1;
  return different / (a.width * a.height);
}"""


@lru_cache(maxsize=1)
def bundled() -> Path:
    """The catalog's packages as draft pages load them."""
    install()
    return ensure_draft_packages(node(), toolchain().node_modules)


def draw(files: Files) -> dict[str, Any]:
    """The function's answer for a tree: in its `page` either `html` or why it `waits`."""
    install()
    asked = {"index": str(bundled() / INDEX), "files": {path: data.decode() for path, data in files.items()}}
    command = [str(node().binary), "--input-type=module", "-e", _PROGRAM]
    done = subprocess.run(command, cwd=FUNCTION, input=json.dumps(asked), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def waits(files: Files) -> str:
    """Why this tree's page waits for its build; empty when it does not."""
    return str(draw(files)["page"].get("waits", ""))


def lay_out_draft(files: Files, folder: Path) -> Path:
    """A folder that serves the tree's draft page as the API would."""
    page = draw(files)["page"]
    assert "html" in page, page
    write_files({path: data for path, data in files.items() if path.startswith("src/")}, folder)
    write_files({path[7:]: data for path, data in files.items() if path.startswith("public/")}, folder)
    with zipfile.ZipFile(bundled() / ARCHIVE) as archive:
        archive.extractall(folder / PACKAGES)
    (folder / "index.html").write_text(page["html"], "utf-8")
    return folder


def picture(page: pw.Page, url: str) -> str:
    """The whole page as it stands still, in base64."""
    page.goto(url, wait_until="networkidle")
    page.evaluate("document.fonts.ready")
    return base64.b64encode(page.screenshot(full_page=True, animations="disabled", caret="hide")).decode()


def share_that_differs(page: pw.Page, one: str, other: str) -> float:
    """Which share of two pictures' pixels differ; 1 for pictures of different sizes."""
    page.goto("about:blank")
    return float(page.evaluate(_COUNT, [one, other]))
