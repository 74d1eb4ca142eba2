; Units: methods, constructors and local functions that have a body.
(method_declaration
  name: (identifier) @name
  body: (_)) @unit

(constructor_declaration
  name: (identifier) @name
  body: (_)) @unit

(local_function_statement
  name: (identifier) @name
  body: (_)) @unit
