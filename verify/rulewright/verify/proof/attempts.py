"""How much of a certificate is inductive, for shares of the units: with little to look at first."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from ..effort.proving import PRICES, PROVING
from ..kernel.certificate import Certificate
from ..solvers.queries.metered import MeteredSolver, OutOfUnits
from ..symbolic.analysis.analysis import Analysis
from .inductive_subset import inductive_subset
from .wide import pairs_of_places, read_by_wide_looks


class CertificateAttempts:
    """Tries certificates for one check; what comes back is a part that still answers it, or None."""

    def __init__(self, analysis: Analysis, number: int, asked: MeteredSolver) -> None:
        """``number``: the check's. ``asked``: what all attempts together may spend."""
        self._program, self._number, self._asked = analysis.program, number, asked
        self._wide = {
            widest: read_by_wide_looks(analysis, widest)
            for widest in (PROVING.few, max(PROVING.few, pairs_of_places(analysis.program)))
        }

    def narrow(self, certificate: Certificate) -> Certificate | None:
        """The same with few expressions over many elements: if there are any, they cost the most."""
        for widest, looks in self._wide.items():
            if any(variables <= certificate.followed for variables in looks):
                found = self._in_each_way(replace(certificate, widest=widest), PROVING.narrow)
                if found is not None:
                    return found
        return None

    def _in_each_way(self, certificate: Certificate, share: float) -> Certificate | None:
        """For a share of the units that are left, and if a question was not decided, for another one by SAT."""
        asked = self._asked.part(share)
        found = self._within(certificate, asked)
        if found is None and asked.why:
            found = self._within(certificate, self._asked.part(share).by_sat())
        return found

    def in_part(self, certificate: Certificate, share: float) -> Certificate | None:
        """For a share (0 to 1) of the units that are left. Raises OutOfUnits if none are."""
        return self._within(certificate, self._asked.part(share))

    def _within(self, certificate: Certificate, asked: MeteredSolver) -> Certificate | None:
        with suppress(OutOfUnits):
            return self._subset(certificate, asked)
        return None

    def narrow_or_in_part(self, certificate: Certificate, share: float) -> Certificate | None:
        """First narrow, then as it is, for a share of what is left. Raises OutOfUnits."""
        return self.narrow(certificate) or self.in_part(certificate, share)

    def whole(self, certificate: Certificate) -> Certificate | None:
        """First narrow, then as it is, for all units that are left. Raises OutOfUnits."""
        return self.narrow(certificate) or self._subset(certificate, self._asked)

    def _subset(self, certificate: Certificate, asked: MeteredSolver) -> Certificate | None:
        built = asked.meter.ticking(PRICES.built)
        return inductive_subset(self._program, self._number, certificate, asked, built)
