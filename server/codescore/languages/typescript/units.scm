; Units: functions by any of their names; what has no body (an overload) is none.
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

(public_field_definition
  name: (_) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @unit

(pair
  key: (property_identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @unit

(assignment_expression
  left: [(identifier) @name (member_expression property: (_) @name)]
  right: [(arrow_function) (function_expression) (generator_function)]) @unit
