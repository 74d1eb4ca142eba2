// Where units are while the text around them changes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { moved } from "../../../../editors/vscode/src/places.ts";

const span = (a, b, c, d) => ({ start: { line: a, character: b }, end: { line: c, character: d } });
const unit = { name: "f", range: span(4, 0, 8, 12), name_range: span(4, 4, 4, 5) };
const after = (edit) => moved([unit], edit)[0];

test("an edit behind a unit leaves it alone", () => {
  assert.equal(after({ range: span(9, 0, 9, 0), text: "x\ny" }), unit);
});

test("lines that come or go above move it", () => {
  assert.deepEqual(after({ range: span(1, 0, 1, 0), text: "\n\n" }).range, span(6, 0, 10, 12));
  assert.deepEqual(after({ range: span(1, 0, 3, 0), text: "" }).name_range, span(2, 4, 2, 5));
  assert.deepEqual(after({ range: span(1, 3, 1, 3), text: "a\r\nb" }).range, span(5, 0, 9, 12));
});

test("what is written inside makes it longer, and moves what stands behind on the same line", () => {
  assert.deepEqual(after({ range: span(8, 4, 8, 4), text: "ab" }).range, span(4, 0, 8, 14));
  assert.deepEqual(after({ range: span(6, 0, 6, 0), text: "x\n" }).range, span(4, 0, 9, 12));
  assert.deepEqual(after({ range: span(4, 0, 4, 4), text: "async def " }).name_range, span(4, 10, 4, 11));
});

test("an edit over its beginning leaves it behind the new text", () => {
  assert.deepEqual(after({ range: span(3, 0, 4, 2), text: "z" }).range, span(3, 1, 7, 12));
});
