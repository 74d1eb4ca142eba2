"""What a unit is compared with: set by the client, said in a comment, or ruled by `codescore.toml`; first match wins.

`resolve` is the one entry point; `Reader` is the only part that touches files.  A reference that cannot be had is a
value (`NotFound`) that says why and what to do, never an exception.  Knows nothing of models, scores or protocols.
"""

from __future__ import annotations

from codescore.references.read import Reader
from codescore.references.resolve import (
    CandidateLocation,
    NotFound,
    Origin,
    Resolution,
    Resolved,
    SetReference,
    load_configuration,
    resolve,
)
from codescore.references.written import (
    CONFIG_FILE,
    Configuration,
    ConfigurationError,
    parse_configuration,
)

__all__ = [
    "CONFIG_FILE",
    "CandidateLocation",
    "Configuration",
    "ConfigurationError",
    "NotFound",
    "Origin",
    "Reader",
    "Resolution",
    "Resolved",
    "SetReference",
    "load_configuration",
    "parse_configuration",
    "resolve",
]
