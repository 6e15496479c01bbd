"""Hypothesis profiles, chosen by MEDIANSWISS_HYPOTHESIS_PROFILE: dev, ci, long."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("dev", deadline=None, max_examples=100, suppress_health_check=SLOW_IS_FINE)
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, database=None)
settings.register_profile("long", settings.get_profile("dev"), max_examples=5000)
settings.load_profile(os.environ.get("MEDIANSWISS_HYPOTHESIS_PROFILE", "dev"))
