; Scopes, definitions and references of TypeScript, for the sketch.
; See codescore/sketch/scopes.py for what each capture means.

; -- scopes
(function_declaration) @scope.function
(generator_function_declaration) @scope.function
(function_expression) @scope.function
(generator_function) @scope.function
(arrow_function) @scope.function
(method_definition) @scope.function
(class_static_block) @scope.function
(function_signature) @scope.function
(abstract_method_signature) @scope.function
(method_signature) @scope.function
(call_signature) @scope.function
(construct_signature) @scope.function
(function_type) @scope.function
(constructor_type) @scope.function
(index_signature) @scope.function
(class_body) @scope.class
(object) @scope.class
(statement_block) @scope.block
(for_statement) @scope.block
(for_in_statement) @scope.block
(catch_clause) @scope.block
(switch_body) @scope.block

; -- functions and types
(function_declaration name: (identifier) @definition.function)
(generator_function_declaration name: (identifier) @definition.function)
(function_expression name: (identifier) @definition.self)
(generator_function name: (identifier) @definition.self)
(variable_declarator
  name: (identifier) @definition.function
  value: [(arrow_function) (function_expression) (generator_function)])
(method_definition name: (property_identifier) @definition.function)
(method_definition name: (private_property_identifier) @definition.function)
(public_field_definition
  name: (property_identifier) @definition.function
  value: [(arrow_function) (function_expression) (generator_function)])
(pair
  key: (property_identifier) @definition.function
  value: [(arrow_function) (function_expression) (generator_function)])
(enum_declaration name: (identifier) @definition.type)
(internal_module name: (identifier) @definition.type)
(function_signature name: (identifier) @definition.function)
(abstract_method_signature name: (property_identifier) @definition.function)

; -- keys of an object stay, unless the function itself is what is looked at
(object (method_definition name: (property_identifier) @definition.field))
(object (pair key: (property_identifier) @definition.field))

; -- names in patterns, and what binds them: without a binder, as in `[a, b] = [b, a]`, they are references
(formal_parameters) @binds.parameter
(arrow_function parameter: (identifier) @definition.parameter)
(variable_declaration (variable_declarator name: (_) @binds.hoisted))
(lexical_declaration (variable_declarator name: (_) @binds.variable))
(for_in_statement kind: "var" left: (_) @binds.hoisted)
(for_in_statement kind: ["let" "const"] left: (_) @binds.variable)
(catch_clause parameter: (_) @binds.variable)
(required_parameter pattern: (identifier) @definition.bound)
(optional_parameter pattern: (identifier) @definition.bound)
(variable_declarator name: (identifier) @definition.bound)
(for_in_statement left: (identifier) @definition.bound)
(catch_clause parameter: (identifier) @definition.bound)
(array_pattern (identifier) @definition.bound)
(object_pattern (shorthand_property_identifier_pattern) @definition.bound)
(object_assignment_pattern left: (shorthand_property_identifier_pattern) @definition.bound)
(pair_pattern value: (identifier) @definition.bound)
(assignment_pattern left: (identifier) @definition.bound)
(rest_pattern (identifier) @definition.bound)

; -- labels
(labeled_statement label: (statement_identifier) @definition.label)
(break_statement label: (statement_identifier) @reference.label)
(continue_statement label: (statement_identifier) @reference.label)

; -- imports bind library names, which stay
(import_clause (identifier) @definition.import)
(namespace_import (identifier) @definition.import)
(import_specifier name: (identifier) @definition.import !alias)
(import_specifier name: (identifier) @keep alias: (identifier) @definition.import)
(export_specifier alias: (identifier) @keep)
(namespace_export (identifier) @keep)

; -- a parameter that is a field, too, keeps its name
(required_parameter (accessibility_modifier) pattern: (identifier) @definition.field)
(optional_parameter (accessibility_modifier) pattern: (identifier) @definition.field)
(required_parameter "readonly" pattern: (identifier) @definition.field)
