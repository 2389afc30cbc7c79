"""The fast gate reads the project and nothing else, runs nothing of it, and says no path of the machine."""

import json
import socket
from pathlib import Path

import pytest

from devkit.node.real_compile import FUNCTION, real_compile
from shared.domain.base import Files

PAGE = b'<div id="root"></div><script type="module" src="/src/main.ts"></script>'
MANIFEST = b'{"dependencies": {"react": "1.0.0", "vue": "1.0.0", "svelte": "1.0.0"}}'
ABSOLUTE = ["/etc/passwd", "/proc/self/environ", "/etc/hostname", "file:///etc/passwd", "//etc/passwd"]
CLIMBS = ["../../../../../etc/passwd", "./../../etc/passwd", "..\\..\\etc\\passwd", "/@fs/etc/passwd", "/../etc/passwd"]
QUERIES = ["", "?raw", "?url", "?inline", "?worker", "?import&raw"]
SPECIFIERS = [f"{path}{query}" for path in (*ABSOLUTE[:3], *CLIMBS[:2]) for query in QUERIES] + [
    *ABSOLUTE[3:], *CLIMBS[2:], "node:fs", "fs", "node:child_process", "data:text/javascript,throw 1", "__proto__",
    "constructor", "toString", "\0virtual", "http://127.0.0.1/x.js", "https://example.com/x.js",
]  # fmt: skip
FILES: dict[str, dict[str, str]] = {
    "a stylesheet's import": {"src/a.css": '@import "/etc/passwd"; @import url(../../../etc/passwd);'},
    "a stylesheet's plug-in": {"src/a.css": '@plugin "/etc/passwd"; @config "../../evil.js";'},
    "a stylesheet's source map": {"src/a.css": "a{b:c}\n/*# sourceMappingURL=../../../../etc/passwd */"},
    "a module's source map": {"src/main.ts": "export {};\n//# sourceMappingURL=../../../../etc/passwd"},
    "an inline source map": {"src/main.ts": "export {};\n//# sourceMappingURL=data:application/json;base64,AAAA"},
    "what tsconfig extends": {"tsconfig.json": '{"extends": "/etc/passwd"}'},
    "what tsconfig extends above": {"tsconfig.json": '{"extends": "../../../../etc/passwd"}'},
    "paths of tsconfig": {
        "tsconfig.json": '{"compilerOptions": {"paths": {"@/*": ["/etc/*"]}}}',
        "src/main.ts": 'import "@/passwd";',
    },
    "an alias of Vite": {
        "vite.config.ts": 'export default { resolve: { alias: { "@": "/etc" } } };',
        "src/main.ts": 'import "@/passwd";',
    },
    "Vite's configuration": {"vite.config.ts": "throw new Error(process.env.HOME); globalThis.ran = 1;"},
    "PostCSS's configuration": {"postcss.config.js": "throw new Error(require('fs').readFileSync('/etc/passwd'));"},
    "Svelte's configuration": {"svelte.config.js": "throw new Error(process.cwd());", "src/a.svelte": "<p>x</p>"},
    "a component's source elsewhere": {"src/a.vue": '<script src="/etc/passwd"></script><template src="../../etc/x"/>'},
    "a component's style elsewhere": {"src/a.vue": '<template><p/></template><style src="/etc/passwd"></style>'},
    "types from elsewhere": {
        "src/a.vue": '<script setup lang="ts">import type { P } from "/etc/passwd"; defineProps<P>();</script>',
    },
    "a page's script": {"index.html": '<script type="module" src="file:///etc/passwd"></script>'},
    "a macro of the compiler": {"src/a.svelte": "<script context='module'>throw new Error(process.env)</script>"},
    "names of the prototype": {"src/main.ts": 'import { __proto__, toString } from "./b";', "src/b.ts": "export {};"},
    "a pattern for a name": {"src/main.ts": 'import {"(" as q, "[a-" as r} from "./b";', "src/b.ts": "export {};"},
    "a deep template": {"src/a.vue": "<template>" + "<div>" * 20_000 + "</template>"},
    "a deep stylesheet": {"src/a.css": "a{" * 20_000},
    "a deep module": {"src/main.ts": "[" * 20_000},
}


def compiled(files: dict[str, str]) -> str:
    """All that the gate says of a project with these files."""
    tree: Files = {"index.html": PAGE, "package.json": MANIFEST, "src/main.ts": b"export {};\n"}
    tree |= {path: text.encode() for path, text in files.items()}
    report = real_compile(tree)
    return json.dumps(report.model_dump(mode="json"))


def says_nothing_of_the_machine(said: str) -> None:
    """No place of our own code, nothing of the machine's files, no word of what running the text would say."""
    assert str(FUNCTION) not in said and "node_modules" not in said
    assert Path("/etc/passwd").read_text().splitlines()[0] not in said and socket.gethostname() not in said
    assert "Error:" not in said


@pytest.mark.parametrize("specifier", SPECIFIERS)
def test_an_import_reaches_no_file_of_the_machine(specifier: str) -> None:
    said = compiled({"src/main.ts": f"import text from {json.dumps(specifier)};\nconsole.log(text);\n"})
    says_nothing_of_the_machine(said)
    assert '"src/main.ts": []' in said or '"src/main.ts"' not in said.partition('"graph"')[2].partition('"exports"')[0]


@pytest.mark.parametrize("case", FILES)
def test_no_file_of_a_project_makes_the_gate_read_or_run_something(case: str) -> None:
    says_nothing_of_the_machine(compiled(FILES[case]))
