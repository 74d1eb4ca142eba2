"""How much is read: bounds that no honest class reaches, so that a bomb or a mistake ends in one line."""

from __future__ import annotations

from codescore.foundation.intake import MAX_UNCHOSEN_BYTES

#: Bytes of a source file; larger ones are data.
MOST_BYTES = MAX_UNCHOSEN_BYTES
#: Bytes of an archive as it lies on disk, and of all that is unpacked of it.
MOST_PACKED = 1 << 30
MOST_UNPACKED = 1 << 29
#: The same of one student's archive within a class.
MOST_INNER = 1 << 26
#: Entries of an archive, or files below a folder.
MOST_ENTRIES = 100_000
#: Folders within folders.
MOST_DEPTH = 24
#: Source files of one submission.
MOST_PARTS = 40
#: Characters of a name as it is shown.
MOST_NAME = 120
