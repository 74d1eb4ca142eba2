// Verdicts in words, and edits between texts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { difference, positionIn } from "../../../../editors/vscode/src/edits.ts";
import { badge, count, lineBadge, quiet, short, shown, why } from "../../../../editors/vscode/src/words.ts";

const VERDICT = { score: 0, similarity: 0.412, compiles: true, threshold: 0.5, badge: "✗ 0.41", reason: "line 3: `<` became `<=`" };

test("a badge is readable without colour", () => {
  assert.equal(badge(VERDICT), "✗ 0.41");
  assert.equal(badge({ ...VERDICT, score: 1, similarity: 0.97 }), "✓ 0.97");
  assert.equal(badge({ ...VERDICT, score: null, similarity: null }), "? no model");
  assert.equal(badge({ ...VERDICT, compiles: false }), "✗ does not compile");
});

test("a similarity is never rounded over its threshold", () => {
  assert.equal(shown(0.4996, 0.5), "0.50");
  assert.equal(shown(0.5004, 0.5), "0.5004");
  assert.equal(shown(0.9, 0.5), "0.90");
});

test("at the end of a line stands what speaks against a function, and nothing more where it scores 1", () => {
  assert.equal(lineBadge(VERDICT), "✗ 0.41 · line 3: `<` became `<=`");
  assert.equal(lineBadge({ ...VERDICT, score: 1, badge: "✓ 0.97" }), "✓ 0.97");
});

test("why", () => {
  const full = { ...VERDICT, problems: [], differences: [{ text: "a" }, { text: "b" }] };
  assert.equal(why(full), "a and 1 more");
  assert.equal(why({ ...full, compiles: false, problems: [{ message: "invalid syntax" }] }), "invalid syntax");
  assert.equal(why({ ...full, differences: [] }), "no difference that counts");
  const suspect = { text: "`!=` looks out of place", decides: true };
  assert.equal(why({ ...full, suspect }), "`!=` looks out of place");
  assert.equal(why({ ...full, suspect: { ...suspect, decides: false } }), "a and 1 more");
  assert.equal(why({ ...full, units: [full, { ...full, suspect }] }), "`!=` looks out of place");
});

test("small words", () => {
  assert.equal(count(1, "file"), "1 file");
  assert.equal(count(3, "file"), "3 files");
  assert.equal(short("abcdef", 4), "abc…");
  assert.equal(quiet("[x](command:y) *z*"), "\\[x\\]\\(command:y\\) \\*z\\*");
});

test("one edit between two texts", () => {
  for (const [before, after] of [["abc", "abxc"], ["aaa", "aa"], ["", "x"], ["x", ""], ["abab", "ab"], ["a\nb", "a\r\nb"]]) {
    const change = difference(before, after);
    assert.equal(before.slice(0, change.start) + change.text + before.slice(change.oldEnd), after);
  }
  assert.equal(difference("a", "a"), undefined);
});

test("places in a text", () => {
  assert.deepEqual(positionIn("a\nbc\r\nd", 4), { line: 1, character: 2 });
  assert.deepEqual(positionIn("a\nbc\r\nd", 6), { line: 2, character: 0 });
});
