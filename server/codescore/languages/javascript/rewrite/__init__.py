"""Rules of tables 1 and 2 for JavaScript and TypeScript: `languages.protocols.Rewriter`."""

from codescore.languages.javascript.rewrite.equivalences import equivalences
from codescore.languages.javascript.rewrite.mutations import mutations

__all__ = ["equivalences", "mutations"]
