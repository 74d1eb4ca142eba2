/** What the server last said of each document. The one place that the badges, the tree and the status bar read. */

import * as vscode from "vscode";
import { moved } from "./places.js";
import type { JudgedUnit, Range, Verdicts } from "./protocol.js";

export interface Judged {
  /** The version of the document that the units are of. */
  version: number | null;
  units: readonly JudgedUnit[];
}

/** Verdicts by document, with an event that names the document they changed for. */
export class VerdictStore implements vscode.Disposable {
  private readonly byUri = new Map<string, Judged>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  take(said: Verdicts): void {
    const held = this.byUri.get(said.uri)?.units ?? [];
    const news = new Map(said.changed?.map((unit) => [unit.index, unit.verdict]));
    // Where units are is followed here, edit by edit: what the server says may be of a text that has gone on since.
    const units = said.units ?? held.map((unit, index) => ({ ...unit, verdict: news.get(index) ?? unit.verdict }));
    this.byUri.set(said.uri, { version: said.version, units });
    this.changed.fire(vscode.Uri.parse(said.uri));
  }

  /** A document was edited: the units are where they are now. */
  follow(uri: vscode.Uri, edits: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const held = this.byUri.get(uri.toString());
    if (held !== undefined) {
      // The editor tells edits from the last to the first: none moves another.
      this.byUri.set(uri.toString(), { ...held, units: edits.reduce(moved, held.units) });
    }
  }

  of(uri: vscode.Uri): Judged | undefined {
    return this.byUri.get(uri.toString());
  }

  uris(): vscode.Uri[] {
    return [...this.byUri.keys()].map((uri) => vscode.Uri.parse(uri));
  }

  forget(uri: vscode.Uri): void {
    if (this.byUri.delete(uri.toString())) {
      this.changed.fire(uri);
    }
  }

  clear(): void {
    const uris = this.uris();
    this.byUri.clear();
    uris.forEach((uri) => {
      this.changed.fire(uri);
    });
  }

  /** The innermost judged unit around a position. */
  at(uri: vscode.Uri, position: vscode.Position): JudgedUnit | undefined {
    const around = (this.of(uri)?.units ?? []).filter((unit) => rangeOf(unit.range).contains(position));
    return around.reduce<JudgedUnit | undefined>(
      (best, unit) => (best === undefined || rangeOf(best.range).contains(rangeOf(unit.range)) ? unit : best),
      undefined,
    );
  }

  dispose(): void {
    this.changed.dispose();
  }
}

export function rangeOf(range: Range): vscode.Range {
  return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
}
