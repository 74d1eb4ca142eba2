; Scopes, definitions and references of Python, for the sketch.
; See codescore/sketch/scopes.py for what each capture means.

; -- scopes
(function_definition) @scope.function
(lambda) @scope.function
(class_definition) @scope.class
(list_comprehension) @scope.comprehension
(set_comprehension) @scope.comprehension
(dictionary_comprehension) @scope.comprehension
(generator_expression) @scope.comprehension

; -- parts that are evaluated in the scope around the one they stand in
(default_parameter value: (_) @scope.outer)
(typed_default_parameter value: (_) @scope.outer)
(typed_default_parameter type: (_) @scope.outer)
(typed_parameter type: (_) @scope.outer)
(function_definition return_type: (_) @scope.outer)
(class_definition superclasses: (_) @scope.outer)
(list_comprehension body: (_) . (for_in_clause right: (_) @scope.outer))
(set_comprehension body: (_) . (for_in_clause right: (_) @scope.outer))
(dictionary_comprehension body: (_) . (for_in_clause right: (_) @scope.outer))
(generator_expression body: (_) . (for_in_clause right: (_) @scope.outer))

; -- functions and types
(function_definition name: (identifier) @definition.function)
(class_definition name: (identifier) @definition.type)
(function_definition type_parameters: (type_parameter (type (identifier) @definition.type)))
(class_definition type_parameters: (type_parameter (type (identifier) @definition.type)))
(type_alias_statement left: (type (generic_type (type_parameter (type (identifier) @definition.type)))))

; -- parameters
(parameters (identifier) @definition.parameter)
(parameters (list_splat_pattern (identifier) @definition.parameter))
(parameters (dictionary_splat_pattern (identifier) @definition.parameter))
(parameters (tuple_pattern (identifier) @definition.parameter))
(lambda_parameters (identifier) @definition.parameter)
(lambda_parameters (list_splat_pattern (identifier) @definition.parameter))
(lambda_parameters (dictionary_splat_pattern (identifier) @definition.parameter))
(default_parameter name: (identifier) @definition.parameter)
(typed_default_parameter name: (identifier) @definition.parameter)
(typed_parameter . (identifier) @definition.parameter)
(typed_parameter (list_splat_pattern (identifier) @definition.parameter))
(typed_parameter (dictionary_splat_pattern (identifier) @definition.parameter))

; -- variables
(assignment left: (identifier) @definition.variable)
(augmented_assignment left: (identifier) @definition.variable)
(for_statement left: (identifier) @definition.variable)
(for_in_clause left: (identifier) @definition.variable)
(pattern_list (identifier) @definition.variable)
(tuple_pattern (identifier) @definition.variable)
(list_pattern (identifier) @definition.variable)
(list_splat_pattern (identifier) @definition.variable)
(as_pattern_target (identifier) @definition.variable)
(as_pattern_target (tuple (identifier) @definition.variable))
(as_pattern_target (list (identifier) @definition.variable))
(as_pattern_target (parenthesized_expression (identifier) @definition.variable))
(named_expression name: (identifier) @definition.hoisted)
(case_pattern (dotted_name . (identifier) @definition.variable .) (#not-eq? @definition.variable "_"))
(keyword_pattern (identifier) (dotted_name . (identifier) @definition.variable .)
  (#not-eq? @definition.variable "_"))
(splat_pattern (identifier) @definition.variable)
(case_pattern (as_pattern (identifier) @definition.variable .))

; -- names that live elsewhere
(global_statement (identifier) @binding.global)
(nonlocal_statement (identifier) @binding.nonlocal)

; -- imports bind library names, which stay
(import_statement name: (dotted_name . (identifier) @definition.import))
(import_statement name: (dotted_name (identifier) @keep (identifier) @keep))
(import_from_statement module_name: (dotted_name (identifier) @keep))
(import_from_statement module_name: (relative_import (dotted_name (identifier) @keep)))
(import_from_statement name: (dotted_name (identifier) @definition.import))
(aliased_import name: (dotted_name (identifier) @keep))
(aliased_import alias: (identifier) @definition.import)

; -- names that are never variables
(attribute attribute: (identifier) @keep)
(keyword_argument name: (identifier) @keyword)
(keyword_pattern . (identifier) @keep)

; -- docstrings
(function_definition body: (block . (comment)* . (expression_statement . (string) .) @docstring))
(function_definition body: (block . (comment)* . (expression_statement . (concatenated_string) .) @docstring))
(class_definition body: (block . (comment)* . (expression_statement . (string) .) @docstring))
(class_definition body: (block . (comment)* . (expression_statement . (concatenated_string) .) @docstring))
(module . (comment)* . (expression_statement . (string) .) @docstring)
