"""How built files are served: types from one fixed table, never from their content."""

import re
from collections.abc import Collection

_TEXT = "; charset=utf-8"
_TYPES = {
    "html": "text/html" + _TEXT,
    "htm": "text/html" + _TEXT,
    "css": "text/css" + _TEXT,
    "js": "text/javascript" + _TEXT,
    "mjs": "text/javascript" + _TEXT,
    "cjs": "text/javascript" + _TEXT,
    "json": "application/json",
    "map": "application/json",
    "geojson": "application/geo+json",
    "topojson": "application/json",
    "webmanifest": "application/manifest+json",
    "xml": "application/xml",
    "txt": "text/plain" + _TEXT,
    "md": "text/markdown" + _TEXT,
    "csv": "text/csv" + _TEXT,
    "tsv": "text/tab-separated-values" + _TEXT,
    "yaml": "application/yaml",
    "yml": "application/yaml",
    "vtt": "text/vtt" + _TEXT,
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "avif": "image/avif",
    "ico": "image/x-icon",
    "bmp": "image/bmp",
    "woff": "font/woff",
    "woff2": "font/woff2",
    "ttf": "font/ttf",
    "otf": "font/otf",
    "eot": "application/vnd.ms-fontobject",
    "mp3": "audio/mpeg",
    "m4a": "audio/mp4",
    "ogg": "audio/ogg",
    "oga": "audio/ogg",
    "opus": "audio/ogg",
    "wav": "audio/wav",
    "aac": "audio/aac",
    "flac": "audio/flac",
    "mp4": "video/mp4",
    "m4v": "video/mp4",
    "webm": "video/webm",
    "ogv": "video/ogg",
    "mov": "video/quicktime",
    "pdf": "application/pdf",
    "wasm": "application/wasm",
    "sqlite": "application/vnd.sqlite3",
    "sqlite3": "application/vnd.sqlite3",
    "db": "application/vnd.sqlite3",
    "glb": "model/gltf-binary",
    "gltf": "model/gltf+json",
}
OCTETS = "application/octet-stream"
IMMUTABLE = "public, max-age=31536000, immutable"
SHORT = "public, max-age=60"
NO_CACHE = "no-cache"
_HASHED = re.compile(r"assets/(?:.+/)?[^/]+-([A-Za-z0-9_-]{8})\.[A-Za-z0-9.]+")


def content_type(path: str) -> str:
    """The type a file is served with; unknown extensions are plain bytes, which browsers only download."""
    name = path.rpartition("/")[2]
    if path.startswith(".well-known/") and "." not in name:
        return _TYPES["json" if name == "apple-app-site-association" else "txt"]
    return _TYPES.get(name.rpartition(".")[2].lower(), OCTETS) if "." in name else OCTETS


def is_hashed(path: str, public: Collection[str]) -> bool:
    """Whether the bundler named this file by its content. `public` holds the paths copied as they were.

    A word of eight small letters is taken for a word: at worst such a file is asked for again after a minute.
    """
    found = _HASHED.fullmatch(path)
    return found is not None and path not in public and re.search(r"[A-Z0-9]", found[1]) is not None


def cache_control(path: str, public: Collection[str]) -> str:
    """Files named by their content stay for a year, pages are always asked for, the rest holds for a minute."""
    if path.endswith((".html", ".htm")):
        return NO_CACHE
    return IMMUTABLE if is_hashed(path, public) else SHORT
