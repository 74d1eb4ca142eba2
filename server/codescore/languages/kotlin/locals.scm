; Scopes, definitions and references of Kotlin, for the sketch.  Labels keep their names, and so does `it`.
; See codescore/sketch/scopes.py for what each capture means.

; -- scopes
(function_declaration) @scope.function
(anonymous_function) @scope.function
(secondary_constructor) @scope.function
(lambda_literal) @scope.function
(getter) @scope.function
(setter) @scope.function
(block) @scope.block
(for_statement) @scope.block
(when_expression) @scope.block
(catch_block) @scope.block
(class_declaration) @scope.class
(object_declaration) @scope.class
(companion_object) @scope.class

; -- functions and types
(function_declaration name: (identifier) @definition.function)
(class_declaration name: (identifier) @definition.type)
(object_declaration name: (identifier) @definition.type)
(type_parameter . (identifier) @definition.type)
(type_alias type: (identifier) @definition.type)

; -- parameters
(parameter . (identifier) @definition.parameter)
(lambda_parameters (variable_declaration . (identifier) @definition.parameter))
(lambda_parameters (multi_variable_declaration (variable_declaration . (identifier) @definition.parameter)))
(setter (identifier) @definition.parameter)

; -- fields keep their names: the variables of a class, and what its constructor declares
(class_parameter . (identifier) @definition.field)
(class_parameter (modifiers) . (identifier) @definition.field)
(enum_entry . (identifier) @keep)

; -- variables
(property_declaration (variable_declaration . (identifier) @definition.variable))
(property_declaration (multi_variable_declaration (variable_declaration . (identifier) @definition.variable)))
(for_statement (variable_declaration . (identifier) @definition.variable))
(for_statement (multi_variable_declaration (variable_declaration . (identifier) @definition.variable)))
(when_subject (variable_declaration . (identifier) @definition.variable))
(catch_block . (identifier) @definition.variable)

; -- a value is found before its name is: `val x = x + 1`
(property_declaration) @delays
(when_subject) @delays

; -- names that are never variables
(user_type (identifier) @keep)
(qualified_identifier (identifier) @keep)
(navigation_expression (_) (identifier) @keep)
(callable_reference (_) (identifier) @keep)
(value_argument . (identifier) @keep . "=")
(labeled_expression (label) . (identifier) @keep)
(import (identifier) @keep)
