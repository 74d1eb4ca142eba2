; Units: functions that have a body.
(function_definition
  declarator: (function_declarator declarator: (identifier) @name)
  body: (compound_statement)) @unit

(function_definition
  declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  body: (compound_statement)) @unit

(function_definition
  declarator: (pointer_declarator
    declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
  body: (compound_statement)) @unit
