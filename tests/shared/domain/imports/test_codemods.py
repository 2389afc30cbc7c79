"""Packages that are not in the catalog, replaced with their code: each of the data has a case."""

import pytest

from shared.domain.base import Files
from shared.domain.imports.codemod_ways import run_codemods
from shared.domain.imports.codemods import INSTEAD, RENAMED, SILENT, WRITTEN
from shared.domain.imports.import_tailwind import fit_tailwind
from shared.domain.imports.import_tsconfig import with_tsconfig_paths
from shared.domain.imports.react_roots import fit_roots


class Pins:
    """Has everything that a package is replaced by, and Tailwind 4."""

    def version(self, name: str) -> str | None:
        ours = {each.to.split("/")[0] if each.to[0] != "@" else each.to for each in RENAMED} | set(INSTEAD.values())
        ours |= {"@tailwindcss/postcss", "tw-animate-css", "radix-ui"}
        return {"tailwindcss": "4.3.3", "react": "19.3.1", "vue-router": "5.5.1"}.get(name) or (
            "1.0.0" if name in ours else None
        )

    def nearest(self, name: str) -> list[str]:
        return []


def changed(text: str, *missing: str, path: str = "src/a.tsx") -> str:
    return run_codemods({path: text.encode()}, missing, Pins()).files[path].decode()


CASES = {
    "react-router-dom": (
        "import { Link, type To } from 'react-router-dom'", "import { Link, type To } from 'react-router';",
    ),
    "framer-motion": ('import { motion } from "framer-motion";', 'import { motion } from "motion/react";'),
    "lodash": ("import debounce from 'lodash/debounce'", "import debounce from 'lodash-es/debounce';"),
    "lodash.debounce": ("import wait from 'lodash.debounce'", "import { debounce as wait } from 'lodash-es';"),
    "lodash.throttle": ("import throttle from 'lodash.throttle'", "import { throttle } from 'lodash-es';"),
    "lodash.merge": ("import merge from 'lodash.merge'", "import { merge } from 'lodash-es';"),
    "classnames": ("import cx from 'classnames'", "import cx from 'clsx';"),
    "vue-demi": ("import { ref } from 'vue-demi'", "import { ref } from 'vue';"),
    "react-hot-toast": (
        "import toast, { Toaster } from 'react-hot-toast'", "import { toast, Toaster } from 'sonner';",
    ),
    "lucide-vue-next": ("import { X } from 'lucide-vue-next'", "import { X } from '@lucide/vue';"),
    "lucide-svelte": ("import { X } from 'lucide-svelte'", "import { X } from '@lucide/svelte';"),
    "@unocss/reset/tailwind.css": ("import '@unocss/reset/tailwind.css'", "import 'tailwindcss/preflight.css';"),
    "radix-vue": ("import type { A } from 'radix-vue'", "import type { A } from 'reka-ui';"),
    "@vitejs/plugin-react-swc": (
        "import react from '@vitejs/plugin-react-swc'", "import react from '@vitejs/plugin-react';",
    ),
    "vuedraggable": (
        "import draggable from 'vuedraggable'", "import { VueDraggable as draggable } from 'vue-draggable-plus';",
    ),
    "vite-plugin-vue-layouts": (
        "import Layouts from 'vite-plugin-vue-layouts'", "import Layouts from 'vite-plugin-vue-layouts-next';",
    ),
    "motion/react": ("import { motion } from 'motion/react'", "import { motion } from 'framer-motion';"),
    "@lucide/vue": ("import { X } from '@lucide/vue'", "import { X } from 'lucide-vue-next';"),
    "@lucide/svelte": ("import { X } from '@lucide/svelte'", "import { X } from 'lucide-svelte';"),
    "unplugin-vue-router/vite": (
        "import VueRouter from 'unplugin-vue-router/vite'", "import VueRouter from 'vue-router/vite';",
    ),
    "unplugin-vue-router": (
        "import { VueRouterAutoImports } from 'unplugin-vue-router'",
        "import { VueRouterAutoImports } from 'vue-router/unplugin';",
    ),
    "uuid": ("import { v4 as uuid } from 'uuid'", "const uuid = () => crypto.randomUUID();"),
    "react-helmet-async": (
        "import { Helmet } from 'react-helmet-async'", "const Helmet = (props: any) => props.children ?? null;",
    ),
    "react-helmet": ("import Helmet from 'react-helmet'", "const Helmet = (props: any) => props.children ?? null;"),
    "@tanstack/react-query-devtools": (
        "import { ReactQueryDevtools } from '@tanstack/react-query-devtools'",
        "const ReactQueryDevtools = (_: any) => null;",
    ),
    "@tanstack/vue-query-devtools": (
        "import { VueQueryDevtools as V } from '@tanstack/vue-query-devtools'", "const V = (_: any) => null;",
    ),
    "@tanstack/router-devtools": (
        "import { TanStackRouterDevtools } from '@tanstack/router-devtools'",
        "const TanStackRouterDevtools = (_: any) => null;",
    ),
    "@tanstack/react-router-devtools": (
        "import { TanStackRouterDevtools as T } from '@tanstack/react-router-devtools'", "const T = (_: any) => null;",
    ),
    "jotai-devtools": ("import { DevTools } from 'jotai-devtools'", "const DevTools = (_: any) => null;"),
    "@vercel/analytics": ("import { Analytics } from '@vercel/analytics/react'", "const Analytics = (_: any) => null;"),
    "@vercel/speed-insights": (
        "import { SpeedInsights } from '@vercel/speed-insights/react'", "const SpeedInsights = (_: any) => null;",
    ),
    "tiny-invariant": (
        "import invariant from 'tiny-invariant'",
        "const invariant = (holds: any, why: any = '') => { if (!holds) throw new Error(why) };",
    ),
}  # fmt: skip


@pytest.mark.parametrize("package", [each.package for each in (*RENAMED, *WRITTEN)])
def test_each_is_written_in_its_other_way(package: str) -> None:
    before, after = CASES[package]
    owner = "/".join(package.split("/")[: 2 if package.startswith("@") else 1])
    assert changed(f"'use client'\n{before}\nexport {{}}\n", owner) == f"'use client'\n{after}\nexport {{}}\n"
    assert changed(before) == before, "what the catalog has stays"


def test_what_a_later_version_of_the_other_brought_is_not_asked_of_an_earlier_one() -> None:
    class Older(Pins):
        def version(self, name: str) -> str | None:
            return "4.6.5" if name == "vue-router" else super().version(name)

    files: Files = {"vite.config.ts": b"import VueRouter from 'unplugin-vue-router/vite'\n"}
    assert run_codemods(files, ["unplugin-vue-router"], Older()).files == files


@pytest.mark.parametrize("package", sorted(SILENT))
def test_an_import_for_its_effect_is_left_out(package: str) -> None:
    assert changed(f"import '{package}/stable';\nimport './a'\n", package) == "\nimport './a'\n"


def test_what_code_names_now_is_declared_and_said_once() -> None:
    files: Files = {"src/a.ts": b"import _ from 'lodash'\nimport { v4 } from 'uuid'\n", "src/b.ts": b"import('lodash')"}
    done = run_codemods(files, ["lodash", "uuid", "sass-embedded", "axios"], Pins())
    assert done.files["src/b.ts"] == b"import('lodash-es')"
    assert dict(done.declared) == {"lodash-es": "1.0.0", "sass": "1.0.0"}
    assert done.names == {"lodash", "uuid", "sass-embedded"}
    assert [each.code for each in done.found] == ["PACKAGES_REPLACED"]
    assert "lodash by lodash-es, sass-embedded by sass, uuid by lines of code" in done.found[0].message


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("import * as P from '@radix-ui/react-alert-dialog'", "import { AlertDialog as P } from 'radix-ui';"),
        (
            "import { type DialogProps, Root as R } from '@radix-ui/react-dialog';",
            "import { Dialog as RadixDialog } from 'radix-ui';\n"
            "type DialogProps = RadixDialog.DialogProps;\nconst R = RadixDialog.Root;",
        ),
        ("import type { A } from '@radix-ui/react-dialog'", "import type { A } from '@radix-ui/react-dialog'"),
        ("import { X } from '@radix-ui/react-icons'", "import { X } from '@radix-ui/react-icons'"),
    ],
)
def test_packages_of_one_family_are_parts_of_another(text: str, now: str) -> None:
    names = ("@radix-ui/react-alert-dialog", "@radix-ui/react-dialog", "@radix-ui/react-icons")
    assert changed(text, *names) == now


def test_javascript_has_no_types() -> None:
    before = "import { Helmet } from 'react-helmet-async'"
    assert (
        changed(before, "react-helmet-async", path="src/a.jsx") == "const Helmet = (props) => props.children ?? null;"
    )


@pytest.mark.parametrize(
    ("package", "text"),
    [
        ("uuid", "import * as ids from 'uuid'"),
        ("uuid", "import { validate } from 'uuid'"),
        ("uuid", "import type { V4Options } from 'uuid'"),
        ("lodash.merge", "import * as merge from 'lodash.merge'"),
        ("react-router-dom", "import x from 'react-router-dom/server'"),
        ("uuid", "// uuid\nimport {" + "a," * 5000 + "} from 'uuid'"),
        ("uuid", "uuid import " * 20_000),
    ],
)
def test_what_would_mean_something_else_stays(package: str, text: str) -> None:
    assert changed(text, package) == text


SHADCN: Files = {
    "src/index.css": b"@import url('https://x.test/a.css');\n@tailwind base;\n@tailwind components;\n"
    b"@tailwind utilities;\n\n"
    b"@layer base { * { @apply border-border; } }\n",
    "tailwind.config.ts": b"export default { darkMode: ['class'], plugins: [require('tailwindcss-animate'), x] }\n",
    "postcss.config.js": b"export default { plugins: { tailwindcss: {}, autoprefixer: {} } }\n",
}


def test_code_for_tailwind_3_is_brought_to_4() -> None:
    files, declared, found = fit_tailwind(SHADCN, Pins())
    sheet = files["src/index.css"].decode()
    assert sheet.startswith(
        '@import url(\'https://x.test/a.css\');\n@import "tailwindcss";\n@import "tw-animate-css";\n'
    )
    assert '@config "../tailwind.config.ts";' in sheet and "@tailwind" not in sheet and "@apply border-border" in sheet
    assert files["postcss.config.js"] == b'export default { plugins: { "@tailwindcss/postcss": {}, } }\n'
    assert files["tailwind.config.ts"] == b"export default { darkMode: ['class'], plugins: [ x] }\n"
    assert declared.keys() == {"@tailwindcss/postcss", "tw-animate-css"}
    assert [each.code for each in found] == ["TAILWIND_MAPPED"]


def test_tailwind_by_imports_in_postcss() -> None:
    text = (
        b"import tailwindcss from 'tailwindcss'\nimport autoprefixer from 'autoprefixer'\n"
        b"export default { plugins: [tailwindcss, autoprefixer] }\n"
    )
    files, _, _ = fit_tailwind({**SHADCN, "postcss.config.js": text}, Pins())
    assert (
        files["postcss.config.js"]
        == b"import tailwindcss from '@tailwindcss/postcss'\nexport default { plugins: [tailwindcss] }\n"
    )


@pytest.mark.parametrize("sheet", [b'@import "tailwindcss";', b".a{}", b"\xff@tailwind base;", b"@tailwind " * 20_000])
def test_other_sheets_stay(sheet: bytes) -> None:
    files: Files = {**SHADCN, "src/index.css": sheet}
    assert fit_tailwind(files, Pins()) == (files, {}, [])


@pytest.mark.parametrize(
    ("config", "now"),
    [
        (b"export default defineConfig({ plugins: [react(), paths()] })",
         b"export default defineConfig({ resolve: { tsconfigPaths: true }, plugins: [react()] })"),
        (b"export default { resolve: { alias: {} }, plugins: [paths()] }",
         b"export default { resolve: { tsconfigPaths: true, alias: {} }, plugins: [] }"),
    ],
)  # fmt: skip
def test_the_plugin_that_reads_tsconfig_is_a_setting(config: bytes, now: bytes) -> None:
    files: Files = {"vite.config.ts": b"import paths from 'vite-tsconfig-paths'\n" + config}
    changed, found = with_tsconfig_paths(files, {"vite-tsconfig-paths": 1})
    assert changed["vite.config.ts"] == now
    assert [each.code for each in found] == ["PLUGIN_REPLACED"]
    assert with_tsconfig_paths(files, {}) == (files, [])


@pytest.mark.parametrize(
    ("text", "now"),
    [
        (
            "import ReactDOM from 'react-dom'\nReactDOM.render(<A b={(1, 2)} />, document.getElementById('root'))\n",
            "import { createRoot } from 'react-dom/client'\n"
            "createRoot(document.getElementById('root')!).render(<A b={(1, 2)} />)\n",
        ),
        (
            "import { render } from 'react-dom';\nrender(\n  <A />,\n  root,\n);\n",
            "import { createRoot } from 'react-dom/client'\ncreateRoot(root!).render(<A />);\n",
        ),
        (
            "import * as ReactDOM from 'react-dom'\nReactDOM.render(a, b)\nReactDOM.createPortal(c, d)\n",
            "import * as ReactDOM from 'react-dom'\nimport { createRoot } from 'react-dom/client'\n"
            "createRoot(b!).render(a)\nReactDOM.createPortal(c, d)\n",
        ),
    ],
)
def test_the_root_of_react_17_is_one_of_19(text: str, now: str) -> None:
    files, found = fit_roots({"src/index.tsx": text.encode()}, Pins())
    assert files["src/index.tsx"].decode() == now
    assert [each.code for each in found] == ["REACT_ROOT_MAPPED"]


@pytest.mark.parametrize(
    "text",
    [
        "import ReactDOM from 'react-dom/client'\nReactDOM.createRoot(a).render(b)",
        "import ReactDOM from 'react-dom'\nReactDOM.render(a, b, done)",
        "import ReactDOM from 'react-dom'\nReactDOM.render(a, (b)",
        "import ReactDOM from 'react-dom'\n" + "ReactDOM.render(" * 10_000,
    ],
)
def test_another_way_to_a_root_stays_for_the_gate(text: str) -> None:
    files: Files = {"src/index.tsx": text.encode()}
    assert fit_roots(files, Pins()) == (files, [])
