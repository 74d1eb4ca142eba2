; Scopes, definitions and references of C, for the sketch.  Macros are left alone.
; See codescore/sketch/scopes.py for what each capture means.

; -- scopes
(function_definition) @scope.function
(compound_statement) @scope.block
(for_statement) @scope.block
(field_declaration_list) @scope.class

; -- a function's name belongs to what is around it; parameters of a mere type to nothing
(function_definition declarator: (function_declarator declarator: (_) @scope.outer))
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @scope.outer)))
(parameter_declaration declarator: (function_declarator parameters: (parameter_list) @scope.function))
(declaration declarator: (function_declarator parameters: (parameter_list) @scope.function))
(field_declaration declarator: (function_declarator parameters: (parameter_list) @scope.function))

; -- functions and enumerators
(function_declarator declarator: (identifier) @definition.function)
(enumerator name: (identifier) @definition.field)

; -- names in declarators, and what binds them
(parameter_declaration declarator: (_) @binds.parameter)
(declaration declarator: (_) @binds.variable)
(parameter_declaration declarator: (identifier) @definition.bound)
(declaration declarator: (identifier) @definition.bound)
(init_declarator declarator: (identifier) @definition.bound)
(pointer_declarator declarator: (identifier) @definition.bound)
(array_declarator declarator: (identifier) @definition.bound)
(parenthesized_declarator (identifier) @definition.bound)

; -- labels
(labeled_statement label: (statement_identifier) @definition.label @definition.hoisted)
(goto_statement label: (statement_identifier) @reference.label)

; -- names that are never variables
(preproc_def name: (identifier) @keep)
(preproc_function_def name: (identifier) @keep)
(preproc_params (identifier) @keep)
(preproc_ifdef name: (identifier) @keep)
(preproc_defined (identifier) @keep)
