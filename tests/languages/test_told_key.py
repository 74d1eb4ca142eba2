"""A field of which the description of a list says that it is the key, or unique, tells its objects apart."""

from __future__ import annotations

import pytest

from codescore.languages.python.run.surveying import survey

JOINED = '''def joined(orders, customers):
    """Attach names.

    orders: [{{"id": 7, "customer": 3}}, ...]
    customers: [{{"customer": 3, "name": "Ada"}}, ...]
               ({})
    """
    found = []
    for o in orders:
        for c in customers:
            if c["customer"] == o["customer"]:
                found.append((o["id"], c["name"]))
    return found
'''


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ('"customer" is the key, so it is unique here', "customer"),
        ("names are as they like, customer is unique", "customer"),
        ("customer is a number", ""),
        ("total is unique", ""),
    ],
)
def test_a_key_that_words_name(words: str, key: str) -> None:
    """Of that list, not of the other one."""
    (entry,) = survey(JOINED.format(words)).entries
    told = {
        (one.parameter, one.other)
        for one in entry.assumptions
        if one.property == "told apart" and one.other == "customer"
    }
    assert told == ({("customers", key)} if key else set())
