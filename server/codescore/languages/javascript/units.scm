; Units: functions by any of their names.
(function_declaration
  name: (identifier) @name
  body: (_)) @unit

(generator_function_declaration
  name: (identifier) @name
  body: (_)) @unit

(method_definition
  name: (_) @name
  body: (_)) @unit

(variable_declarator
  name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @unit

(field_definition
  property: (_) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @unit

(pair
  key: (property_identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @unit

(assignment_expression
  left: [(identifier) @name (member_expression property: (_) @name)]
  right: [(arrow_function) (function_expression) (generator_function)]) @unit
