"""What a JavaScript function does with its parameters, and so which values they take: inference by use.

Every expression is given a `Guess` (see `languages.kinds`), never an error.  Neighbours: `surveying`, `usage_tables`.
"""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from codescore.languages.held_patterns import HELD
from codescore.languages.javascript.run import operating
from codescore.languages.javascript.run.calling import KEY, Calling
from codescore.languages.javascript.run.members import Class
from codescore.languages.javascript.run.nodes import FUNCTIONS, child, number, pairs_of, string, text, walk
from codescore.languages.javascript.run.operating import ORDER, SAME, compared, gathered, lacks, operated, type_asked
from codescore.languages.javascript.run.parameters import Function, Methods, default_of, inner_of, inside, name_of
from codescore.languages.javascript.run.usage_tables import CALLS, FOLDS, SPACES
from codescore.languages.kinds import DEFAULTED, Copy, Guess, each_of, literal, product, settle_copies, unite
from codescore.languages.owned import OwnClass, settle_own
from codescore.languages.places import EXTENT
from codescore.languages.sharing import share
from codescore.languages.usage_rules import apply, parted_at

_MAX_NODES = 20_000
_NOTHING = ("null", "undefined")


class Reader:
    """Reads the functions of one program; `kinds(node)` are the kinds of a function's parameters."""

    def __init__(self, functions: dict[str, Node], classes: Iterable[Class] = ()) -> None:
        self._functions = {name: Function(node) for name, node in functions.items()}
        self._by_node = {function.node.id: function for function in self._functions.values()}
        self._classes = [(one, Guess()) for one in classes if not one.factory]
        self._methods = Methods([(this, one.own) for one, this in self._classes])
        self._by_node |= {function.node.id: function for function in self._methods.functions}
        self._beside = [*self._by_node.values()]
        self.classes: dict[str, OwnClass] = {}  # the program's own whose objects can be made
        self._left, self._names = _MAX_NODES, dict[str, Guess]()
        self._returned: Guess | None = None
        self._calling, self._products, self._copies = Calling(), list[tuple[Guess, Guess, Guess]](), list[Copy]()
        self.looked: list[tuple[str, Guess]] = []  # into what, by name, something is looked up by which key

    def kinds(self, node: Node) -> dict[str, Guess]:
        """The kinds of the named parameters of this function, after reading it and all that stands beside it."""
        function = self._by_node.setdefault(node.id, Function(node))
        for one, this in self._classes if self._beside else ():
            for name, value in one.fields:
                unite(this.field(name), self.expression(value))
        for known in (*self._methods.makers, function):
            self._read(known)
        beside, self._beside = self._beside, []
        for other in beside:
            self._read(other)
        share([other.named for other in beside])
        for left, right, made in self._products:
            product(left.root(), right.root(), made.root())
        self._products = []
        settle_copies(self._copies)
        self._calling.settle()
        settle_own(function.parameters.values(), self.classes)
        for kind in function.parameters.values():
            kind.settle()
        self._methods.settle()
        return function.parameters

    def _read(self, function: Function) -> None:
        if function.read:
            return
        function.read = True
        outer, returned, functions = self._names, self._returned, self._functions
        self._names = {**outer, **function.named, **function.around}
        self._functions = {**functions, **inside(function, self._by_node)}
        self._returned = function.returned
        for place, kind in function.places:
            default = default_of(place)
            if default is not None and text(default) not in _NOTHING:
                unite(kind, self.expression(default))
            if not name_of(place):
                self._bind(inner_of(place), kind)
            elif text(place).startswith("..."):
                kind.vote("list")
        body = child(function.node, "body")
        if body is not None and body.type == "statement_block":
            self._block(body.named_children)
        elif body is not None:
            unite(function.returned, self.expression(body))
        self._names, self._returned, self._functions = outer, returned, functions

    def _block(self, body: Iterable[Node]) -> None:
        for statement in body:
            self._left -= 1
            if self._left < 0:
                return
            self._statement(statement)

    def _statement(self, node: Node) -> None:  # noqa: C901  one case per kind of statement
        match node.type:
            case "lexical_declaration" | "variable_declaration":
                for one in node.named_children:
                    name, value = child(one, "name"), child(one, "value")
                    if name is not None:
                        self._bind(name, self.expression(value) if value is not None else Guess())
            case "expression_statement" | "throw_statement":
                for one in node.named_children:
                    self.expression(one)
            case "return_statement":
                for one in node.named_children:
                    kind = self.expression(one)
                    if self._returned is not None and text(one) not in _NOTHING:
                        unite(self._returned, kind)
            case "for_in_statement":
                self._each(node)
            case "while_statement":
                self._while(node)
            case "function_declaration" | "generator_function_declaration":
                self._read(self._by_node.setdefault(node.id, Function(node)))
            case "switch_statement":
                self._switch(node)
            case _:
                for one in node.named_children:
                    if one.type.endswith(("statement", "declaration", "clause", "statement_block", "body")):
                        self._statement(one)
                    elif one.is_named and one.type not in ("comment", "statement_identifier", "identifier"):
                        self.expression(one)

    def _each(self, node: Node) -> None:
        left, right, body = (child(node, name) for name in ("left", "right", "body"))
        over = self.expression(right) if right is not None else Guess()
        keyed = any(c.type == "in" for c in node.children)
        if left is not None:
            self._bind(left, over.keyed() if keyed else operating.inside_of(over))
        if body is not None:
            self._statement(body)

    def _while(self, node: Node) -> None:
        """`while (node) ... node = node.next`: one of a chain."""
        condition, body = child(node, "condition"), child(node, "body")
        if condition is not None:
            self.expression(condition)
            before = {text(n): self.expression(n) for n in walk(condition) if n.type == "identifier"}
            if body is not None:
                self._statement(body)
            for name, kind in before.items():
                if kind.root().fields and name in self._names:
                    unite(kind, self._names[name])

    def _switch(self, node: Node) -> None:
        value, body = child(node, "value"), child(node, "body")
        kind = self.expression(value) if value is not None else Guess()
        for case in body.named_children if body is not None else ():
            said = child(case, "value")
            if said is not None:
                unite(kind, self.expression(said))
            self._block(c for c in case.named_children if said is None or c.id != said.id)

    def _bind(self, target: Node, kind: Guess) -> None:
        match target.type:
            case "identifier" | "shorthand_property_identifier_pattern":
                self._names[text(target)] = kind
            case "array_pattern":
                parts = [c for c in target.named_children if c.type != "comment"]
                if any(c.type == "rest_pattern" for c in parts):
                    kind.gather()
                    for part in parts:
                        rest = part.type == "rest_pattern"
                        self._bind(part.named_children[0] if rest else part, kind if rest else kind.inside())
                    return
                kind.vote("indexed")
                for part, item in zip(parts, kind.parts(len(parts), map(text, parts)), strict=True):
                    self._bind(part, item)
            case "object_pattern":
                for part in target.named_children:
                    key, value = child(part, "key") or child(part, "left") or part, child(part, "value")
                    inner = part if part.type == "object_assignment_pattern" else value or key
                    self._bind(inner, kind.field(text(key)))
            case "assignment_pattern" | "object_assignment_pattern":
                left, right = child(target, "left"), child(target, "right")
                if right is not None:
                    unite(kind.vote(DEFAULTED), self.expression(right))
                if left is not None:
                    self._bind(left, kind)
            case "member_expression" | "subscript_expression":
                unite(self.expression(target), kind)
                base = child(target, "object")
                if base is not None and target.type == "subscript_expression":
                    self.expression(base).vote("stored into")

    def expression(self, node: Node) -> Guess:
        """The kind of an expression."""
        self._left -= 1
        return Guess() if self._left < 0 else self._expression(node).root()

    def _expression(self, node: Node) -> Guess:  # noqa: C901, PLR0911, PLR0912  one case per kind of expression
        for value in (string(node), number(node)):
            if value is not None:
                return literal(value)
        match node.type:
            case "identifier" | "shorthand_property_identifier" | "this":
                return self._names.setdefault(text(node), Guess())
            case "true" | "false":
                return Guess("bool")
            case "template_string":
                for inner in node.named_children:
                    for one in inner.named_children if inner.type == "template_substitution" else ():
                        self.expression(one).vote("written")
                return Guess("text")
            case "binary_expression":
                return self._binary(node)
            case "unary_expression" | "update_expression":
                return self._unary(node)
            case "assignment_expression":
                left, right = child(node, "left"), child(node, "right")
                kind = self.expression(right) if right is not None else Guess()
                if left is not None:
                    self._bind(left, kind)
                return kind
            case "augmented_assignment_expression":
                left, right = child(node, "left"), child(node, "right")
                if left is None or right is None:
                    return Guess()
                operator = text(child(node, "operator") or node).removesuffix("=")
                self._bind(left, kind := operated(self.expression(left), operator, self.expression(right)))
                return kind
            case "ternary_expression":
                parts = [self.expression(c) for c in node.named_children if c.type != "comment"]
                return operating.chosen(parts[1], parts[2]) if len(parts) == 3 else Guess()
            case "member_expression":
                return self._member(node)
            case "subscript_expression":
                return self._subscript(node)
            case "call_expression" | "new_expression":
                return self._call(node)
            case "array":
                return gathered(node, self._given(node.named_children))
            case "object":
                return self._object(node)
            case _ if node.type in FUNCTIONS:
                self._read(self._by_node.setdefault(node.id, Function(node)))
                return Guess("function")
            case "await_expression":
                self._calling.awaits(kind := self.expression(node.named_children[0]))
                return kind
            case "regex":  # what stands between the parts that it takes a text apart into, or finds in it
                pattern = text(node)[1:].rpartition("/")[0]
                whole = pattern.startswith("^") and pattern.endswith("$")
                return literal(parted_at(pattern), told=False).vote(*[HELD + pattern] * whole)
        kinds = [self.expression(one) for one in node.named_children if one.type != "comment"]
        return kinds[-1] if kinds and node.type.endswith("expression") else Guess()

    def _object(self, node: Node) -> Guess:
        """A table of constants is looked into by key; of what else is put together each field is by itself."""
        made, pairs = Guess("map"), pairs_of(node)
        made.keyed().vote("text", KEY)
        table = all(string(value) is not None or number(value) is not None for _, value in pairs)
        for key, value in pairs:
            votes = ("int", EXTENT) if key == "length" else ()  # `Array.from({ length: n })`
            unite(made.valued() if table or not key else made.field(key), self.expression(value).vote(*votes))
        self._given([one for one in node.named_children if one.type in FUNCTIONS])
        self._copies += operating.copies(made, node, self.expression)
        return made

    def _unary(self, node: Node) -> Guess:
        argument = child(node, "argument")
        operator = next((text(c) for c in node.children if not c.is_named), "")
        kind = self.expression(argument) if argument is not None else Guess()
        if operator in ("-", "++", "--", "~"):
            return kind.vote("int" if operator == "~" else "number")
        return Guess("number") if operator == "+" else Guess("text") if operator == "typeof" else Guess("bool")

    def _binary(self, node: Node) -> Guess:
        left, right, operator = child(node, "left"), child(node, "right"), text(child(node, "operator") or node)
        if left is None or right is None:
            return Guess()
        if operator in SAME and {"null", "undefined"} & {text(left), text(right)}:
            for side in (left, right):  # who asks for `undefined` asks whether there is one
                lacks(self.expression(side), side, (text(left), text(right)))
            return Guess("bool")
        if operator in SAME and (asked := type_asked(left, right)) is not None:
            self.expression(asked[0]).vote(*([f"is {asked[1]}"] if asked[1] else []))
            return Guess("bool")
        if operator in (*ORDER, *SAME) and (one := compared(left, right, self._names)) is not None:
            self._calling.compares(one)
        made = self.expression(left)
        if operator in ("||", "??") and left.type == "member_expression":
            made.vote(DEFAULTED)
        return operated(made, operator, self.expression(right))

    def _member(self, node: Node) -> Guess:
        base, property_ = child(node, "object"), child(node, "property")
        if base is None or property_ is None:
            return Guess()
        name = text(property_)
        if text(base) in SPACES and text(base) not in self._names:
            return Guess("float" if name in ("PI", "E") else "number")
        kind = self.expression(base)
        if name in ("length", "size"):
            return unite(kind.vote("sized").sized(), Guess("int", EXTENT))
        return kind.field(name)

    def _subscript(self, node: Node) -> Guess:
        base, index = child(node, "object"), child(node, "index")
        if base is None or index is None:
            return Guess()
        kind, key = self.expression(base), self.expression(index)
        self.looked.append((text(base), key))
        if key.root().votes["is function"] or operating.named(index, key):  # the name of a field
            key.vote("text", KEY)
        unite(kind.vote("indexed").keyed(), key)
        place = number(index)
        if not isinstance(place, int):
            kind.vote("indexed anywhere")
            return kind.valued()
        kind.root().least = max(kind.root().least, place + 1)
        return kind.placed(place)

    def _call(self, node: Node) -> Guess:
        function, arguments = child(node, "function") or child(node, "constructor"), child(node, "arguments")
        given = [c for c in (arguments.named_children if arguments is not None else ()) if c.type != "comment"]
        if function is None:
            return Guess()
        if function.type == "member_expression":
            return self._method(function, given)
        kinds, name = self._given(given), text(function)
        if function.type == "identifier" and name in self._names and not self._names[name].root().votes["function"]:
            return self._calling.called(self._names[name], node, given)
        if name in self._functions:
            return self._own(self._functions[name], kinds)
        if function.type == "subscript_expression":  # one of several: `jobs[k]()`
            return self._calling.called(self.expression(function), node, given)
        if function.type == "parenthesized_expression":  # written and called at once
            self.expression(function)
        return apply(CALLS.get(name), None, kinds)

    def _given(self, given: list[Node]) -> list[Guess]:
        """The kinds of arguments; of one that is spread, what is in it."""
        kinds = [self.expression(one.named_children[0] if one.type == "spread_element" else one) for one in given]
        alone = [one.type != "spread_element" for one in given]
        return [k if one else k.vote("iterable").inside() for one, k in zip(alone, kinds, strict=True)]

    def _method(self, function: Node, given: list[Node]) -> Guess:
        base, property_ = child(function, "object"), child(function, "property")
        if base is None or property_ is None:
            return Guess()
        name = text(property_)
        if text(base) in SPACES and text(base) not in self._names:
            kinds = self._given(given)
            if text(base) == "Array" and name == "isArray" and kinds:
                kinds[0].vote("is list")
            return apply(CALLS.get(f"{text(base)}.{name}", CALLS.get(name)), None, kinds)
        receiver = self.expression(base)
        if (method := self._methods.of(receiver, name)) is not None:  # `this.method(x)`
            return self._own(method, self._given(given))
        receiver.members.add(name)
        self._calling.asked(receiver, name, function.parent or function, given)
        if name in ("call", "apply") and base.type == "identifier" and text(base) in self._names:
            self._given(given)
            return self._calling.called(receiver, function.parent or function, given[1:], spread=name == "apply")
        if given and given[0].type == "identifier" and (handed := self._names.get(text(given[0]))) is not None:
            self._calling.handed_on(handed, name)
        functions = [one for one in given if one.type in FUNCTIONS or text(one) in CALLS.keys() - self._names.keys()]
        if name in FOLDS and functions:
            return self._fold(receiver, given)
        made = Guess()
        for one in functions:
            made = self._applied(one, operating.handed(receiver, name))
        kinds = [self.expression(one) for one in given if one not in functions]
        if name in ("has", "get", "set") and kinds and not receiver.root().votes["map"]:
            return Guess()
        if name in ("slice", "substring") and (part := operating.cut(receiver, given, self._names)) is not None:
            return part
        result = operating.method(receiver, name, kinds)
        if name in ("indexOf", "lastIndexOf") and kinds:
            operating.seek(result, receiver, kinds[0])
        if name in ("map", "flatMap") and functions:
            unite(result.inside(), made)
            if name == "map":
                each_of(result, receiver)
        return result

    def _fold(self, receiver: Guess, given: list[Node]) -> Guess:
        """`p.reduce((a, x) => …, start)`: x is an element, and so is `a` where there is no start."""
        receiver.vote("list")
        start = self.expression(given[1]) if len(given) > 1 else receiver.inside()
        written = given[0].type in FUNCTIONS
        return unite(start, self._applied(given[0], [start, receiver.inside()])) if written else start

    def _applied(self, node: Node, arguments: list[Guess]) -> Guess:
        """What a function that is written here, or named (`map(Number)`), gives for these arguments."""
        if node.type not in FUNCTIONS:
            return apply(CALLS[text(node)], None, arguments)
        return self._own(self._by_node.setdefault(node.id, Function(node)), arguments)

    def _own(self, function: Function, arguments: list[Guess]) -> Guess:
        for (_, parameter), argument in zip(function.places, arguments, strict=False):
            unite(parameter, argument)
        self._read(function)
        return function.returned.root()
