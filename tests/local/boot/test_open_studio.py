"""The Studio is opened for who starts the stack at a desktop, and for nobody else."""

import stat
import webbrowser
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from devkit.fakes.broken import raising
from local.boot.announce import has_desktop, open_studio
from local.config import from_env

ADDRESS = "http://127.0.0.1:8600/studio/#code=secret"
DESKTOP = {"DISPLAY": ":0"}


def opened(folder: Path, env: dict[str, str], *, by_hand: bool = True, **settings: str) -> list[str]:
    config, found = from_env({"CHATBUILDER_DATA": str(folder), **settings}), list[str]()
    assert open_studio(config, ADDRESS, opens=found.append, env=env, by_hand=by_hand) == bool(found)
    return found


def test_at_a_desktop_a_browser_is_led_to_the_address_that_no_other_user_sees(tmp_path: Path) -> None:
    (said,) = opened(tmp_path, DESKTOP)
    page = Path(urlsplit(said).path)
    assert "secret" not in said and stat.S_IMODE(page.stat().st_mode) == 0o600
    assert f'content="0;url={ADDRESS}"' in page.read_text()


def test_nothing_is_opened_for_a_program_over_ssh_without_a_desktop_or_when_not_wanted(tmp_path: Path) -> None:
    assert opened(tmp_path, DESKTOP, by_hand=False) == []
    assert opened(tmp_path, DESKTOP | {"SSH_CONNECTION": "10.0.0.1 50000 10.0.0.2 22"}) == []
    assert opened(tmp_path, DESKTOP, CHATBUILDER_OPEN="0") == []
    assert not has_desktop({}, "linux") and has_desktop({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    assert has_desktop({}, "darwin") and not has_desktop({"SSH_CONNECTION": "x"}, "darwin")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("error", [webbrowser.Error("no browser"), OSError("no program")])
def test_a_browser_that_does_not_start_stops_nothing(tmp_path: Path, error: Exception) -> None:
    config = from_env({"CHATBUILDER_DATA": str(tmp_path)})
    assert open_studio(config, ADDRESS, opens=raising(error), env=DESKTOP, by_hand=True)
