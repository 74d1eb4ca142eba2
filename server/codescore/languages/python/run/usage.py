"""What a Python function does with its parameters, and so which values they take: inference by use, read from its text.

Every expression is given a `Guess`, a variable that gathers votes (`len(p)`: has a length; `p.lower()`: text; `p % 2`:
a number) and knows its elements, keys and fields; what must be alike (`x <= seq[i]`) is made one.  At the end a kind
with its votes becomes a `Shape`.  A guess, and never an error.  Neighbours: `surveying` (asks), `annotations`
(declared types).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from codescore.languages.kinds import Copy, Guess, among, each_of, of_constant, settle_copies, unite
from codescore.languages.python.run import lookups
from codescore.languages.python.run.arithmetic import Arithmetic, in_format
from codescore.languages.python.run.given import SCHEDULING, awaited, dropped, turned
from codescore.languages.python.run.inherited import Methods
from codescore.languages.python.run.kinds import Function, Named
from codescore.languages.python.run.nodes import last_name, whole, written
from codescore.languages.python.run.pattern_matching import held_against
from codescore.languages.python.run.standard import Standard, answered, summed
from codescore.languages.python.run.usage_tables import CALLS, METHODS
from codescore.languages.sharing import share
from codescore.languages.standard import FUNCTION
from codescore.languages.usage_rules import apply

_MAX_NODES = 20_000
_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


class Reader:
    """Reads the functions of one program; `kinds(name)` are the kinds of a function's parameters."""

    def __init__(self, tree: ast.Module) -> None:
        self._by_node = {node: Function(node) for node in ast.walk(tree) if isinstance(node, _FUNCTION)}
        self._functions = {node.name: function for node, function in reversed(self._by_node.items())}
        top = [self._functions[node.name] for node in tree.body if isinstance(node, _FUNCTION)]
        self._selves = {node.name: Guess() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        self.looked, self._methods = list[tuple[Guess, Guess]](), list[tuple[Guess, dict[str, Function]]]()
        self._left, self._names, self.standard = _MAX_NODES, dict[str, Guess](), Standard(tree)
        self._function: Function | None = None
        self._arithmetic, self.methods, self._copies = Arithmetic(self.standard), Methods(tree), list[Copy]()
        self._caught = lookups.caught_reads(tree)
        self._beside = [top, *(self._join(n) for n in ast.walk(tree) if isinstance(n, ast.ClassDef))]
        self.literals = {name: self.expression(value) for name, value in written(tree)}

    def _join(self, class_: ast.ClassDef) -> list[Function]:
        """The methods of a class: what one does with `self.x` holds in the others."""
        self_, methods = self._selves[class_.name], []
        for name, value in written(class_):
            unite(self_.field(name), self.expression(value))
        for node in class_.body:
            if isinstance(node, _FUNCTION) and node.args.args:
                function = self._by_node[node]
                function.parameters |= {} if node.decorator_list else {node.args.args[0].arg: self_}
                methods.append(function)
        self._methods.append((self_, {one.node.name: one for one in methods if not one.node.decorator_list}))
        return methods

    def kinds(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, Guess]:
        """The kinds of the parameters of this function, after reading it and all that stands beside it."""
        function = self._by_node.get(node) or Function(node)
        makers = [own["__init__"] for _, own in self._methods if "__init__" in own]  # they say what is kept
        for first in (*makers, function):
            self._read(first, {})
        beside, self._beside = self._beside, []
        for group in beside:
            for other in group:
                self._read(other, {})
            share([other.parameters for other in group])
        self._arithmetic.settle()
        settle_copies(self._copies)
        self.standard.settle(function.parameters.values())
        for kind in function.parameters.values():
            kind.settle()
        return function.parameters

    def _read(self, function: Function, around: dict[str, Guess]) -> None:
        if function.read:
            return
        function.read = True
        outer, outer_function = self._names, self._function
        self._names = {**self.literals, **around, **function.parameters}
        self._function = function
        self._defaults(function)
        self._block(function.node.body)
        self._names, self._function = outer, outer_function

    def _defaults(self, function: Function) -> None:
        arguments = function.node.args
        for place in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            self.standard.declare(function.parameters[place.arg], place.annotation)
            if own := self._selves.get(last_name(place.annotation) if place.annotation else ""):
                unite(function.parameters[place.arg], own)
        places = reversed([*arguments.posonlyargs, *arguments.args])
        named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        for place, default in (*zip(places, reversed(arguments.defaults), strict=False), *named):
            if default is not None:
                self._like(function.parameters[place.arg], default)

    def _like(self, kind: Guess, value: ast.expr) -> Guess:
        if isinstance(value, ast.Constant) and value.value is None:
            kind.root().optional = True
            return kind
        if isinstance(value, (ast.Tuple, ast.List)) and not value.elts:  # nothing is one of all that it may hold
            return kind.vote("iterable")
        return unite(kind, self.expression(value))

    def _block(self, body: Iterable[ast.stmt]) -> None:
        for statement in body:
            self._left -= 1
            if self._left < 0:
                return
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:  # noqa: C901, PLR0912  one case per kind of statement
        match node:
            case ast.Assign(targets, value):
                kind = self.expression(value)
                for target in targets:
                    self._bind(target, kind)
            case ast.AnnAssign(target, _, value) if value is not None:
                self._bind(target, self.expression(value))
            case ast.AugAssign(target, operator, value):
                self._bind(target, self._arithmetic.binary(self.expression(target), operator, self.expression(value)))
            case ast.For(target, iterable, body, orelse) | ast.AsyncFor(target, iterable, body, orelse):
                self._bind(target, self.expression(iterable).vote("iterable").inside())
                self._block(body)
                self._block(orelse)
            case ast.While(test, body, orelse):
                self.expression(test)
                before = {n.id: self.expression(n) for n in ast.walk(test) if isinstance(n, ast.Name)}
                self._block(body)
                lookups.followed(before, self._names)
                self._block(orelse)
            case ast.If(test, body, orelse):
                self.expression(test)
                before = dict(self._names)
                self._block(body)
                first = dict(self._names)
                self._block(orelse)
                self._arithmetic.join(before, first, self._names)
            case ast.Return(value) if value is not None:
                unite(self._function.returned if self._function is not None else Guess(), self.expression(value))
            case ast.Expr(value) | ast.Assert(value, _):
                self.expression(value)
                dropped(value, self._names)
            case ast.With(items, body) | ast.AsyncWith(items, body):
                for item in items:
                    self.expression(item.context_expr)
                    if item.optional_vars is not None:
                        self._bind(item.optional_vars, Guess())
                self._block(body)
            case ast.Try(body, handlers, orelse, last):
                self._block([*body, *(s for h in handlers for s in h.body), *orelse, *last])
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._read(self._by_node[node], dict(self._names))
            case ast.Match(subject, cases):
                kind = self.expression(subject)
                for case in cases:
                    held_against(case.pattern, kind, self._names, self.expression, self.standard)
                    self.expression(case.guard)
                    self._block(case.body)
            case ast.Delete(targets):
                self.expression(ast.Tuple(targets))

    def _bind(self, target: ast.expr, kind: Guess) -> None:
        match target:
            case ast.Name(name):
                lookups.given_again(self._names.get(name), kind)
                self._names[name] = kind
            case ast.Tuple(parts) | ast.List(parts):
                starred = next((p for p in parts if isinstance(p, ast.Starred)), None)
                if starred is not None:
                    kind.vote("list").gather()
                    for part in parts:
                        self._bind(part, kind.inside())
                    self._bind(starred.value, kind)
                else:
                    for part, inside in zip(parts, kind.parts(len(parts), map(last_name, parts)), strict=True):
                        self._bind(part, inside)
            case ast.Subscript() | ast.Attribute():
                unite(self.expression(target), kind)

    def expression(self, node: ast.expr | None) -> Guess:  # noqa: C901, PLR0911, PLR0912  one case per kind
        """The kind of an expression, with everything that it says of the kinds inside it."""
        self._left -= 1
        if node is None or self._left < 0:
            return Guess()
        match node:
            case ast.Name(name):
                return self._names.setdefault(name, Guess()).root()
            case ast.Constant(value):
                kind = Guess(*of_constant(value))
                if kind.votes:
                    kind.constants[value] = None
                return kind
            case ast.BinOp(left, operator, right):
                return self._arithmetic.binary(self.expression(left), operator, self.expression(right))
            case ast.UnaryOp(operator, operand):
                kind = self.expression(operand)
                return Guess("bool") if isinstance(operator, ast.Not) else kind.vote("number")
            case ast.BoolOp(operator, values):
                return lookups.either(operator, values, [self.expression(value) for value in values])
            case ast.Compare():
                return self._compare(node)
            case ast.IfExp(test, body, orelse):
                self.expression(test)
                first = self.expression(body)
                self.expression(orelse)
                return first
            case ast.Subscript():
                return self._subscript(node)
            case ast.Attribute(value, name):
                kind = self.expression(value)
                if name in ("get", "__getitem__"):  # handed on as the way to look something up
                    kind.vote("map")
                return Guess() if name.startswith("__") or name == "get" else kind.field(name)
            case ast.Call():
                return self._call(node)
            case ast.List(items) | ast.Set(items) | ast.Tuple(items):
                return self._display(node, items)
            case ast.Dict():
                return lookups.shown(node, self.expression, self._copies)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                return self._comprehension(node)
            case ast.NamedExpr(target, value):
                kind = self.expression(value)
                self._bind(target, kind)
                return kind
            case ast.Await(value):
                awaited([value], self._names)
                return self.expression(value).vote("iterable")
            case ast.Starred(value) | ast.YieldFrom(value):
                return self.expression(value).vote("iterable")
            case ast.Yield(value):
                self.expression(value)
            case ast.JoinedStr(values):
                for value in values:
                    in_format(value, self.expression(value.value if isinstance(value, ast.FormattedValue) else value))
                return Guess("text")
        return Guess()

    def _compare(self, node: ast.Compare) -> Guess:
        left, before = self.expression(node.left), node.left
        for operator, after in zip(node.ops, node.comparators, strict=True):
            if isinstance(after, ast.Constant) and after.value is None:
                lookups.asked_whether(left, before, self._function.node if self._function else None)
                continue
            right = self.expression(after)
            if isinstance(operator, (ast.In, ast.NotIn)):
                among(left, right)
            elif not (isinstance(before, ast.Constant) and before.value is None):
                right = unite(left, right)
                if isinstance(operator, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)):
                    right.vote("ordered")
            left, before = right, after
        return Guess("bool")

    def _subscript(self, node: ast.Subscript) -> Guess:
        base = self.expression(node.value)
        if isinstance(node.slice, ast.Slice):
            for bound in (node.slice.lower, node.slice.upper, node.slice.step):
                if bound is not None:
                    self.expression(bound).vote("int")
            return base.vote("sliced")
        unite(base.vote("indexed").keyed(), key := self.expression(node.slice))
        self.looked.append((base, key))
        if (entry := lookups.subscribed(base, node.slice)) is not None:
            return entry
        place = whole(node.slice)
        if place is None:
            base.vote("indexed anywhere")
            return base.valued()
        base.reach(place)
        return base.placed(place)

    def _display(self, node: ast.expr, items: list[ast.expr]) -> Guess:
        kinds = [self.expression(item) for item in items]
        if isinstance(node, ast.Tuple):
            made = Guess("tuple")
            made.items = kinds
            return made
        made = Guess("set" if isinstance(node, ast.Set) else "list")
        for kind in kinds:
            unite(made.inside(), kind)
        return made

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Guess:
        before = dict(self._names)
        for generator in node.generators:
            over = self.expression(generator.iter).vote("iterable")
            self._bind(generator.target, over.inside())
            for test in generator.ifs:
                self.expression(test)
        if isinstance(node, ast.DictComp):
            made = Guess("map")
            unite(made.keyed(), self.expression(node.key))
            unite(made.valued(), self.expression(node.value))
        else:
            made = Guess("set" if isinstance(node, ast.SetComp) else "list")
            unite(made.inside(), self.expression(node.elt))
            if len(node.generators) == 1 and not node.generators[0].ifs and made.root().votes["list"]:
                each_of(made, over)
        self._names = before
        return made

    def _call(self, node: ast.Call) -> Guess:
        arguments = [self.expression(argument) for argument in node.args if not isinstance(argument, ast.Lambda)]
        lambdas = [a for a in (*node.args, *(k.value for k in node.keywords)) if isinstance(a, ast.Lambda)]
        named = {k.arg: self.expression(k.value) for k in node.keywords if not isinstance(k.value, ast.Lambda)}
        self._keyed(node.keywords, arguments[0] if arguments else Guess())
        made, folded = None, bool(arguments and lambdas) and last_name(node.func) == "reduce"
        for function in lambdas:  # `key=lambda x: …`, `map(lambda x: …, p)`: x is an element of what is worked on
            of = node.func.value if isinstance(node.func, ast.Attribute) else None
            over = arguments[:2] if folded else arguments[-1:] or [self.expression(of)]
            made = self._lambda(function, *over)
        made = made if folded else self.standard.called(node, arguments, named)
        if made is not None:
            return made
        if last_name(node.func) in SCHEDULING:
            awaited(node.args, self._names)
        match node.func:
            case ast.Name(name):
                return self._named(name, node, arguments, named)
            case ast.Attribute(value, name):
                above = self.methods.meant(node.func, self._function.node if self._function else None)
                if above is not None and last_name(value) != "self":  # `super().method(x)`, `Base.method(self, x)`
                    handed = any(last_name(one) == "self" for one in node.args[:1])
                    itself = [Guess()] * (handed or isinstance(value, ast.Call))
                    return self._own(self._by_node[above], itself + arguments[handed:])
                if isinstance(value, ast.Name) and value.id not in self._names:  # of a module
                    return Guess() if value.id == "self" else apply(CALLS.get(name), None, arguments)
                receiver = self.expression(value)
                own = (known[name] for one, known in self._methods if one.root() is receiver and name in known)
                if method := next(own, None):  # `self.method(x)`
                    return self._own(method, [receiver, *arguments], named)
                if name in receiver.fields:  # `self.function(x)`: one that the object was given
                    receiver.field(name).vote(FUNCTION)
                if name == "update" and receiver.votes["map"] and arguments:
                    return unite(receiver, arguments[0])
                given = answered(receiver, node, name) or lookups.looked_up(receiver, node, arguments)
                return given if given is not None else apply(METHODS.get(name), receiver, arguments)
            case ast.Subscript():  # `table[name](x)`
                self.expression(node.func).vote(FUNCTION)
        return Guess()

    def _named(self, name: str, node: ast.Call, arguments: list[Guess], named: Named) -> Guess:
        """What is called by a plain name: one of the program's own functions, or a built-in."""
        if name == "isinstance" and len(node.args) == 2:
            return lookups.tested(arguments[0], node.args[1], self.standard)
        if name in ("map", "filter") and len(arguments) > 1 and isinstance(node.args[0], ast.Name):
            return self._mapped(node.args[0].id, arguments, name)
        if name in ("max", "min") and len(node.args) == 1 and len(arguments) == 1:  # of the elements
            return arguments[0].vote("iterable").inside().vote("ordered")
        if name == "zip" and node.args and isinstance(node.args[0], ast.Starred):
            return turned(self.expression(node.args[0].value))
        if (own := self._functions.get(name)) is not None:
            return self._own(own, lookups.spread(node.args, arguments, own.parameters), named)
        self._names.get(name, Guess()).vote(*[FUNCTION] * (name not in CALLS))
        lookups.of_digits(name, arguments, node, self._caught)
        made = summed(arguments, name) or apply(CALLS.get(name), None, arguments)
        return lookups.as_long(name, arguments, made)

    def _mapped(self, name: str, arguments: list[Guess], how: str) -> Guess:
        """`map(f, p)`: what f says of its argument holds for the elements of p."""
        over, made = arguments[1].vote("iterable"), Guess("list")
        given = self._handed(name, arguments[0], over.inside())
        unite(made.inside(), over.inside() if how == "filter" else given)
        return each_of(made, over) if how == "map" else made

    def _handed(self, name: str, function: Guess, element: Guess) -> Guess:
        """What a function of this name gives for an element that it is called with by another one."""
        if name in self._functions:
            return self._own(self._functions[name], [element])
        function.vote(*[FUNCTION] * (name not in CALLS))
        return apply(CALLS.get(name), None, [element])

    def _keyed(self, keywords: list[ast.keyword], over: Guess) -> None:
        """`key=itemgetter(1)`, `key=len`: what that says of the elements."""
        for keyword in keywords:
            if isinstance(keyword.value, ast.Call) and last_name(keyword.value.func) == "itemgetter":
                lookups.gotten(over.inside(), keyword.value, self.expression)
            elif isinstance(keyword.value, ast.Name) and keyword.arg == "key":
                self._handed(keyword.value.id, self.expression(keyword.value), over.inside())

    def _lambda(self, function: ast.Lambda, over: Guess, start: Guess | None = None) -> Guess:
        before, names = self._names, [argument.arg for argument in function.args.args]
        first = [start or over.inside()] * (len(names) - 1)  # `reduce(lambda total, x: …, p, 0)`
        self._names = before | dict(zip(names, [*first, over.vote("iterable").inside()], strict=False))
        made = self.expression(function.body)
        self._names = before
        return unite(first[0], made) if first else made

    def _own(self, function: Function, arguments: list[Guess], named: Named | None = None) -> Guess:
        for parameter, argument in function.taken(arguments, named or {}):
            unite(parameter, argument)
        self._read(function, {k: v for k, v in self._names.items() if k not in function.parameters})
        return function.returned.root()
