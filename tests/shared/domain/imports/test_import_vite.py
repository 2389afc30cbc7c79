"""Settings of Vite that real projects have, and that would leave a page here without its files, or without a build."""

import pytest

from shared.domain.imports.import_vite import fit_vite, without_browser_tests


class Pins:
    def __init__(self, vite: str = "8.3.8") -> None:
        self.vite = vite

    def version(self, name: str) -> str | None:
        return self.vite if name == "vite" else None

    def nearest(self, name: str) -> list[str]:
        return []


def fitted(text: str, vite: str = "8.3.8") -> tuple[str, list[str]]:
    files, found = fit_vite({"vite.config.ts": text.encode()}, Pins(vite))
    return files["vite.config.ts"].decode(), [each.code for each in found]


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("export default { base: './', plugins: [] }", 'export default { base: "/", plugins: [] }'),
        ("export default defineConfig({ base: '/repo/', plugins: [] })",
         "export default defineConfig({ base: \"/\", plugins: [] })"),
        ("export default defineConfig({\n  // base: '/no/'\n  plugins: [pwa({ base: '/x/' })],\n  base: `/${a}/`\n})",
         "export default defineConfig({\n  // base: '/no/'\n  plugins: [pwa({ base: '/x/' })],\n  base: \"/\"\n})"),
        ("export default defineConfig(({ mode }) => {\n  const env = load({ base: 1 })\n"
         "  return { base: mode === 'a' ? f(1, 2) : '/' }\n})",
         "export default defineConfig(({ mode }) => {\n  const env = load({ base: 1 })\n"
         "  return { base: \"/\" }\n})"),
    ],
)  # fmt: skip
def test_a_base_in_a_folder_is_the_top(text: str, now: str) -> None:
    assert fitted(text) == (now, ["BASE_MAPPED"])


def test_chunks_by_packages_are_a_function_where_vite_wants_one() -> None:
    text = "export default { build: { rollupOptions: { output: { manualChunks: { a: ['b'], c: [d()] }, x: 1 } } } }"
    now, codes = fitted(text)
    assert codes == ["CHUNKS_MAPPED"]
    assert "))))({ a: ['b'], c: [d()] }), x: 1 } } } }" in now
    assert fitted(text, "6.4.6") == (text, [])


@pytest.mark.parametrize(
    "text",
    [
        "export default { base: '/' }",
        "export default { plugins: [a({ base: '/x/' })] }",
        "export default { build: { output: { manualChunks: (id) => 'a' } } }",
        "export default { build: { output: { manualChunks: { a: ['b'] ",
        "export default defineConfig({ base: '/x",
        "export default {" + "base: (" * 5000,
        "export default {" + "/*" * 24_000,
        "export default {" + "`\\" * 24_000,
        "module.exports = {}",
    ],
)
def test_another_configuration_stays(text: str) -> None:
    assert fitted(text) == (text, [])


def test_tests_run_without_a_browser_that_is_not_here() -> None:
    text = (
        "import { playwright } from '@vitest/browser-playwright'\nexport default {\n"
        "  test: { browser: { enabled: true, provider: playwright({ a: '}' }) }, coverage: {} },\n}\n"
    )
    files, found = without_browser_tests({"vite.config.ts": text.encode()}, {"@vitest/browser-playwright": 1})
    assert files["vite.config.ts"] == b"export default {\n  test: {  coverage: {} },\n}\n"
    assert [each.code for each in found] == ["PLUGIN_DROPPED"]
    assert without_browser_tests(files, {"@vitest/browser-playwright": 1}) == (files, [])
    assert without_browser_tests({"vite.config.ts": text.encode()}, {}) == ({"vite.config.ts": text.encode()}, [])
