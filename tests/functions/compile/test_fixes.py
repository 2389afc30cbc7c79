"""The fixers read the words of the real gate: what they put right it lets pass, what it lets pass they leave."""

import pytest

from devkit.node.real_compile import real_compile
from shared.domain.base import Files
from shared.tools.fixing import Checked, check_fixed
from tests.support.workspace import a_workspace

MANIFEST = b'{"scripts": {"build": "vite build"}, "dependencies": {"react": "19.3.1", "lucide-react": "1.72.0"}}'
ALIAS = b'{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}'
REACT: Files = {
    "package.json": MANIFEST,
    "tsconfig.json": ALIAS,
    "index.html": b'<div id="root"></div><script type="module" src="/src/main.tsx"></script>',
    "src/main.tsx": b'import { App } from "./App";\nconsole.log(App);\n',
    "src/ui/Button.tsx": b"export function Button() { return <button/>; }\nexport type Size = 1;\n",
    "src/pages/Home.tsx": b"export default function Home() { return <p/>; }\n",
    "src/styles/app.css": b"p { margin: 0 }\n",
}
WRONG = {
    "elsewhere": 'import { Button } from "./Button";\nexport const App = () => <Button/>;\n',
    "alias": 'import { Button } from "@/components/Button";\nexport const App = () => <Button/>;\n',
    "case": 'import { Button } from "./UI/button";\nexport const App = () => <Button/>;\n',
    "extension": 'import Home from "./pages/Home.vue";\nexport const App = () => <Home/>;\n',
    "outside": 'import { Button } from "../../Button";\nexport const App = () => <Button/>;\n',
    "style": 'import "./app.css";\nexport const App = () => <p/>;\n',
    "dynamic": 'export const App = () => import("./Home");\n',
    "package": 'import { clsx } from "clsx";\nexport const App = () => clsx();\n',
    "deep package": 'import fp from "date-fns/fp";\nexport const App = () => fp;\n',
    "icon": 'import { Calender } from "lucide-react";\nexport const App = () => <Calender/>;\n',
    "both": 'import { clsx } from "clsx";\nimport { Button } from "./Button";\n'
    "export const App = () => <Button a={clsx()}/>;\n",
}
UNSEEN = {
    "component": "export const App = () => <Button/>;\n",
    "default": "export const App = () => <Home/>;\n",
    "hook": "export const App = () => useState(0);\n",
}
LEFT = {
    "fine": 'import { Button } from "@/ui/Button";\nexport const App = () => <Button/>;\n',
    "type": "export const App = () => <Size/>;\n",
    "gone": 'import { Gone } from "./Gone";\nexport const App = () => <Gone/>;\n',
    "no such package": 'import pad from "left-pad";\nexport const App = () => pad;\n',
    "no such member": 'import R from "react";\nexport const App = () => R.createFactory("p");\n',
    "of vue": 'import { createPinia } from "pinia";\nexport const App = () => createPinia();\n',
    "syntax": 'import { Button } from "@/ui/Button";\nexport const App = () => <Button;\n',
}


def after(app: str) -> tuple[Checked, str]:
    workspace = a_workspace(compile=real_compile)
    workspace.files = {**REACT, "src/App.tsx": app.encode()}
    checked = check_fixed(workspace)
    return checked, checked.workspace.files["src/App.tsx"].decode()


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_what_the_gate_refuses_passes_afterwards(text: str) -> None:
    assert not real_compile({**REACT, "src/App.tsx": text.encode()}).ok
    checked, _ = after(text)
    assert checked.report.ok and checked.told and checked.paths, checked.report.diagnostics


@pytest.mark.parametrize("text", UNSEEN.values(), ids=UNSEEN)
def test_what_the_gate_cannot_see_is_put_right_as_well(text: str) -> None:
    checked, new = after(text)
    assert checked.report.ok and checked.told and new != text


@pytest.mark.parametrize("text", LEFT.values(), ids=LEFT)
def test_the_rest_is_left_as_it_is(text: str) -> None:
    checked, new = after(text)
    assert new == text and not checked.paths and not checked.hints
