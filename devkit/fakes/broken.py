"""What does not work: a call that raises, and a port of which some methods do."""

from collections.abc import Callable
from typing import Any


def raising(error: Exception) -> Callable[..., Any]:
    """A call that raises it, whatever it is given."""

    def refuse(*_: Any, **__: Any) -> Any:
        raise error

    return refuse


class Broken:
    """A port of which some methods raise; the others are those of `inner`."""

    def __init__(self, inner: Any, error: Exception, *methods: str) -> None:
        self._inner, self._methods = inner, dict.fromkeys(methods, raising(error))

    def __getattr__(self, name: str) -> Any:
        return self._methods.get(name) or getattr(self._inner, name)
