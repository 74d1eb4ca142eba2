/** Verdicts in a person's words. Pure: no editor, no connection. */

import type { FullVerdict, TextVerdict, Verdict } from "./protocol.js";

/** What the marks mean without colour. */
export function mark(score: 0 | 1 | null): string {
  return score === null ? "?" : score === 1 ? "✓" : "✗";
}

/** Two digits, never rounded over the threshold: 0.4996 is not "0.50" beside a threshold of 0.5. */
export function shown(similarity: number, threshold: number): string {
  const rounded = similarity.toFixed(2);
  const crosses = similarity > threshold !== Number(rounded) > threshold;
  return crosses ? similarity.toFixed(4) : rounded;
}

/** `✗ 0.41`, or why there is no number. */
export function badge(verdict: { score: 0 | 1 | null; similarity: number | null; compiles: boolean; threshold: number }): string {
  if (!verdict.compiles) {
    return `${mark(verdict.score)} does not compile`;
  }
  return verdict.similarity === null
    ? `${mark(verdict.score)} no model`
    : `${mark(verdict.score)} ${shown(verdict.similarity, verdict.threshold)}`;
}

/** The text of a badge at the end of a line: the verdict, and what speaks against it. */
export function lineBadge(verdict: Verdict): string {
  const reason = verdict.score === 1 || verdict.reason === null ? "" : ` · ${short(verdict.reason, 56)}`;
  return `${verdict.badge}${reason}`;
}

/** Why a full verdict is as it is, in one line. */
export function why(verdict: FullVerdict | TextVerdict): string {
  if (!verdict.compiles) {
    return verdict.problems[0]?.message ?? "does not compile";
  }
  const units = "units" in verdict ? verdict.units : [verdict];
  const decisive = units.find((unit) => unit.suspect?.decides === true)?.suspect?.text;
  if (decisive !== undefined) {
    return decisive;
  }
  const differences = units.flatMap((unit) => unit.differences);
  const more = differences.length > 1 ? ` and ${differences.length - 1} more` : "";
  return differences[0] === undefined ? "no difference that counts" : differences[0].text + more;
}

/** At most so many characters. */
export function short(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** `1 function`, `3 functions`. */
export function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

/** Text that Markdown shows as it is. */
export function quiet(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~]/g, "\\$&");
}
