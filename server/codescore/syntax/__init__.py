"""Source → tree → units, from scratch (`parse`, `units_of`) or following edits (`Document`)."""

from __future__ import annotations

from codescore.syntax.document import Document
from codescore.syntax.parse import SNIPPET, Syntax, Unit, parse, unit_node, units_of, walk

__all__ = ["SNIPPET", "Document", "Syntax", "Unit", "parse", "unit_node", "units_of", "walk"]
