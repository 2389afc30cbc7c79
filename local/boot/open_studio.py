"""Opens the Studio in the browser of the person who started the stack by hand, where there is a desktop."""

import os
import sys
import webbrowser
from collections.abc import Callable, Mapping
from contextlib import suppress
from html import escape

from local.config import LocalConfig
from local.private_files import write_private

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>ChatBuilder</title>
<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url={address}">
<a href="{address}">Open the Studio</a></html>
"""


def open_studio(
    config: LocalConfig,
    address: str,
    *,
    opens: Callable[[str], object] = webbrowser.open,
    env: Mapping[str, str] | None = None,
    by_hand: bool | None = None,
) -> bool:
    """Whether it was tried. The address signs in, and every user of a machine sees what programs are started with:
    so the browser is given a file that only its owner can read, which leads there.
    """
    started_by_hand = sys.stdout.isatty() if by_hand is None else by_hand
    if not (config.opens_studio and started_by_hand and has_desktop(os.environ if env is None else env)):
        return False
    write_private(config.open_file, PAGE.format(address=escape(address)).encode())
    with suppress(webbrowser.Error, OSError):  # the address is printed, too
        opens(config.open_file.as_uri())
    return True


def has_desktop(env: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether a window would be seen by who started this; over SSH it would open elsewhere, or nowhere."""
    if "SSH_CONNECTION" in env:
        return False
    return platform in ("darwin", "win32") or bool(env.get("DISPLAY") or env.get("WAYLAND_DISPLAY"))
