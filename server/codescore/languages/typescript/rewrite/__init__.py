"""Rules of tables 1 and 2 for TypeScript, those of JavaScript: `languages.protocols.Rewriter`."""

from codescore.languages.javascript.rewrite import equivalences, mutations

__all__ = ["equivalences", "mutations"]
