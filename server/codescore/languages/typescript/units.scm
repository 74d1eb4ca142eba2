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
  left: (identifier) @name
  right: [(arrow_function) (function_expression) (generator_function)]) @unit

((assignment_expression
  left: (member_expression property: (_) @name) @left
  right: [(arrow_function) (function_expression) (generator_function)]) @unit
  (#not-eq? @left "module.exports"))

; What a module is: it goes by its own name, if it has one.
((assignment_expression
  left: (member_expression property: (_) @name) @left
  right: [(arrow_function) (function_expression !name) (generator_function !name)]) @unit
  (#eq? @left "module.exports"))

((assignment_expression
  left: (member_expression) @left
  right: [(function_expression name: (_) @name) (generator_function name: (_) @name)]) @unit
  (#eq? @left "module.exports"))

(export_statement
  "default" @name
  value: [(arrow_function) (function_expression) (generator_function)] @unit)
