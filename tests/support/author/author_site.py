"""A conversation with the offline model, laid out and built as a project of its own."""

from collections.abc import Sequence
from pathlib import Path

from devkit.node.packs import lay_out_files, run_script
from shared.domain.agent.model_messages import Item
from shared.domain.base import Files
from tests.support.author.author_driver import drive


def talk(files: Files, messages: Sequence[str]) -> Files:
    """The project after all messages of one conversation."""
    history: list[Item] = []
    for message in messages:
        turn = drive(files, message, history=history)
        files, history = turn.files, turn.items
    return files


def build(files: Files, folder: Path) -> Path:
    """The project in `folder`, built with the catalog's packages."""
    run_script(lay_out_files(files, folder), "build")
    return folder
