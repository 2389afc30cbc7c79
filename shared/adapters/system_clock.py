"""The machine's own clock."""

import time
from datetime import UTC, datetime


class SystemClock:
    """`Clock`, in whole milliseconds: the precision that stored times have, so what is read back is equal."""

    def now(self) -> datetime:
        moment = datetime.now(UTC)
        return moment.replace(microsecond=moment.microsecond // 1000 * 1000)

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)
