"""What runs TSX programs for evidence, those without elements: `languages.execution.Runner`, as for JavaScript."""

from functools import partial

import tree_sitter
import tree_sitter_typescript

from codescore.languages.javascript.run.beside_tests import in_file
from codescore.languages.javascript.run.runner import NodeRunner
from codescore.languages.javascript.run.wanting import wanted
from codescore.languages.javascript.run.writing import call_text, literal, test_text

_GRAMMAR = tree_sitter.Language(tree_sitter_typescript.language_tsx())
_RUNNER = NodeRunner(_GRAMMAR)
survey, harness, prepared = _RUNNER.survey, _RUNNER.harness, _RUNNER.prepared
test_beside = partial(in_file, _GRAMMAR)

__all__ = ["call_text", "harness", "literal", "prepared", "survey", "test_beside", "test_text", "wanted"]
