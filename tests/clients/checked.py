"""What a client's own code makes of the recorded stories."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from devkit.node.npm_tool import installed, node
from tests.support.api.stories import STORIES, recorded


def checked(packages: str, script: Path, folder: Path, protocol: str | None = None) -> dict[str, Any]:
    """Story -> what `script` prints of it, run in `folder` beside the client's `packages`."""
    (folder / "node_modules").symlink_to(installed(packages))
    shutil.copy(script, folder)
    over = {"protocol": protocol} if protocol else {}
    streams = [{"name": name, "sse": recorded(*story(), **over)} for name, story in STORIES.items()]
    done = subprocess.run(
        [str(node().binary), script.name], cwd=folder, input=json.dumps(streams), capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]  # parsed JSON
