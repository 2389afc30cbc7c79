"""Projects that shadcn/ui's command line set up name a sheet of it."""

import pytest

from shared.domain.base import Files
from shared.domain.imports.import_shadcn import with_shadcn_sheet

FILES: Files = {
    "src/index.css": b'@import "tailwindcss";\n@import "shadcn/tailwind.css";\n@import "./more.css";\n',
    "src/a.tsx": b'<p className="data-open:hidden no-scrollbar shimmering" />',
}


def test_what_components_name_is_a_sheet_beside_the_one_that_named_it() -> None:
    files, found = with_shadcn_sheet(FILES, {"shadcn": 1})
    assert files["src/index.css"] == FILES["src/index.css"].replace(b"shadcn/tailwind", b"./shadcn-variants")
    sheet = files["src/shadcn-variants.css"].decode()
    assert '@custom-variant data-open (&:where([data-state="open"], [data-open]:not([data-open="false"])));' in sheet
    assert sheet.count("@custom-variant") == 9 and "@utility no-scrollbar" in sheet
    assert [(each.code, each.path) for each in found] == [("PACKAGES_REPLACED", "src/shadcn-variants.css")]


@pytest.mark.parametrize(
    ("missing", "more"),
    [
        ({}, {}),
        ({"shadcn": 1}, {"src/index.css": b'@import "tailwindcss";'}),
        ({"shadcn": 1}, {"src/b.tsx": b'<p className="p-2 scroll-fade-y" />'}),
        ({"shadcn": 1}, {"src/shadcn-variants.css": b""}),
    ],
)
def test_another_project_stays(missing: dict[str, int], more: Files) -> None:
    files = {**FILES, **more}
    assert with_shadcn_sheet(files, missing) == (files, [])
