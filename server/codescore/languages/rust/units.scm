; Units: functions and methods that have a body.
(function_item
  name: (identifier) @name
  body: (_)) @unit
