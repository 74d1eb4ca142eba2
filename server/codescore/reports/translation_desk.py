"""The page on which translation runs are looked at and gone on with.  Holds no run: everything comes when asked.

What models, data files and other people wrote is put on the page as text alone.  Neighbours: `translation_page` (the
report, served by the same site), `codescore.translate.serve` (what is asked and answered).
"""

from __future__ import annotations

from codescore.reports.policy import filled, served_policy
from codescore.reports.translation_page import asset, sources

_SCRIPTS = ("elements.js", "translation_assets/parts.js", "translation_assets/desk.js")


def desk_page() -> tuple[str, str]:
    """The page, and the content security policy of all that its site serves: this page, and reports."""
    style, report = sources()
    script = "\n".join(map(asset, _SCRIPTS))
    own = served_policy(style, [script], served=True)
    html = filled(asset("translation_assets/desk.html"), {"policy": own, "style": style, "script": script})
    return html, served_policy(style, [script, report], served=True)
