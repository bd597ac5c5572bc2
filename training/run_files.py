"""Where a run keeps its files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

_SUFFIX = ".safetensors"


@dataclass(frozen=True, slots=True)
class RunFiles:
    """The paths inside the folder of a run."""

    folder: Path

    @property
    def settings(self) -> Path:
        """All its settings, as it was last started with."""
        return self.folder / "settings.json"

    @property
    def provenance(self) -> Path:
        """By which code and on what machine it was started and resumed."""
        return self.folder / "provenance.json"

    @property
    def untrained(self) -> Path:
        """The network before the first step, the baseline of every curve."""
        return self.folder / f"untrained{_SUFFIX}"

    @property
    def agent(self) -> Path:
        """The network so far, and in the end the result."""
        return self.folder / f"agent{_SUFFIX}"

    @property
    def resume(self) -> Path:
        """All that going on takes: tensors and numbers only."""
        return self.folder / "resume.pt"

    @property
    def matches(self) -> Path:
        """The results of the matches that followed the training."""
        return self.folder / "matches.json"

    @property
    def _past(self) -> Path:
        return self.folder / "past"

    def past_self(self, iteration: int) -> Path:
        """The network as it was after an iteration."""
        return self._past / f"{iteration:07d}{_SUFFIX}"

    def past_selves(self, until: int, kept: int) -> list[Path]:
        """The last ``kept`` past selves up to an iteration, the oldest first.

        What a run that was interrupted wrote after that iteration does not count.
        """
        files = sorted(path for path in self._past.glob(f"*{_SUFFIX}") if not path.name.startswith("."))
        return [path for path in files if int(path.stem) <= until][-kept:]

    def prune_past_selves(self, until: int, kept: int) -> None:
        """Delete past selves that can no longer be drawn, also not after a resumption at ``until``."""
        for path in self.past_selves(until, kept=1 << 30)[:-kept]:
            path.unlink()
