"""What is written instead of packages that are not in the catalog, as data. `codemod_ways` carries it out.

Nothing stands here whose code would mean something else afterwards: each has a case in the tests.
"""

from typing import NamedTuple


class Renamed(NamedTuple):
    """Another package with the same names, or one file of it for another. `default`: what was its default export
    is this name of the other.
    """

    package: str
    to: str
    default: str = ""
    paths: bool = False
    """Whether `package/path` is `to/path`."""
    major: int = 0
    """The first major version of the other that has it."""


class Gathered(NamedTuple):
    """Packages that another holds as namespaces: `prefix` and one of `parts`, which is the name in capitals there."""

    prefix: str
    to: str
    parts: frozenset[str]


class Written(NamedTuple):
    """Names of a package that are a few lines of code, with types that are left out of JavaScript; `default` is the
    name of its default export.
    """

    package: str
    names: dict[str, str]
    default: str = ""


_NOTHING, _CHILDREN, _ID = "(_: any) => null", "(props: any) => props.children ?? null", "() => crypto.randomUUID()"

RENAMED = (
    Renamed("react-router-dom", "react-router"),
    Renamed("framer-motion", "motion/react"),
    Renamed("lodash", "lodash-es", paths=True),
    Renamed("lodash.debounce", "lodash-es", default="debounce"),
    Renamed("lodash.throttle", "lodash-es", default="throttle"),
    Renamed("lodash.merge", "lodash-es", default="merge"),
    Renamed("classnames", "clsx"),
    Renamed("vue-demi", "vue"),
    Renamed("react-hot-toast", "sonner", default="toast"),
    Renamed("lucide-vue-next", "@lucide/vue"),
    Renamed("lucide-svelte", "@lucide/svelte"),
    Renamed("radix-vue", "reka-ui"),
    Renamed("@unocss/reset/tailwind.css", "tailwindcss/preflight.css"),
    Renamed("@vitejs/plugin-react-swc", "@vitejs/plugin-react"),
    Renamed("vuedraggable", "vue-draggable-plus", default="VueDraggable"),
    Renamed("vite-plugin-vue-layouts", "vite-plugin-vue-layouts-next"),
    Renamed("motion/react", "framer-motion"),
    Renamed("@lucide/vue", "lucide-vue-next"),
    Renamed("@lucide/svelte", "lucide-svelte"),
    Renamed("unplugin-vue-router/vite", "vue-router/vite", major=5),
    Renamed("unplugin-vue-router", "vue-router/unplugin", major=5),
)
GATHERED = Gathered(
    "@radix-ui/react-",
    "radix-ui",
    frozenset(
        [
            "accessible-icon",
            "accordion",
            "alert-dialog",
            "aspect-ratio",
            "avatar",
            "checkbox",
            "collapsible",
            "context-menu",
            "dialog",
            "direction",
            "dropdown-menu",
            "form",
            "hover-card",
            "label",
            "menubar",
            "navigation-menu",
            "popover",
            "portal",
            "progress",
            "radio-group",
            "scroll-area",
            "select",
            "separator",
            "slider",
            "slot",
            "switch",
            "tabs",
            "toast",
            "toggle",
            "toggle-group",
            "toolbar",
            "tooltip",
            "visually-hidden",
        ]
    ),
)
WRITTEN = (
    Written("uuid", {"v4": _ID, "v7": _ID}),
    Written("react-helmet-async", {"Helmet": _CHILDREN, "HelmetProvider": _CHILDREN}),
    Written("react-helmet", {"Helmet": _CHILDREN}, default="Helmet"),
    Written("@tanstack/react-query-devtools", {"ReactQueryDevtools": _NOTHING}),
    Written("@tanstack/vue-query-devtools", {"VueQueryDevtools": _NOTHING}),
    Written("@tanstack/router-devtools", {"TanStackRouterDevtools": _NOTHING}),
    Written("@tanstack/react-router-devtools", {"TanStackRouterDevtools": _NOTHING}),
    Written("jotai-devtools", {"DevTools": _NOTHING}),
    Written("@vercel/analytics", {"Analytics": _NOTHING, "inject": "(_: any = {}) => {}"}),
    Written("@vercel/speed-insights", {"SpeedInsights": _NOTHING}),
    Written("tiny-invariant", {"default": "(holds: any, why: any = '') => { if (!holds) throw new Error(why) }"}),
)
"""React 19 takes title, meta and link to the head by itself."""
SILENT = frozenset(
    {"regenerator-runtime", "core-js", "react-app-polyfill", "whatwg-fetch",
     "scheduler-polyfill", "why-did-you-render", "@total-typescript/ts-reset"}
)  # fmt: skip
"""Packages whose import for its effect alone is left out."""
INSTEAD = {"sass-embedded": "sass", "node-sass": "sass"}
"""Packages that no code names: the other is declared."""
