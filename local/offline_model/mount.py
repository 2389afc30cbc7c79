"""Puts a section into the page and takes one out, by editing the text of the file that composes it."""

import re

from local.offline_model.emit_vanilla import camel
from local.offline_model.project import Framework

_IMPORT = re.compile(r"(?m)^(?P<pad>[ \t]*)import\b[^;\"']*[\"'][^\"']+[\"'];?[ \t]*\n")


class NoPlace(Exception):
    """The page has a shape in which no place for a section can be told."""


def file_name(framework: Framework, name: str) -> str:
    """The path of a section's file."""
    match framework:
        case "react":
            return f"src/sections/{name}.tsx"
        case "vue":
            return f"src/sections/{vue_name(name)}.vue"
        case "svelte":
            return f"src/sections/{name}.svelte"
        case "vanilla":
            return f"src/sections/{camel(name)}.ts"


def vue_name(name: str) -> str:
    return name if name.endswith("Section") or len(re.findall("[A-Z]", name)) > 1 else f"{name}Section"


def usage(framework: Framework, name: str) -> str:
    """How the page shows the section."""
    if framework == "vanilla":
        return f"${{{camel(name)}()}}"
    return f"<{vue_name(name) if framework == 'vue' else name} />"


def is_mounted(text: str, framework: Framework, name: str) -> bool:
    return usage(framework, name) in text


def mount(text: str, framework: Framework, name: str, module: str) -> str:
    """`text` with the section's import and the section itself, last in `<main>`; unchanged when it is there."""
    if is_mounted(text, framework, name):
        return text
    return _insert(_with_import(text, framework, name, module), framework, usage(framework, name))


def unmount(text: str, framework: Framework, name: str) -> str:
    """`text` without the section and its import."""
    shown = re.escape(usage(framework, name))
    text = re.sub(rf"(?m)^[ \t]*{shown}[ \t]*\n|[ \t]?{shown}", "", text)
    local = camel(name) if framework == "vanilla" else usage(framework, name)[1:-3]
    return re.sub(
        rf"(?m)^[ \t]*import\s+(?:\{{\s*{local}\s*\}}|{local})\s+from\s+[\"'][^\"']+[\"'];?[ \t]*\n", "", text
    )


def mounted(text: str, framework: Framework) -> list[str]:
    """The names of the sections in `<main>`, as they stand there."""
    inner = re.search(r"<main\b[^>]*>([\s\S]*?)</main>", text)
    pattern = r"\$\{(\w+)\(\)\}" if framework == "vanilla" else r"<([A-Z]\w*)\s*/>"
    return re.findall(pattern, inner[1]) if inner else []


def _with_import(text: str, framework: Framework, name: str, module: str) -> str:
    local = usage(framework, name)[1:-3] if framework != "vanilla" else f"{{ {camel(name)} }}"
    if framework == "svelte" and "<script" not in text:
        return f'<script lang="ts">\n  import {local} from "{module}";\n</script>\n\n{text}'
    if framework == "vue" and "<script" not in text:
        return f'<script setup lang="ts">\nimport {local} from "{module}";\n</script>\n\n{text}'
    found = list(_IMPORT.finditer(text))
    if found:
        at = found[-1].end()
        return f'{text[:at]}{found[-1]["pad"]}import {local} from "{module}";\n{text[at:]}'
    opening = re.search(r"<script[^>]*>\n", text)
    at = opening.end() if opening and framework in ("vue", "svelte") else 0
    return f'{text[:at]}import {local} from "{module}";\n{text[at:]}'


def _insert(text: str, framework: Framework, shown: str) -> str:
    closing = text.rfind("</main>")
    if closing < 0 and framework == "svelte":
        end = _svelte_end(text)
        return f"{text[:end]}\n\n{shown}\n{text[end:].lstrip() and chr(10)}{text[end:].lstrip()}"
    if closing < 0:
        closing = _react_root(text) if framework == "react" else _vue_root(text)
    start = text.rfind("\n", 0, closing) + 1
    before = text[start:closing]
    if before.strip():
        return f"{text[:closing]} {shown}{text[closing:]}"
    return f"{text[:start]}{before}  {shown}\n{text[start:]}"


def _vue_root(text: str) -> int:
    """The end of the template: a page may have several roots."""
    found = text.rfind("</template>")
    if found < 0:
        raise NoPlace
    return found


def _react_root(text: str) -> int:
    """The closing tag of what the exported component returns."""
    start = max(text.find("export default function"), text.find("function App"), text.find("const App"), 0)
    found = [match for match in re.finditer(r"</[\w.]*>(?=\s*\)?;?\s*\})", text[start:])]
    if not found:
        raise NoPlace
    return start + found[-1].start()


def _svelte_end(text: str) -> int:
    """The end of the markup, before the styles when they come last."""
    style = text.rfind("<style")
    return len(text.rstrip()) if style < 0 else len(text[:style].rstrip())
