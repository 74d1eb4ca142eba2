"""What a Python function does with its input tells its structure: words, nested lists, keys, spans, cells, trees."""

from __future__ import annotations

import re

import pytest

from codescore.evidence.assumptions import conditions
from codescore.evidence.domain import DECIDES, Domain, domain_of
from codescore.evidence.generate import draw, random_input, sized
from codescore.evidence.pool import fresh, pool_of
from codescore.evidence.properties import length
from codescore.evidence.spoken import in_words
from codescore.languages import by_id
from codescore.languages.execution import Input
from codescore.languages.python.run.surveying import survey
from codescore.languages.python.run.writing import literal
from codescore.languages.shapes import IntShape, MappingShape, SequenceShape, Shape, TextShape
from codescore.languages.values import Int, Mapping, Null, Record, Ref, Sequence, Text, Value, walk


def model(source: str) -> Domain:
    entry = survey(source).entries[-1]
    return domain_of(entry, conditions(entry, None), ())


def shapes_of(source: str) -> dict[str, Shape]:
    """The shapes of the parameters of the last function."""
    return {parameter.name: parameter.shape for parameter in survey(source).entries[-1].parameters}


def drawn(source: str, count: int = 200) -> list[Input]:
    """Inputs as they are made for the last function of a program."""
    domain, pool = model(source), pool_of((), 3)
    return [domain.fulfilled(random_input(domain.entry, pool), pool) for _ in range(count)]


@pytest.mark.parametrize("how", ["text.split()", "text.lower().split()", "text.strip().split(' ')"])
def test_texts_of_words_have_several(how: str) -> None:
    """Who takes a text apart at blanks is given texts with some, and words that come twice."""
    texts = [given.arguments[0] for given in drawn(f"def f(text):\n    return {how}\n")]
    words = [text.value.lower().split() for text in texts if isinstance(text, Text)]
    assert sum(len(some) > 1 for some in words) > 50
    assert sum(len(set(some)) < len(some) for some in words) > 20


def test_lists_that_are_gone_down_into_have_lists_at_any_depth() -> None:
    """A function that calls itself for an element that is a list gets numbers and lists beside each other."""
    source = """def flat(items):
    out = []
    for item in items:
        if isinstance(item, list):
            out += flat(item)
        else:
            out.append(item)
    return out
"""
    lists = [given.arguments[0] for given in drawn(source)]
    mixed = [one for one in lists if isinstance(one, Sequence) and len({type(item) for item in one.items}) > 1]
    deep = [one for one in lists if "[[[" in re.sub(r"[^\[\]]", "", literal(one))]
    assert len(mixed) > 50
    assert len(deep) > 20


def test_what_is_indexed_by_its_own_elements_is_a_mapping() -> None:
    """`for name in sorted(marks): marks[name]` goes through keys; `parent[parent[x]]` through places."""
    marks, parent = "for m in sorted(p):\n        q += p[m]", "q = p[p[q]]"
    first, second = (
        model(f"def f(p, q=0):\n    {body}\n    return q\n").entry.parameters[0].shape for body in (marks, parent)
    )
    assert isinstance(first, MappingShape)
    assert not isinstance(second, MappingShape)


def test_the_ends_of_a_span_are_apart() -> None:
    """`for start, end in spans`: mostly end is above start; that it is not the same is the weaker assumption."""
    source = "def f(spans):\n    return sum(end - start for start, end in sorted(spans))\n"
    pairs = [pair for given in drawn(source) for pair in getattr(given.arguments[0], "items", ())]
    rising = [pair for pair in pairs if isinstance(pair, Sequence) and _numbers(pair)[0] < _numbers(pair)[1]]
    assert len(rising) > 0.8 * len(pairs) > 0
    domain = model(source)

    def likely(one: int, two: int) -> float:
        return domain.likelihood(Input((Sequence("list", (Sequence("tuple", (Int(one), Int(two))),)),)))

    assert likely(1, 2) > likely(1, 1) > likely(2, 1)


def _numbers(pair: Sequence) -> list[int]:
    return [item.value for item in pair.items if isinstance(item, Int)]


@pytest.mark.parametrize(
    "source",
    [
        "def f(grid, at):\n    return grid[at[0]][at[1]] == '#'\n",
        "def f(grid, at):\n    row, column = at\n    return grid[row][column] == '#'\n",
        "def f(grid, row, column):\n    return grid[row][column] == '#'\n",
        "def f(grid, at):\n    q = [(at, 0)]\n    (row, column), _ = q.pop()\n    return grid[row][column] == 1\n",
        "def look(grid, r, c):\n    return grid[r][c]\n\ndef f(grid, at):\n    return look(grid, at[0], at[1]) == 1\n",
        "def f(grid, at):\n    (row, column), *_ = [at]\n    return row < len(grid) and grid[row][column] == '#'\n",
    ],
)
def test_a_place_in_a_table_is_in_it(source: str) -> None:
    """What a table is looked into with, as a pair or as two numbers, is a row and a column of it."""
    inside = 0
    for given in drawn(source):
        table, *place = given.arguments
        at = _numbers(place[0]) if isinstance(place[0], Sequence) else _numbers(Sequence("", tuple(place)))
        widths = [length(row) or 0 for row in getattr(table, "items", ())]
        inside += len(at) == 2 and 0 <= at[0] < len(widths) and 0 <= at[1] < widths[at[0]]
    assert inside > 120


TREE = """def total(root):
    if root is None:
        return 0
    return root.value + total(root.left) + total(root.right)
"""


def _tied(value: Value) -> bool:
    return any(isinstance(part, Ref) for part in walk(value))


def test_a_tree_has_no_object_twice() -> None:
    """Objects that are never compared with each other are a tree, mostly, and so are those with a left and a right one;
    others that are compared are in two places now and then."""
    asked = "def seen(a, b):\n    return a is b\n" + TREE.replace("is None", "is None or seen(root, root.left)")
    known = asked.replace("left", "one").replace("right", "other")
    trees, still, graphs = ([given.arguments[0] for given in drawn(source)] for source in (TREE, asked, known))
    assert sum(map(_tied, still)) < 0.15 * len(still)
    assert sum(map(_tied, trees)) < 0.15 * len(trees) < sum(map(_tied, graphs))
    assert sum(isinstance(one, Record) and one.fields[0][1] != Null() for one in trees) > 30


BIRTHDAYS = """def unique_day(day, birthdays):
    return sum(1 for one in birthdays if one[1] == day) == 1


def unique_month(month, birthdays):
    count = 0
    for one in birthdays:
        if one[0] == month:
            count += 1
    return count == 1
"""


def test_pairs_stay_pairs() -> None:
    """Rows that are indexed at 0 and 1 and nothing else are pairs in every input, also where few differ."""
    for given in drawn(BIRTHDAYS.partition("\n\n\n")[0]):
        rows = given.arguments[1]
        assert isinstance(rows, Sequence)
        assert {len(row.items) for row in rows.items if isinstance(row, Sequence)} <= {2}


def test_parameters_of_one_telling_name_are_alike_in_all_functions() -> None:
    """`unique_month` looks at the first of each birthday alone; the other function tells that they are pairs."""
    rows = [given.arguments[1] for given in drawn(BIRTHDAYS)]
    items = [row for one in rows if isinstance(one, Sequence) for row in one.items]
    assert len(items) > 200
    assert all(isinstance(row, Sequence) and len(row.items) == 2 for row in items)


@pytest.mark.parametrize(
    "other",
    [
        "def g(birthdays):\n    return birthdays.upper()\n",
        "def g(birthdays):\n    return birthdays % 2\n",
        "def g(birthdays):\n    return [birthday.name for birthday in birthdays]\n",
    ],
)
def test_but_not_where_they_are_used_otherwise(other: str) -> None:
    """A name that is a text, a number or a list of objects elsewhere says nothing."""
    alone, together = model(BIRTHDAYS), model(f"{other}\n\n{BIRTHDAYS}")
    assert together.entry.parameters == alone.entry.parameters


def test_two_keys_of_one_mapping_are_named() -> None:
    """A transfer between accounts is tried between two that are there, not within one alone."""
    source = """def transfer(accounts, source, target, amount):
    if source not in accounts or target not in accounts or not 0 < amount <= accounts[source]:
        return False
    accounts[source] -= amount
    accounts[target] += amount
    return True
"""
    both = 0
    for given in drawn(source, 400):
        accounts, one, other, _ = given.arguments
        assert isinstance(accounts, Mapping)
        known = {key for key, _ in accounts.items}
        both += one in known and other in known and one != other
    assert both > 20


def test_methods_of_a_class_mean_the_same_by_a_name() -> None:
    """What is given back is named as what is lent: the method itself does not tell that it is a text."""
    source = """class Library:
    def __init__(self):
        self.loans = {}

    def lend(self, isbn, reader):
        self.loans[isbn.strip()] = reader

    def give_back(self, isbn):
        return self.loans.pop(isbn, None)
"""
    class_ = survey(source).entries[-1]
    shapes = {member.name: member.parameters[0].shape for member in class_.members[1:] if member.parameters}
    assert isinstance(shapes["lend"], TextShape)
    assert shapes["give_back"] == shapes["lend"]


def test_lists_as_long_as_a_default_come_without_it() -> None:
    """How many items a page has is seen on a list that is longer, where nobody says how many."""
    source = "def page(items, number, size=10):\n    return items[(number - 1) * size : number * size]\n"
    found = survey(source)
    inputs = list(sized(found.entries[0], pool_of(found.constants, 3)))
    assert any(len(given.arguments) == 2 and length(given.arguments[0]) == 11 for given in inputs)
    assert any(len(given.arguments) == 3 for given in inputs)


def test_boards_have_rows_of_few_signs() -> None:
    """A line on a board is seen where rows are alike: three in a row are no luck of one in many thousand."""
    source = """def winner(board):
    for row in board:
        if row[0] != " " and row[0] == row[1] == row[2]:
            return row[0]
    if board[1][1] != " " and board[0][0] == board[1][1] == board[2][2]:
        return board[1][1]
    return " "
"""
    found = survey(source)
    entry, pool = found.entries[0], pool_of(found.constants, 3)
    boards = [random_input(entry, pool).arguments[0] for _ in range(400)]
    texts = [[row.value for row in one.items if isinstance(row, Text)] for one in boards if isinstance(one, Sequence)]
    assert all(len(row) >= 3 for board in texts for row in board)
    assert sum(len(board) > 2 and board[0][0] == board[1][1] == board[2][2] != " " for board in texts) > 3


def test_literal_keys_have_values_of_their_own() -> None:
    """`order["items"]` is a list, `order["country"]` a text; what is asked for with a default need not be there."""
    source = """def total(order):
    cost = sum(item["price"] * item["count"] for item in order["items"])
    if order["country"].upper() == "DE" and not order.get("urgent", False):
        cost += 5
    return cost
"""
    ((_, shape),) = shapes_of(source).items()
    assert isinstance(shape, MappingShape)
    each = dict(shape.each)
    assert set(each) == {"items", "country", "urgent"}
    assert isinstance(each["country"], TextShape)
    assert isinstance(each["items"], SequenceShape)
    assert shape.required == (Text("items"), Text("country"))
    pool = pool_of((), 3)
    made = [draw(shape, fresh(pool)) for _ in range(60)]
    keys = [[key.value for key, _ in one.items if isinstance(key, Text)] for one in made if isinstance(one, Mapping)]
    assert all({"items", "country"} <= set(one) for one in keys)
    assert 10 < sum("urgent" in one for one in keys) < 55


def test_one_kind_of_value_for_keys_that_are_computed() -> None:
    """Where keys are computed, too, all values are of one kind."""
    source = "def f(d, k):\n    return d['a'] + d[k]\n"
    shape = shapes_of(source)["d"]
    assert isinstance(shape, MappingShape)
    assert not shape.each


def test_what_a_later_parameter_says_holds_for_those_before() -> None:
    """Names that are looked up in a mapping of names are texts, wherever they stand."""
    source = "def f(names, ages):\n    return [ages[name] for name in names if name in ages]\n"
    shape = shapes_of(source)["names"]
    assert isinstance(shape, SequenceShape)
    assert isinstance(shape.element, TextShape)


def test_a_declared_dictionary_leaves_open_what_is_in_it() -> None:
    """`dict` says less than use does."""
    for declared in ("dict", "dict[str, Any]"):
        body = "    return user['name'].upper(), user['tags'][0].lower()\n"
        source = f"from typing import Any\ndef f(user: {declared}):\n{body}"
        shape = shapes_of(source)["user"]
        assert isinstance(shape, MappingShape)
        assert isinstance(dict(shape.each)["name"], TextShape)


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        (("def f(a):\n    out = ''\n    for i in range(len(a)):\n        n = i - 1\n        out += a[i] * n\n"
          "    return out"), "list of text"),
        ("def f(a, b):\n    return b + 1 if b > 2 else min(b, a)", "whole number"),
        ("def f(a):\n    return round(a * 100)", "number or whole number"),
        (("def f(a):\n    groups = {}\n    for one in a:\n        name = one['name'].strip()\n"
          "        groups.setdefault(name, {'name': name, 'total': 0, 'ids': []})['ids'].append(1)\n    return groups"),
         "list of dict from text to text"),
    ],
    ids=["repeated", "least", "rounded", "record"],
)  # fmt: skip
def test_what_is_made_of_a_value_tells_its_kind(source: str, shape: str) -> None:
    """Texts come several times; of two numbers one is less; what is rounded has a fraction; each field has a kind."""
    assert in_words(shapes_of(source + "\n")["a"]).startswith(shape)


PAIRS = """def f(text):
    out = {{}}
    for line in text.splitlines():
        if {}:
            continue
        key, _, value = line.partition("=")
        out[key] = value
    return out
"""
BANK = """class Bank:
    def pay(self, to, amount):
        return self.pay_all([(to, amount)])
    def pay_all(self, payments):
        for to, amount in payments:
            if to not in self.accounts:
                return False
            self.accounts[to] += amount
        return self.accounts.pop(to) > 2
    def open(self, name):
        self.accounts[name.title()] = 0
    def __init__(self):
        self.accounts = {}
"""


def test_what_a_method_hands_on_to_another_is_like_what_that_takes() -> None:
    """Also where the method that is called, and the one that makes the object, stand behind it."""
    entry = next(one for one in survey(BANK).entries if one.members)
    shapes = {(one.name, each.name): each.shape for one in entry.members for each in one.parameters}
    assert isinstance(shapes["pay", "to"], TextShape)
    assert in_words(shapes["pay_all", "payments"]).startswith("list of pair (text, whole number")


def test_fields_say_more_than_the_name_of_a_parameter() -> None:
    """`rows` is no table where its items have fields."""
    shape = shapes_of("def f(rows):\n    return [row.title for row in rows if row.price > 2]\n")["rows"]
    assert in_words(shape).startswith("list of Node with price")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def f(text):\n    key, _, value = text.partition('=')\n    return {key.strip(): value}",
         "text has '=' in each line"),
        (PAIRS.format("line[0] == '#'"), "text has '=' in each line"),
        ("def f(text):\n    key, found, value = text.partition('=')\n    return value if found else key", ""),
        ("def f(text):\n    return [(n, u) for n, u in re.findall(r'(\\d+)([hm])', text.lower())]",
         r"text is made of what matches '(\\d+)([hm])'"),
        ("def f(text):\n    return re.findall(r'[a-z]+', text)", ""),
        ("def f(name):\n    return name.title() + '!'", "name has no line break or tab"),
        ("def f(rows):\n    return '\\n'.join(row.upper() for row in rows)", "rows has no line break or tab"),
    ],
    ids=["parted", "lines", "asked", "matched", "words", "one line", "joined"],
)  # fmt: skip
def test_what_is_not_written_so_is_hardly_meant(source: str, words: str) -> None:
    """Where a program only looks at what is written in a form, and does not ask if it is."""
    (entry,) = survey(f"import re\n{source}\n").entries
    kinds = ("marked", "matched", "one line") if "line break" in words else ("marked", "matched")
    assert [one.words() for one in entry.assumptions if one.property in kinds] == [words] * bool(words)


@pytest.mark.parametrize(("parted", "found"), [("' '", 1), ("", 0), ("' ') or text.split('\\n'", 0)])
def test_who_parts_words_at_blanks_alone_takes_one_line(parted: str, found: int) -> None:
    """Whatever it calls what it makes of them."""
    (entry,) = survey(f"def f(text):\n    lines = text.split({parted})\n    return lines\n").entries
    assert [one.property for one in entry.assumptions].count("one line") == found


def test_texts_are_made_to_be_written_so() -> None:
    """Lines with the sign or one at their beginning, whole matches, no line breaks."""
    lines = model(PAIRS.format("line.startswith('[')"))
    assert [lines.likelihood(Input((Text(one),))) >= DECIDES for one in ("a=1\n[b]\n\n=", "a=1\nb", "[b", "a[=]")] == [
        True, False, False, True,
    ]  # fmt: skip
    for text in ("a\nb", "[x\n=]"):
        mended = lines.mended(Input((Text(text),)), pool_of((), 3), all_=True)
        assert lines.likelihood(mended) >= DECIDES, mended
    times = model("import re\ndef f(text):\n    return sum(int(n) for n, u in re.findall(r'(\\d+)([hm])', text))\n")
    assert [times.likelihood(Input((Text(one),))) >= DECIDES for one in ("3h 4m", "3h4", "x")] == [True, False, False]
    assert times.likelihood(times.mended(Input((Text("x"),)), pool_of((), 3), all_=True)) >= DECIDES


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            "isinstance(v, (list, tuple)): t += len(v)\n        elif isinstance(v, bool): t -= 1",
            ("list", "tuple", "whole"),
        ),
        ("isinstance(v, int): t += v", ("text", "whole")),
    ],
)
def test_what_is_left_when_a_program_asks_for_types(body: str, words: tuple[str, ...]) -> None:
    """Something that is none of them reaches the rest."""
    found = in_words(
        shapes_of(f"def f(xs):\n    t = 0\n    for v in xs.values():\n        if {body}\n    return t\n")["xs"]
    )
    assert all(word in found for word in words), found


def test_functions_of_the_library_take_texts() -> None:
    """`fnmatchcase(name, pattern)` of names and patterns."""
    found = shapes_of(
        "from fnmatch import fnmatchcase\ndef f(name, some):\n    return [fnmatchcase(name, p) for p in some]\n"
    )
    assert [in_words(found[name]).partition(" ")[0] for name in ("name", "some")] == ["text", "list"]


@pytest.mark.parametrize(("annotation", "nothing"), [("dict[str, Any]", True), ("dict", False)])
def test_what_may_be_anything_may_be_nothing(annotation: str, *, nothing: bool) -> None:
    """The values of mappings in mappings that an annotation leaves open."""
    text = (
        "from typing import Any\ndef flat(data: {}):\n    found = {{}}\n    for key, value in data.items():\n"
        "        if isinstance(value, dict):\n            found.update(flat(value))\n"
        "        else:\n            found[key] = value\n    return found\n"
    )
    assert ("null" in in_words(shapes_of(text.format(annotation))["data"])) == nothing


@pytest.mark.parametrize(("number", "written"), [(30, True), (23, False), (59, False)])
def test_only_where_hours_and_minutes_end_a_program_asks_if_a_time_is_one(number: int, *, written: bool) -> None:
    """`minutes <= 30` is a half hour, and `hour <= 23` a question."""
    text = f'''def fee(a, b):
    """From a to b (both "HH:MM")."""
    h, m = a.split(":")
    k, n = b.split(":")
    return 0 if int(k) * 60 + int(n) - int(h) * 60 - int(m) <= {number} else 2
'''
    (entry,) = survey(text).entries
    assert ([one.words() for one in entry.assumptions if one.property == "pictured"] != []) == written


@pytest.mark.parametrize(("index", "mapping"), [("name", True), ("key", True), ("i", False)])
def test_what_is_looked_up_by_something_named_as_a_text_is_no_list(index: str, *, mapping: bool) -> None:
    source = f"def total(order, prices):\n    return sum(prices[{index}] for {index} in order)\n"
    assert isinstance(shapes_of(source)["prices"], MappingShape) == mapping


@pytest.mark.parametrize(
    "body",
    [
        "    key = start\n    while key in pages:\n        key = pages[key].get('next')\n    return key\n",
        """    seen = []
    key = start
    while key is not None and key not in seen:
        seen.append(key)
        key = pages[key].get('next')
    return seen
""",
    ],
)
def test_what_is_looked_up_next_is_like_what_was_looked_up(body: str) -> None:
    """In a loop: the name of the next page is a name."""
    pages = shapes_of(f"def f(pages: dict, start: str):\n{body}")["pages"]
    assert isinstance(pages, MappingShape)
    assert "TextShape" in repr(pages.value)


def test_what_stands_for_nothing_given_says_what_is_given() -> None:
    """`given or {}`: what is given is a mapping; what is done with it later is done with that."""
    source = "def f(given=None, more=None):\n    given = given or {}\n    return given, more or []\n"
    shapes = shapes_of(source)
    assert "MappingShape" in repr(shapes["given"])
    assert "SequenceShape" in repr(shapes["more"])


def test_things_under_any_keys_have_what_is_looked_up_in_them() -> None:
    source = "def f(pages, start):\n    for key in pages:\n        yield from pages[key]['items']\n"
    words = [one.words() for one in model(source).conditions.all()]
    assert "each of pages has 'items'" in words


def test_texts_in_things_name_things() -> None:
    """The next page is one of the pages, in half of the inputs."""
    shape = MappingShape(TextShape(), MappingShape(TextShape(), IntShape(), each=(("next", TextShape()),)))
    pool = pool_of((), 3)
    named = 0
    for _ in range(200):
        made = draw(shape, fresh(pool))
        keys = {key for key, _ in made.items}
        named += any(one in keys for _, held in made.items for key, one in held.items if key == Text("next"))
    assert named > 40


def test_only_tables_are_square() -> None:
    """What a text says of a matrix is not said of the numbers beside it."""
    source = (
        "def walks(adjacency: list[list[int]], first: int, last: int):\n"
        '    """How many walks there are, by a square matrix."""\n'
        "    return adjacency[first][last]\n"
    )
    assert {one.parameter for one in model(source).conditions.all() if one.property == "square"} == {"adjacency"}


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("1 <= k <= len(xs)", {"k is at least 1", "k is from 0 to len(xs)"}),
        ("0 <= k < len(xs)", {"k is a place in xs"}),
        ("k is at least 1", {"k is at least 1"}),
    ],
)
def test_a_number_is_no_more_than_its_words_say_of_a_length(said: str, words: set[str]) -> None:
    source = f'def top(xs: list, k: int) -> list:\n    """The k best. {said}."""\n    return sorted(xs)[:k]\n'
    assert {one.words() for one in model(source).conditions.all() if one.parameter == "k" and one.certain} == words


@pytest.mark.parametrize(
    "said",
    [
        "The xs need not be sorted.", "xs don't have to be in ascending order.", "xs are not necessarily sorted.",
        "xs is not guaranteed to be sorted.", "The items of the xs, sorted and without repeats.",
        "All xs of it, sorted.",
    ],
)  # fmt: skip
def test_what_need_not_be_so_or_is_given_back_is_not_assumed(said: str) -> None:
    """A forgotten `sorted` was the same where a text says that it is needed."""
    source = f'def f(xs: list) -> list:\n    """{said}"""\n    return sorted(xs)\n'
    assert "ordered" not in {one.property for one in model(source).conditions.all()}


@pytest.mark.parametrize("said", ["xs: numbers, sorted", "xs is sorted.", "Merge the sorted list xs."])
def test_what_is_so_is_assumed(said: str) -> None:
    source = f'def f(xs: list, x: int) -> int:\n    """Place of x.\n\n    {said}\n    """\n    return xs.index(x)\n'
    found = [one for one in model(source).conditions.all() if one.property == "ordered"]
    assert [one.parameter for one in found][:1] == ["xs"]
    assert all("text says" in one.because for one in found)


def test_numbers_that_need_not_add_up_do_not() -> None:
    source = (
        "def mean(scores: list[float], weights: list[float]) -> float:\n"
        '    """Weighted mean. The weights need not add up to 1."""\n'
        "    return sum(s * w for s, w in zip(scores, weights)) / sum(weights)\n"
    )
    assert "summed" not in {one.property for one in model(source).conditions.all()}
    assert "summed" in {one.property for one in model(source.replace("need not ", "")).conditions.all()}


def test_what_one_of_several_is_looked_for_in_is_like_each_of_them() -> None:
    """`pattern[p] in ("?", name[n])`: both are texts."""
    found = shapes_of("def fits(pattern, name, p, n):\n    return pattern[p] in ('?', name[n])\n")
    assert [type(found[name]) for name in ("pattern", "name")] == [TextShape, TextShape]


def test_what_is_added_to_something_that_may_be_missing_is_there() -> None:
    """`at + every`, where there may be no `every`."""
    found = shapes_of(
        "def times(at, end, every=None):\n    if every is None:\n        return [at]\n    found = []\n"
        "    while at < end:\n        found.append(at)\n        at = at + every\n    return found\n"
    )
    assert found["at"] == IntShape()
    assert in_words(found["every"]) == "whole number or null"


def test_signs_of_a_word_that_are_looked_at_one_by_one() -> None:
    """Cards of a hand: so many as are looked up when they are in order, each of two signs."""
    found = shapes_of(
        "def span(hand):\n    cards = hand.split()\n"
        "    values = sorted(('23456789TJQKA'.index(c[0]) for c in cards), reverse=True)\n"
        "    return values[0] - values[4], [c[1] for c in cards]\n"
    )["hand"]
    assert isinstance(found, TextShape)
    assert found.written is not None
    assert found.written.parts == (TextShape("23456789TJQKA", min_size=2, max_size=2),)
    assert min(found.written.sizes) == 5


@pytest.mark.parametrize(("name", "one"), [("ch", True), ("letter", True), ("chars", False)])
def test_what_is_called_a_character_is_one(name: str, *, one: bool) -> None:
    found = survey(f"def without(text, {name}):\n    return text.replace({name}, '', 1)\n").entries[-1].assumptions
    told = {(each.property, each.bound) for each in found if each.parameter == name and each.weight >= DECIDES}
    assert told == ({("size at most", 1), ("non-empty", 0)} if one else set())


@pytest.mark.parametrize(("language", "source"), [
    ("python", "def f(line, sep=','):\n    return [ch for ch in line.lower() if ch == sep]"),
    ("javascript", "function f(line, sep = ',') { let n = 0; for (const c of line.trim()) n += c === sep; return n; }"),
])  # fmt: skip
def test_what_single_signs_are_compared_with_is_one(language: str, source: str) -> None:
    """A separator beside which each sign of a text is held."""
    found = by_id(language)
    assert found is not None
    (entry,) = found.runner().survey(source).entries
    model = domain_of(entry, conditions(entry, None), ())
    assert (
        model.likelihood(Input((Text("a,b"), Text(",")))) >= DECIDES > model.likelihood(Input((Text("ab"), Text("ab"))))
    )


def test_what_signs_are_put_together_to_is_more_than_one() -> None:
    """`word += sign`, and then `word == mark`."""
    source = "def f(text, mark):\n    word, n = '', 0\n    for sign in text.lower():\n        word += sign\n"
    entry = survey(f"{source}        if word == mark:\n            n, word = n + 1, ''\n    return n").entries[0]
    assert not [one for one in entry.assumptions if one.property == "size at most"]


def test_what_is_measured_is_more_than_one_sign() -> None:
    """`len(mark)`: it may have several."""
    body = "return [c for c in line.lower() if c == mark.lower()], mark[1:]"
    found = shapes_of(f"def f(line, mark):\n    {body}")["mark"]
    assert isinstance(found, TextShape)
    assert found.max_size is None


def test_a_number_that_stands_beside_a_text_is_a_number() -> None:
    """Links to pages, and what stands for those that are left out."""
    source = (
        "function links(here, total) {\n  const found = [];\n  for (let page = 1; page <= total; page++) {\n"
        "    if (page - here > 2) found.push('…');\n    else found.push(page);\n  }\n  return found;\n}\n"
    )
    (entry,) = by_id("javascript").runner().survey(source).entries
    assert [type(one.shape) for one in entry.parameters] == [IntShape, IntShape]
