"""Words for editors: what Markdown would read as more than text is quiet, and nothing else is changed."""

from __future__ import annotations

import pytest

from codescore.lsp.describe import _quiet


@pytest.mark.parametrize(
    ("text", "quiet"),
    [
        ("search(0, [0]) gives 1", "search(0, [0]) gives 1"),
        ("top_k([], 0) and by_age", "top_k([], 0) and by_age"),
        ("[a](https://x)", "[a\\](https://x)"),
        ("![a](u) [a][b]", "\\![a\\](u) [a\\][b]"),
        ("[a]: u", "[a\\]: u"),
        ("_a_ *b* <c>", "\\_a\\_ \\*b\\* \\<c\\>"),
        ("`_a_` _b_", "`_a_` \\_b\\_"),
    ],
)
def test_only_what_is_markup_is_escaped(text: str, quiet: str) -> None:
    """A list in a call stays as it is, also where an editor shows Markdown unread; a link is none."""
    assert _quiet(text) == quiet
