; Scopes, definitions and references of Swift, for the sketch.  Labels and the outer names of parameters stay.
; See codescore/sketch/scopes.py for what each capture means.

; -- scopes
(function_declaration) @scope.function
(init_declaration) @scope.function
(deinit_declaration) @scope.function
(subscript_declaration) @scope.function
(lambda_literal) @scope.function
(computed_getter) @scope.function
(computed_setter) @scope.function
(if_statement) @scope.block
(for_statement) @scope.block
(while_statement) @scope.block
(repeat_while_statement) @scope.block
(do_statement (statements) @scope.block)
(guard_statement (statements) @scope.block)
(switch_entry) @scope.block
(catch_block) @scope.block
(class_declaration) @scope.class

; -- functions and types
(function_declaration name: (simple_identifier) @definition.function)
(enum_entry name: (simple_identifier) @keep)

; -- parameters: what their callers write is another name
(parameter name: (simple_identifier) @definition.parameter)
(parameter external_name: (simple_identifier) @keep)
(lambda_parameter name: (simple_identifier) @definition.parameter)
(computed_setter (simple_identifier) @definition.parameter)

; -- variables; `if let x {` names the variable that is there
(property_declaration name: (pattern bound_identifier: (simple_identifier) @definition.variable))
(property_declaration name: (pattern) @binds.variable)
(for_statement item: (pattern bound_identifier: (simple_identifier) @definition.variable))
(for_statement item: (pattern) @binds.variable)
(switch_pattern) @binds.variable
(catch_block error: (pattern) @binds.variable)
(if_statement (pattern) @binds.variable)
(while_statement (pattern) @binds.variable)
(guard_statement (pattern) @binds.variable)
(pattern . (simple_identifier) @definition.bound .)
(pattern bound_identifier: (simple_identifier) @definition.bound)
(if_statement bound_identifier: (simple_identifier) @definition.variable . "=")
(while_statement bound_identifier: (simple_identifier) @definition.variable . "=")
(guard_statement bound_identifier: (simple_identifier) @definition.variable . "=")

; -- a value is found before its name is: `let x = x + 1`
(property_declaration) @delays
(for_statement collection: (_) @scope.outer)

; -- names that are never variables
(navigation_suffix suffix: (simple_identifier) @keep)
(value_argument_label (simple_identifier) @keep)
(control_transfer_statement "break" . (simple_identifier) @keep)
(control_transfer_statement "continue" . (simple_identifier) @keep)
(pattern "." . (simple_identifier) @keep)
(pattern "." . (value_binding_pattern) . (simple_identifier) @keep)
(prefix_expression (simple_identifier) @keep . )
(identifier (simple_identifier) @keep)
