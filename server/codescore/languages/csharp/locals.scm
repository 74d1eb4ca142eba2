; Scopes, definitions and references of C#, for the sketch.
; See codescore/sketch/scopes.py for what each capture means.

; -- scopes
(method_declaration) @scope.function
(constructor_declaration) @scope.function
(destructor_declaration) @scope.function
(operator_declaration) @scope.function
(local_function_statement) @scope.function
(lambda_expression) @scope.function
(anonymous_method_expression) @scope.function
(accessor_declaration) @scope.function
(block) @scope.block
(for_statement) @scope.block
(foreach_statement) @scope.block
(using_statement) @scope.block
(catch_clause) @scope.block
(switch_section) @scope.block
(declaration_list) @scope.class

; -- methods and types
(method_declaration name: (identifier) @definition.function)
(constructor_declaration name: (identifier) @definition.function)
(local_function_statement name: (identifier) @definition.function)
(class_declaration name: (identifier) @definition.type)
(struct_declaration name: (identifier) @definition.type)
(record_declaration name: (identifier) @definition.type)
(interface_declaration name: (identifier) @definition.type)
(enum_declaration name: (identifier) @definition.type)
(type_parameter name: (identifier) @definition.type)

; -- fields keep their names
(field_declaration (variable_declaration (variable_declarator name: (identifier) @definition.field)))
(property_declaration name: (identifier) @definition.field)
(enum_member_declaration name: (identifier) @keep)

; -- parameters
(parameter name: (identifier) @definition.parameter)
(parameter_list name: (identifier) @definition.parameter)
(lambda_expression parameters: (implicit_parameter) @definition.parameter)

; -- variables
(variable_declarator name: (identifier) @definition.variable)
(tuple_pattern name: (identifier) @definition.variable)
(foreach_statement left: (identifier) @definition.variable)
(catch_declaration name: (identifier) @definition.variable)
(declaration_pattern name: (identifier) @definition.variable)
(declaration_expression name: (identifier) @definition.variable)

; -- calls
(invocation_expression function: (identifier) @reference.function)

; -- names that are never variables
(member_access_expression name: (identifier) @keep)
(qualified_name (identifier) @keep)
(using_directive (identifier) @keep)
(namespace_declaration name: (identifier) @keep)
(generic_name (identifier) @keep)
(attribute name: (identifier) @keep)
(goto_statement (identifier) @keep)
(labeled_statement . (identifier) @keep)
(parameter type: (identifier) @keep)
(variable_declaration type: (identifier) @keep)
(method_declaration returns: (identifier) @keep)
(object_creation_expression type: (identifier) @keep)
