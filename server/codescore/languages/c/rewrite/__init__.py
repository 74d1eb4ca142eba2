"""Rules of tables 1 and 2 for C, those of C++: `languages.protocols.Rewriter`."""

from codescore.languages.cpp.rewrite import equivalences, mutations

__all__ = ["equivalences", "mutations"]
