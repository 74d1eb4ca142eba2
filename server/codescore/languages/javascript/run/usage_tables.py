"""What calls say of the kinds of what they are given in JavaScript: data for `usage`.

The form of a rule is that of `languages.usage_rules.apply`.
"""

from __future__ import annotations

_TEXT = (
    "toLowerCase", "toUpperCase", "normalize", "toLocaleLowerCase", "toLocaleUpperCase",
)  # fmt: skip

#: Methods, by name alone.
METHODS = {
    **dict.fromkeys(_TEXT, "s:text r=s"),
    **dict.fromkeys(("trim", "trimStart", "trimEnd"), "s:text s:stripped r=s"),
    "charAt": "s:text 0:int r:text r:character",
    "charCodeAt": "s:text 0:int r:int",
    "codePointAt": "s:text 0:int r:int",
    "split": "s:text r:list re:text s/0",
    "replace": "s:text r=s",
    "replaceAll": "s:text r=s",
    "match": "s:text s/0 s<0",
    "matchAll": "s:text s/0",
    "search": "s:text r:int",
    "exec": "0:text 0<s",
    "test": "0:text r:bool 0<s",
    "substring": "s:text 0:int 0:extent 1:int 1:extent r:text",
    "substr": "s:text 0:int 1:int 1:extent r:text",
    "startsWith": "s:text 0:text r:bool",
    "endsWith": "s:text 0:text r:bool",
    "padStart": "s:text 0:int 0:extent r:text",
    "padEnd": "s:text 0:int r:text",
    "repeat": "s:text 0:int 0:extent r:text",
    "localeCompare": "s:text 0:text r:int",
    "slice": "s:sliced r=s 0:int 0:extent 1:int 1:extent",
    "indexOf": "s:countable se=0 r:int",
    "lastIndexOf": "s:countable se=0 r:int",
    "includes": "s:container se=0 r:bool",
    "concat": "s:sliced",
    "at": "s:indexed 0:int se=r",
    "push": "s:list se=0",
    "unshift": "s:list se=0",
    "pop": "s:list se=r",
    "shift": "s:list se=r",
    "splice": "s:list 0:int 1:int r=s",
    "reverse": "s:list r=s",
    "fill": "s:list se=0 r=s",
    "join": "s:list r:text",
    "sort": "s:list r=s",
    "map": "s:list r:list",
    "filter": "s:list r=s",
    "forEach": "s:iterable",
    "reduce": "s:list",
    "reduceRight": "s:list",
    "find": "s:list se=r",
    "findIndex": "s:list r:int",
    "some": "s:list r:bool",
    "every": "s:list r:bool",
    "flat": "s:list r:list",
    "flatMap": "s:list r:list",
    "keys": "",
    "entries": "s:iterable",
    "values": "s:iterable",
    "add": "s:set se=0",
    "get": "sk=0 r=sv",
    "set": "sk=0 sv=1 r=s",
    "has": "sk=0 r:bool",
    "toFixed": "s:float 0:int r:text",
    "toString": "r:text",
    "toPrecision": "s:float r:text",
}

#: Those of maps that others have, too.
MAP_METHODS = {
    "keys": "r:list re=sk",
    "values": "r:list re=sv",
    "entries": "r:list rea=sk reb=sv",
}

#: Functions, and those of `Math`, `Number`, `Object`, `Array` by their last name.
CALLS = {
    "JSON.parse": "0:text 0j=r",
    "parseInt": "0:numeric r:int r>0",
    "parseFloat": "0:numeric 0:fractional r:float r>0",
    "Number": "0:numeric r:number r>0",
    "String": "0:written r:text",
    "BigInt": "0:int r:int",
    "Date": "0:pictured:yyyy-mm-dd",
    "isNaN": "0:unfinite 0:unread r:bool",
    "isFinite": "0:float 0:unfinite 0:unread r:bool",
    "floor": "0:float r:int",
    "ceil": "0:float r:int",
    "round": "0:float r:int",
    "trunc": "0:float r:int",
    "abs": "0:number r=0",
    "sqrt": "0:number r:float",
    "cbrt": "0:number r:float",
    "pow": "0:number 1:number r:number",
    "log": "0:number r:float",
    "log2": "0:number r:float",
    "log10": "0:number r:float",
    "sign": "0:number r:int",
    "max": "0:number 1:number r:number",
    "min": "0:number 1:number r:number",
    "hypot": "0:float 1:float r:float",
    "sin": "0:float r:float",
    "cos": "0:float r:float",
    "exp": "0:float r:float",
    "isInteger": "0:float 0:unread r:bool",
    "fromCharCode": "0:int r:text r:character",
    "fromCodePoint": "0:int r:text r:character",
    "keys": "0:map re=0k r:list",
    "values": "0:map re=0v r:list",
    "entries": "0:map r:list rea=0k reb=0v",
    "from": "0:iterable re=0e r:list",
    "of": "r:list",
    "Array": "0:int 0:extent r:list",
    "Set": "0:iterable re=0e r:set",
    "Map": "r:map r:pairwise",
    "assign": "r=0",
    "stringify": "r:text",
}

#: Of these the function that is given works on elements: how many of its parameters are such.
ELEMENTWISE = {
    "map": 1, "filter": 1, "forEach": 1, "some": 1, "every": 1, "find": 1, "findIndex": 1, "findLast": 1, "sort": 2,
    "flatMap": 1, "findLastIndex": 1,
}  # fmt: skip
FOLDS = ("reduce", "reduceRight")
#: What `typeof` says, in the words of `languages.guessing`.
TYPEOF = {"string": "str", "number": "int", "boolean": "bool", "object": "dict", "function": "function"}
SPACES = frozenset(("Math", "Number", "Object", "Array", "String", "JSON", "Date", "BigInt", "Reflect", "Promise"))
