"""Rules of tables 1 and 2 for Java: `languages.protocols.Rewriter`."""

from codescore.languages.java.rewrite.rules import equivalences, mutations

__all__ = ["equivalences", "mutations"]
