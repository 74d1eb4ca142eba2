; Scopes, definitions and references of Java, for the sketch.
; See codescore/sketch/scopes.py for what each capture means.

; -- scopes
(method_declaration) @scope.function
(constructor_declaration) @scope.function
(compact_constructor_declaration) @scope.function
(lambda_expression) @scope.function
(static_initializer) @scope.function
(block) @scope.block
(for_statement) @scope.block
(enhanced_for_statement) @scope.block
(catch_clause) @scope.block
(try_with_resources_statement) @scope.block
(switch_block) @scope.block
(switch_rule) @scope.block
(class_body) @scope.class
(interface_body) @scope.class
(enum_body) @scope.class
(annotation_type_body) @scope.class

; -- methods and types
(method_declaration name: (identifier) @definition.function)
(constructor_declaration name: (identifier) @definition.function)
(compact_constructor_declaration name: (identifier) @definition.function)
(class_declaration name: (identifier) @definition.type)
(interface_declaration name: (identifier) @definition.type)
(enum_declaration name: (identifier) @definition.type)
(record_declaration name: (identifier) @definition.type)
(annotation_type_declaration name: (identifier) @definition.type)

; -- fields keep their names
(field_declaration declarator: (variable_declarator name: (identifier) @definition.field))
(constant_declaration declarator: (variable_declarator name: (identifier) @definition.field))
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @keep)))
(enum_constant name: (identifier) @definition.field)
(annotation_type_element_declaration name: (identifier) @keep)

; -- parameters
(formal_parameter name: (identifier) @definition.parameter)
(spread_parameter (variable_declarator name: (identifier) @definition.parameter))
(lambda_expression parameters: (identifier) @definition.parameter)
(inferred_parameters (identifier) @definition.parameter)

; -- variables
(local_variable_declaration declarator: (variable_declarator name: (identifier) @definition.variable))
(enhanced_for_statement name: (identifier) @definition.variable)
(catch_formal_parameter name: (identifier) @definition.variable)
(resource name: (identifier) @definition.variable)
(instanceof_expression name: (identifier) @definition.variable)
(type_pattern (identifier) @definition.variable)
(record_pattern_component (identifier) @definition.variable)

; -- labels
(labeled_statement . (identifier) @definition.label)
(break_statement (identifier) @reference.label)
(continue_statement (identifier) @reference.label)

; -- calls: a name without an object, or on `this`, may be a method of this code
(method_invocation !object name: (identifier) @reference.function)
(method_invocation object: (this) name: (identifier) @reference.function)
(method_invocation object: (_) name: (identifier) @keep)
(method_reference . (this) (identifier) @reference.function .)
(method_reference . (_) (identifier) @keep .)

; -- names that are never variables
(field_access field: (identifier) @keep)
(scoped_identifier (identifier) @keep)
(package_declaration (identifier) @keep)
(import_declaration (identifier) @keep)
(marker_annotation name: (identifier) @keep)
(annotation name: (identifier) @keep)
(element_value_pair key: (identifier) @keep)
