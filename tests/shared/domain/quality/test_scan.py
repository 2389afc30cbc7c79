"""What is found in a source: secrets, risks, missing words and values; and nothing where there is nothing."""

import base64
import json
from pathlib import Path

import pytest

from shared.domain.quality.page_words import env_findings, page_findings
from shared.domain.quality.risks import risks_in
from shared.domain.quality.secrets import has_secret, secrets_in
from toolchain.repository import REPOSITORY

TREES = sorted(
    [path for path in (REPOSITORY / "shared/templates").iterdir() if path.is_dir()]
    + [*(REPOSITORY / "benchmarks/quality/tasks").glob("*/reference")]
)


def jwt(role: str) -> str:
    def part(value: dict[str, str]) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    return f"{part({'alg': 'HS256', 'typ': 'JWT'})}.{part({'iss': 'supabase', 'ref': 'abcdefgh', 'role': role})}.sig"


SECRETS = {
    "aws": "AKIA" + "A1B2C3D4E5F6G7H8",
    "github": "ghp_" + "a1" * 18,
    "github pat": "github_pat_" + "a1" * 35,
    "gitlab": "glpat-" + "a1" * 10,
    "openai": "sk-proj-" + "a1" * 20,
    "stripe": "sk_live_" + "a1" * 12,
    "slack": "xoxb-" + "1" * 12 + "-" + "a" * 12,
    "sendgrid": "SG." + "a" * 22 + "." + "b" * 43,
    "npm": "npm_" + "a1" * 18,
    "database": "postgres://admin:hunter22@db.example.com/app",
    "pem": "-----BEGIN RSA PRIVATE KEY-----",
    "supabase": jwt("service_role"),
}
NO_SECRETS = {
    "words": "sk-this is no key",
    "class": "ask-question-about-this-component-and-more",
    "stripe's public key": "pk_live_" + "a1" * 12,
    "a placeholder": "postgres://user:${PASSWORD}@localhost/app",
    "supabase's public key": jwt("anon"),
    "a hash": "sha512-" + "a1" * 40,
}


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_found_and_not_repeated(name: str) -> None:
    (found,) = secrets_in({"src/a.ts": f'// one\nconst key = "{SECRETS[name]}";\n'})
    assert (found.code, found.path, found.line, found.severity) == ("SECRET_IN_SOURCE", "src/a.ts", 2, "error")
    assert SECRETS[name] not in found.model_dump_json()


@pytest.mark.parametrize("name", NO_SECRETS)
def test_what_only_looks_like_a_secret_is_none(name: str) -> None:
    assert not has_secret(NO_SECRETS[name])


RISKS = {
    "HTML_FROM_DATA": [("a.tsx", "<p dangerouslySetInnerHTML={{ __html: text }} />"), ("a.vue", '<p v-html="text" />')],
    "HTML_FROM_INPUT": [
        ("a.ts", "box.innerHTML = location.hash;"),
        ("a.ts", "box.insertAdjacentHTML('x', input.value)"),
    ],
    "CODE_FROM_TEXT": [("a.ts", "const made = eval(text);"), ("a.ts", "return new Function('a', text);")],
    "MIXED_CONTENT": [
        ("a.tsx", '<img src="http://pictures.test/a.png" />'),
        ("a.css", "background: url(http://a.test/b)"),
    ],
    "OPEN_REDIRECT": [("a.ts", 'location.href = new URLSearchParams(location.search).get("next");')],
    "OPENER_GIVEN": [("a.tsx", '<a href="https://a.test" target="_blank" rel="opener">a</a>')],
}
SAFE = (
    ("a.tsx", "<p dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(text) }} />"),
    ("a.ts", "box.innerHTML = '<b>constant</b>';"),
    ("a.ts", "if (box.innerHTML === location.hash) {}"),
    ("a.ts", "retrieval(text); object.eval(text);"),
    ("a.tsx", '<a href="http://old.test" target="_blank" rel="noopener">a</a>'),
    ("a.ts", 'fetch("http://localhost:3000/api")'),
    ("a.ts", 'location.href = "/next";'),
    ("a.test.ts", "eval(text)"),
)


@pytest.mark.parametrize(("code", "path", "line"), [(code, *case) for code, cases in RISKS.items() for case in cases])
def test_a_risk_is_found(code: str, path: str, line: str) -> None:
    assert [found.code for found in risks_in({f"src/{path}": f"\n{line}\n"})] == [code]


@pytest.mark.parametrize(("path", "line"), SAFE)
def test_what_is_safe_is_not_complained_of(path: str, line: str) -> None:
    assert risks_in({f"src/{path}": line}) == []


def test_a_script_of_another_server_is_found_in_the_page_and_not_in_public_files() -> None:
    page = '<script src="https://elsewhere.test/a.js"></script>'
    assert [found.code for found in risks_in({"index.html": page, "public/a.html": page})] == ["FOREIGN_SCRIPT"]


def test_thousands_of_findings_are_bounded() -> None:
    many = f"const a = '{SECRETS['aws']}';\n" * 10_000
    assert len(secrets_in({"src/a.ts": many})) == len(risks_in({"src/a.ts": "eval(a)\n" * 10_000})) == 500


@pytest.mark.parametrize("tree", TREES, ids=lambda path: "-".join(path.parts[-2:]))
def test_nothing_is_found_in_templates_and_references(tree: Path) -> None:
    files = [path for path in tree.rglob("*") if path.is_file() and path.suffix not in (".png", ".ico", ".woff2")]
    texts = {path.relative_to(tree).as_posix(): path.read_text() for path in files}
    assert secrets_in(texts) + risks_in(texts) == []


def test_a_page_without_words_is_told_what_is_missing() -> None:
    assert len(page_findings("<html><head></head></html>")) == 5
    whole = (
        '<html lang="de"><title>Salon Rosa</title><meta name="viewport" content="w"><meta name=description content="x">'
        '<link rel="icon" href="/a.svg">'
    )
    assert page_findings(whole) == []
    assert len(page_findings(whole.replace("Salon Rosa", "Vite + React"))) == 1


def test_values_that_are_read_and_set_are_compared() -> None:
    texts = {"src/a.ts": "import.meta.env.VITE_MAP_KEY; import.meta.env.VITE_SET", "src/b.ts": "import.meta.env.DEV"}
    found = env_findings(texts, {"VITE_SET": "1", "VITE_OLD": "2"})
    assert [(one.code, one.path) for one in found] == [("ENV_UNSET", "src/a.ts"), ("ENV_UNREAD", None)]


def test_a_line_of_five_megabytes_is_looked_at_for_secrets_alone() -> None:
    long = "eval(" + "a" * 5_000_000 + SECRETS["aws"].join("  ")
    assert [found.code for found in secrets_in({"src/a.ts": long})] == ["SECRET_IN_SOURCE"]
    assert risks_in({"src/a.ts": long}) == []
