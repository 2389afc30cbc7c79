"""An icon by a name that its package does not have, as the gate reports it."""

import pytest

from shared.domain.diagnostics import Diagnostic
from shared.domain.fixes.plan import fix_wrong_icon
from tests.support.fixing import a_project, fixed

HINT = 'Did you mean "Calendar"?'


def repaired(text: str, hint: str = HINT, package: str = "lucide-react") -> str:
    message = f'{package} (1.72.0) has no export "Calender"'
    found = Diagnostic(code="PACKAGE_EXPORT_NOT_FOUND", message=message, path="src/main.tsx", hint=hint)
    return fixed(fix_wrong_icon, a_project({"src/main.tsx": text}, found))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{ Calender }", "{ Calendar as Calender }"),
        ("{ House,\n  Calender,\n}", "{ House,\n  Calendar as Calender,\n}"),
        ("{ Calender as C }", "{ Calendar as C }"),
        ("{ CalenderX, Calender }", "{ CalenderX, Calendar as Calender }"),
    ],
)
def test_the_nearest_name_takes_its_place_in_the_import(before: str, after: str) -> None:
    use = 'from "lucide-react";\nexport const a = [Calender, "Calender"];\n'
    assert repaired(f"import {before} {use}") == f"import {after} {use}"


@pytest.mark.parametrize(
    ("text", "hint", "package"),
    [
        ('import { Calender } from "lucide-react";\n', "", "lucide-react"),
        ('import { Calender } from "lucide-react";\n', "Import what you need by name", "lucide-react"),
        ('import { Calender } from "zod";\n', HINT, "zod"),
        ('import { Calender } from "./icons";\n', HINT, "lucide-react"),
        ('import * as Calender from "lucide-react";\n', HINT, "lucide-react"),
        ('// import { Calender } from "lucide-react";\n', HINT, "lucide-react"),
    ],
)
def test_where_none_is_clear_nothing_is_done(text: str, hint: str, package: str) -> None:
    assert repaired(text, hint, package) == text
