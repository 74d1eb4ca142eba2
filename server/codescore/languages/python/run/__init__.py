"""What runs Python programs for evidence: `languages.execution.Runner`."""

from codescore.languages.python.run.beside_tests import test_beside
from codescore.languages.python.run.runner import call_text, harness, literal, prepared, survey, test_text
from codescore.languages.python.run.wanting import wanted

__all__ = ["call_text", "harness", "literal", "prepared", "survey", "test_beside", "test_text", "wanted"]
