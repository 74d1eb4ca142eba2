"""What runs Java programs for evidence: `languages.execution.Runner`."""

from codescore.languages.java.run.runner import call_text, harness, literal, prepared, survey, test_text
from codescore.languages.java.run.wanting import wanted

__all__ = ["call_text", "harness", "literal", "prepared", "survey", "test_text", "wanted"]
