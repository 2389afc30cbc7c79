"""Headers of the Studio's own pages: the same on CloudFront and on this machine."""


def studio_headers(*, api: str, frames: str) -> dict[str, str]:
    """`api`: origins that it calls or uploads to besides its own; `frames`: the sources of previews and apps shown.

    No inline code and style, no eval, nothing of other origins but the pages in frames; nobody may frame it.
    """
    policy = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data: blob:",
        "font-src": "'self'",
        "connect-src": f"'self' {api}".strip(),
        "frame-src": frames,
        "worker-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    return {
        "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }
