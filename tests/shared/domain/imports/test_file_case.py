"""Names in another case than their file's are put right where exactly one file can be meant."""

import pytest

from shared.domain.base import Files
from shared.domain.imports.file_case import with_right_case

FILES: Files = {
    "index.html": b"",
    "about.html": b"",
    "public/logo.png": b"",
    "public/icons/menu.svg": b"",
    "src/main.tsx": b"",
    "src/components/button.tsx": b"",
    "src/components/Card/index.ts": b"",
    "src/styles/app.css": b"",
    "src/assets/photo.jpg": b"",
    "src/Pair.ts": b"",
    "src/pair.ts": b"",
    "src/Twice.ts": b"",
    "src/twice.tsx": b"",
}


def right(path: str, text: str) -> str:
    files, _ = with_right_case({**FILES, path: text.encode()})
    return files[path].decode()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("import B from './Button';", "import B from './button';"),
        ("import B from '../components/Button.tsx';", "import B from '../components/button.tsx';"),
        ("export * from '../Components/Button'", "export * from '../components/button'"),
        ("import C from './card';", "import C from './Card';"),
        ("import C from '@/Components/card/index';", "import C from '@/components/Card/index';"),
        ("import '../Styles/App.css?inline';", "import '../styles/app.css?inline';"),
        ("const B = lazy(() => import('./BUTTON'));", "const B = lazy(() => import('./button'));"),
        ("const b = require('./Button')", "const b = require('./button')"),
        ("vi.mock('./Button')", "vi.mock('./button')"),
        ("new URL('../assets/Photo.JPG', import.meta.url)", "new URL('../assets/photo.jpg', import.meta.url)"),
        ("import M from '/Src/Main.tsx';", "import M from '/src/main.tsx';"),
        ("import {\n  a,\n} from './Button'", "import {\n  a,\n} from './button'"),
    ],
)
def test_imports_and_addresses_in_code(written: str, meant: str) -> None:
    assert right("src/components/x.tsx", written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("a { background: url(../Assets/photo.jpg) }", "a { background: url(../assets/photo.jpg) }"),
        ('a { background: url("/Logo.png#x") }', 'a { background: url("/logo.png#x") }'),
        ("a { background: url('App.css') }", "a { background: url('app.css') }"),
        ("@import './App.css';", "@import './app.css';"),
        ('@import "App";', '@import "app";'),
    ],
)
def test_addresses_in_sheets(written: str, meant: str) -> None:
    assert right("src/styles/x.css", written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('<script type="module" src="/src/Main.tsx"></script>', '<script type="module" src="/src/main.tsx"></script>'),
        ('<link rel="icon" href="/Logo.png">', '<link rel="icon" href="/logo.png">'),
        ('<link rel="icon" href="Logo.PNG">', '<link rel="icon" href="logo.png">'),
        ('<img src="./Icons/Menu.svg">', '<img src="./icons/menu.svg">'),
        ('<a href="/About.html">', '<a href="/about.html">'),
        ("<script type=\"module\">import '/src/Main'</script>", "<script type=\"module\">import '/src/main'</script>"),
    ],
)
def test_addresses_in_pages(written: str, meant: str) -> None:
    assert right("index.html", written) == meant


def test_components_have_code_styles_and_pictures() -> None:
    text = (
        "<script>import B from './Button.tsx'</script>\n<template><img src=\"../assets/Photo.jpg\"></template>\n"
        "<style>a { background: url('../assets/PHOTO.jpg') }</style>"
    )
    assert right("src/components/x.vue", text) == text.replace("Photo", "photo").replace("PHOTO", "photo").replace(
        "Button", "button"
    )


@pytest.mark.parametrize(
    "text",
    [
        "import a from './pair'; import b from './Pair';",
        "import a from './PAIR';",
        "import a from './TWICE';",
        "import a from './gone';",
        "import a from 'React'; import b from 'components/Button';",
        "navigate('./Components/Button'); const a = '/Logo.png'; <Link to='./Main' />",
        "import a from 'https://a.test/Logo.png'; import b from '//a.test/Main.tsx'; import c from '../../../Etc'",
        "import a from './components/../components/BUTTON'",
        "import a from './Main.js'",
    ],
)
def test_what_is_right_uncertain_or_no_file_stays(text: str) -> None:
    assert right("src/x.tsx", text) == text


def test_each_is_said_once_and_its_own_result_needs_no_more() -> None:
    text = b"import A from './components/Button';\nimport B from './components/Button';\n"
    files, (found,) = with_right_case({**FILES, "src/x.tsx": text})
    assert (found.code, found.severity, found.path) == ("CASE_MAPPED", "info", "src/x.tsx")
    assert found.message == (
        "Names in another case than their files were put right: ./components/Button is ./components/button (src/x.tsx)."
    )
    assert with_right_case(files) == (files, [])


def test_what_is_no_text_stays() -> None:
    files = {**FILES, "src/x.ts": b"\xffimport './Main'", "src/y.ts": b"import './Main';" + b" " * 300_000}
    assert with_right_case(files) == (files, [])
