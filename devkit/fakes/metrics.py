"""Metrics kept in a list."""

from dataclasses import dataclass, field

from shared.ports.metrics import UNITS, Metric, Values


@dataclass
class FakeMetrics:
    """`Metrics` that remembers: each emission is its values and its properties."""

    emitted: list[tuple[dict[Metric, float], dict[str, str | None]]] = field(default_factory=list)

    def emit(self, values: Values, **properties: str | None) -> None:
        unknown = set(values) - set(UNITS)
        assert not unknown, f"no such metric: {unknown}"
        self.emitted.append((dict(values), properties))

    def total(self, name: Metric) -> float:
        """The sum of one metric."""
        return sum(values.get(name, 0) for values, _ in self.emitted)

    def all(self, name: Metric) -> list[float]:
        """Every value of one metric, in order."""
        return [values[name] for values, _ in self.emitted if name in values]
