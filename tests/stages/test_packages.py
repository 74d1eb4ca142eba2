"""What to install where a package is missing."""

from __future__ import annotations

import importlib.metadata

import pytest

from codescore.foundation.packages import REINSTALL, remedy

LINES = [
    "numpy<3,>=1.26",
    "tree-sitter-python<0.26",
    "scipy<2; extra == 'small'",
    "pyarrow>=18; extra == 'small'",
    "scipy<2; extra == 'large'",
    "black<27; extra == 'large'",
    'scikit-learn<2 ; extra == "large"',
]


@pytest.mark.parametrize(
    ("module", "part", "said"),
    [
        ("numpy", "", REINSTALL),
        ("tree_sitter_python", "", REINSTALL),
        ("scipy.optimize", "", "pip install 'codescore-r[small]'"),
        ("scipy", "large", "pip install 'codescore-r[large]'"),
        ("pyarrow", "large", "pip install 'codescore-r[small]'"),
        ("black", "", "pip install 'codescore-r[large]'"),
        ("sklearn", "", "pip install 'codescore-r[large]'"),
        ("unheard_of", "", REINSTALL),
    ],
)
def test_the_extra_that_brings_a_module_is_named(
    monkeypatch: pytest.MonkeyPatch, module: str, part: str, said: str
) -> None:
    """As the package's own metadata says; of several extras the one that asks, else the smallest."""
    monkeypatch.setattr(importlib.metadata, "requires", lambda _name: LINES)
    assert remedy(module, part) == said


def test_what_is_not_installed_as_a_package_is_installed_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run from its sources there is no metadata to ask."""

    def none(name: str) -> None:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "requires", none)
    assert remedy("scipy") == REINSTALL
