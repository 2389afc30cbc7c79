"""Code without what changes when modules move."""

import ast


def without_modules(text: str) -> str:
    """The imported names in order, then every line that imports nothing and is not empty."""
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = sorted(f"{each.name.rpartition('.')[2]} {each.asname or ''}" for node in imports for each in node.names)
    lines = dict(enumerate(text.splitlines(), 1))
    for node in imports:
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1):
            lines.pop(number, None)
    return "\n".join([*names, *filter(str.strip, lines.values())])
