"""A project's files on the disk."""

from pathlib import Path

from shared.domain.base import Files


def write_files(files: Files, folder: Path) -> None:
    """Write each file below `folder`, with the directories it needs. The paths are trusted."""
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
