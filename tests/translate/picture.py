"""Draws the picture of `server/codescore/translate/TRANSLATION.md` anew, of a run that no model ever filled.

PYTHONPATH=server:. python tests/translate/picture.py
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from codescore.cli import main as codescore
from tests.translate.browser import chromium, watched
from tests.translate.synthetic import fill

TARGET = Path(__file__).parents[2] / "server" / "docs" / "translation.png"
MODELS = (("model A", 0.9), ("model B", 0.75), ("model C", 0.6), ("model D", 0.35))


def main() -> None:
    """Fill, report, take the picture."""
    with tempfile.TemporaryDirectory() as folder:
        run = fill(Path(folder) / "made-up", models=MODELS, count=60)
        if codescore(["translate", "report", str(run)]):
            raise SystemExit("the report failed")
        with (
            chromium() as browser,
            watched(browser, (run / "report.html").as_uri(), viewport={"width": 1240, "height": 1180}) as page,
        ):
            page.evaluate("document.getElementById('rq2').scrollIntoView({ behavior: 'instant' })")
            page.wait_for_selector("#wrong-list details")
            page.screenshot(path=TARGET)
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
