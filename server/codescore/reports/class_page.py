"""The page of a class: one HTML file that needs no network, from what `codescore grade` recorded.  Computes nothing.

What students wrote is data: it stands in JSON and in packed blocks, and scripts put it on the page as text alone.  A
policy in the page lets only its own scripts and styles run (by their hashes) and nothing be fetched, so that not even
a mistake of ours would run a student's text.  Plots are D3's, which is bundled.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from codescore.foundation.marks import CONDITIONALLY, NAMES, OF_SUBMISSION, TOO_LITTLE
from codescore.foundation.rounding import percent, shown
from codescore.reports.policy import embedded_json, filled, served_policy

Record = Mapping[str, Any]

#: Submissions whose details are in one block: a block is unpacked when one of them is opened.
BLOCK = 40
_SCRIPTS = ("model.js", "parts.js", "questions.js", "table.js", "charts.js", "compare.js", "main.js")
_ARE = {
    "behaves": "behave like the reference in every test that counts",
    "alike": "are like a reference, by the model",
    "unlike": "are unlike the references, by the model",
    "differs": "behave differently from the reference",
    "conditional": f"do {CONDITIONALLY}",
    "insufficient": f"were run, and that is {TOO_LITTLE}",
    "missing": "lack something that was asked for",
    "broken": "do not compile",
    "untouched": "are as they were handed out",
    "unknown": "could not be judged",
}
_FUNCTION_COLUMNS = {
    "alike": "like",
    "differs": "differs",
    "unlike": "unlike",
    "missing": "missing",
    "broken": "broken",
    "untouched": "as handed out",
}
_NONE = "–"
_EXACT = 4  # digits, as in `grade.gradebook`
_TESTED = "Verdicts on behaviour come from running the code on inputs and comparing what comes out."
_WHOLE = (
    "threshold", "counts", "clusters", "duplicates", "anonymous",
    "tested", "questions", "answers", "must", "aside", "decided",
)  # fmt: skip
_DETAILS = ("code", "marks", "problems", "functions", "links", "first", "notes", "fits", "tested")


@dataclass(frozen=True, slots=True)
class Page:
    """The page, the packed details that stand beside it where it is served, and its content security policy."""

    html: str
    blocks: tuple[bytes, ...]
    key: str
    policy: str


def class_page(record: Record, *, served: bool = False, live: bool = False) -> Page:
    """The page of a recorded class.

    `served` keeps the details beside the page, to be fetched from where it came from; `live` lets it ask for news.
    """
    blocks = tuple(_blocks(record["students"]))
    rows = _rows(record)
    said = json.dumps({name: value for name, value in record.items() if name != "made"}, sort_keys=True)
    key = hashlib.blake2b(said.encode(), digest_size=8).hexdigest()
    data = {
        "rows": rows,
        "references": [{k: one[k] for k in ("label", "code", "x", "y", "best_for")} for one in record["references"]],
        **{k: record[k] for k in _WHOLE},
        "histogram": [{**one, "span": f"{shown(one['low'])} to {shown(one['high'])}"} for one in record["histogram"]],
        "served": served,
        "order": list(_ARE),
        "signs": OF_SUBMISSION,
        "names": NAMES,
        "block": BLOCK,
        "file": re.sub(r"[^\w.-]+", "-", str(record["title"]))[:60].strip("-") or "class",
        "key": key,
        "live": live,
    }
    style, *scripts = _sources()
    policy = served_policy(style, scripts, served=served)
    return Page(_html(record, data, () if served else blocks, policy), blocks, key, policy)


@cache
def _asset(name: str) -> str:
    return files("codescore.reports").joinpath("class_assets", name).read_text(encoding="utf-8")


def _sources() -> tuple[str, str, str]:
    """Style, the library of plots, and our scripts as one."""
    elements = files("codescore.reports").joinpath("elements.js").read_text(encoding="utf-8")
    return _asset("page.css"), _asset("d3.min.js"), "\n".join((elements, *map(_asset, _SCRIPTS)))


def _html(record: Record, data: Record, blocks: Sequence[bytes], policy: str) -> str:
    style, d3, script = _sources()
    packed = (
        f"<script type='application/octet-stream' id='details-{k}'>{base64.b64encode(block).decode()}</script>"
        for k, block in enumerate(blocks)
    )
    parts = {
        "policy": policy,
        "title": escape(str(record["title"])),
        "lead": _lead(record),
        "notices": "".join(f"<p class='note warn'>{escape(one)}</p>" for one in record["notices"]),
        "links": _links(record),
        "counts": "".join(_count(one) for one in record["counts"]),
        "reasons": f"<div><h3>What is in the way</h3>{_reasons(record)}</div>" if record["groups"] else "",
        "functions": _functions(record) if len(record["functions"]) > 1 else "",
        "map-note": escape(record["map_note"]),
        "left": _left(record) if record["left"] else "",
        "references": "".join(_reference(one) for one in record["references"]),
        "template": _template(record) if record["template"] else "",
        "threshold": str(record["threshold"]),
        "tested": _TESTED if record["tested"] else "",
        "signature": escape(record["signature"]),
        "version": escape(record["version"]),
        "style": style,
        "data": embedded_json(data),
        "blocks": "\n".join(packed),
        "d3": d3,
        "script": script,
    }
    return filled(_asset("page.html"), parts)


def _rows(record: Record) -> list[dict[str, Any]]:
    """What the table, the map and the query need of each submission."""
    asked: dict[str, list[str]] = {}
    for one in record["questions"]:
        for id_ in one["ids"]:
            asked.setdefault(id_, []).append(one["id"])
    return [
        {
            "questions": asked.get(one["id"], []),
            "inputs": (one["graded"]["tested"] or {}).get("inputs"),
            "coverage": (one["graded"]["tested"] or {}).get("coverage"),
            "index": k,
            "id": one["id"],
            "name": one["name"],
            "person": one["person_id"],
            "pseudonym": one["pseudonym"],
            "label": one["label"],
            "others": one["others"],
            "cluster": one["cluster"],
            "x": one["x"],
            "y": one["y"],
            "chance": one["graded"]["probability"],
            "input": (one["graded"]["tested"] or {}).get("input"),
            "lines": one["graded"]["code"].count("\n") + 1,
            "shown": _shown(one["graded"]),
            **{
                name: one["graded"][name]
                for name in (
                    "verdict",
                    "score",
                    "similarity",
                    "same_task",
                    "compiles",
                    "reference",
                    "reason",
                    "group",
                    "missing",
                    "file",
                )
            },
        }
        for k, one in enumerate(record["students"])
    ]


def _shown(graded: Record) -> dict[str, str]:
    """The numbers of a submission as they are written, `exact` in a file of grades."""
    similarity, chance, coverage = graded["similarity"], graded["probability"], (graded["tested"] or {}).get("coverage")
    return {
        "similarity": _two(similarity),
        "chance": _NONE if chance is None else percent(chance),
        "coverage": "" if coverage is None else percent(coverage),
        "same_task": _two(graded["same_task"]),
        "exact_similarity": "" if similarity is None else shown(similarity, _EXACT),
        "exact_chance": "" if chance is None else shown(chance, _EXACT),
    }


def _details(graded: Record) -> dict[str, Any]:
    """What is shown of a submission once somebody opens it."""
    found = {name: graded[name] for name in _DETAILS}
    for some in ("functions", "fits"):
        found[some] = [{**one, "shown": _two(one["similarity"])} for one in graded[some]]
    return found


def _blocks(students: Sequence[Record]) -> Iterator[bytes]:
    for start in range(0, len(students), BLOCK):
        some = [
            {**_details(one["graded"]), "feedback": one["feedback"], "files": one["files"]}
            for one in students[start : start + BLOCK]
        ]
        yield gzip.compress(json.dumps(some).encode(), mtime=0)


def _lead(record: Record) -> str:
    left = len(record["left"])
    graded = (
        f"{_plural(len(record['students']), 'submission')} in {escape(record['language'])} against "
        f"{_plural(len(record['references']), 'reference')}, graded {escape(record['made'][:16].replace('T', ' '))}"
    )
    care = (
        "Verdicts on behaviour come from running the code; all others are a model’s estimate."
        if record["tested"]
        else "Nothing was run: a verdict says how alike programs are, which is a weak sign of being right among "
        "programs for one task. Run with --evidence before you grade by it."
    )
    rest = f"; {_plural(left, 'thing')} could not be graded" if left else ""
    return f"{graded}{rest}. {care}"


def _links(record: Record) -> str:
    links = [("questions-section", "Questions")] if record["questions"] or record["decided"] else []
    links += [("overview", "Overview"), ("submissions", "Submissions"), ("map-section", "Map")]
    links += [("ideas-section", "Ideas")]
    links += [("pairs-section", "Alike pairs")] if record["duplicates"] else []
    links += [("left-out", "Not graded")] if record["left"] else []
    return "\n".join(f"<a href='#{anchor}'>{text}</a>" for anchor, text in (*links, ("method", "Method")))


def _count(one: Record) -> str:
    sign, words = OF_SUBMISSION[one["verdict"]], _ARE[one["verdict"]]
    chip = f"<span class='chip {one['verdict']}'><span class='sign' aria-hidden='true'>{sign}</span> {words}</span>"
    return f"<li><span class='n'>{one['count']:,}</span>{chip}</li>"


def _reasons(record: Record) -> str:
    items = []
    before = None
    for group in record["groups"]:
        if group["verdict"] != before:
            before = group["verdict"]
            items.append(f"<li class='head'><span></span>{escape(_ARE[before])}</li>")
        query = escape(f'group="{group["key"]}"', quote=True) if '"' not in group["key"] else ""
        text = escape(group["title"])
        shown = f"<button type='button' class='link' data-query='{query}'>{text}</button>" if query else text
        items.append(f"<li><span class='n'>{len(group['ids'])}</span><span>{shown}</span></li>")
    return f"<ul class='reasons' tabindex='0' aria-label='Reasons'>{''.join(items)}</ul>"


def _functions(record: Record) -> str:
    columns = {key: title for key, title in _FUNCTION_COLUMNS.items() if key != "differs" or record["tested"]}
    head = "".join(f"<th scope='col' class='number'>{title}</th>" for title in columns.values())
    rows = "".join(
        f"<tr><th scope='row'><code>{escape(one['name'])}</code></th>"
        + "".join(f"<td class='number'>{one[key]:,}</td>" for key in columns)
        + f"<td class='number'>{_two(one['mean_similarity'])}</td></tr>"
        for one in record["functions"]
    )
    return (
        "<div><h3>Function by function</h3><div class='scroll'><table><caption>How many submissions have each "
        f"function, and how</caption><thead><tr><th scope='col'>function</th>{head}<th scope='col' class='number'>"
        f"mean similarity</th></tr></thead><tbody>{rows}</tbody></table></div></div>"
    )


def _left(record: Record) -> str:
    rows = "".join(
        f"<tr data-label='{escape(one['label'], quote=True)}' data-reason='{escape(one['reason'], quote=True)}'>"
        f"<th scope='row'>{escape(one['label'])}</th><td>{escape(one['reason'])}</td></tr>"
        for one in record["left"]
    )
    return (
        "<section id='left-out' aria-labelledby='left-out-title'><h2 id='left-out-title'>What could not be graded</h2>"
        "<div class='scroll'><table><thead><tr><th scope='col'>what</th><th scope='col'>why</th></tr></thead>"
        f"<tbody>{rows}</tbody></table></div></section>"
    )


def _reference(one: Record) -> str:
    broken = "" if one["compiles"] else "; it does not compile, so nothing can score 1 against it"
    return (
        f"<li><code>{escape(one['label'])}</code>: {escape(', '.join(one['functions']))}; the best match of "
        f"{_plural(one['best_for'], 'submission')} that score 1{broken}</li>"
    )


def _template(record: Record) -> str:
    return f"<p>Handed out to all: <code>{escape(record['template'])}</code>; what it holds counts for nobody.</p>"


def _plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _two(value: float | None) -> str:
    return _NONE if value is None else shown(value)
