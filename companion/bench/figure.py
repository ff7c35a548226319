"""One measured figure, and the baseline it is a ratio to."""

from __future__ import annotations

from msgspec import Struct


class Figure(Struct, frozen=True):
    """`value` in `unit`; `base`, in the same unit, is what `baseline` took in this run.

    A figure without a baseline is a plain count. `aim` says in words what we want.
    """

    name: str
    value: float
    unit: str
    baseline: str = ""
    base: float = 0.0
    aim: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times the baseline it is; None for a plain count."""
        return self.value / self.base if self.base else None

    def line(self) -> str:
        """The figure as a line for people."""
        parts = [f"{self.name:<48}{self.value:>10.4g} {self.unit:<8}"]
        if self.ratio is not None:
            parts.append(f"{self.ratio:.3g} times {self.baseline} ({self.base:.3g} {self.unit})")
        if self.aim:
            parts.append(f"aim: {self.aim}")
        return "  ".join(parts).rstrip()
