"""Writes docs/openapi.json, with recorded examples, and the types of the TypeScript client: `make openapi`."""

import json
from pathlib import Path
from typing import Any

from devkit.api.api import Api
from devkit.api.openapi_examples import with_examples
from devkit.api.typescript_client import FOLDER, generated

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "openapi.json"
VERSION = "0.1.0"


def document() -> str:
    """The document as it is kept: with examples, and sorted, so that a difference is a difference."""
    return written(with_examples(Api(over={"version": VERSION}).app.openapi()))


def written(value: Any) -> str:
    """JSON for a file in git."""
    return json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def main() -> None:
    """The document with its examples, then its types."""
    DOCUMENT.write_text(document(), "utf-8")
    (FOLDER / "src" / "schema.d.ts").write_text(generated(), "utf-8")


if __name__ == "__main__":
    main()
