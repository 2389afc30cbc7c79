"""Hosts in source text: what is loaded or called, and not what is only linked to or spoken of."""

import pytest

from shared.domain.apps.page_hosts import HOSTS_MOST, host_findings, hosts_in, new_hosts


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('fetch("https://api.example.com/x?y=1")', "api.example.com"),
        ("new WebSocket('wss://live.example.com:8443/feed')", "live.example.com:8443"),
        ('<link rel="stylesheet" href="https://fonts.example.com/css">', "fonts.example.com"),
        ('<script src="//cdn.example.com/x.js"></script>', "cdn.example.com"),
        ("@import url(//css.example.com/a.css);", "css.example.com"),
        ("background: url(https://IMG.Example.com/a.png)", "img.example.com"),
        ("const base = `https://api.example.com:443/${path}`", "api.example.com"),
        ('<use href="https://icons.example.com/a.svg#x"/>', "icons.example.com"),
    ],
)
def test_what_a_page_loads_is_found(line: str, found: str) -> None:
    assert hosts_in({"src/a.tsx": line.encode()}) == [found]


@pytest.mark.parametrize(
    "line",
    [
        '<a href="https://elsewhere.example.com">there</a>', '<Link href={"https://elsewhere.example.com"}>',
        "// see https://docs.example.com/x", " * https://docs.example.com", '<svg xmlns="http://www.w3.org/2000/svg">',
        'fetch("http://plain.example.com")', 'fetch("https://localhost:3000/x")',
        'fetch("https://user@host.example.com/x")', "a // b.example.com", 'fetch("https://")',
    ],
)  # fmt: skip
def test_what_it_only_speaks_of_or_never_reaches_is_not(line: str) -> None:
    assert hosts_in({"src/a.tsx": line.encode()}) == []


def test_only_files_of_a_page_count() -> None:
    line = b'"https://registry.example.com/x"'
    assert hosts_in({"package-lock.json": line, "README.md": line, "package.json": line, "a.png": line}) == []


def test_a_change_names_what_is_new_and_nobody_knows_of() -> None:
    before = {"a.js": b'fetch("https://old.example.com")', "b.js": b""}
    after = {
        "a.js": b'fetch("https://old.example.com")',
        "b.js": b'\nfetch("https://new.example.com")\nfetch("https://ok.example.com")',
    }
    assert new_hosts(before, after, ["ok.example.com"]) == ["new.example.com"]
    (finding,) = host_findings(before, after, ["ok.example.com"])
    assert (finding.code, finding.host, finding.path, finding.line) == ("NEW_HOST", "new.example.com", "b.js", 2)
    assert finding.message == "This change contacts new.example.com."


def test_a_moved_line_is_nothing_new() -> None:
    line = b'fetch("https://old.example.com")'
    assert new_hosts({"a.js": line}, {"b.js": line}, []) == []


def test_there_are_never_more_than_a_list_holds() -> None:
    text = "\n".join(f'fetch("https://h{number}.example.com")' for number in range(300))
    assert len(hosts_in({"a.js": text.encode()})) == HOSTS_MOST
