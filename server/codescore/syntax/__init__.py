"""Source → tree → units, from scratch (`parse`, `units_of`) or following edits (`Document`)."""

from __future__ import annotations

from codescore.syntax.document import Document
from codescore.syntax.parse import Syntax, Unit, parse, unit_node, units_of, walk

__all__ = ["Document", "Syntax", "Unit", "parse", "unit_node", "units_of", "walk"]
