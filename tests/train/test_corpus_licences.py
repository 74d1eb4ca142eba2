"""Only surely permissive licences pass: names, expressions, texts, package metadata, debian/copyright."""

from __future__ import annotations

import pytest

from codescore_train.corpus import debian, licences, metadata

MIT = (
    "Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated "
    "documentation files, to deal in the Software without restriction, including the rights to use, copy, modify, "
    "merge, publish, distribute, sublicense, and/or sell copies of the Software."
)
APACHE_HEADER = '/*\n * Licensed under the Apache License,\n * Version 2.0 (the "License");\n */\nclass A {}\n'


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("MIT", "MIT"),
        ("BSD-3-Clause AND MIT", "BSD-3-Clause AND MIT"),
        ("GPL-3.0-only OR MIT", "MIT"),
        ("MIT AND (BSD-2-Clause OR LGPL-2.1-or-later)", "MIT AND BSD-2-Clause"),
        ("Apache-2.0 WITH LLVM-exception", "Apache-2.0"),
        ("Expat and Apache-2.0", "MIT AND Apache-2.0"),
        ("GPL-2+, or Apache-2.0", "Apache-2.0"),
        ("MIT AND GPL-2.0-only", None),
        ("MIT OR LGPL-3.0-only AND GPL-2.0-only", "MIT"),
        ("LicenseRef-Own", None),
        ("MPL-2.0", None),
        ("EPL-2.0", None),
        ("GPL-2.0-only WITH Classpath-exception-2.0", None),
        ("", None),
        ("MIT AND", None),
        ("(MIT", None),
        ("MIT MIT", None),
    ],
)
def test_expressions_are_permissive_only_where_every_needed_part_is(expression: str, expected: str | None) -> None:
    """AND needs both sides, OR one; malformed and unknown means no."""
    assert licences.by_expression(expression) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (MIT, "MIT"),
        (APACHE_HEADER, "Apache-2.0"),
        ("Redistribution and use in source and binary forms ... endorse or promote products", "BSD-3-Clause"),
        (MIT + " Alternatively the GNU General Public License.", None),
        ("This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0.", None),
        ("Copyright 2020. All rights reserved.", None),
    ],
)
def test_texts_are_recognised_conservatively(text: str, expected: str | None) -> None:
    """A notice counts only if it is a known permissive one and names no other kind."""
    assert licences.by_text(text) == expected


def described(*lines: str, **files: str) -> dict[str, bytes]:
    found = {"p-1.dist-info/METADATA": "\n".join(("Name: p", *lines)).encode()}
    return found | {f"p-1.dist-info/{name}": text.encode() for name, text in files.items()}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (described("License-Expression: MIT"), "MIT"),
        (described("License-Expression: GPL-3.0-only", "Classifier: License :: OSI Approved :: MIT License"), None),
        (described("Classifier: License :: OSI Approved :: BSD License"), "BSD"),
        (described("Classifier: License :: OSI Approved :: MIT License", "License: GPLv3"), None),
        (described("Classifier: License :: A :: MIT License", "Classifier: License :: B :: GNU GPL v2"), None),
        (described("Classifier: License :: OSI Approved", "License: Apache 2.0"), "Apache-2.0"),
        (described("License: UNKNOWN"), None),
        (described("License: Something of our own"), None),
        (described(LICENSE=MIT), "MIT"),
        (described(LICENSE=MIT, COPYING="GNU GENERAL PUBLIC LICENSE"), None),
        ({}, None),
    ],
)
def test_a_package_is_judged_by_its_own_metadata(files: dict[str, bytes], expected: str | None) -> None:
    """Expression, classifiers, field, files, in this order; nothing stated means no."""
    assert metadata.decide(files)[0] == expected


COPYRIGHT = b"""Format: https://example.org/packaging-manuals/copyright-format/1.0/

Files: *
Copyright: 2020 A
License: Apache-2.0

Files: src/gpl/* src/One.java
Copyright: 2020 B
License: GPL-2+

Files: src/named/*
Copyright: 2020 C
License: Own

Files: src/gpl/free/*
Copyright: 2020 D
License: Expat

License: Own
 %s
""" % MIT.encode()


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("src/A.java", "Apache-2.0"),
        ("src/gpl/deep/A.java", None),
        ("src/One.java", None),
        ("src/gpl/free/A.java", "MIT"),
        ("src/named/A.java", "MIT"),
    ],
)
def test_the_last_matching_stanza_decides_each_file(path: str, expected: str | None) -> None:
    """A machine-readable copyright file is applied path by path, custom names by their text."""
    decision = debian.decide(COPYRIGHT)
    assert decision.licence_of is not None
    assert decision.licence_of(path) == expected


@pytest.mark.parametrize("main", ["GPL-2+", "LGPL-2.1", "EPL-1.0", "CDDL-1.1 or GPL-2 with Classpath exception", "Odd"])
def test_a_package_whose_main_stanza_is_not_permissive_is_left_out(main: str) -> None:
    """Permissive islands in a copyleft package are not worth the risk."""
    decision = debian.decide(COPYRIGHT.replace(b"License: Apache-2.0", f"License: {main}".encode()))
    assert decision.licence_of is None
    assert main[:4] in decision.evidence


@pytest.mark.parametrize("free_form", [None, b"", b"This package was debianized by X.\n\nUpstream says: GPL.\n"])
def test_without_a_readable_copyright_file_each_file_must_speak_for_itself(free_form: bytes | None) -> None:
    """The answer is then "ask the header", and only a permissive notice is an answer."""
    decision = debian.decide(free_form)
    assert decision.licence_of is not None
    assert decision.licence_of("A.java") == ""
    assert debian.by_header(APACHE_HEADER.encode()) == "Apache-2.0"
    assert debian.by_header(b"class A {}") is None


def test_a_copyleft_header_is_noticed() -> None:
    """A file that names a copyleft licence is recognised, one that merely works with files is not."""
    assert debian.names_copyleft(b"// under the GNU Lesser General Public License\n")
    assert debian.names_copyleft(b"# SPDX-License-Identifier: MPL-2.0\n")
    assert not debian.names_copyleft(b"# simple, sample, example\n")
