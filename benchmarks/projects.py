"""Projects of any size for the benchmarks: a template pack with generated components that the entry reaches."""

from typing import Any

from shared.domain.base import Files
from shared.services.assets.load_templates import load_templates


def component(number: int, note: str = "") -> str:
    """One small component with its own text."""
    return (
        f"export function Part{number}() {{\n"
        f'  return <section aria-label="Part {number}"><h2>Part {number}</h2><p>{note or "Some words."}</p></section>\n'
        "}\n"
    )


def react_files(count: int) -> Files:
    """The react pack grown to `count` files, every new one imported."""
    files = dict(load_templates()["react"].files)
    extra = max(0, count - len(files) - 1)
    for number in range(extra):
        files[f"src/parts/Part{number}.tsx"] = component(number).encode()
    imports = "".join(f'import {{ Part{n} }} from "./Part{n}"\n' for n in range(extra))
    uses = "".join(f"      <Part{n} />\n" for n in range(extra))
    files["src/parts/all.tsx"] = (
        f"{imports}export function All() {{\n  return (\n    <>\n{uses}    </>\n  )\n}}\n".encode()
    )
    entry = files["src/main.tsx"].decode()
    files["src/main.tsx"] = ('import "./parts/all"\n' + entry).encode()
    return files


def growth(count: int) -> list[list[dict[str, Any]]]:
    """Operations, in saves of at most 100, that grow the react pack to `count` files."""
    have = load_templates()["react"].files
    wanted = react_files(count)
    operations = [
        {"op": "upsert_file", "path": path, "content": data.decode()}
        for path, data in wanted.items()
        if have.get(path) != data
    ]
    parts = [one for one in operations if one["path"].startswith("src/parts/Part")]
    rest = [one for one in operations if one not in parts]
    saves = [parts[start : start + 100] for start in range(0, len(parts), 100)]
    return [*saves, rest]
