"""Writing the result archive: `result.json`, `logs/build.log`, a page's picture, then `dist/**`, as a plain tar."""

import io
import json
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO

from shared.domain.builds.worker_contract import DIST_PREFIX, LOG_MEMBER, RESULT_MEMBER
from worker.contract import Result
from worker.dist import DistFile, DistRefused, open_dist_file


def write_archive(
    target: Path,
    result: Result,
    log: bytes,
    project: Path,
    files: Sequence[DistFile],
    members: Mapping[str, bytes] = MappingProxyType({}),
) -> None:
    """Write the archive. A dist file that is not what was listed raises DistRefused and leaves no whole archive."""
    document = json.dumps(result.document(), ensure_ascii=False, separators=(",", ":")).encode()
    with tarfile.open(target, "w", format=tarfile.PAX_FORMAT) as tar:
        _add(tar, RESULT_MEMBER, len(document), io.BytesIO(document))
        _add(tar, LOG_MEMBER, len(log), io.BytesIO(log))
        for name, content in members.items():
            _add(tar, name, len(content), io.BytesIO(content))
        for file in files:
            _add_dist_file(tar, project, file)


def _add_dist_file(tar: tarfile.TarFile, project: Path, file: DistFile) -> None:
    with open_dist_file(project, file) as stream:
        try:
            _add(tar, DIST_PREFIX + file.path, file.size, stream)
        except OSError as error:
            raise DistRefused("dist_invalid", f"dist/{file.path} changed while it was read.") from error


def _add(tar: tarfile.TarFile, name: str, size: int, content: BinaryIO) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o644
    tar.addfile(member, content)
