"""Qwik's loader, without which no event of a page reaches its code, imported so that a build keeps it."""

import re

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.tree.managed_paths import extension

_PACKAGE = "@builder.io/qwik"
_READ_MOST = 256 * 1024
_IMPORT = re.compile(rf"""^import\s{{1,9}}(["']{_PACKAGE}/qwikloader(?:\.debug)?\.js["'])""", re.M)
_TYPED = "// @ts-ignore: it has no types\n"


def with_qwik_loader(files: Files, catalog: CatalogView) -> tuple[Files, list[Diagnostic]]:
    """The package names its loader among what has no side effects, so a build leaves an import for its effect out, and
    no button of the page works. One at run time stays.
    """
    if catalog.version(_PACKAGE) is None:
        return files, []
    changed = {path: text.encode() for path in files if (text := _changed(path, files[path])) is not None}
    if not changed:
        return files, []
    message = (
        f"Qwik's loader is imported at run time in {', '.join(list(changed)[:10])}, or a build would leave it out."
    )
    found = Diagnostic(severity="info", code="QWIK_LOADER_KEPT", message=message, path=next(iter(changed)))
    return {**files, **changed}, [found]


def _changed(path: str, content: bytes) -> str | None:
    if extension(path) not in ("js", "jsx", "ts", "tsx") or len(content) > _READ_MOST or b"qwikloader" not in content:
        return None
    text = content.decode("utf-8", "replace")
    if "\ufffd" in text or not _IMPORT.search(text):
        return None
    return _IMPORT.sub((_TYPED if extension(path).startswith("t") else "") + r"import(\1)", text)
