"""The places and kinds of file a project is made of. Everything else is not the builder's to keep.

Dotfiles are only those of the named configuration families, and only at the root: `.gitignore`, `.prettierrc*`,
`.prettierignore`, `.eslintrc*`, `.eslintignore`, `.oxlintrc.json`, `.biome.json*`.
Pages may stand in folders of their own, and below `public/` what hosts of static sites read (`_redirects`, `_headers`,
`CNAME`, `.well-known/`).
"""

import re
from typing import NamedTuple

from shared.domain.frameworks import COMPONENTS, CONFIGS

CODE = frozenset({"ts", "tsx", "js", "jsx", "mts", "cts", "mjs", "cjs", *COMPONENTS})
_MARKUP = frozenset({"html", "htm", "svg", "xml", "md", "mdx", "markdown"})
STYLES = frozenset({"css", "scss", "sass", "less", "styl", "pcss", "postcss"})
_DATA = frozenset(
    {"json", "jsonc", "json5", "csv", "tsv", "yaml", "yml", "toml", "geojson", "topojson", "ndjson", "webmanifest",
     "graphql", "gql", "gltf"}
)  # fmt: skip
_TEXT = frozenset({"txt", "vtt", "srt", "glsl", "vert", "frag", "wgsl", "snap"})
_IMAGES = frozenset({"png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "bmp"})
_FONTS = frozenset({"woff", "woff2", "ttf", "otf", "eot"})
_MEDIA = frozenset(
    {"mp3", "mp4", "m4a", "m4v", "webm", "ogg", "oga", "ogv", "opus", "wav", "aac", "flac", "mov", "glb", "pdf"}
)
_DATABASES = frozenset({"sqlite", "sqlite3", "db"})
TEXT_EXTENSIONS = CODE | _MARKUP | STYLES | _DATA | _TEXT
BINARY_EXTENSIONS = _IMAGES | _FONTS | _MEDIA | _DATABASES | {"wasm"}

LOCKFILES = frozenset({"package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock"})
_TESTS = ("tests", "test", "__tests__", "e2e")
_FOLDERS = ("src", "public", *_TESTS)
_SCRIPT = r"\.(ts|mts|cts|js|mjs|cjs)"
_ANY = r"\.(ts|mts|cts|js|mjs|cjs|json|jsonc|json5|yaml|yml|toml)"
_DOTFILE = re.compile(
    rf"\.gitignore|\.prettierrc({_ANY})?|\.eslintrc({_ANY})?|\.(prettier|eslint)ignore|\.oxlintrc\.jsonc?|\.biome\.jsonc?"
)
_CONFIGS = "|".join(map(re.escape, ("vite.config", *CONFIGS)))
_ROOT_FILE = re.compile(
    rf"index\.html|package\.json|README\.md|tsconfig([.-][\w.-]+)?\.json|({_CONFIGS}){_SCRIPT}"
    rf"|(postcss|tailwind|uno|unocss|eslint|prettier|oxlint)\.config{_ANY}"
    rf"|vitest\.(config|workspace|setup){_ANY}|jest\.(config|setup){_ANY}|playwright(-ct)?\.config{_SCRIPT}"
    r"|biome\.jsonc?|oxlint\.json|jsconfig\.json|components\.json|manifest\.json|[\w-]{1,60}(\.[\w-]{1,60})?\.d\.[mc]?ts"
)
_PAGE = re.compile(r"(?!(?:dist|build|node_modules)/)(?:[\w-]{1,60}/){0,3}[\w-]{1,60}\.html")
WELL_KNOWN = "public/.well-known/"
_FOR_HOSTS = re.compile(
    rf"public/(?:_redirects|_headers|CNAME)|{re.escape(WELL_KNOWN)}(?:[\w-]{{1,60}}/){{0,2}}[\w-]{{1,60}}(?:\.(?:json|txt|xml|asc))?"
)


class PlaceFault(NamedTuple):
    code: str
    message: str
    hint: str


def extension(path: str) -> str:
    """The last extension in lower case, without its dot; empty when there is none."""
    name = path.rpartition("/")[2]
    return name.rpartition(".")[2].lower() if "." in name.lstrip(".") else ""


def is_binary_path(path: str) -> bool:
    """Whether the file holds bytes: images, fonts, media, databases, wasm."""
    return extension(path) in BINARY_EXTENSIONS


def is_text_path(path: str) -> bool:
    """Whether the file holds UTF-8 text. Named files at the root (dotfiles, lockfiles) are text as well."""
    return extension(path) in TEXT_EXTENSIONS or _is_named(path)


def is_named_dotfile(path: str) -> bool:
    """Whether `path` is one of the few dotfiles a project may have (at the root only)."""
    return _DOTFILE.fullmatch(path) is not None


def is_managed(path: str) -> bool:
    """Whether a normalised path lies where the builder keeps files, and is of a kind it keeps."""
    return managed_fault(path) is None


def _is_named(path: str) -> bool:
    if path in LOCKFILES or is_named_dotfile(path) or _ROOT_FILE.fullmatch(path) is not None:
        return True
    return _PAGE.fullmatch(path) is not None or _FOR_HOSTS.fullmatch(path) is not None


def managed_fault(path: str) -> PlaceFault | None:
    """Why `path` is not managed, or None when it is."""
    if _is_named(path):
        return None
    folder, _, rest = path.partition("/")
    if folder not in _FOLDERS or not rest or "node_modules" in path.lower().split("/"):
        return PlaceFault(
            "PATH_NOT_MANAGED",
            f"{path} is outside the managed paths.",
            "Use src/, public/, tests/, or a known root file such as index.html or vite.config.ts.",
        )
    if extension(path) not in TEXT_EXTENSIONS | BINARY_EXTENSIONS:
        return PlaceFault(
            "EXTENSION_NOT_ALLOWED",
            f"{path} has an extension that is not allowed.",
            "Code, markup, styles, data, images, fonts, media, SQLite files, wasm and text are allowed.",
        )
    if folder in _TESTS and is_binary_path(path):
        return PlaceFault("BINARY_MISPLACED", f"{path} is binary.", "Put binary files under public/ or src/.")
    return None
