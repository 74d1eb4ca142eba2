"""What runs TypeScript programs for evidence: `languages.execution.Runner`, as for JavaScript, without the types."""

import tree_sitter
import tree_sitter_typescript

from codescore.languages.javascript.run.runner import NodeRunner
from codescore.languages.javascript.run.wanting import wanted
from codescore.languages.javascript.run.writing import call_text, literal, test_text

_RUNNER = NodeRunner(tree_sitter.Language(tree_sitter_typescript.language_typescript()))
survey, harness, prepared = _RUNNER.survey, _RUNNER.harness, _RUNNER.prepared

__all__ = ["call_text", "harness", "literal", "prepared", "survey", "test_text", "wanted"]
