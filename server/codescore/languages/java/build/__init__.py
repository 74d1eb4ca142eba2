"""Java projects from answers: `languages.building.Builder` by javac."""

from codescore.languages.java.build.builder import new_builder

__all__ = ["new_builder"]
