"""Where the material shared by the tests lies."""

from __future__ import annotations

import os
from pathlib import Path

SHARED = Path(os.environ.get("MEDIANSWISS_SHARED", Path(__file__).parents[2] / "shared"))
