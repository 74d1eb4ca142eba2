"""Rules of tables 1 and 2 for Python: `languages.protocols.Rewriter`."""

from codescore.languages.python.rewrite.rules import equivalences, mutations

__all__ = ["equivalences", "mutations"]
