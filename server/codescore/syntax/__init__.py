"""Source → tree → units, from scratch (`parse`, `units_of`) or following edits (`Document`)."""

from __future__ import annotations

from codescore.syntax.document import Document
from codescore.syntax.parse import Syntax, parse, walk
from codescore.syntax.units import SNIPPET, Unit, unit_node, units_of

__all__ = ["SNIPPET", "Document", "Syntax", "Unit", "parse", "unit_node", "units_of", "walk"]
