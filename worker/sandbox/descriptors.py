"""What bubblewrap reads from open descriptors instead of its command line: options, and the system call filter."""

import os
from collections.abc import Iterable
from types import TracebackType
from typing import Self


class Descriptors:
    """Files in memory for one start of bubblewrap, which reads each of them once and closes it."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number in self.numbers:
            os.close(number)

    def add(self, content: bytes) -> str:
        """The number of a descriptor that reads this content, as an argument."""
        number = os.memfd_create("bwrap")
        self.numbers.append(number)
        with os.fdopen(number, "wb", closefd=False) as file:
            file.write(content)
        os.lseek(number, 0, os.SEEK_SET)
        return str(number)

    def options(self, arguments: Iterable[str]) -> tuple[str, str]:
        """These options of bubblewrap, as the one option that names where they are."""
        return "--args", self.add(b"".join(os.fsencode(argument) + b"\0" for argument in arguments))
