"""Which code may be used: licences recognised from names, SPDX expressions and texts; unknown means no.

Two answers exist: the SPDX-like name of a permissive licence, or None.  Weak or strong copyleft (GPL, LGPL, AGPL,
MPL, EPL, CDDL, ...) is never permissive, and neither is what is not recognised.  Pure functions over text;
neighbours: `metadata` reads package metadata with them, `debian` reads debian/copyright.
"""

from __future__ import annotations

import re

# Normalised name (lower case, see `_key`) -> name that is recorded.
_NAMES = {
    "mit": "MIT", "expat": "MIT", "mitlicense": "MIT", "themitlicense": "MIT", "themit": "MIT", "x11": "MIT",
    "expatlicense": "MIT", "mitlicence": "MIT", "themitlicensemit": "MIT", "mitlicensemit": "MIT", "mit0": "MIT-0",
    "mitcmu": "HPND", "hpnd": "HPND", "historicalpermissionnoticeanddisclaimerhpnd": "HPND", "mitx11": "MIT",
    "bsd": "BSD", "bsdlicense": "BSD", "bsdlike": "BSD", "newbsd": "BSD-3-Clause", "newbsdlicense": "BSD-3-Clause",
    "modifiedbsd": "BSD-3-Clause", "modifiedbsdlicense": "BSD-3-Clause", "revisedbsdlicense": "BSD-3-Clause",
    "bsd3": "BSD-3-Clause", "bsd3clause": "BSD-3-Clause", "bsd3clauselicense": "BSD-3-Clause",
    "3clausebsd": "BSD-3-Clause", "3clausebsdlicense": "BSD-3-Clause", "bsd2": "BSD-2-Clause",
    "bsd2clause": "BSD-2-Clause", "bsd2clauselicense": "BSD-2-Clause", "simplifiedbsd": "BSD-2-Clause",
    "simplifiedbsdlicense": "BSD-2-Clause", "2clausebsd": "BSD-2-Clause", "freebsd": "BSD-2-Clause", "0bsd": "0BSD",
    "bsd4clause": "BSD-4-Clause", "bsdlicense3clause": "BSD-3-Clause", "bsd3clauselicence": "BSD-3-Clause",
    "apache": "Apache-2.0", "apache2": "Apache-2.0", "apache20": "Apache-2.0", "apachelicense": "Apache-2.0",
    "apachelicense2": "Apache-2.0", "apachelicense20": "Apache-2.0", "apachelicensev2": "Apache-2.0",
    "apachelicensev20": "Apache-2.0", "apachelicenseversion20": "Apache-2.0", "apachev2": "Apache-2.0",
    "apachev20": "Apache-2.0", "apachesoftwarelicense": "Apache-2.0", "apachesoftwarelicense20": "Apache-2.0",
    "apachesoftwarelicensev2": "Apache-2.0", "asl2": "Apache-2.0", "asl20": "Apache-2.0",
    "apachepubliclicense20": "Apache-2.0", "apache11": "Apache-1.1", "apache10": "Apache-1.1",
    "apache20license": "Apache-2.0", "apache2license": "Apache-2.0", "apachelicenseversion2": "Apache-2.0",
    "isc": "ISC", "isclicense": "ISC", "isclicenseiscl": "ISC", "psf": "PSF-2.0", "psf2": "PSF-2.0",
    "psf20": "PSF-2.0", "psfl": "PSF-2.0", "python": "PSF-2.0", "python20": "PSF-2.0", "cnripython": "PSF-2.0",
    "pythonsoftwarefoundationlicense": "PSF-2.0", "zlib": "Zlib", "zlibpng": "Zlib", "zliblibpng": "Zlib",
    "zliblibpnglicense": "Zlib", "unlicense": "Unlicense", "theunlicense": "Unlicense",
    "theunlicenseunlicense": "Unlicense", "cc0": "CC0-1.0", "cc010": "CC0-1.0",
    "cc010universalcc010publicdomaindedication": "CC0-1.0", "bsl10": "BSL-1.0",
    "boostsoftwarelicense10bsl10": "BSL-1.0",
    "upl10": "UPL-1.0", "upl": "UPL-1.0", "universalpermissivelicenseupl": "UPL-1.0", "ncsa": "NCSA",
    "zpl21": "ZPL-2.1",
    "zopepubliclicense": "ZPL-2.1", "zpl": "ZPL-2.1", "publicdomain": "Public-Domain", "wtfpl": "WTFPL",
    "postgresql": "PostgreSQL", "unicodedfs2016": "Unicode-DFS", "unicode30": "Unicode-DFS", "icu": "ICU",
    "blueoak100": "BlueOak-1.0.0", "w3c": "W3C", "afl30": "AFL-3.0", "jdom": "JDOM", "mulanpsl2": "MulanPSL-2.0",
}  # fmt: skip

COPYLEFT = re.compile(
    r"\b(?:[al]?gpl(?:v?\d|\b)|gnu\s+(?:\w+\s+){0,3}(?:general|lesser|library)|lesser\s+general\s+public|"
    r"general\s+public\s+licen[sc]e|affero|mozilla\s+public|mpl(?:[- v]?\d|\b)|eclipse\s+public|epl(?:[- v]?\d|\b)|"
    r"common\s+development\s+and\s+distribution|cddl|common\s+public\s+licen[sc]e|cpl[- ]?1|eupl|"
    r"european\s+union\s+public|open\s+software\s+licen[sc]e|cecill|sharealike|share[- ]alike|cc[- ]by[- ]|"
    r"creative\s+commons\s+attribution|business\s+source|server\s+side\s+public|sspl|commons\s+clause|"
    r"non[- ]?commercial|proprietary|confidential)",
    re.IGNORECASE,
)

# Words of a licence text -> its name.  All of a row's words must appear (white space and comment marks collapsed).
_TEXTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Apache-2.0", ("apache license", "version 2.0")),
    ("Apache-2.0", ("apache.org/licenses/license-2.0",)),
    ("Apache-2.0", ("licensed to the apache software foundation", "licenses this file to you under the apache")),
    ("Apache-1.1", ("apache software license", "version 1.1")),
    ("MIT", ("permission is hereby granted, free of charge, to any person obtaining a copy", "sell copies")),
    ("MIT", ("licensed under the mit license",)),
    ("MIT", ("released under the mit license",)),
    ("BSD-3-Clause", ("redistribution and use in source and binary forms", "endorse or promote")),
    ("BSD-2-Clause", ("redistribution and use in source and binary forms", "must retain", "binary form must")),
    ("BSD", ("licensed under the bsd",)),
    ("BSD", ("governed by a bsd-style license",)),
    ("ISC", ("permission to use, copy, modify, and/or distribute this software for any purpose with or without fee",)),
    ("ISC", ("permission to use, copy, modify, and distribute this software for any purpose with or without fee",)),
    ("Zlib", ("provided 'as-is', without any express or implied warranty", "altered source versions")),
    ("Unlicense", ("free and unencumbered software released into the public domain",)),
    ("CC0-1.0", ("cc0 1.0 universal",)),
    ("BSL-1.0", ("boost software license", "version 1.0")),
    ("PSF-2.0", ("python software foundation license version 2",)),
    ("UPL-1.0", ("universal permissive license",)),
)


def by_name(name: str) -> str | None:
    """The permissive licence that a short name means (`BSD 3-Clause License`, `Expat`), or None."""
    return _NAMES.get(_key(name))


def by_expression(expression: str) -> str | None:
    """The permissive part of an SPDX-like expression (AND, OR, WITH, parentheses, Debian's `and`, `or`, `,`), or None.

    `AND` needs both sides permissive, `OR` one of them.
    """
    tokens = re.findall(r"[()]|,|[^\s(),]+", expression)
    if not tokens or tokens.count("(") != tokens.count(")"):
        return None
    try:
        result, rest = _either(tokens)
    except IndexError:
        return None
    return result if not rest else None


def by_text(text: str) -> str | None:
    """The permissive licence whose text or standard notice this is, or None if none is found or copyleft is named."""
    if COPYLEFT.search(text):
        return None
    plain = re.sub(r"[\s*#/]+", " ", text.replace("://", "__")).replace("apache.org licenses ", "apache.org/licenses/")
    plain = plain.lower()
    return next((name for name, words in _TEXTS if all(word in plain for word in words)), None)


def _key(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _either(tokens: list[str]) -> tuple[str | None, list[str]]:
    found, rest = _both(tokens)
    while rest and rest[0].lower() == "or":
        other, rest = _both(rest[1:])
        found = found or other
    return found, rest


def _both(tokens: list[str]) -> tuple[str | None, list[str]]:
    found, rest = _one(tokens)
    while rest and rest[0].lower() in {"and", ","}:
        skip = 2 if rest[0] == "," and rest[1].lower() in {"and", "or"} else 1
        either = skip == 2 and rest[1].lower() == "or"
        other, rest = _one(rest[skip:])
        found = (found or other) if either else (_join(found, other) if found and other else None)
    return found, rest


def _one(tokens: list[str]) -> tuple[str | None, list[str]]:
    if tokens[0] == "(":
        found, rest = _either(tokens[1:])
        return found, rest[1:]
    found, rest = by_name(tokens[0]), tokens[1:]
    if rest and rest[0].lower() == "with":  # an exception only adds permissions
        rest = rest[2:]
    return found, rest


def _join(left: str, right: str) -> str:
    return " AND ".join(dict.fromkeys([*left.split(" AND "), *right.split(" AND ")]))
