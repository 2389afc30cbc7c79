"""Keeps the project's own test true when the starter's sections go."""

import re

_BLOCK = re.compile(r'test\("shows the headline and every feature", [\s\S]*?\n\}\);\n')
_NEW = """test("the page has one headline", () => {
RENDER  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
});
"""


def without_starter(test: str) -> str:
    """`test` without what it expects of the starter's words; unchanged when it is another test."""
    found = _BLOCK.search(test)
    if found is None:
        return test
    render = re.search(r"(?m)^  render\([^\n]*\n\n?", found.group())
    new = _NEW.replace("RENDER", render.group() if render else "")
    test = test[: found.start()] + new + test[found.end() :]
    test = test.replace("import { features, hero, navigation } from", "import { navigation } from")
    return re.sub(r"import \{([^}]*), within \} from", r"import {\1 } from", test)
