/** A suggestion in a text, and what a change of the text means for it. Pure: no editor, no server. */

import type { Change } from "../edits.js";

/** How much of a suggestion was taken. */
export type Extent = "whole" | "line" | "word" | "characters";

/** What is still offered: `text` at an offset (UTF-16), in place of the next `replaces` units; `behind` stands before it. */
export interface Offer {
  at: number;
  text: string;
  replaces: number;
  behind: string;
}

export type Outcome =
  /** `text` went in at `at`; `rest` is still offered, if anything. */
  | { kind: "accepted"; extent: Extent; at: number; text: string; rest: Offer | undefined }
  /** The person typed what was offered: the rest of it stays. */
  | { kind: "typed"; rest: Offer | undefined }
  /** The change was before it: it has moved. */
  | { kind: "moved"; rest: Offer }
  | { kind: "gone" };

const REMEMBERED = 4000; // of the text before an offer

/** What is offered behind the cursor by a text for a range that may begin before it; `before` is the text up to its end. */
export function offerOf(text: string, before: string, start: number, cursor: number, end: number): Offer {
  const typed = before.slice(start, cursor);
  return text.startsWith(typed)
    ? { at: cursor, text: text.slice(typed.length), replaces: end - cursor, behind: before.slice(Math.max(0, cursor - REMEMBERED), cursor) }
    : { at: start, text, replaces: end - start, behind: before.slice(Math.max(0, start - REMEMBERED), start) };
}

/** A change without what it puts back before the offer: an editor may replace what was typed of a suggestion by all of it. */
function trimmed(offer: Offer, change: Change): Change {
  const extra = offer.at - change.start;
  if (extra <= 0 || extra > offer.behind.length || change.oldEnd < offer.at) {
    return change;
  }
  const kept = offer.behind.slice(offer.behind.length - extra);
  return change.text.startsWith(kept) ? { start: offer.at, oldEnd: change.oldEnd, text: change.text.slice(extra) } : change;
}

function after(offer: Offer, text: string): Offer | undefined {
  const rest = offer.text.slice(text.length);
  return rest === "" ? undefined : { at: offer.at + text.length, text: rest, replaces: offer.replaces, behind: (offer.behind + text).slice(-REMEMBERED) };
}

/** What became of an offer by changes of one moment; `expected` is what a command of ours is doing just now. */
export function outcome(offer: Offer, made: readonly Change[], expected?: Extent): Outcome {
  const changes = made.map((change) => trimmed(offer, change));
  const here = changes.find((change) => change.start === offer.at && change.oldEnd >= offer.at && change.text !== "");
  if (here !== undefined) {
    // An editor leaves out what stands there already at the end: `)` behind the cursor is kept, not replaced.
    const replaced = here.oldEnd - here.start;
    const typed = expected === undefined && replaced === 0 && codePoints(here.text) === 1;
    const whole = here.text === offer.text && replaced === offer.replaces && !typed;
    const shortened = expected === "whole" && replaced < offer.replaces && offer.text.startsWith(here.text);
    if (whole || shortened) {
      return { kind: "accepted", extent: expected ?? "whole", at: offer.at, text: here.text, rest: undefined };
    }
    if (replaced === 0 && offer.text.startsWith(here.text)) {
      if (typed) {
        return { kind: "typed", rest: after(offer, here.text) };
      }
      const extent = expected ?? (here.text.includes("\n") ? "line" : "word");
      return { kind: "accepted", extent, at: offer.at, text: here.text, rest: after(offer, here.text) };
    }
    return { kind: "gone" };
  }
  const end = offer.at + offer.replaces;
  if (changes.every((change) => change.oldEnd < offer.at || change.start > end)) {
    const shift = changes.filter((change) => change.oldEnd < offer.at).reduce((sum, change) => sum + change.text.length - (change.oldEnd - change.start), 0);
    return { kind: "moved", rest: { ...offer, at: offer.at + shift } };
  }
  return { kind: "gone" };
}

/** Code points of a text: what lengths in events count. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}
