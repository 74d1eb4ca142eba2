; Units: functions and methods that have a body, by the last part of their name.
(function_definition
  declarator: (function_declarator declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name)
  body: (compound_statement)) @unit

(function_definition
  declarator: (function_declarator declarator: (qualified_identifier name: [(identifier) (operator_name) (destructor_name)] @name))
  body: (compound_statement)) @unit

(function_definition
  declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: [(identifier) (operator_name) (destructor_name)] @name)))
  body: (compound_statement)) @unit

(function_definition
  declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name))
  body: (compound_statement)) @unit

(function_definition
  declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier name: [(identifier) (operator_name) (destructor_name)] @name)))
  body: (compound_statement)) @unit

(function_definition
  declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: [(identifier) (operator_name) (destructor_name)] @name))))
  body: (compound_statement)) @unit

(function_definition
  declarator: (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name))
  body: (compound_statement)) @unit

(function_definition
  declarator: (reference_declarator (function_declarator declarator: (qualified_identifier name: [(identifier) (operator_name) (destructor_name)] @name)))
  body: (compound_statement)) @unit

(function_definition
  declarator: (reference_declarator (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: [(identifier) (operator_name) (destructor_name)] @name))))
  body: (compound_statement)) @unit
