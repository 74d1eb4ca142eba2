; Scopes, definitions and references of PHP, for the sketch.  Variables and functions are found apart.
; See codescore/sketch/scopes.py for what each capture means.

; -- scopes: a function sees no variable around it, but what it takes by `use`
(function_definition) @scope.function
(method_declaration) @scope.function
(anonymous_function) @scope.function
(arrow_function) @scope.function
(declaration_list) @scope.class

; -- functions
(function_definition name: (name) @definition.function)
(method_declaration name: (name) @definition.function)

; -- parameters; one that declares a property keeps its name
(simple_parameter name: (variable_name (name) @definition.parameter))
(variadic_parameter name: (variable_name (name) @definition.parameter))
(property_promotion_parameter name: (variable_name (name) @definition.field))

; -- variables: what is given a value anywhere in a function
(assignment_expression left: (variable_name (name) @definition.variable))
(reference_assignment_expression left: (variable_name (name) @definition.variable))
(assignment_expression left: (list_literal (variable_name (name) @definition.variable)))
(assignment_expression left: (list_literal (list_literal (variable_name (name) @definition.variable))))
(foreach_statement "as" . (variable_name (name) @definition.variable))
(foreach_statement "as" . (by_ref (variable_name (name) @definition.variable)))
(foreach_statement "as" . (list_literal (variable_name (name) @definition.variable)))
(foreach_statement "as" . (pair (variable_name (name) @definition.variable)))
(foreach_statement "as" . (pair (by_ref (variable_name (name) @definition.variable))))
(foreach_statement "as" . (pair (list_literal (variable_name (name) @definition.variable))))
(static_variable_declaration name: (variable_name (name) @definition.variable))
(catch_clause name: (variable_name (name) @definition.variable))
(global_declaration (variable_name (name) @binding.global))
(anonymous_function_use_clause (variable_name (name) @binding.nonlocal))
(anonymous_function_use_clause (by_ref (variable_name (name) @binding.nonlocal)))

; -- fields keep their names
(property_element name: (variable_name (name) @definition.field))
(const_element . (name) @keep)

; -- calls
(function_call_expression function: (name) @reference.function)
(member_call_expression object: (variable_name) name: (name) @keep)

; -- names that are no variables: only behind `$` is one
(member_access_expression name: (name) @keep)
(nullsafe_member_access_expression name: (name) @keep)
(member_call_expression name: (name) @keep)
(nullsafe_member_call_expression name: (name) @keep)
(scoped_call_expression name: (name) @keep)
(scoped_call_expression scope: (name) @keep)
(scoped_property_access_expression scope: (name) @keep)
(scoped_property_access_expression name: (variable_name (name) @keep))
(class_constant_access_expression (name) @keep)
(object_creation_expression (name) @keep)
(argument name: (name) @keep)
(named_type (name) @keep)
(qualified_name (name) @keep)
(namespace_name (name) @keep)
(base_clause (name) @keep)
(class_interface_clause (name) @keep)
(class_declaration name: (name) @keep)
(interface_declaration name: (name) @keep)
(trait_declaration name: (name) @keep)
(enum_declaration name: (name) @keep)
(binary_expression (name) @keep)
(arguments (argument (name) @keep .))
(return_statement (name) @keep)
(array_element_initializer (name) @keep)
(assignment_expression right: (name) @keep)
