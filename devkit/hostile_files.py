"""Rows for archives and documents: what workers, forges and people send in place of what is asked of them."""

import io
import struct
import tarfile
import zipfile
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import zstandard

from devkit.fakes.samples import a_build, an_app
from devkit.hostile_case import MB, Case, Load

_BLOCK, _RESULT, _ANSWER, _BODY = 512, 50 * MB, 4 * MB, 4 * MB


def _header(name: bytes, size: int, kind: bytes) -> bytes:
    head = bytearray(struct.pack("100s8s8s8s12s12s8s1s100s8s", name, b"0000644\0", b"0000000\0", b"0000000\0",
                                 b"%011o\0" % size, b"00000000000\0", b" " * 8, kind, b"", b"ustar\x0000"))  # fmt: skip
    head += b"\0" * (_BLOCK - len(head))
    head[148:156] = b"%06o\0 " % sum(head)
    return bytes(head)


def _member(kind: bytes, content: bytes) -> bytes:
    return _header(b"a", len(content), kind) + content + b"\0" * (-len(content) % _BLOCK)


_FILE = _member(tarfile.REGTYPE, b"")
_PAX = tarfile.XHDTYPE
TARS: dict[str, Callable[[], bytes]] = {
    "digits without end": lambda: _member(_PAX, b"1" * _RESULT) + _FILE,
    "keywords without end": lambda: _member(_PAX, b"5 a=b" * (_RESULT // 10) + b"5 " * (_RESULT // 4)) + _FILE,
    "short keywords, again and again": lambda: (_member(_PAX, b"5 " * 8_000) + _FILE) * 2_000,
    "digits, again and again": lambda: (_member(_PAX, b"1" * 16_000) + _FILE) * 2_000,
    "extensions of extensions": lambda: _member(_PAX, b"6 a=b\n") * 40_000 + _FILE,
    "a sparse file of many parts": lambda: (
        _member(_PAX, b"22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n")
        + _member(tarfile.REGTYPE, b"9999999\n" + b"1\n" * 12_000_000)
    ),
    "a sparse file of the first kind": lambda: _member(tarfile.GNUTYPE_SPARSE, b"") * 90_000,
    "long names": lambda: (_member(tarfile.GNUTYPE_LONGNAME, b"a" * 15_000) + _FILE) * 3_000,
    "empty files": lambda: _FILE * 100_000,
}
"""Archives of `tarfile`, each about as large as a worker may send."""


def _result(shape: Callable[[], bytes]) -> Any:
    def prepare(load: Load) -> Callable[[], Any]:
        module, limits = load("shared.services.builds.worker.read_result"), load("shared.domain.limits")
        data, build = shape(), a_build(an_app())
        return lambda: _refused(lambda: module.read_result(data, build, limits.DEFAULT_LIMITS))

    return prepare


def _snapshot(shape: Callable[[], bytes]) -> Any:
    def prepare(load: Load) -> Callable[[], Any]:
        module = load("shared.adapters.s3.snapshots")
        data = zstandard.ZstdCompressor(level=1).compress(shape())
        return lambda: _refused(lambda: module.read_archive(data))

    return prepare


def _refused(act: Callable[[], Any]) -> Any:
    """A refusal is an answer; each module that was brought in has classes of its own."""
    try:
        return act()
    except Exception as error:
        if type(error).__name__ not in _REFUSALS:
            raise
        return error


_REFUSALS = frozenset({"ResultRefused", "Bug", "Invalid", "PolicyViolation", "GitUnavailable", "PullRequestRefused",
                       "HTTPException", "ValidationError", "JSONDecodeError", "JsonFault"})  # fmt: skip


def _summary(load: Load) -> Callable[[], Any]:
    """A worker's `result.json` of the largest size, of parts that say nothing."""
    module = load("shared.domain.builds.job_result")
    content = b'{"page":{"tree":[' + b"{}," * 170_000 + b"0]}}"
    return lambda: _refused(lambda: module.JobResult.model_validate_json(content))


def _forge(status: int, body: Callable[[], bytes], read: str) -> Any:
    """A forge that answers so whatever is asked."""

    def prepare(load: Load) -> Callable[[], Any]:
        module = load("shared.adapters.git.rest_forge")
        answer = SimpleNamespace(status=status, headers={}, body=body(), cut=False)
        http = SimpleNamespace(send=lambda *_: ("", answer))
        forge = module.RestForge("https://forge.example.com", "ann/shop", "secret-token", http)
        if read == "find":
            return lambda: _refused(lambda: forge.find("main"))
        return lambda: _refused(lambda: forge.read(1))

    return prepare


def _zip_of_names(load: Load) -> Callable[[], Any]:
    marks = ("\u0345\u0316\u0301\u0327" * 250)[:170]
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as archive:
        for number in range(5_000):
            archive.writestr(f"{number:05}{marks}", b"")
    return lambda: _refused(lambda: load("shared.domain.imports.zip_reading").read_zip(into.getvalue()))


def _tsconfig(load: Load) -> Callable[[], Any]:
    module = load("shared.domain.imports.import_tsconfig")
    files = {f"a{number}/tsconfig.json": b'"extends" : "@a' * 17_000 for number in range(20)}
    catalog = SimpleNamespace(version=lambda name: None)
    return lambda: module.without_missing_bases(files, catalog)


def _layout(load: Load) -> Callable[[], Any]:
    """Configuration, tsconfig and code of the largest sizes, of nothing but places and aliases."""
    aliases = "".join(f"'@{n}': resolve(a, 'b{n}'), " for n in range(100))
    calls = "resolve(a, 'c', " * 1_000 + "new URL('./d', import.meta.url), " * 500
    config = f"export default {{ root: 'c', alias: {{ {aliases} }}, x: {calls}".encode()
    text = b"import '@1/a';" * 4_000 + b'"@2/' * 20_000 + b"'@3" * 20_000 + b"from '@4/x" + b"/y" * 10_000
    files = {f"b{n}/f{n}.js": text for n in range(20)} | {f"b{n}/a.js": b"" for n in range(20)}
    module = load("shared.domain.imports.import_layout")
    page = b'<script type="module" src="/b1/f1.js"></script>'
    tsconfig = b'{"paths":{' + b'"@x/*":["./b1/*"],' * 2_000 + b'"a' * 3_000
    tree = {**files, "c/index.html": page, "vite.config.ts": config, "tsconfig.json": tsconfig}
    return lambda: module.fit_layout(tree)


def _file_case(load: Load) -> Callable[[], Any]:
    """Code, sheets and pages of the largest sizes that name nothing but files that are not there."""
    module = load("shared.domain.imports.file_case")
    code = b"from './A'\n" * 20_000 + b"new URL('./A'," * 1_000 + b"from" + b" " * 20_000
    files = {f"src/f{n}.ts": code for n in range(20)} | {f"a{n}.html": b'src="/A"' * 30_000 for n in range(5)}
    sheets = {f"src/s{n}.css": b"url(A);" * 30_000 + b"url(" * 10_000 for n in range(5)}
    return lambda: module.with_right_case({**files, **sheets})


def _jsx_names(load: Load) -> Callable[[], Any]:
    """Files that all name each other, patterns of all kinds, and settings without end."""
    module = load("shared.domain.fixes.jsx_names")
    text = b"import('a/F1.js');" * 3_000 + b"'./*a*a*a*/${b}*.jx" * 4_000 + b"'" * 20_000 + b"glob('./*z*z*z*.js')"
    files = {f"src/F{n}.js": text for n in range(30)}
    config = b"export default { esbuild: { loader: 'jsx', include: [" + b"/a/, " * 2_000 + b"] }, " + b"a: [{" * 800
    tree = {**files, "vite.config.js": config, "tailwind.config.js": b"'./*.{a,js}'" * 12_000}
    return lambda: module.with_jsx_names(tree, list(files), {path: list(files) for path in files})


def _lock(load: Load) -> Callable[[], Any]:
    """A lock file of the largest size, of empty packages of the longest names."""
    module = load("shared.domain.quality.advisories")
    known = load("shared.services.assets.load_advisories").load_advisories()
    text = '{"packages":{' + ",".join(f'"a{number}":{{}}' for number in range(280_000)) + "}}"
    return lambda: module.vulnerable_packages(text, known)


def _body(content: Callable[[], bytes]) -> Any:
    """A JSON body of the largest size, read strictly, as every route with a body does."""

    def prepare(load: Load) -> Callable[[], Any]:
        module, data = load("functions.api.http.strict"), content()

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": data, "more_body": False}

        def act() -> Any:
            request = module.StrictRequest({"type": "http", "method": "POST", "headers": []}, receive)
            reading = request.json()
            try:
                reading.send(None)
            except StopIteration as done:
                return done.value
            raise AssertionError("a body that is here already is waited for")

        return lambda: _refused(act)

    return prepare


BODIES = {
    "small objects": lambda: b"[" + b"{}," * (_BODY // 3) + b"0]",
    "numbers": lambda: b"[" + b"0," * (_BODY // 2) + b"0]",
    "brackets": lambda: b"[" * _BODY,
    "nested brackets": lambda: b"[" * (_BODY // 2) + b"]" * (_BODY // 2),
    "keys": lambda: b"{" + b",".join(b'"%x":0' % number for number in range(99_000)) + b"}",
    "commas in a text": lambda: b'{"a":"' + b"," * (_BODY - 20) + b'"}',
    "texts": lambda: b"[" + b'"",' * (_BODY // 3) + b"0]",
}
PAGES: dict[str, Callable[[], str]] = {
    "buttons without end": lambda: "<form>" + "<button>Pay now</button>\n" * (4 * MB // 25),
    "sentences that each claim": lambda: "<form>" + "".join(f"<p>Mail {n} was sent.</p>\n" for n in range(160_000)),
    "quotes that never close": lambda: "<form>" + "\"thank you '`" * (4 * MB // 13),
    "comments that never close": lambda: "<form>" + "/* <!-- " * (4 * MB // 8) + "thank you " * 10_000,
    "tags around nothing": lambda: "<form>" + "><" * (2 * MB),
    "one sentence of dots": lambda: "<form><p>" + "sent ." * (4 * MB // 6) + "</p>",
    "long sentences of words that rules begin with": lambda: (
        "<form>" + "".join(f">wurde 3x w{n} ist w1 ist {'w2 ist ' * 36}<" for n in range(15_000))
    ),
    "marks near every claim": lambda: "<form>" + "<p>Mail was sent.</p>" * 20 + "demo@ not a " * (4 * MB // 12),
}
"""Pages of some 4 MB, which readiness reads for claims."""


def _claims(shape: Callable[[], str]) -> Any:
    def prepare(load: Load) -> Callable[[], Any]:
        module, page = load("shared.domain.quality.claims"), shape()
        texts = {f"src/{number}.tsx": page for number in range(12)}

        def read() -> None:
            built = module.claims_in_build({"index.html": page, "assets/a.js": page})
            found = [*module.claims_in(texts), *module.only_built(built, texts)]
            module.claim_findings(found, [], texts)

        return read

    return prepare


FILE_CASES = (
    *(Case(f"a worker's archive: {name}", 60_000_000, _result(shape), 16 * MB) for name, shape in TARS.items()),
    *(Case(f"a snapshot: {name}", 40_000_000, _snapshot(shape), 120 * MB) for name, shape in TARS.items()),
    Case("a worker's summary of small objects", 4_000_000, _summary, 60 * MB),
    Case("a zip of 5,000 names of marks", 70_000_000, _zip_of_names, 30 * MB),
    Case("a lock file of empty packages", 30_000_000, _lock, 120 * MB),
    Case("a layout of places and aliases", 60_000_000, _layout, 60 * MB),
    *(Case(f"a page of {name}", 100_000_000, _claims(shape), 60 * MB) for name, shape in PAGES.items()),
    Case("names of files that are not there", 60_000_000, _file_case, 16 * MB),
    Case("files with JSX that name each other", 80_000_000, _jsx_names, 60 * MB),
    Case("tsconfig files of bases", 40_000_000, _tsconfig, 20 * MB),
    *(Case(f"a body of {name}", 60_000_000, _body(content), 60 * MB) for name, content in BODIES.items()),
    *(Case(f"a forge's list: {name}", 50_000_000, _forge(200, content, "find"), 60 * MB)
      for name, content in BODIES.items()),
    *(Case(f"a forge's refusal: {name}", 50_000_000, _forge(422, content, "read"), 90 * MB)
      for name, content in BODIES.items()),
)  # fmt: skip
