"""`/docs`: the document as a page. Its scripts and styles are ours to serve, so it runs offline and under a policy."""

import importlib.util
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, Response

from shared.domain.errors import NotFound

router = APIRouter(include_in_schema=False)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Styles are written by the page's own script, so they may stand inline; a script may not."""
_KINDS = {
    "swagger-ui-bundle.js": "text/javascript",
    "swagger-ui.css": "text/css",
    "favicon.png": "image/png",
}
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>ChatBuilder API</title>
<link rel="icon" href="docs/favicon.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""
_START = """SwaggerUIBundle({
  url: 'openapi.json', dom_id: '#swagger-ui', deepLinking: true, docExpansion: 'none', persistAuthorization: false,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIBundle.SwaggerUIStandalonePreset], layout: 'BaseLayout',
  validatorUrl: null,
});
"""


@router.get("/docs")
def page() -> HTMLResponse:
    """The page; its addresses are relative, as a stage's name may stand before them."""
    return HTMLResponse(_PAGE, headers={"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"})


@router.get("/docs/start.js")
def start() -> Response:
    """The page's only script of its own."""
    return Response(_START, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@router.get("/docs/{name}")
def file(name: str) -> FileResponse:
    """A file of Swagger UI (Apache-2.0), as the pinned package has it; read only when somebody asks."""
    spec = importlib.util.find_spec("fastapi_offline")  # finds it without importing it
    if name not in _KINDS or spec is None or spec.origin is None:
        raise NotFound("There is no such file.")
    path = Path(spec.origin).parent / "static" / name
    return FileResponse(path, media_type=_KINDS[name], headers={"Cache-Control": "public, max-age=3600"})
