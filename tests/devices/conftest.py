"""Settings of the property tests of this folder."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A busy machine is no defect of a driver.
settings.register_profile("devices", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("devices")
