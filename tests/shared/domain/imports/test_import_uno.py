"""A build here cannot fetch the fonts that UnoCSS asks for."""

import pytest

from shared.domain.imports.import_uno import with_linked_fonts


@pytest.mark.parametrize(
    ("text", "now"),
    [
        (b"presetWebFonts({\n  fonts: {} })", b"presetWebFonts({ inlineImports: false,\n  fonts: {} })"),
        (b"presetWebFonts({ inlineImports: true })", b"presetWebFonts({ inlineImports: false })"),
    ],
)
def test_they_are_loaded_by_the_page(text: bytes, now: bytes) -> None:
    files, found = with_linked_fonts({"uno.config.ts": text, "src/uno.config.ts": text})
    assert files == {"uno.config.ts": now, "src/uno.config.ts": text}
    assert [each.code for each in found] == ["FONTS_LINKED"]
    assert with_linked_fonts(files) == (files, [])
