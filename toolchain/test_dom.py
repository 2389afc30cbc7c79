"""happy-dom, the page that tests run in, as one file: made once from the catalog's package, mounted over its entry.

The package stays as it was installed. Every test file has a process of its own, which otherwise loads 600 modules.
"""

import shutil
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

from shared.domain.builds.worker_contract import Limits
from worker.reading import read_below
from worker.sandbox.base import Command, Sandbox, Workplace
from worker.sandbox.bubblewrap import Bubblewrap
from worker.toolchain import Toolchain

_SCRIPT = Path(__file__).with_name("bundle_dom.mjs")
_MADE, _MOST_BYTES = "happy-dom.js", 16_000_000


def ensure_test_dom(toolchain: Toolchain, sandbox: Sandbox, progress: Callable[[str], None]) -> None:
    """Make `toolchain.test_dom` unless it is there; tests work without it, so a failure is only told."""
    target = toolchain.test_dom
    if target is None or target.exists() or not isinstance(sandbox, Bubblewrap):
        return
    try:
        with tempfile.TemporaryDirectory(prefix="chatbuilder-test-dom-") as folder:
            Path(folder).chmod(0o711)
            _store(_bundled(Workplace(Path(folder)), toolchain, sandbox), target)
    except (OSError, _NotMade) as error:
        progress(f"happy-dom stays in many files, so tests start a little slower: {error}")


class _NotMade(Exception):
    """There is no bundle; the message says why."""


def _bundled(place: Workplace, toolchain: Toolchain, sandbox: Bubblewrap) -> bytes:
    place.project.mkdir()
    shutil.copyfile(_SCRIPT, place.project / _SCRIPT.name)
    outcome = sandbox.run(place, toolchain, Command(("node", _SCRIPT.name), {}), Limits(), threading.Event())
    content = read_below(place.project, _MADE, _MOST_BYTES)
    if outcome.exit_code != 0 or not content:
        said = outcome.output.decode("utf-8", "replace").strip().splitlines()
        raise _NotMade(outcome.message or (said[-1] if said else f"exit code {outcome.exit_code}"))
    return content


def _store(content: bytes, target: Path) -> None:
    """Put it there at once, readable by every build's user."""
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f"{target.name}.tmp-", delete=False) as staging:
        staging.write(content)
    Path(staging.name).chmod(0o444)
    Path(staging.name).rename(target)
