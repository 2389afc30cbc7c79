"""An app's tree as a zip archive."""

import io
import time
import zipfile

from shared.domain.base import Files

_EARLIEST = 315_532_800
"""1980, before which a zip archive has no dates."""


def zip_tree(files: Files, folder: str, epoch: int) -> bytes:
    """The files below one folder, all of one date: equal trees give equal bytes."""
    date = time.gmtime(max(epoch, _EARLIEST))[:6]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(files):
            member = zipfile.ZipInfo(f"{folder}/{path}", date)
            member.compress_type, member.external_attr = zipfile.ZIP_DEFLATED, 0o100644 << 16
            archive.writestr(member, files[path])
    return packed.getvalue()
