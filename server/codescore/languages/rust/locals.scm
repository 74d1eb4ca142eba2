; Scopes, definitions and references of Rust, for the sketch.  Macros keep their names.
; See codescore/sketch/scopes.py for what each capture means.

; -- scopes
(function_item) @scope.function
(closure_expression) @scope.function
(block) @scope.block
(for_expression) @scope.block
(if_expression) @scope.block
(while_expression) @scope.block
(match_arm) @scope.block
(declaration_list) @scope.class

; -- functions
(function_item name: (identifier) @definition.function)
(function_signature_item name: (identifier) @definition.function)

; -- names in patterns, and what binds them; a name with a capital is a constant or a variant
(parameters) @binds.parameter
(closure_parameters) @binds.parameter
(let_declaration pattern: (_) @binds.variable)
(let_condition pattern: (_) @binds.variable)
(for_expression pattern: (_) @binds.variable)
(match_arm pattern: (_) @binds.variable)
((parameter pattern: (identifier) @definition.bound))
(closure_parameters (identifier) @definition.bound)
(let_declaration pattern: (identifier) @definition.bound)
(for_expression pattern: (identifier) @definition.bound)
((match_pattern . (identifier) @definition.bound) (#match? @definition.bound "^[a-z]"))
((tuple_pattern (identifier) @definition.bound) (#match? @definition.bound "^[a-z]"))
((tuple_struct_pattern (identifier) @definition.bound) (#match? @definition.bound "^[a-z]"))
((slice_pattern (identifier) @definition.bound) (#match? @definition.bound "^[a-z]"))
((or_pattern (identifier) @definition.bound) (#match? @definition.bound "^[a-z]"))
(captured_pattern . (identifier) @definition.bound)
(mut_pattern (identifier) @definition.bound)
(ref_pattern (identifier) @definition.bound)
(reference_pattern (identifier) @definition.bound)
(field_pattern pattern: (identifier) @definition.bound)
(field_pattern name: (shorthand_field_identifier) @definition.bound)
(const_item name: (identifier) @definition.variable)
(static_item name: (identifier) @definition.variable)

; -- a value is found before its name is: `let x = x + 1`
(let_declaration) @delays
(let_condition) @delays
(for_expression value: (_) @scope.outer)

; -- labels and lifetimes
(loop_expression (label (identifier) @definition.label))
(while_expression (label (identifier) @definition.label))
(for_expression (label (identifier) @definition.label))
(break_expression (label (identifier) @reference.label))
(continue_expression (label (identifier) @reference.label))
(lifetime (identifier) @keep)

; -- names that are never variables
(scoped_identifier (identifier) @keep)
(use_declaration (identifier) @keep)
(use_list (identifier) @keep)
(use_as_clause (identifier) @keep)
(macro_invocation macro: (identifier) @keep)
(macro_definition (identifier) @keep)
(attribute (identifier) @keep)
(mod_item name: (identifier) @keep)
(enum_variant name: (identifier) @keep)
