"""What programs that are run may import: modules beside them, named libraries, an environment; nothing else."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest

from codescore.cli import main
from codescore.evidence.libraries import state_of
from codescore.evidence.sandbox import probe
from codescore.languages import by_id
from codescore.languages.execution import Libraries
from codescore.languages.python.libraries import beside, imported

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]
REFERENCE = "def doubled(n: int) -> int:\n    return n * 2\n"


def judged(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main(["evidence", "--json", "--budget", "0.3", *arguments]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def written(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_modules_beside_a_program_are_there_also_by_way_of_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A candidate imports a module beside it, which imports another."""
    written(
        tmp_path,
        mine="import helper\ndef doubled(n: int) -> int:\n    return helper.twice(n)\n",
        helper="from numbers_of import TWO\ndef twice(n):\n    return TWO * n\n",
        numbers_of="TWO = 2\n",
        right=REFERENCE,
    )
    assert judged(capsys, str(tmp_path / "mine.py"), str(tmp_path / "right.py"))["verdict"] == "equivalent"


def test_a_module_of_a_package_imports_its_neighbours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Relative imports work where the file lies in a package."""
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "__init__.py").write_text("")
    (tmp_path / "pack" / "inner.py").write_text("def twice(n):\n    return n + n\n")
    (tmp_path / "pack" / "mine.py").write_text(
        "from .inner import twice\ndef doubled(n: int) -> int:\n    return twice(n)\n"
    )
    written(tmp_path, right=REFERENCE)
    assert judged(capsys, str(tmp_path / "pack" / "mine.py"), str(tmp_path / "right.py"))["verdict"] == "equivalent"


@pytest.mark.parametrize("library", [(), ("--library",)])
def test_a_candidate_never_gets_at_its_reference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], library: tuple[str, ...]
) -> None:
    """Whoever imports the reference, or looks for its text, does not find it: not beside, not in a named library."""
    look = (
        "import os\ndef doubled(n: int) -> int:\n    for top, _, files in os.walk('/libraries'):\n"
        "        for name in files:\n            text = open(os.path.join(top, name)).read()\n"
        "            if 'n * 2' in text:\n                return n * 2\n    return 0\n"
    )
    written(tmp_path, right=REFERENCE, copied="import right\ndoubled = right.doubled\n", look=look, other="n = 2\n")
    more = [text for option in library for text in (option, str(tmp_path))]
    copied = judged(capsys, str(tmp_path / "copied.py"), str(tmp_path / "right.py"), *more)
    assert copied["verdict"] != "equivalent"
    assert judged(capsys, str(tmp_path / "look.py"), str(tmp_path / "right.py"), *more)["verdict"] == "differs"


def test_a_link_beside_a_program_leads_nowhere(tmp_path: Path) -> None:
    """A module that is a link out of the folder is not shown."""
    (tmp_path / "outside.py").write_text("SECRET = 1\n")
    folder = tmp_path / "inside"
    folder.mkdir()
    (folder / "helper.py").symlink_to(tmp_path / "outside.py")
    language = by_id("python")
    importing = language.importing() if language else None
    assert importing is not None
    assert importing.beside("import helper\n", folder / "mine.py").modules == ()


def test_a_copy_of_a_private_package_follows_no_link_out_of_it(tmp_path: Path) -> None:
    """A package is copied where an ordinary user may not read it; what a link in it leads to is not."""
    from codescore.languages.python import libraries

    (tmp_path / "secret.txt").write_text("SECRET")
    package = tmp_path / "pack"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "leak.py").symlink_to(tmp_path / "secret.txt")
    tmp_path.chmod(0o700)
    shown = libraries._visible(package)
    assert shown != package
    assert [one.name for one in shown.iterdir()] == ["__init__.py"]


def test_a_link_to_nowhere_ends_nothing(tmp_path: Path) -> None:
    """Emacs leaves one beside a file that is being changed; a workspace may hold any."""
    written(tmp_path, package____init__="KEY = 1", package__part="")
    package = Libraries((tmp_path / "package",))
    before = state_of(package)
    (tmp_path / "package" / ".#part.py").symlink_to("somebody@somewhere.1")
    (tmp_path / "package" / "round.py").symlink_to("round.py")
    assert state_of(package) == before


def test_what_is_read_for_its_imports_is_bounded(tmp_path: Path) -> None:
    """A few large files, with links to them, would fill the memory of who only looks."""
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").write_text("#" * 1_000_000)
    for number in range(100):
        (package / f"part{number}.py").symlink_to("__init__.py")
    tracemalloc.start()
    found = beside("import package", tmp_path / "mine.py")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.modules == (package.resolve(),)
    assert most < 30_000_000


def test_a_library_cannot_be_written_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is shown is shown read-only."""
    write = (
        "import shelf\ndef doubled(n: int) -> int:\n    try:\n        open(shelf.__file__, 'w')\n"
        "    except OSError:\n        return n * 2\n    return 0\n"
    )
    written(tmp_path, write=write, right=REFERENCE, lib__shelf="TWO = 2\n")
    found = judged(
        capsys, str(tmp_path / "write.py"), str(tmp_path / "right.py"), "--library", str(tmp_path / "lib" / "shelf.py")
    )
    assert found["verdict"] == "equivalent"
    assert (tmp_path / "lib" / "shelf.py").read_text() == "TWO = 2\n"


def test_packages_of_an_environment_are_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Packages in a virtual environment can be imported by both."""
    import sys

    home = tmp_path / "env" / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
    (home / "pack").mkdir(parents=True)
    (home / "pack" / "__init__.py").write_text("def twice(n):\n    return n + n\n")
    written(tmp_path, mine="import pack\ndef doubled(n: int) -> int:\n    return pack.twice(n)\n", right=REFERENCE)
    named = ("--environment", str(tmp_path / "env"))
    without = judged(capsys, str(tmp_path / "mine.py"), str(tmp_path / "right.py"))
    assert without["verdict"] == "environment-failure"
    assert judged(capsys, str(tmp_path / "mine.py"), str(tmp_path / "right.py"), *named)["verdict"] == "equivalent"


def test_an_import_that_fails_leaves_other_functions_able_to_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A module that is not there makes those functions unable to run that use it, on either side."""
    head = "import absent_module\nfrom absent_module.part import thing\n"
    text = head + REFERENCE + "def other(n: int) -> int:\n    return thing(n) + absent_module.x\n"
    written(tmp_path, mine=text.replace("n * 2", "n + n"), right=text, plain=text.replace("thing(n)", "n + 0"))
    found = judged(capsys, str(tmp_path / "mine.py"), str(tmp_path / "right.py"))
    units = found["units"]
    assert isinstance(units, list)
    assert [one["verdict"] for one in units] == ["equivalent", "environment-failure"]
    assert found["verdict"] == "environment-failure"


def test_a_candidate_without_its_module_is_not_called_different(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the module is imported within the function, too, what is missing here is not the program's fault."""
    mine = "def doubled(n: int) -> int:\n    import absent_module\n    return absent_module.twice(n)\n"
    raising = "def doubled(n: int) -> int:\n    raise ModuleNotFoundError('no')\n"
    written(tmp_path, mine=mine, raising=raising, right=REFERENCE)
    assert judged(capsys, str(tmp_path / "mine.py"), str(tmp_path / "right.py"))["verdict"] == "environment-failure"
    assert judged(capsys, str(tmp_path / "raising.py"), str(tmp_path / "right.py"))["verdict"] == "differs"


def test_what_pypy_is_told_of_its_compiler_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A program written for PyPy runs; a use of any other module that is missing still cannot."""
    written(
        tmp_path,
        mine="import pypyjit\npypyjit.set_param('max_unroll_recursion=-1')\nn = int(input())\nprint(n + n)\n",
        other="import pypyjot\npypyjot.set_param('max_unroll_recursion=-1')\nn = int(input())\nprint(n + n)\n",
        right="n = int(input())\nprint(n * 2)\n",
    )
    assert judged(capsys, str(tmp_path / "mine.py"), str(tmp_path / "right.py"))["verdict"] == "equivalent"
    assert judged(capsys, str(tmp_path / "other.py"), str(tmp_path / "right.py"))["verdict"] == "environment-failure"


def test_a_program_that_provides_for_the_missing_module_goes_its_own_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`try: import … except ImportError` sees that the module is not there."""
    guarded = "try:\n    import absent_module\nexcept ImportError:\n    absent_module = None\n"
    mine = guarded + "def doubled(n: int) -> int:\n    return n + n if absent_module is None else 0\n"
    written(tmp_path, mine=mine, right=REFERENCE)
    assert judged(capsys, str(tmp_path / "mine.py"), str(tmp_path / "right.py"))["verdict"] == "equivalent"


@pytest.mark.parametrize(
    ("option", "name", "says"),
    [
        ("--library", "missing.py", "no such library"),
        ("--library", "notes.txt", "no Python module"),
        ("--environment", "missing", "no such environment"),
        ("--environment", ".", "no packages in"),
    ],
)
def test_what_is_no_library_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, name: str, says: str
) -> None:
    """One line says what is wrong."""
    written(tmp_path, right=REFERENCE)
    (tmp_path / "notes.txt").write_text("x")
    right = str(tmp_path / "right.py")
    assert main(["evidence", right, right, option, str(tmp_path / name)]) == 2
    assert says in capsys.readouterr().err


def test_libraries_for_a_language_without_them_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is said that they cannot be given yet."""
    path = tmp_path / "A.java"
    path.write_text("class A { static int f(int n) { return n; } }")
    assert main(["evidence", str(path), str(path), "--library", str(tmp_path)]) == 2
    assert "libraries cannot be given to programs in Java yet" in capsys.readouterr().err


MONEY = """class Money:
    def __init__(self, cents: int):
        self.cents = cents

    def __add__(self, other):
        return Money(self.cents + other.cents)

    def __lt__(self, other):
        return self.cents < other.cents
"""
PRICES = """from .money import Money


def doubled(price: Money) -> Money:
    return price + price


def cheaper(a: Money, b: Money) -> Money:
    return b if b < a else a
"""


@pytest.mark.parametrize(
    ("imports", "call"), [("from .money import Money", "Money"), ("from .money import Money as Amount", "Amount")]
)
def test_objects_of_a_class_beside_a_program_are_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], imports: str, call: str
) -> None:
    """Numbers are no amounts of money: who multiplies fails, who makes another amount does not."""
    for folder in ("right", "wrong", "given"):
        written(tmp_path, **{f"{folder}__shop__money": MONEY, f"{folder}__shop____init__": ""})
        (tmp_path / folder / "shop" / "__init__.py").write_text("")
        prices = PRICES.replace("from .money import Money", imports).replace(": Money", f": {call}")
        prices = prices.replace("-> Money", f"-> {call}")
        changed = {"right": f"{call}(price.cents * 2)", "wrong": "2 * price", "given": "price + price"}[folder]
        (tmp_path / folder / "shop" / "prices.py").write_text(prices.replace("price + price", changed))
    reference = str(tmp_path / "given" / "shop" / "prices.py")
    assert judged(capsys, str(tmp_path / "right" / "shop" / "prices.py"), reference)["verdict"] == "equivalent"
    found = judged(capsys, str(tmp_path / "wrong" / "shop" / "prices.py"), reference)
    assert found["verdict"] == "differs"
    assert f"doubled({call}(" in found["reason"]


def test_classes_are_read_through_what_hands_them_on(tmp_path: Path) -> None:
    """A package may give the names of its modules; what must not be seen, or lies elsewhere, is not read."""
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "__init__.py").write_text("from .money import Money\n")
    (tmp_path / "shop" / "money.py").write_text(MONEY)
    source = "from shop import Money\nfrom other import Thing\nimport shop\n"
    libraries = beside(source, (tmp_path / "mine.py").resolve())
    (one,) = imported(source, libraries)
    assert (one.name, one.there, [inner.name for inner in one.imported]) == ("Money", "Money", ["Money"])
    assert "class Money" in one.imported[0].source
    hidden = Libraries(libraries.modules, hidden=(tmp_path / "shop" / "money.py",))
    assert imported(source, hidden)[0].imported == ()


@pytest.mark.parametrize("module", [".money", "money"])
def test_what_is_declared_as_a_type_from_elsewhere_is_not_guessed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], module: str
) -> None:
    """Where a module is not there, nothing stands for the objects of its classes; other functions are run."""
    source = f"""from {module} import Money

def doubled(price: Money) -> Money:
    return price + price

def twice(n: int) -> int:
    return n + n
"""
    written(tmp_path, mine=source.replace("price + price", "2 * price").replace("n + n", "2 * n"), right=source)
    found = judged(capsys, str(tmp_path / "mine.py"), str(tmp_path / "right.py"))
    verdicts = {one["reference_unit"]: (one["verdict"], one["reason"]) for one in found["units"]}
    assert verdicts["doubled"][0] == "untested"
    assert "takes Money, which is imported from a module that is not here" in verdicts["doubled"][1]
    assert found["verdict"] != "equivalent"


def test_a_candidate_without_the_file_of_a_type_is_not_called_different(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who handed in the one file and not the other cannot be run; an object that is not made shows nothing."""
    money = "class Money:\n    def __init__(self, cents: int):\n        self.cents = cents\n"
    source = "from money import Money\n\ndef cents(price: Money) -> int:\n    return price.cents\n"
    (tmp_path / "theirs").mkdir()
    (tmp_path / "mine").mkdir()
    written(tmp_path / "theirs", right=source, money=money)
    written(tmp_path / "mine", mine=source.replace("return price.cents", "found = price.cents\n    return found"))
    found = judged(capsys, str(tmp_path / "mine" / "mine.py"), str(tmp_path / "theirs" / "right.py"))
    assert found["verdict"] == "environment-failure"
    assert "the candidate takes Money, which is imported from a module that is not here" in str(found["reason"])
