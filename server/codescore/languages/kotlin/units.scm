; Units: functions, methods and constructors that have a body.  A constructor is called by its keyword.
(function_declaration
  name: (identifier) @name
  (function_body)) @unit

(secondary_constructor
  "constructor" @name
  (block)) @unit
