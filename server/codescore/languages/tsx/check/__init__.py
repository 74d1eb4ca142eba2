"""TypeScript's compiler for sources with elements: `languages.protocols.Checker`."""

from codescore.languages.typescript.check.checker import TypeScriptChecker


def new_checker() -> TypeScriptChecker:
    """A checker whose process starts with the first check."""
    return TypeScriptChecker("tsx")


__all__ = ["new_checker"]
