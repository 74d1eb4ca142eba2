; Units: what a verdict is about.
(function_definition
  name: (identifier) @name
  body: (_)) @unit
