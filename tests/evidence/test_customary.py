"""What people give to programs by custom: whole minutes, people of different names, signs where the text shows them,
time that goes on from call to call.  Who differs elsewhere alone is not called different, and not the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from codescore.evidence.pairs import kept_apart
from codescore.evidence.properties import keeps
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.times import clocks
from codescore.languages.customary import customary
from codescore.languages.execution import Entry, Parameter
from codescore.languages.python.run.surveying import survey
from codescore.languages.quoting import form_of, forms, in_form, in_parts, placed, places, quoted, such, with_places
from codescore.languages.shapes import IntShape, RecordShape, SequenceShape, Shape, StandardShape, TextShape
from codescore.languages.standard import TIME
from codescore.languages.values import Float, Int, Record, Sequence, Text
from tests.evidence.judging import judged

_ability = probe()
runs = pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")

STAY = """from datetime import datetime

def stay(entry: datetime, leaving: datetime) -> int:
    '''%s'''
    time = leaving - entry
    return time.days * 1440 + time.seconds // 60
"""
STARTED = """import math
from datetime import datetime

def stay(entry: datetime, leaving: datetime) -> int:
    return math.ceil((leaving - entry).total_seconds() / 60)
"""
ACCOUNT = """import java.util.*;
class Account {
    private final List<int[]> held = new ArrayList<>();
    void earn(int %s, int points) { held.add(new int[] {%s, points}); }
    int balance(int %s) {
        int sum = 0;
        while (!held.isEmpty() && %s - held.get(0)[0] > 5) held.remove(0);
        for (int[] one : held) sum += one[1];
        return sum;
    }
}
"""
ACCOUNT_BY_DAY = """import java.util.*;
class Account {
    private final TreeMap<Integer, Integer> held = new TreeMap<>();
    void earn(int %s, int points) { held.merge(%s, points, Integer::sum); }
    int balance(int %s) {
        int sum = 0;
        for (int one : held.tailMap(%s - 5, true).values()) sum += one;
        return sum;
    }
}
"""
SHARES = """def owed(cents: int, people: list[str]) -> dict[str, int]:
    shares = dict.fromkeys(people, 0)
    for number in range(cents):
        person = people[number % len(people)]
        shares[person] = shares[person] + 1
    return shares
"""
SHARES_AT_ONCE = """def owed(cents: int, people: list[str]) -> dict[str, int]:
    share, left = divmod(cents, len(people))
    return {person: share + (number < left) for number, person in enumerate(people)}
"""
SHARES_OF_ALL = """def owed(cents: int, people: list[str]) -> dict[str, int]:
    share = cents // len(people)
    return {person: share for person in people}
"""
POLICY = '''def allowed(pattern: str, name: str) -> bool:
    """Whether a pattern, a name such as "a.b", everything below one ("doc.*") or everything ("*"), covers a name."""
    if pattern.endswith("*"):
        return name.startswith(pattern[:-1])
    return pattern == name
'''
POLICY_BY_PARTS = """def allowed(pattern: str, name: str) -> bool:
    if pattern == "*":
        return True
    if pattern.endswith(".*"):
        return name.startswith(pattern[:-1])
    return pattern == name
"""
POLICY_WITHOUT_DOT = POLICY_BY_PARTS.replace("startswith(pattern[:-1])", "startswith(pattern[:-2])")


AMOUNT = '''def portions(amount: str) -> int:
    """How many quarters an amount, written "2", "3/4" or "1 1/2", has.  Gives "4/4" or "x 2" to nobody."""
    whole, rest = 0, amount
    if " " in amount:
        first, rest = amount.split(" ", 1)
        whole = int(first)
    above, _, below = rest.partition("/")
    return whole * 4 + int(above.split()[0]) * 4 // int(below or 1)
'''
AMOUNT_BY_WORDS = """def portions(amount: str) -> int:
    found = 0
    for word in amount.split():
        above, _, below = word.partition("/")
        found += int(above) * 4 // int(below or 1)
    return found
"""
PAGES = '''def pages(field: str) -> list[int]:
    """The pages of a field such as "1-3, 7, 10-12", each once, in ascending order."""
    found = set()
    for part in field.split(","):
        first, _, last = part.strip().partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return sorted(found)
'''
PAGES_IN_A_ROW = """def pages(field: str) -> list[int]:
    spans = []
    for part in field.split(","):
        first, _, last = part.strip().partition("-")
        spans.append((int(first), int(last or first)))
    found, done = [], -1
    for first, last in sorted(spans, key=lambda span: span[0]):
        found += range(max(first, done + 1), last + 1)
        done = %s
    return found
"""


RANKS = """import java.util.*;
public class Main { public static void main(String[] args) {
    Scanner in = new Scanner(System.in); int n = in.nextInt(); List<String> found = new ArrayList<>();
    for (int i = 0; i < n; i++) {
        String name = in.next(); int points = in.nextInt();
        found.add(String.format("%06d %s", 999999 - points, name));
    }
    Collections.sort(found);
    for (String one : found) System.out.println(one);
} }
"""
RANKS_BY_NAME = """import java.util.*;
public class Main { public static void main(String[] args) {
    Scanner in = new Scanner(System.in); int n = in.nextInt(); Map<String, Integer> points = new HashMap<>();
    for (int i = 0; i < n; i++) points.put(in.next(), in.nextInt());
    points.entrySet().stream().map(e -> String.format("%06d %s", 999999 - e.getValue(), e.getKey())).sorted()
        .forEach(System.out::println);
} }
"""


LOG = '''def total(entries: list[str]) -> str:
    """The time of a log; each entry is "task;minutes", for example "Write tests;45"."""
    hours = minutes = 0
    for entry in entries:
        task, time = entry.split(";")
        hours += int(time) // 60
        minutes += int(time) %% 60
        if %s:
            hours, minutes = hours + 1, minutes - 60
    return f"{hours}:{minutes:02}"
'''


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as made:
        yield made


@runs
def test_times_are_in_whole_minutes_where_nothing_speaks_of_seconds(session: EvidenceSession) -> None:
    """Half a minute makes the difference: an open question, or a difference where the reference speaks of it."""
    found = judged(session, "python", STARTED, STAY % "The minutes of a stay.")
    assert found.verdict == "conditional"
    assert "in whole minutes" in found.reason
    assert judged(session, "python", STARTED, STAY % "Without seconds.").verdict == "differs"
    by_hours = STARTED.replace("/ 60", "/ 3600") + "\n"
    assert judged(session, "python", by_hours, STAY % "The minutes of a stay.").verdict == "differs"


@runs
@pytest.mark.parametrize(("name", "verdict"), [("day", "equivalent"), ("place", "differs")])
def test_a_day_goes_on_where_several_methods_take_it(session: EvidenceSession, name: str, verdict: str) -> None:
    """Points that were dropped for good are missing on an earlier day."""
    reference, candidate = ACCOUNT % ((name,) * 4), ACCOUNT_BY_DAY % ((name,) * 4)
    found = judged(session, "java", candidate, reference)
    assert (found.verdict == "differs") == (verdict == "differs"), found.reason


def test_what_says_the_time() -> None:
    """Words that always do; those of days only where two methods take them."""

    def member(*names: str) -> Entry:
        return Entry("m", "method", tuple(Parameter(name, IntShape()) for name in names))

    assert clocks([member("now", "day"), member("key")]) == {"now"}
    assert clocks([member("day", "now_ms"), member("day", "count")]) == {"day", "now_ms"}
    assert clocks([member("count"), member("count")]) == set()


@runs
def test_people_have_different_names(session: EvidenceSession) -> None:
    """Who gives somebody that stands there twice the share of one of the two is not called different; who forgets
    cents is."""
    found = judged(session, "python", SHARES_AT_ONCE, SHARES)
    assert found.verdict == "conditional"
    assert "people is distinct" in found.reason
    assert judged(session, "python", SHARES_OF_ALL, SHARES).verdict == "differs"


def test_things_are_told_apart_by_their_names_unless_the_program_counts_them() -> None:
    item = SequenceShape(RecordShape("Item", (("name", TextShape()), ("cents", IntShape()))))
    (told,) = customary({"items": item}, "return sum(item.cents for item in items)", "")
    assert (told.property, told.other, told.words()) == ("told apart", "name", "items has no two items with one name")
    assert [*customary({"items": item}, "found.set(item.name, item)", "")]  # a table that is filled counts nothing
    for counting in ("totals.merge(item.name(), 1, Integer::sum)", "skips duplicates", "seen = set()"):
        assert not [*customary({"items": item}, counting, "")]
    assert not [*customary({"words": SequenceShape(TextShape())}, "", "")]


VERSIONS = """/** Compare two version strings like "1.4.0" or "2.0.0-beta.3". */
function compare(a, b) { return a < b ? -1 : 1; }"""


@pytest.mark.parametrize(
    ("shapes", "listed"),
    [
        ({"a": TextShape(), "b": TextShape()}, ["a", "b"]),
        ({"versions": SequenceShape(TextShape())}, ["versions"]),
        ({"a": TextShape(), "b": TextShape(), "n": IntShape()}, []),
    ],
)
def test_words_say_how_both_of_two_texts_are_written(shapes: dict[str, Shape], listed: list[str]) -> None:
    """What is compared is of one kind; so are the items of an only list.  Of one text of several nothing is said."""
    found = [one.parameter for one in customary(shapes, VERSIONS, VERSIONS) if one.property == "listed"]
    assert found == listed


def test_one_number_is_one_key_however_it_is_held() -> None:
    """JavaScript knows no difference between 17 and 17.0."""
    rows = [Record("Row", (("id", one), ("name", Text(name)))) for one, name in ((Int(17), "a"), (Float(17.0), "b"))]
    assert kept_apart(Sequence("list", tuple(rows)), "id") == Sequence("list", (rows[0],))


def test_minutes_are_spoken_of_in_seconds() -> None:
    """What reckons seconds into minutes does not speak of seconds."""
    shapes = {"at": StandardShape(TIME)}
    assert [*customary(shapes, "minutes = (b - a).total_seconds() // 60", "")]
    assert not [*customary(shapes, "return (b - a).total_seconds()", "")]


@runs
def test_signs_stand_where_the_words_show_them(session: EvidenceSession) -> None:
    """`doc*` is like none of the patterns that the text shows; `doc.*` is."""
    found = judged(session, "python", POLICY_BY_PARTS, POLICY)
    assert found.verdict in ("equivalent", "conditional"), found.reason
    assert judged(session, "python", POLICY_WITHOUT_DOT, POLICY).verdict == "differs"


def test_what_stands_beside_a_sign() -> None:
    known = places(POLICY)
    assert known.startswith("*\t")
    assert all(placed(text, known) for text in ("*", "a.*", "b.c", "", "role"))
    assert not any(placed(text, known) for text in ("**", "a*", "*.a"))
    made = {with_places(text, known, Random(n)) for n in range(40) for text in ("**", "a*", "x*y")}
    assert all(placed(text, known) for text in made)
    assert any("*" in text for text in made)
    marked = places('# "task;minutes", such as "Write it;95".\nsplit(";")')
    assert placed("a;1", marked)
    assert not any(placed(text, marked) for text in (";1", "a;", "a;b;1"))
    assert placed(with_places("a;b;1", marked, Random(3)), marked)
    assert places('def f(s):\n    """Takes "a.*" alone."""\n    return s.endswith("*")\n') == ""


def test_lines_of_a_format_are_texts_to_try() -> None:
    source = """/*
     * [section]           starts a section
     * key = value         a setting
     * key = "b  text"     quoted
     * The rest of the line is kept.
     */
    static void parse(String line) { line.startsWith("["); line.indexOf('='); line.indexOf('"'); }
    """
    assert {"[section]", "key = value", 'key = "b  text"'} <= {*quoted(source)}
    assert '[section]\nkey = value\nkey = "b  text"' in quoted(source)
    assert not any("kept" in text for text in quoted(source))


def test_words_of_numbers_in_parts_are_made_like_those_shown() -> None:
    """Times of a day are some, others have as many digits; words in capitals stand beside them."""
    words = in_parts('// Times are hh:mm:\n//     06:30 22:00 40\n// or "1:05.40", or "NT".\nint x = 1 / 2.5;\n')
    assert {"06:30", "22:00", "1:05.40", "NT"} <= {*words}
    clocks_ = [word for word in words if len(word) == len("06:30") and word[2] == ":"]
    assert len(clocks_) > 10
    assert all(int(word[:2]) < 24 and int(word[3:]) < 60 for word in clocks_)
    assert in_parts("// reads a name\nint x = 12:30;") == ()


@runs
def test_texts_are_in_the_forms_that_words_list(session: EvidenceSession) -> None:
    """`1 2 3` is none of those; `1 1/2` is."""
    (entry,) = survey(AMOUNT).entries
    (listed,) = (one for one in entry.assumptions if one.property == "listed")
    assert keeps(listed, {"amount": Text("12 1/2")})
    assert not keeps(listed, {"amount": Text("1 2 3")})
    assert judged(session, "python", AMOUNT_BY_WORDS, AMOUNT).verdict in ("equivalent", "conditional")
    assert judged(session, "python", AMOUNT_BY_WORDS.replace("4 //", "4 % 8 //"), AMOUNT).verdict == "differs"


def test_forms_are_listed() -> None:
    known = forms(AMOUNT)
    assert known.splitlines() == ["0", "0/0", "0 0/0"]
    made = [in_form(text, known, Random(n)) for n in range(20) for text in ("", "7", "1 2 3", "a/b")]
    assert all(form_of(one) in known.splitlines() for one in made)
    assert "7" in made
    assert forms('# Returns "1/2" or "1".\n') == forms('# Either "yes" or "no".\n') == ""


@runs
def test_lines_that_are_read_have_different_names(session: EvidenceSession) -> None:
    found = judged(session, "java", RANKS_BY_NAME, RANKS)
    assert (found.verdict, found.reason.rpartition("unless ")[2]) == ("conditional", "no two have one name")


@runs
def test_parts_of_texts_are_like_parts_that_are_shown(session: EvidenceSession) -> None:
    """A span inside of another one, and a third that begins in the first: nothing else shows the fault."""
    assert judged(session, "python", PAGES_IN_A_ROW % "max(done, last)", PAGES).verdict in ("equivalent", "conditional")
    assert judged(session, "python", PAGES_IN_A_ROW % "last", PAGES).verdict in ("differs", "conditional")


@runs
def test_all_texts_of_a_list_are_like_one_that_is_shown(session: EvidenceSession) -> None:
    """A list of which one item has another form is refused; the fault needs several that have it, and near 60."""
    assert judged(session, "python", LOG % "minutes >= 60", LOG % "minutes > 59").verdict == "equivalent"
    assert judged(session, "python", LOG % "minutes > 60", LOG % "minutes > 59").verdict == "differs"


@pytest.mark.parametrize(
    ("name", "so"),
    [
        ("merge_sorted_lists", True),
        ("findInSortedArray", True),
        ("sortedArrayToTree", True),
        ("remove_duplicates_from_sorted", True),
        ("sorted_list", False),  # it gives one
        ("get_sorted_numbers", False),
        ("sorted_words_count", False),
        ("is_sorted", False),
        ("combine_into_sorted_list", False),
        ("put_in_sorted_list", False),
        ("union_sorted", False),
        ("search_sorted", True),
        ("search", False),
        ("find", False),
        ("sorted", False),
        ("merge_lists", False),
    ],
)
def test_a_function_may_say_that_it_takes_what_is_in_order(name: str, so: bool) -> None:
    shapes: dict[str, Shape] = {"xs": SequenceShape(IntShape()), "n": IntShape()}
    program = f"def {name}(xs, n):\n    return xs[n]\n"
    found = [one.parameter for one in customary(shapes, program, program) if one.property == "ordered"]
    assert found == (["xs"] if so else [])


ORDERS = '''def held(orders):
    """What is held of each thing; every order is "IN 5#3" or "OUT 2#7", pieces and what they are."""
    found = {}
    for order in orders:
        blank, sign = order.find(" "), order.find("#")
        count, thing = int(order[blank + 1 : sign]), int(order[sign + 1 :])
        found[thing] = found.get(thing, 0) + (count if order[0] == "I" else -count)
    return found
'''
BY_WORDS = """def held(orders):
    found = {}
    for order in orders:
        way, rest = order.split(" ")
        count, thing = map(int, rest.split("#"))
        found.setdefault(thing, 0)
        if way == "IN":
            found[thing] += count
        elif way == "OUT":
            found[thing] -= count
    return found
"""


@pytest.mark.parametrize(
    ("words", "pattern"),
    [
        ('Each is "IN 5#3" or "OUT 12#7".', r"(?:IN|OUT)\ [1-9]\d?\#[1-9]\d?"),
        ('Times such as "08:30" and "17:05".', r"\d{2}:\d{2}"),
        ('Each is "IN 5#3" or "OUT 12".', ""),  # two forms
        ('Each is "In 5#3" or "Out 1#7".', ""),  # words that may be any
        ('Returns "A 1" or "B 2".', ""),
        ('Each is "a-b" or "c-d".', ""),
    ],
)
def test_texts_of_one_form_show_how_all_are_written(words: str, pattern: str) -> None:
    assert such(f'def f(x):\n    """{words}"""\n') == pattern


@runs
def test_orders_are_made_as_words_show_them(session: EvidenceSession) -> None:
    found = judged(session, "python", BY_WORDS, ORDERS)
    assert found.verdict in ("equivalent", "conditional"), found.reason
    assert found.mutants.exposed > 0.8 * found.mutants.total
    wrong = judged(session, "python", BY_WORDS.replace("-= count", "-= 1"), ORDERS)
    assert wrong.verdict == "differs", wrong.reason
    assert wrong.counterexample is not None
    assert re.search(r"'(?:IN|OUT) \d{1,2}#\d{1,2}'", wrong.counterexample.input)


@pytest.mark.parametrize(
    ("words", "body", "said"),
    [
        ("The plural of an English noun in lower case.", "return word + 's'", ["lower case"]),
        ("Words are in upper case; counts their vowels.", "return word.count('A')", ["upper case"]),
        ("The name in lower case.", "return word.lower()", []),
        ("Returns the word in lower case.", "return word[0]", []),
        ("The plural of an English noun.", "return word + 's'", []),
    ],
)
def test_a_case_that_words_tell(words: str, body: str, said: list[str]) -> None:
    (entry,) = survey(f'def f(word):\n    """{words}"""\n    {body}\n').entries
    assert [one.property for one in entry.assumptions if one.property.endswith(" case")] == said
