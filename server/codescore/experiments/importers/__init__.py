"""Logs that other tools wrote, as events: one file per format, one list of them, one way in.

`read` gives an importer its lines and tells what came of each; a line that cannot be read is refused with its number
and the reason.  To add a format write its file and add its line to `FORMATS`.
"""

from __future__ import annotations

from codescore.experiments.importers.importer import Judging, Outcome, Setting
from codescore.experiments.importers.intake import FORMATS, importer_of, read

__all__ = ["FORMATS", "Judging", "Outcome", "Setting", "importer_of", "read"]
