"""A page in a real browser: headless Chromium, what it computes of the page, and what it paints."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium (Debian: apt-get install chromium); continuous integration has it"
)

QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
    "--allow-file-access-from-files",
)
DARK = "--blink-settings=preferredColorScheme=0"

MEASURING = """<!doctype html><meta charset="utf-8"><title>Measuring</title><style>body { margin: 0 }</style>
<iframe style="border: 0; width: %dpx; height: %dpx" src="%s"></iframe><pre></pre>
<script>
const frame = document.querySelector("iframe");
frame.onload = () => {
  const page = frame.contentDocument, style = frame.contentWindow.getComputedStyle;
  const box = (element) => element.getBoundingClientRect().toJSON();
  document.querySelector("pre").textContent = JSON.stringify((() => { %s })());
};
</script>
"""
"""The page stays as it is, and its policy in force: another page holds it, and looks into it."""


def chromium(*arguments: str) -> str:
    """Run the browser; what it writes to standard output."""
    assert CHROMIUM is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        done = subprocess.run(
            [CHROMIUM, *QUIET, f"--user-data-dir={profile}", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
        )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def measured(page: Path, script: str, *options: str, width: int = 1280, height: int = 900) -> Any:
    """What `script`, the body of a function, returns of a page in a window of that size.

    It knows `page`, the document, `style`, its getComputedStyle, and `box`, an element's place.
    """
    holder = page.with_name("measuring.html")
    holder.write_text(MEASURING % (width, height, page.name, script), encoding="utf-8")
    dumped = chromium(*options, f"--window-size={width + 50},{height + 50}", "--dump-dom", holder.as_uri())
    found = re.search(r"<pre>(.+)</pre>", dumped, re.DOTALL)
    assert found, dumped[-2000:]
    return json.loads(html.unescape(found[1]))


def painted(page: Path, *options: str, width: int = 1280, height: int = 900) -> Any:
    """The picture of a page: an array of (height, width, 3) octets."""
    image = pytest.importorskip("matplotlib.image")
    file = page.with_suffix(".png")
    chromium(*options, f"--window-size={width},{height}", f"--screenshot={file}", page.as_uri())
    return (image.imread(file)[..., :3] * 255).round().astype(int)


def printed(page: Path) -> list[tuple[float, float]]:
    """Width and height of every sheet of the page on paper, in millimetres."""
    file = page.with_suffix(".pdf")
    chromium(f"--print-to-pdf={file}", page.as_uri())
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", file.read_bytes())
    return [(float(width) / 72 * 25.4, float(height) / 72 * 25.4) for width, height in boxes]
