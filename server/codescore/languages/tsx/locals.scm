; inherits what TypeScript has; what is more are elements of the page, which are never variables
((jsx_opening_element name: (identifier) @keep) (#match? @keep "^[a-z]"))
((jsx_closing_element name: (identifier) @keep) (#match? @keep "^[a-z]"))
((jsx_self_closing_element name: (identifier) @keep) (#match? @keep "^[a-z]"))
