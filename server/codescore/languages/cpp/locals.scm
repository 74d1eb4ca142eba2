; Scopes, definitions and references of C++, for the sketch.  Macros are left alone.
; See codescore/sketch/scopes.py for what each capture means.

; -- scopes
(function_definition) @scope.function
(lambda_expression) @scope.function
(compound_statement) @scope.block
(for_statement) @scope.block
(for_range_loop) @scope.block
(if_statement) @scope.block
(while_statement) @scope.block
(switch_statement) @scope.block
(catch_clause) @scope.block
(declaration_list) @scope.block
(field_declaration_list) @scope.class

; -- a function's name belongs to what is around it; parameters of a mere type to nothing
(function_definition declarator: (function_declarator declarator: (_) @scope.outer))
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @scope.outer)))
(function_definition declarator: (reference_declarator (function_declarator declarator: (_) @scope.outer)))
(parameter_declaration declarator: (function_declarator parameters: (parameter_list) @scope.function))
(declaration declarator: (function_declarator parameters: (parameter_list) @scope.function))
(field_declaration declarator: (function_declarator parameters: (parameter_list) @scope.function))

; -- functions
(function_declarator declarator: (identifier) @definition.function)
(function_declarator declarator: (field_identifier) @definition.function)
(function_declarator declarator: (qualified_identifier name: (identifier) @definition.function))
(function_declarator
  declarator: (qualified_identifier name: (qualified_identifier name: (identifier) @definition.function)))
(field_expression argument: (this) field: (field_identifier) @reference.function)

; -- fields and enumerators keep their names
(field_declaration declarator: (field_identifier) @definition.field)
(field_declaration declarator: (pointer_declarator declarator: (field_identifier) @definition.field))
(field_declaration declarator: (array_declarator declarator: (field_identifier) @definition.field))
(enumerator name: (identifier) @definition.field)

; -- names in declarators, and what binds them
(parameter_declaration declarator: (_) @binds.parameter)
(optional_parameter_declaration declarator: (_) @binds.parameter)
(variadic_parameter_declaration declarator: (_) @binds.parameter)
(catch_clause parameters: (parameter_list (parameter_declaration declarator: (_) @binds.variable)))
(declaration declarator: (_) @binds.variable)
(for_range_loop declarator: (_) @binds.variable)
(parameter_declaration declarator: (identifier) @definition.bound)
(optional_parameter_declaration declarator: (identifier) @definition.bound)
(variadic_declarator (identifier) @definition.bound)
(declaration declarator: (identifier) @definition.bound)
(for_range_loop declarator: (identifier) @definition.bound)
(init_declarator declarator: (identifier) @definition.bound)
(pointer_declarator declarator: (identifier) @definition.bound)
(reference_declarator (identifier) @definition.bound)
(array_declarator declarator: (identifier) @definition.bound)
(parenthesized_declarator (identifier) @definition.bound)
(structured_binding_declarator (identifier) @definition.bound)
(lambda_capture_initializer left: (identifier) @definition.variable)

; -- `T a(b);` in a function: a variable that is made from another, though it reads like a function's declaration
(compound_statement
  (declaration
    declarator: (function_declarator
      declarator: (identifier) @definition.made
      parameters: (parameter_list (parameter_declaration type: (type_identifier) @reference.variable !declarator)))))

; -- labels
(labeled_statement label: (statement_identifier) @definition.label @definition.hoisted)
(goto_statement label: (statement_identifier) @reference.label)

; -- names that are never variables
(qualified_identifier name: (identifier) @keep)
(using_declaration (identifier) @keep)
(destructor_name (identifier) @keep)
(preproc_def name: (identifier) @keep)
(preproc_function_def name: (identifier) @keep)
(preproc_params (identifier) @keep)
(preproc_ifdef name: (identifier) @keep)
(preproc_defined (identifier) @keep)
(attribute name: (identifier) @keep)
