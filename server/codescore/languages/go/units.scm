; Units: functions and methods that have a body.
(function_declaration
  name: (identifier) @name
  body: (_)) @unit

(method_declaration
  name: (field_identifier) @name
  body: (_)) @unit
