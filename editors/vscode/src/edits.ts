/** Texts and the edits between them. Pure: no editor. */

/** What became of a text: `text` instead of [start, oldEnd), in UTF-16 units. */
export interface Change {
  start: number;
  oldEnd: number;
  text: string;
}

/** One edit that makes the second text of the first; undefined where they are equal. */
export function difference(before: string, after: string): Change | undefined {
  if (before === after) {
    return undefined;
  }
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) {
    start += 1;
  }
  let tail = 0;
  while (tail < most - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) {
    tail += 1;
  }
  return { start, oldEnd: before.length - tail, text: after.slice(start, after.length - tail) };
}

/** A place in a text that no document holds any more. */
export function positionIn(text: string, offset: number): { line: number; character: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}
