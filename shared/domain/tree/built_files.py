"""Which addresses of a site are files, and which are the application's own: its router's."""

from shared.domain.tree.managed_paths import BINARY_EXTENSIONS, TEXT_EXTENSIONS

_MADE = frozenset({"map", "gz", "br", "zip", "tar", "tgz", "bin", "obj", "stl", "ktx2", "hdr", "exr", "basis", "dds",
                   "heic", "tif", "tiff", "mkv", "avi", "m3u8", "mpd", "rss", "atom", "ics", "vcf", "epub", "rtf",
                   "doc", "docx", "xls", "xlsx", "ppt", "pptx", "exe", "dmg", "apk"})  # fmt: skip
"""What plugins write into a build, or pages offer to download."""
_SERVERS = frozenset({"php", "asp", "aspx", "jsp", "cgi", "env", "sql", "bak", "ini"})
"""What only strangers ask for who look for a weakness: they get no page."""
FILE_EXTENSIONS = TEXT_EXTENSIONS | BINARY_EXTENSIONS | _MADE | _SERVERS


def is_file_address(path: str, wanted: str = "") -> bool:
    """Whether a site's answer to `path` (with a slash before it) is a file or nothing, never the application's page.

    `/users/jane.doe` and `/v1.2` are addresses of the application. `wanted` is the request's `Sec-Fetch-Mode`, empty
    where it has none: what is no navigation wants no page. `infra/cdn/host_router.js` and `worker/page/site.mjs`
    decide the same.
    """
    last = path.rpartition("/")[2]
    if path.startswith("/.well-known/") or "." not in last:
        return path.startswith("/.well-known/")
    is_known = last.startswith(".") or last.rpartition(".")[2].lower() in FILE_EXTENSIONS
    return is_known or path.startswith("/assets/") or wanted not in ("", "navigate")
