"""The files of a TypeScript program's folder that it imports: as for JavaScript."""

from codescore.languages.javascript.neighbours import neighbours

__all__ = ["neighbours"]
