"""JavaScript's real parser as a checker: `languages.protocols.Checker`."""

from codescore.languages.javascript.check.checker import new_checker

__all__ = ["new_checker"]
