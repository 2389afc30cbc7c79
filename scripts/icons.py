"""Writes `shared/catalog/icons.json`: the names that the catalog's icon packages export, read from an installed copy.

python -m scripts.icons path/to/node_modules
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parent.parent / "shared" / "catalog" / "icons.json"
_FILES = {
    "lucide-react": ("dist/lucide-react.d.ts",),
    "@lucide/vue": ("dist/lucide-vue.d.ts",),
    "@lucide/svelte": (
        "dist/lucide-svelte.js", "dist/icons/index.js", "dist/aliases/aliases.js", "dist/aliases/prefixed.js",
        "dist/aliases/suffixed.js", "dist/types.d.ts", "dist/context.d.ts",
    ),
}  # fmt: skip
_LISTED = re.compile(r"export\s+(?:type\s+)?\{([^{}]*)\}")
_DECLARED = re.compile(
    r"export\s+(?:declare\s+)?(?:const|function|type|interface|class)\s+(\w+)|export\s+\*\s+as\s+(\w+)"
)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def read_icons(node_modules: Path) -> dict[str, Any]:
    """By package: its version and its names, in order; the forms `XIcon` and `LucideX` of a name are left out."""
    return {package: _package(node_modules / package, files) for package, files in _FILES.items()}


def _package(folder: Path, files: tuple[str, ...]) -> dict[str, str]:
    version = json.loads((folder / "package.json").read_text("utf-8"))["version"]
    names = {name for file in files for name in _names((folder / file).read_text("utf-8"))}
    return {"version": version, "names": " ".join(sorted(name for name in names if not _is_form(name, names)))}


def _names(text: str) -> set[str]:
    plain = _COMMENT.sub("", text)
    listed = [item.split() for group in _LISTED.findall(plain) for item in group.split(",")]
    declared = [name for pair in _DECLARED.findall(plain) for name in pair if name]
    return {words[-1] for words in listed if words} | set(declared)


def _is_form(name: str, names: set[str]) -> bool:
    base = name.removeprefix("Lucide") if name.startswith("Lucide") else name.removesuffix("Icon")
    return base != name and base in names and {f"{base}Icon", f"Lucide{base}"} <= names


if __name__ == "__main__":
    TARGET.write_text(json.dumps(read_icons(Path(sys.argv[1])), indent=2) + "\n", "utf-8")
