; Units: functions and methods that have a body.
(function_definition
  name: (name) @name
  body: (_)) @unit

(method_declaration
  name: (name) @name
  body: (_)) @unit
