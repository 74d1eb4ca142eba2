"""What runs C++ programs for evidence: `languages.execution.Runner`."""

from codescore.languages.cpp.run.runner import ahead, harness, prepared
from codescore.languages.cpp.run.surveying import survey
from codescore.languages.cpp.run.text import call_text, literal, test_text
from codescore.languages.cpp.run.wanting import wanted

__all__ = ["ahead", "call_text", "harness", "literal", "prepared", "survey", "test_text", "wanted"]
