; Units: methods, of objects and of classes.
(method
  name: (_) @name) @unit

(singleton_method
  name: (_) @name) @unit
