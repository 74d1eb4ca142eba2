/** Places in a text that is being edited. Pure: no editor. */

import type { JudgedUnit, Position, Range } from "./protocol.js";

/** An edit as the editor tells it: a range of the former text, and what stands there now. */
export interface Edit {
  range: Range;
  text: string;
}

/** Units after an edit, where they are now; what they say is as it was. */
export function moved(units: readonly JudgedUnit[], edit: Edit): readonly JudgedUnit[] {
  return units.map((unit) => {
    if (isBefore(unit.range.end, edit.range.start)) {
      return unit;
    }
    return { ...unit, range: movedRange(unit.range, edit), name_range: movedRange(unit.name_range, edit) };
  });
}

function movedRange(range: Range, edit: Edit): Range {
  return { start: movedPosition(range.start, edit), end: movedPosition(range.end, edit) };
}

/** What is inside the edit goes to its end. */
function movedPosition(position: Position, { range, text }: Edit): Position {
  if (isBefore(position, range.start)) {
    return position;
  }
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines.at(-1) ?? "";
  const end = { line: range.start.line + lines.length - 1, character: last.length + (lines.length === 1 ? range.start.character : 0) };
  if (isBefore(position, range.end)) {
    return end;
  }
  return position.line === range.end.line
    ? { line: end.line, character: end.character + position.character - range.end.character }
    : { line: position.line + end.line - range.end.line, character: position.character };
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}
