"""Java's real compiler as a checker: `languages.protocols.Checker`."""

from codescore.languages.java.check.checker import new_checker

__all__ = ["new_checker"]
