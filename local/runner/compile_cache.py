"""Node's compile cache of the catalog's packages: filled once by builds and tests of our own packs, read by all jobs.

It is filled inside the sandbox, because Node finds an entry by the file's name as a build sees it. Builds of projects
can never write to it.
"""

import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from shared.domain.builds.worker_contract import Limits
from shared.services.assets.load_templates import TemplatePack, load_templates
from shared.services.assets.template_kinds import of_kind
from toolchain.write_files import write_files
from worker.sandbox.base import Command, Sandbox, Workplace
from worker.sandbox.bubblewrap import Bubblewrap
from worker.sandbox.mounts import PROJECT
from worker.script import script_command
from worker.tasks.tests import has_tests
from worker.toolchain import Toolchain

_FOLDER = ".compile-cache"
_FILLING = f'unset NODE_DISABLE_COMPILE_CACHE; export NODE_COMPILE_CACHE={PROJECT}/{_FOLDER}; exec "$@"'


def packs_to_warm() -> Mapping[str, TemplatePack]:
    """One of each framework: an app's pack is built with the same tools as the site's."""
    return of_kind("site", load_templates())


def ensure_compile_cache(
    toolchain: Toolchain,
    sandbox: Sandbox,
    progress: Callable[[str], None],
    packs: Callable[[], Mapping[str, TemplatePack]] = packs_to_warm,
) -> None:
    """Make `toolchain.compile_cache` unless it is there. Builds work without it, so a failure is only told.

    Nothing is made for a sandbox without a file system of its own: there, the names differ from build to build.
    """
    if toolchain.compile_cache.is_dir() or not isinstance(sandbox, Bubblewrap):
        return
    progress("warming up the build tools (once)")
    try:
        with tempfile.TemporaryDirectory(prefix="chatbuilder-warm-up-") as folder:
            Path(folder).chmod(0o711)
            _store(_filled(Path(folder), packs(), toolchain, sandbox), toolchain.compile_cache)
    except (OSError, _NotBuilt) as error:
        progress(f"the build tools could not be warmed up, so builds start a little slower: {error}")


class _NotBuilt(Exception):
    """A template pack did not build, or its tests failed; the message is the last line it printed."""


def _filled(folder: Path, packs: Mapping[str, TemplatePack], toolchain: Toolchain, sandbox: Bubblewrap) -> Path:
    """A directory with what building every pack, and testing the first, has left in the cache, one after the other.

    One pack's tests have nearly all of the test runner in them; type checkers win less than they would take here.
    """
    cache = folder / "cache"
    cache.mkdir()
    for script, key in [*(("build", key) for key in packs), *(("test", key) for key in list(packs)[:1])]:
        place = _lay_out(packs[key], folder / f"{key}-{script}")
        cache.rename(place.project / _FOLDER)
        _run(script, place, toolchain, sandbox)
        (place.project / _FOLDER).rename(cache)
    return cache


def _lay_out(pack: TemplatePack, root: Path) -> Workplace:
    root.mkdir(mode=0o711)
    place = Workplace(root)
    write_files(pack.files, place.project)
    return place


def _run(name: str, place: Workplace, toolchain: Toolchain, sandbox: Bubblewrap) -> None:
    if name == "test" and not has_tests(place.project):
        return
    script = script_command(place.project, name, {}, ())
    command = Command(("sh", "-c", _FILLING, "sh", *script.argv), script.env)
    outcome = sandbox.run(place, toolchain, command, Limits(), threading.Event())
    if outcome.exit_code != 0:
        said = outcome.output.decode("utf-8", "replace").strip().splitlines()
        raise _NotBuilt(outcome.message or (said[-1] if said else f"exit code {outcome.exit_code}"))


def _store(cache: Path, target: Path) -> None:
    """Put it there at once, readable by every build's user; another process may have been quicker."""
    staging = Path(tempfile.mkdtemp(prefix=f"{target.name}.tmp-", dir=target.parent))
    try:
        shutil.copytree(cache, staging, dirs_exist_ok=True, copy_function=shutil.copyfile)
        for directory, _, names in os.walk(staging):
            Path(directory).chmod(0o755)
            for name in names:
                Path(directory, name).chmod(0o444)
        _put(staging, target)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _put(staging: Path, target: Path) -> None:
    try:
        staging.rename(target)
    except OSError:
        if not target.is_dir():
            raise
