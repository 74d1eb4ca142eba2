; Units: functions, methods and initialisers that have a body.  An initialiser is called by its keyword.
(function_declaration
  name: (simple_identifier) @name
  body: (_)) @unit

(init_declaration
  "init" @name
  body: (_)) @unit
