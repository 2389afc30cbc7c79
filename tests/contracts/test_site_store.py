"""The contract of `SiteStore`."""

from typing import Any

import pytest

from shared.domain.errors import NotFound


def put(stores: Any, key: str, body: bytes = b"<html>") -> None:
    stores.site.put(key, body, content_type="text/html; charset=utf-8", cache_control="no-cache")


def test_a_file_comes_back_with_its_headers(stores: Any, tenant: str) -> None:
    put(stores, f"live/{tenant}/index.html")
    found = stores.site.get(f"live/{tenant}/index.html")
    assert found[:3] == (b"<html>", "text/html; charset=utf-8", "no-cache")
    assert found.etag.startswith('"') and len(found.etag) > 8
    put(stores, f"live/{tenant}/index.html", b"<html2>")
    assert stores.site.get(f"live/{tenant}/index.html").etag != found.etag


def test_what_is_not_there(stores: Any, tenant: str) -> None:
    assert stores.site.get(f"live/{tenant}/none") is None
    assert stores.site.list(f"live/{tenant}/") == []
    stores.site.delete([f"live/{tenant}/none"])
    with pytest.raises(NotFound):
        stores.site.copy(f"live/{tenant}/none", f"live/{tenant}/b", content_type="text/css", cache_control="x")


def test_a_copy_has_headers_of_its_own(stores: Any, tenant: str) -> None:
    put(stores, f"apps/{tenant}/dist/a b+ü.js", b"1")
    target = f"live/{tenant}/a b+ü.js"
    stores.site.copy(
        f"apps/{tenant}/dist/a b+ü.js", target, content_type="text/javascript", cache_control="max-age=31536000"
    )
    assert stores.site.get(target)[:3] == (b"1", "text/javascript", "max-age=31536000")
    assert stores.site.get(f"apps/{tenant}/dist/a b+ü.js").cache_control == "no-cache"


def test_listing_and_deleting_by_prefix(stores: Any, tenant: str) -> None:
    for name in ("b.js", "a.js", "c/d.js"):
        put(stores, f"live/{tenant}/{name}")
    put(stores, f"live/{tenant}-2/a.js")
    keys = [f"live/{tenant}/a.js", f"live/{tenant}/b.js", f"live/{tenant}/c/d.js"]
    assert stores.site.list(f"live/{tenant}/") == keys
    stores.site.delete(keys[:2])
    assert stores.site.list(f"live/{tenant}/") == keys[2:]
    assert stores.site.list(f"live/{tenant}-2/") == [f"live/{tenant}-2/a.js"]


def test_more_than_a_thousand_files(stores: Any, tenant: str) -> None:
    keys = [f"live/{tenant}/{number:05d}" for number in range(1001)]
    for key in keys:
        put(stores, key, b"x")
    assert stores.site.list(f"live/{tenant}/") == keys
    stores.site.delete(keys)
    assert stores.site.list(f"live/{tenant}/") == []
