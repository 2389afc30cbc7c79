"""Projects as people bring them: what no build needs is left out, the rest is said once."""

import json

import pytest

from shared.domain.diagnostics import Diagnostic
from shared.domain.imports.fit_project import fit_project, needs_server, say_missing
from shared.domain.imports.import_env import read_env
from shared.domain.imports.import_scripts import fit_scripts, is_only_run
from shared.domain.imports.vite_plugins import without_plugins


class Pins:
    _versions = {"vue": "3.5.45", "vite": "8.3.8", "pinia": "3.0.4"}

    def version(self, name: str) -> str | None:
        return self._versions.get(name)

    def of(self, package_json: str) -> "Pins":
        return self

    def nearest(self, name: str) -> list[str]:
        return [name, "pinia"]


PACKAGE = {
    "scripts": {"dev": "vite", "build": 'run-p type-check "build-only {@}" --', "lint": "eslint ."},
    "dependencies": {"vue": "3.5.45", "vuex": "^4"},
    "devDependencies": {"vite": "8.3.8", "eslint": "^9", "vite-plugin-vue-devtools": "^8"},
}
TEXT = json.dumps(PACKAGE, indent=2).encode()
DEVTOOLS = """import { fileURLToPath, URL } from 'node:url'

import { defineConfig } from 'vite'
import vue from '@vitejs/plugin-vue'
import vueDevTools from 'vite-plugin-vue-devtools'

export default defineConfig({
  plugins: [
    vue(),
    vueDevTools(),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
})
"""


def test_what_no_page_needs_is_left_out_with_one_warning_and_the_rest_is_named_once_at_its_line() -> None:
    fitted = fit_project({"package.json": TEXT, "vite.config.ts": DEVTOOLS.encode()}, [], TEXT, Pins())
    compiled = [
        Diagnostic(code="BARE_IMPORT_UNDECLARED", message='"vuex" is not declared in package.json', path=path, line=1)
        for path in ("src/a.ts", "src/b.ts")
    ]
    found = say_missing(fitted, compiled, Pins().nearest)
    assert [(each.severity, each.code) for each in found] == [
        ("error", "PACKAGE_NOT_IN_CATALOG"), ("warning", "PACKAGES_DROPPED"),
    ]  # fmt: skip
    assert (found[0].line, found[0].hint) == (9, "The nearest in the catalog: pinia.")
    assert "src/a.ts and 1 more file" in found[0].message
    assert "eslint, vite-plugin-vue-devtools" in found[1].message
    assert json.loads(fitted.files["package.json"]) == {
        "scripts": {"dev": "vite", "build": "vite build"}, "dependencies": {"vue": "3.5.45"},
        "devDependencies": {"vite": "8.3.8"},
    }  # fmt: skip
    assert [each.code for each in fitted.found] == ["PLUGIN_DROPPED", "BUILD_SCRIPT_MAPPED", "SCRIPTS_DROPPED"]


@pytest.mark.parametrize(("plugin", "is_named"), [("vite-plugin-pages", True), ("other", False)])
def test_what_a_plugin_finds_needs_its_packages_though_no_code_names_it(plugin: str, is_named: bool) -> None:
    config = f"import find from '{plugin}'\nexport default {{ plugins: [find()] }}\n".encode()
    fitted = fit_project({"package.json": TEXT, "vite.config.ts": config}, [], TEXT, Pins())
    compiled = [
        Diagnostic(code="BARE_IMPORT_UNDECLARED", message=f'"{name}" is not declared in package.json', path=path,
                   severity="warning")
        for name, path in (("vuex", "src/pages/a.vue"), ("eslint", "src/pages/a.test.ts"))
    ]  # fmt: skip
    errors = [each for each in say_missing(fitted, compiled, Pins().nearest) if each.severity == "error"]
    assert [each.message.split()[0] for each in errors] == (["vuex"] if is_named else [])


def test_a_tsconfig_that_extends_what_is_not_here_stands_alone() -> None:
    texts = {
        "tsconfig.node.json": b'{ // ours\n  "extends": "@tsconfig/node22/tsconfig.json",\n  "include": []\n}',
        "tsconfig.app.json": b'{"extends": "vite/tsconfig.json"}',
        "tsconfig.test.json": b'{"extends": "./tsconfig.app.json"}',
        "src/a.json": b'{"extends": "gone"}',
    }
    fitted = fit_project({"package.json": TEXT, **texts}, [], TEXT, Pins())
    assert fitted.files["tsconfig.node.json"] == b'{ // ours\n  \n  "include": []\n}'
    assert {path: fitted.files[path] for path in [*texts][1:]} == {path: texts[path] for path in [*texts][1:]}
    assert "TSCONFIG_BASE_DROPPED" in {each.code for each in fitted.found}


def test_what_the_settings_of_postcss_name_is_missing_and_not_unused() -> None:
    """The build loads them, and would fail without a word of the package."""
    settings = b"module.exports = { plugins: { 'eslint': {} } }"
    fitted = fit_project({"package.json": TEXT, "postcss.config.cjs": settings}, [], TEXT, Pins())
    found = say_missing(fitted, [], Pins().nearest)
    errors = [(each.code, each.message) for each in found if each.severity == "error"]
    assert errors == [("PACKAGE_NOT_IN_CATALOG", "eslint is not in the catalog; postcss.config.cjs imports it.")]


def test_other_errors_of_the_compiler_stay() -> None:
    fitted = fit_project({"package.json": TEXT}, [], TEXT, Pins())
    other = Diagnostic(code="SYNTAX_ERROR", message="Unexpected", path="src/a.ts")
    assert other in say_missing(fitted, [other], Pins().nearest)


@pytest.mark.parametrize(
    ("plugins", "left"),
    [
        ("[vue(), devtools()]", "[vue()]"),
        ("[devtools(), vue()]", "[ vue()]"),
        ("[devtools()]", "[]"),
        ("[vue(), mode === 'development' && devtools()].filter(Boolean)", "[vue()].filter(Boolean)"),
        ("[vue(), devtools({ a: [1, 2], b: { c: 1 } }), x()]", "[vue(), x()]"),
    ],
)
def test_a_plugin_for_development_is_taken_out_of_the_list(plugins: str, left: str) -> None:
    text = f"import devtools from 'vite-plugin-checker'\nexport default {{ plugins: {plugins} }}\n"
    assert without_plugins(text) == (f"export default {{ plugins: {left} }}\n", ["vite-plugin-checker"])


@pytest.mark.parametrize(
    "text",
    [
        "import devtools from 'vite-plugin-checker'\nif (a) { devtools() }\n",
        "import devtools from 'vite-plugin-checker'\n" + "devtools();" * 1000,
        "import vue from '@vitejs/plugin-vue'\nexport default { plugins: [vue()] }\n",
        "import devtools from 'vite-plugin-checker'\n" + "[" * 30_000 + "devtools",
        "import devtools from 'vite-plugin-checker'\n" * 400 + "devtools(",
    ],
)
def test_one_that_stands_elsewhere_stays(text: str) -> None:
    assert without_plugins(text) == (text, [])


@pytest.mark.parametrize("build", ["vite build", "tsc -b && vite build", "vue-tsc --noEmit && vite build"])
def test_a_build_that_runs_what_is_here_stays(build: str) -> None:
    package = {"scripts": {"build": build}}
    assert (fit_scripts(package), package) == ([], {"scripts": {"build": build}})


@pytest.mark.parametrize("build", ["npm run x && vite build", "NODE_ENV=a cross-env vite build", "react-scripts build"])
def test_a_build_of_other_programs_becomes_vites(build: str) -> None:
    package: dict[str, object] = {"scripts": {"build": build}}
    assert [each.code for each in fit_scripts(package)] == ["BUILD_SCRIPT_MAPPED"]
    assert package == {"scripts": {"build": "vite build"}}


@pytest.mark.parametrize(
    ("build", "now"),
    [
        ("tsc -b && vite build", "vite build"),
        ("vue-tsc --noEmit && vite build --base=/", "vite build --base=/"),
        ("vite build", "vite build"),
        ("tsc", "tsc"),
        ("tsc; vite build", "tsc; vite build"),
    ],
)
def test_types_of_packages_that_are_not_here_stop_no_build(build: str, now: str) -> None:
    package: dict[str, object] = {"scripts": {"build": build}}
    found = fit_scripts(package, is_whole=False)
    assert package == {"scripts": {"build": now}}
    assert [each.code for each in found] == (["BUILD_SCRIPT_MAPPED"] if build != now else [])


@pytest.mark.parametrize(
    ("missing", "text", "is_only"),
    [
        (["serve"], b"serve('a')", True), ([], b"", True), (["serve"], b"import x from 'serve'", False),
        (["serve"], b'import "serve/x"', False), (["serve", "msw"], b"", False), (["a b"], b"", False),
        ([f"a{number}" for number in range(9)], b"", False), (["\ud800"], b"", True),
    ],
    ids=str,
)  # fmt: skip
def test_a_missing_program_that_only_scripts_run_takes_no_types_away(
    missing: list[str], text: bytes, is_only: bool
) -> None:
    package = {"scripts": {"a": "vite && serve dist", "b": 1, "c": " & ".join(missing)} if "msw" not in missing else {}}
    assert is_only_run(missing, package, {"src/a.ts": text, "package.json": b'"serve"'}) is is_only


@pytest.mark.parametrize("scripts", [None, [], "serve", {"a": None}])
def test_scripts_that_are_none_run_nothing(scripts: object) -> None:
    assert not is_only_run(["serve"], {"scripts": scripts}, {})


def test_variables_of_the_page_are_taken_secrets_and_others_named_and_no_value_is_told() -> None:
    text = (
        "# ours\nVITE_API_URL=https://api.example.com # where\nexport VITE_NAME='a # b'\nDATABASE_URL=x\n"
        "VITE_APP_SECRET=hunter2hunter2\nVITE_AWS=AKIAABCDEFGHIJKLMNOP\nnonsense\n"
    )
    env, found = read_env({".env": text.encode(), ".env.production": b"VITE_NAME=live\n"})
    assert env == {"VITE_API_URL": "https://api.example.com", "VITE_NAME": "live"}
    assert [each.code for each in found] == ["ENV_READ", "ENV_LEFT_OUT", "ENV_SECRET_REFUSED"]
    said = " ".join(each.message for each in found)
    assert "VITE_APP_SECRET, VITE_AWS" in said and "hunter2" not in said and "AKIA" not in said


@pytest.mark.parametrize("content", [b"", b"\xff=\0", b"=" * 50_000, b"VITE_A=" + b"x" * 5000, b"VITE_=1\n" * 9000])
def test_odd_env_files_are_read_as_far_as_they_go(content: bytes) -> None:
    env, _ = read_env({".env": content})
    assert all(len(value) <= 4096 for value in env.values())


def test_a_project_for_a_server_is_told_in_a_sentence() -> None:
    found = needs_server(b'{"dependencies": {"next": "15"}}')
    assert found is not None and "Next.js" in found.message and found.hint
    assert needs_server(b'{"dependencies": {"vue": "3"}}') is None
    assert needs_server(b"{") is None


def _older(vite: str, **package: object) -> bytes:
    return json.dumps({"type": "module", "devDependencies": {"vite": vite}, **package}).encode()


@pytest.mark.parametrize(
    "config",
    [
        "export default defineConfig({ plugins: [] })",
        "export default { clearScreen: false }",
        "export default defineConfig(async () => ({ clearScreen: false }))",
        "export default defineConfig(({ mode }) => {\n  return { define: { mode } }\n})",
    ],
)
def test_default_imports_of_a_project_for_an_older_vite_mean_what_they_did(config: str) -> None:
    fitted = fit_project({"package.json": TEXT, "vite.config.ts": config.encode()}, [], _older("^7.2.4"), Pins())
    text = fitted.files["vite.config.ts"].decode()
    assert text.replace(" legacy: { inconsistentCjsInterop: true },", "") == config != text
    assert [each.code for each in fitted.found if each.path == "vite.config.ts"] == ["INTEROP_KEPT"]


@pytest.mark.parametrize(
    ("original", "config"),
    [
        (_older("^8.1.0"), "export default {}"),
        (_older("latest"), "export default {}"),
        (_older("^7", type="commonjs"), "export default {}"),
        (_older("9" * 5000), "export default {}"),
        (b"[", "export default {}"),
        (b'{"type": "module", "devDependencies": []}', "export default {}"),
        (_older("^6"), "export default { legacy: { skipWebSocketTokenCheck: true } }"),
        (_older("^6"), "module.exports = settings"),
    ],
)
def test_other_configurations_stay(original: bytes, config: str) -> None:
    fitted = fit_project({"package.json": TEXT, "vite.config.ts": config.encode()}, [], original, Pins())
    assert fitted.files["vite.config.ts"].decode() == config
