"""Rules of tables 1 and 2 for C++: `languages.protocols.Rewriter`."""

from codescore.languages.cpp.rewrite.rules import equivalences, mutations

__all__ = ["equivalences", "mutations"]
