"""The web page of a pull request, as a forge says. It is shown as a link, so it has to be one of the forge's own."""

from urllib.parse import urlsplit

_LONGEST = 500
_UNSAFE = frozenset(' "<>\\^`{|}@')


def plain_link(url: str | None) -> str | None:
    """Return the https address when people see where it leads; else None."""
    if url is None or len(url) > _LONGEST or not url.isascii() or not url.isprintable() or _UNSAFE & {*url}:
        return None
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - it is read for its ValueError
    except ValueError:
        return None
    return url if url.startswith("https://") and parts.hostname else None


def page_of_forge(url: str, api_url: str) -> str | None:
    """Return the address when it is a page of the forge whose API has the address `api_url`; else None.

    GitHub's API is on a host of its own, `api.` before the host of its pages.
    """
    link = plain_link(url)
    if link is None:
        return None
    page, api = urlsplit(link), urlsplit(api_url)
    hosts = {api.netloc, api.hostname or ""}
    return link if page.netloc in hosts | {host.removeprefix("api.") for host in hosts} else None
