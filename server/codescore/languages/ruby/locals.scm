; Scopes, definitions and references of Ruby, for the sketch.  A block sees the variables around it; what is assigned
; inside of one is taken for the method's, which it is wherever the name was there before.
; See codescore/sketch/scopes.py for what each capture means.

; -- scopes
(method) @scope.function
(singleton_method) @scope.function
(block) @scope.block
(do_block) @scope.block
(lambda) @scope.block
(class) @scope.class
(module) @scope.class

; -- methods
(method name: (identifier) @definition.function)
(singleton_method name: (identifier) @definition.function)

; -- parameters; those of blocks are variables of the block
(method_parameters (identifier) @definition.parameter)
(method_parameters (_ name: (identifier) @definition.parameter))
(method_parameters (destructured_parameter (identifier) @definition.parameter))
(block_parameters (identifier) @definition.variable)
(block_parameters (_ name: (identifier) @definition.variable))
(block_parameters (destructured_parameter (identifier) @definition.variable))
(lambda_parameters (identifier) @definition.variable)
(lambda_parameters (_ name: (identifier) @definition.variable))

; -- variables: what is given a value anywhere in a method
(assignment left: (identifier) @definition.hoisted)
(operator_assignment left: (identifier) @definition.hoisted)
(left_assignment_list (identifier) @definition.hoisted)
(left_assignment_list (rest_assignment (identifier) @definition.hoisted))
(left_assignment_list (destructured_left_assignment (identifier) @definition.hoisted))
(for pattern: (identifier) @definition.hoisted)
(exception_variable (identifier) @definition.hoisted)
(as_pattern name: (identifier) @definition.hoisted)
(array_pattern (identifier) @definition.hoisted)
(array_pattern (splat_parameter name: (identifier) @definition.hoisted))
(keyword_pattern value: (identifier) @definition.hoisted)

; -- names that are never variables: what is asked of an object, what is called with arguments of a variable's name
(call receiver: (_) method: (identifier) @keep)
(alias (identifier) @keep)
