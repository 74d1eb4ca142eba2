/** What this extension offers to others: `vscode.extensions.getExtension("codescore-r.codescore-r").exports`. */

import * as vscode from "vscode";
import type { JudgedUnit, SuggestionVerdict } from "./protocol.js";
import type { Server, State } from "./server/server.js";
import { scoreTexts } from "./suggestion.js";
import type { VerdictStore } from "./verdicts.js";

export interface Api {
  /** Raised when something here is taken away or changes its meaning. */
  readonly version: 1;
  /**
   * What texts would be worth in place of a range, best first: before one of them is shown or accepted.
   * Each is judged as part of the function it lands in, against what that was and against its reference.
   */
  scoreSuggestion(document: vscode.TextDocument, range: vscode.Range, texts: string | readonly string[]): Promise<SuggestionVerdict[]>;
  /** The functions of an open document that have a verdict, as last told; empty where there are none. */
  verdicts(uri: vscode.Uri): readonly JudgedUnit[];
  /** Tells for which document verdicts, or the version that they are of, have changed. */
  readonly onDidChangeVerdicts: vscode.Event<vscode.Uri>;
  /** Tells when the badges of a document were drawn. */
  readonly onDidDrawBadges: vscode.Event<vscode.Uri>;
  /** Events of suggestions that are not known to be on disk; 0 where nothing is recorded. */
  waiting(): number;
  /** How the server is. */
  state(): State;
  readonly onDidChangeState: vscode.Event<State>;
}

export function makeApi(server: Server, store: VerdictStore, onDidDrawBadges: vscode.Event<vscode.Uri>, waiting: () => number): Api {
  return {
    version: 1,
    scoreSuggestion: (document, range, texts) => scoreTexts(server, document, range, typeof texts === "string" ? [texts] : texts),
    verdicts: (uri) => store.of(uri)?.units ?? [],
    onDidChangeVerdicts: store.onDidChange,
    onDidDrawBadges,
    waiting,
    state: () => server.state,
    onDidChangeState: server.onDidChange,
  };
}
