"""What a study found, on disk: `summary.json`, `details.json`, `scores.parquet`, each whole or not at all.

Knows the files' layout; what stands in them `summary` and `run` make, what is drawn from them `codescore.reports` does.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codescore.foundation.files import replacing

if TYPE_CHECKING:
    import pyarrow

SUMMARY, DETAILS, SCORES = "summary.json", "details.json", "scores.parquet"


def write_json(path: Path, document: Any) -> None:  # noqa: ANN401  (any JSON value)
    """One JSON document, a row to a line where it is a list; there is no NaN in JSON."""
    if isinstance(document, list):
        lines = ",\n".join(json.dumps(row, ensure_ascii=False, allow_nan=False) for row in document)
        text = f"[\n{lines}\n]\n" if document else "[]\n"
    else:
        text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1) + "\n"
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


@contextmanager
def pair_writer(path: Path) -> Iterator[PairWriter]:
    """A writer of scores by pair; the file takes its place when the block ends without an error."""
    import pyarrow.parquet  # noqa: PLC0415  (of the extra `study`)

    with replacing(path) as temporary, pyarrow.parquet.ParquetWriter(temporary, _schema(), compression="zstd") as file:
        yield PairWriter(file)


class PairWriter:
    """Takes blocks of scores, see `Table.pairs`."""

    def __init__(self, file: Any) -> None:  # noqa: ANN401  (pyarrow has no types)
        self._file = file

    def write(self, blocks: Iterable[Mapping[str, Any]]) -> None:
        """Blocks of one metric on one group, as one row group."""
        import pyarrow as pa  # noqa: PLC0415

        tables = [pa.table(_columns(block), schema=_schema()) for block in blocks]
        if tables:
            self._file.write_table(pa.concat_tables(tables).unify_dictionaries())


def _columns(block: Mapping[str, Any]) -> dict[str, Any]:
    """A block's columns; what is one value for all its pairs is repeated."""
    import pyarrow as pa  # noqa: PLC0415

    count = len(block["id"])
    schema = _schema()
    columns: dict[str, Any] = {}
    for name in schema.names:
        value = block[name]
        values: Sequence[Any] = value if isinstance(value, list) else [value] * count
        kind = schema.field(name).type
        plain = pa.array(values, type=kind.value_type if pa.types.is_dictionary(kind) else kind)
        columns[name] = plain.dictionary_encode() if pa.types.is_dictionary(kind) else plain
    return columns


def _schema() -> pyarrow.Schema:
    import pyarrow as pa  # noqa: PLC0415

    word = pa.dictionary(pa.int32(), pa.string())
    return pa.schema(
        [
            ("data", word), ("lang", word), ("id", word), ("task", word), ("metric", word), ("condition", word),
            ("draw", pa.int32()), ("label", pa.float64()), ("score", pa.float64()), ("note", word),
            ("signature", word),
        ]
    )  # fmt: skip
