; Units: methods and constructors that have a body.
(method_declaration
  name: (identifier) @name
  body: (_)) @unit

(constructor_declaration
  name: (identifier) @name
  body: (_)) @unit

(compact_constructor_declaration
  name: (identifier) @name
  body: (_)) @unit
