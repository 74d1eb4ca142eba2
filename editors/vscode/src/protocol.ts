/**
 * What the server says beyond the language server protocol, as types; `server/EDITORS.md` describes it.
 * Knows neither the editor nor the connection.
 */

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

/** A verdict in little, for a badge, a status bar, a line of a tree. */
export interface Verdict {
  score: 0 | 1 | null;
  similarity: number | null;
  probability: number | null;
  threshold: number;
  /** What is shown: also where that is neither right nor wrong, and where nobody knows. */
  answer?: "right" | "wrong" | "conditional" | "unknown";
  compiles: boolean;
  /** Whether it is of the present text. */
  current: boolean;
  /** Whether a run of this text, which may change it, is still to come or under way; the badge says so too. */
  running?: boolean;
  badge: string;
  reason: string | null;
  reference: string;
  reference_uri: string | null;
}

export interface Unit {
  name: string;
  kind: string;
  nested: boolean;
  range: Range;
  name_range: Range;
  verdict: Verdict | null;
}

export type JudgedUnit = Unit & { verdict: Verdict };

/**
 * `codescore/verdicts`: after each judgement.  All units where some came, went or changed their names, else those of
 * which something new is said, by their index; neither where nothing is.
 */
export interface Verdicts {
  uri: string;
  version: number | null;
  units?: JudgedUnit[];
  changed?: (JudgedUnit & { index: number })[];
}

/** `codescore/units`: every unit of a document or of a file. */
export interface UnitList {
  uri: string;
  version: number | null;
  units: Unit[];
  missing: string[];
}

/** `codescore/status`. */
export interface Status {
  health: "ok" | "warning" | "error";
  quiescent: boolean;
  message: string;
  bundle: string | null;
  provider: string | null;
  memory: number | null;
}

/** A unit of a document, by name and by place: overloads share a name. */
export interface UnitAddress {
  uri: string;
  unit?: string;
  position?: Position;
}

/** A reference as the client gives it: a text, or a file. */
export interface GivenReference {
  text?: string;
  uri?: string;
  path?: string;
  name?: string;
  label?: string;
  language?: string;
}

/** A verdict in full, of one unit. */
export interface FullVerdict {
  name: string;
  reference: string | null;
  reference_name: string | null;
  score: 0 | 1 | null;
  similarity: number | null;
  probability: number | null;
  compiles: boolean;
  problems: { line: number; message: string }[];
  threshold: number;
  signature: string;
  differences: { text: string; candidate_range: Range | null; reference_range: Range | null }[];
  difference_count: number;
  /** What looks out of place in the candidate; `decides` where the score is 0 for that alone. */
  suspect: { text: string; candidate_range: Range; decides: boolean } | null;
}

export interface Side {
  uri: string | null;
  label: string;
  unit: string;
  range: Range;
  source: string;
  sketch: string;
}

/** `codescore/compare`. */
export interface Comparison {
  candidate: Side;
  reference: Side;
  verdict: FullVerdict;
}

/** `codescore/counterexample`: what both did with the smallest input on which they were seen to differ. */
export interface Counterexample {
  unit: string;
  input: string;
  expected: string;
  got: string;
  aspect: string;
  /** A test in the usual framework, or nothing where the difference cannot be written as one. */
  test: string;
  signature: string;
}

/** One answer of `codescore/rank` or `codescore/score`: the verdict on a text. */
export interface TextVerdict {
  score: 0 | 1 | null;
  similarity: number | null;
  probability: number | null;
  compiles: boolean;
  problems: { line: number; message: string }[];
  threshold: number;
  signature: string;
  units: FullVerdict[];
  missing: string[];
  notes: string[];
  candidate_index?: number;
  reference_index: number;
}

/** One answer of `codescore/suggestion`. */
export interface SuggestionVerdict {
  index: number;
  unit: string | null;
  source: string | null;
  range: Range | null;
  replaced: FullVerdict | null;
  reference: FullVerdict | null;
}

/** `codescore/badge`: what the study lets a person see of a suggestion that was shown; null is nothing. */
export interface SuggestionBadge {
  suggestion: string;
  /** `badge`: in the server's words, where both were run. */
  verdict: (FullVerdict & { badge?: string }) | null;
  arm: "badge" | "hidden" | "threshold" | "evidence" | null;
}
