"""The sheet of shadcn/ui's command line, which is not in the catalog: what its components name is written instead."""

import re
from collections.abc import Collection
from posixpath import dirname, join

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.tree.managed_paths import CODE, STYLES, extension

PACKAGE = "shadcn"
_FILE = "shadcn-variants.css"
_IMPORT = re.compile(rb"""(@import\s{1,9})(["'])shadcn/tailwind\.css\2""")
_NOT_WRITTEN = re.compile(rb"""["'`\s](?:scroll-fade|shimmer)(?:-[\w-]{1,40})?["'`\s]""")
"""Utilities of the sheet that are more than a few lines."""
_STATES = ("open", "closed", "checked", "unchecked", "active")
_SET = """[data-{0}]:not([data-{0}="false"])"""
_VARIANTS = {
    **{name: f'[data-state="{name}"], {_SET.format(name)}' for name in _STATES},
    "disabled": f'[data-disabled="true"], {_SET.format("disabled")}',
    "selected": '[data-selected="true"]',
    **{name: f'[data-orientation="{name}"]' for name in ("horizontal", "vertical")},
}
_HEIGHT = "var(--radix-accordion-content-height, var(--accordion-panel-height, auto))"
_SHEET = "\n".join(
    [
        "/* What components of shadcn/ui name. */",
        *(f"@custom-variant data-{name} (&:where({selector}));" for name, selector in _VARIANTS.items()),
        "@utility no-scrollbar { scrollbar-width: none; &::-webkit-scrollbar { display: none; } }",
        "@theme inline {",
        f"  @keyframes accordion-down {{ from {{ height: 0; }} to {{ height: {_HEIGHT}; }} }}",
        f"  @keyframes accordion-up {{ from {{ height: {_HEIGHT}; }} to {{ height: 0; }} }}",
        "}\n",
    ]
)


def with_shadcn_sheet(files: Files, missing: Collection[str]) -> tuple[Files, list[Diagnostic]]:
    """`files` with a sheet of their own for it; as they are where they use more of it."""
    named = [path for path in files if extension(path) in STYLES and _IMPORT.search(files[path])]
    if PACKAGE not in missing or not named:
        return files, []
    if any(_NOT_WRITTEN.search(content) for path, content in files.items() if extension(path) in CODE):
        return files, []
    sheets = {join(dirname(path), _FILE): _SHEET.encode() for path in named}
    if sheets.keys() & files.keys():
        return files, []
    changed = {path: _IMPORT.sub(rb"\1\2./" + _FILE.encode() + rb"\2", files[path]) for path in named}
    message = f"What {', '.join(sorted(named)[:5])} had of the package shadcn is written in {min(sheets)}."
    found = Diagnostic(severity="info", code="PACKAGES_REPLACED", message=message, path=min(sheets))
    return {**files, **changed, **sheets}, [found]
