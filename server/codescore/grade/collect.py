"""What a teacher names → submissions: who handed in which files, and what could not be read and why.

One folder or archive alone is a class: each folder, file or archive in it is a submission, unless names or `info.csv`
say that several files are one person's.  Several arguments are a submission each, unless a platform's names or
`info.csv` in one of them, or `class_folders`, say otherwise.  Never raises on what students handed in.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from codescore.foundation.errors import InputError
from codescore.foundation.names import readable
from codescore.grade.archives import is_archive, is_other_archive, stem
from codescore.grade.decode import NOTEBOOK, decoded
from codescore.grade.exports import INFO, described, read_info, recognised
from codescore.grade.limits import MOST_INNER, MOST_NAME, MOST_PARTS, MOST_UNPACKED
from codescore.grade.model import Item, NotGraded, Part, Person, Submission, Unreadable
from codescore.grade.tree import Tree, archive_tree, folder_tree, read_archive, read_file
from codescore.languages import Language, by_path


@dataclass(frozen=True, slots=True)
class Collected:
    """The submissions in order of their names, and what could not be read."""

    submissions: tuple[Submission, ...]
    not_graded: tuple[NotGraded, ...]


@dataclass(slots=True)
class _Pile:
    """The files of one submission while they are found."""

    label: str
    person: Person
    items: list[Item] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)


def collect(paths: Sequence[str], language: Language, *, class_folders: bool = False) -> Collected:
    """The submissions below paths of files, folders and archives.  Raises InputError for a path that is not there."""
    refused: list[NotGraded] = []
    piles: dict[str, _Pile] = {}
    for path in paths:
        if not os.path.lexists(path):
            raise InputError(f"cannot read {shown(path)}: there is no such file or folder; check the path")
    for folder, files in _together(paths).items():  # what a shell made of `class/*`
        _sort_in(piles, _opened(_files(files), refused), folder, whole=None)
    for path in paths:
        if not _is_file(path):
            try:
                alone = class_folders or len(paths) == 1
                _sort_in(piles, _tree(path, refused), path, whole=None if alone else path)
            except Unreadable as error:
                refused.append(NotGraded(shown(path), str(error)))
    submissions: list[Submission] = []
    for pile in sorted(piles.values(), key=lambda one: (one.person.name.casefold(), one.label)):
        made = _submission(pile, language, refused)
        if made is not None:
            submissions.append(made)
    return Collected(tuple(submissions), tuple(refused))


def shown(path: str) -> str:
    """A name as it can be shown: what is no UTF-8 replaced, line breaks visible, the middle of long ones left out."""
    text = "".join(c if c.isprintable() else repr(c)[1:-1] for c in readable(path))
    half = MOST_NAME // 2
    return text if len(text) <= MOST_NAME else f"{text[:half]}…{text[-half:]}"


def _is_file(path: str) -> bool:
    return not Path(path).is_dir() and not is_archive(path)


def _together(paths: Sequence[str]) -> dict[str, list[Path]]:
    """Arguments that are files, by the folder they are in."""
    result: dict[str, list[Path]] = {}
    for path in dict.fromkeys(paths):
        if _is_file(path):
            result.setdefault(str(Path(path).parent), []).append(Path(path))
    return result


def _files(files: Sequence[Path]) -> Tree:
    """Named files; who names a link means what it leads to."""
    items = []
    for file in files:
        real = Path(os.path.realpath(file))
        items.append(Item(shown(file.name), partial(read_file, real)))
    return Tree(tuple(items))


def _wanted(name: str) -> bool:
    """Whether a file is looked at: source of any language we know, notebooks, archives, metadata."""
    last = name.rpartition("/")[2]
    return by_path(last) is not None or last.lower().endswith(NOTEBOOK) or is_archive(last) or last.casefold() == INFO


def _wanted_inside(name: str) -> bool:
    """As `_wanted`, for an archive within an archive or folder: it holds no further ones."""
    return _wanted(name) and not is_archive(name)


def _tree(path: str, refused: list[NotGraded]) -> Tree:
    """What an argument holds; archives inside it are opened, one level deep.  Raises Unreadable."""
    place = Path(path)
    if place.is_dir():
        tree = folder_tree(place, _wanted)
    else:
        tree = archive_tree(read_archive(Path(os.path.realpath(place))), shown(place.name), _wanted)
    refused.extend(tree.refused)
    return _opened(tree, refused)


def _opened(tree: Tree, refused: list[NotGraded]) -> Tree:
    """The tree with the files of its archives in place of them: a student's `work.zip` is a folder `work.zip/`."""
    items: list[Item] = []
    aside = list(tree.aside)
    left = MOST_UNPACKED  # of what all archives together may hold in memory
    for item in tree.items:
        if not is_archive(item.name):
            items.append(item)
            continue
        try:
            inner = archive_tree(item.load(), shown(item.path), _wanted_inside, min(left, MOST_INNER))
        except Unreadable as error:
            refused.append(NotGraded(shown(item.path), str(error)))
            continue
        left -= sum(len(one.load()) for one in inner.items)
        refused.extend(inner.refused)
        items += [Item(f"{item.path}/{one.path}", one.load) for one in inner.items]
        aside += [f"{item.path}/{name}" for name in inner.aside]
        if not inner.items and not inner.aside:
            refused.append(NotGraded(shown(item.path), "an empty archive"))
    return Tree(tuple(items), tuple(aside))


def _sort_in(piles: dict[str, _Pile], tree: Tree, root: str, *, whole: str | None) -> None:
    """Put every file with its submission; `whole` is the path of the one submission that the tree may be."""
    people = _metadata(tree)
    names = [item.path for item in tree.items] + list(tree.aside)
    if whole is not None and not people and not any(recognised(name.partition("/")[0]) for name in names):
        last = Path(os.path.normpath(whole)).name
        known = recognised(stem(last) if is_archive(last) else last)
        tree_label = shown(last)
        pile = _pile(piles, f"{root}\0", tree_label, known.person if known else Person(_plain(tree_label)))
        pile.items += [item for item in tree.items if item.name.casefold() != INFO]
        pile.aside += tree.aside
        return
    for item in tree.items:
        if item.name.casefold() != INFO:
            _place(piles, root, item.path, people).items.append(item)
    for name in tree.aside:
        _place(piles, root, name, people).aside.append(name)


def _metadata(tree: Tree) -> dict[str, Person]:
    """The rows of every `info.csv`, by path from the tree's root."""
    people: dict[str, Person] = {}
    for item in tree.items:
        if item.name.casefold() == INFO:
            around = item.path[: -len(item.name)]
            try:
                people.update({around + name: person for name, person in read_info(item.load()).items()})
            except Unreadable:
                continue
    return people


def _place(piles: dict[str, _Pile], root: str, path: str, people: Mapping[str, Person]) -> _Pile:
    """The pile of a file: its person's, else that of the folder or file right below the root."""
    top = path.partition("/")[0]
    known = recognised(stem(top) if is_archive(top) else top)
    person = described(people, path)
    if known is not None:
        label = known.person.name
        return _pile(piles, f"{root}\0{known.key}", shown(label), person or known.person)
    if person is not None and person.name:
        return _pile(piles, f"{root}\0{top}", shown(top), person)
    unnamed = person or Person("")
    return _pile(piles, f"{root}\0{top}", shown(top), replace(unnamed, name=_plain(shown(top))))


def _pile(piles: dict[str, _Pile], key: str, label: str, person: Person) -> _Pile:
    return piles.setdefault(key, _Pile(label, person))


def _plain(label: str) -> str:
    """A file's name without its ending: what a person without metadata is called."""
    if is_archive(label):
        return stem(label)
    known = by_path(label) is not None or label.lower().endswith(NOTEBOOK)
    return label.rpartition(".")[0] if known and label.rpartition(".")[0] else label


def _submission(pile: _Pile, language: Language, refused: list[NotGraded]) -> Submission | None:
    """The submission's files in the references' language; what cannot be read is listed."""
    parts: list[Part] = []
    why: list[str] = []
    others: list[str] = []
    mine, theirs = _by_language(pile.items, language)
    for item in mine[:MOST_PARTS]:
        try:
            parts.append(decoded(item.path, item.load(), language))
        except Unreadable as error:
            why.append(f"{shown(item.name)}: {error}" if len(pile.items) > 1 else str(error))
    if len(mine) > MOST_PARTS:
        why.append(f"{len(mine) - MOST_PARTS} more files than the {MOST_PARTS} that are read")
    others += [shown(name) for name in (*pile.aside, *(item.path for item in theirs))]
    if parts:
        return Submission(pile.label, pile.person, tuple(parts), tuple(others), tuple(why))
    refused.append(NotGraded(pile.label, "; ".join(why) or _nothing(theirs, pile.aside, language), pile.person.name))
    return None


def _by_language(items: Iterable[Item], language: Language) -> tuple[list[Item], list[Item]]:
    mine: list[Item] = []
    theirs: list[Item] = []
    for item in sorted(items, key=lambda one: one.path):
        fits = item.name.lower().endswith(NOTEBOOK) or by_path(item.name) is language
        (mine if fits else theirs).append(item)
    return mine, theirs


def _nothing(theirs: Sequence[Item], aside: Sequence[str], language: Language) -> str:
    """Why a submission without code has none."""
    spoken = [found.name for item in theirs if (found := by_path(item.name))]
    if spoken:
        return f"{spoken[0]} code, and the reference is {language.name}"
    names = [shown(name.rpartition("/")[2]) for name in (*aside, *(item.path for item in theirs))]
    packed = [name for name in names if is_other_archive(name)]
    if packed:
        return f"{packed[0]} is packed in a way that is not read here; have it packed as zip"
    return f"no {language.name} file" + (f" (only {', '.join(names[:3])})" if names else "")
