; Scopes, definitions and references of Go, for the sketch.
; See codescore/sketch/scopes.py for what each capture means.

; -- scopes
(function_declaration) @scope.function
(method_declaration) @scope.function
(func_literal) @scope.function
(function_type) @scope.function
(block) @scope.block
(for_statement) @scope.block
(if_statement) @scope.block
(expression_switch_statement) @scope.block
(type_switch_statement) @scope.block
(expression_case) @scope.block
(type_case) @scope.block
(communication_case) @scope.block

; -- functions
(function_declaration name: (identifier) @definition.function)
(method_declaration name: (field_identifier) @definition.function)

; -- parameters and named results
(parameter_declaration name: (identifier) @definition.parameter)
(variadic_parameter_declaration name: (identifier) @definition.parameter)

; -- variables; `_` is no name
((short_var_declaration left: (expression_list (identifier) @definition.variable))
  (#not-eq? @definition.variable "_"))
((range_clause left: (expression_list (identifier) @definition.variable)) (#not-eq? @definition.variable "_"))
(var_spec name: (identifier) @definition.variable)
(const_spec name: (identifier) @definition.variable)
(type_switch_statement alias: (expression_list (identifier) @definition.variable))
(receive_statement left: (expression_list (identifier) @definition.variable))

; -- a value is found before its name is: `x := x + 1`
(short_var_declaration) @delays
(var_spec) @delays
(range_clause right: (_) @scope.outer)

; -- labels
(labeled_statement label: (label_name) @definition.label)
(break_statement (label_name) @reference.label)
(continue_statement (label_name) @reference.label)
(goto_statement (label_name) @reference.label)

; -- names that are never variables
(keyed_element . (literal_element (identifier) @keep))
