/**
 * The suggestion that is showing, from the moment it is offered to its end, told to the server as events.
 *
 * Of a provider of ours everything is known. Of another one the editor tells an extension nothing: it is seen when a
 * command of ours accepts or dismisses it. server/CAPTURE.md says what is not seen, and how often.
 */

import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { Change } from "../edits.js";
import { codePoints, type Extent, type Offer, offerOf, outcome } from "./offer.js";
import type { EventQueue } from "./queue.js";

export interface Origin {
  provider?: string | undefined;
  model?: string | undefined;
  latency?: number | undefined;
  trigger?: "automatic" | "manual" | undefined;
  choice?: number | undefined;
}

/** One that is showing. */
export interface Live {
  id: string;
  uri: string;
  offer: Offer;
  since: number;
  taken: number; // code points that were accepted or typed
  origin: Origin;
}

/** What changed while a command took something, and when that began. */
interface Taking {
  seen: readonly { uri: string; version: number; changes: readonly vscode.TextDocumentContentChangeEvent[] }[];
  extent: Extent;
  moment: number;
}

const SETTLED = 50; // ms
const FOLLOWED = 900_000; // ms: as long as the last window, changes are told with their cause

export class Suggestions implements vscode.Disposable {
  private live: Live | undefined;
  /** One whose last character was just typed. */
  private out: { live: Live; timer: NodeJS.Timeout } | undefined;
  private expected: Extent | undefined;
  /** Of another provider, taken in part: where the next part would begin. */
  private part: { id: string; uri: string; at: number; taken: number } | undefined;
  private seen: { uri: string; version: number; changes: readonly vscode.TextDocumentContentChangeEvent[] }[] | undefined;
  private look: NodeJS.Timeout | undefined;
  private readonly followed = new Map<string, number>();
  private readonly subscriptions: vscode.Disposable[];
  private readonly ended = new vscode.EventEmitter<string>();
  /** A suggestion is no longer showing. */
  readonly onDidEnd = this.ended.event;

  constructor(private readonly queue: EventQueue) {
    this.subscriptions = [
      vscode.workspace.onDidChangeTextDocument((event) => {
        this.changed(event);
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        this.moved(textEditor);
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor?.document.uri.toString() !== this.live?.uri) {
          this.end("ignored", { reason: "left" });
        }
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document.uri.toString() === this.live?.uri) {
          this.end("ignored", { reason: "closed" });
        }
      }),
    ];
  }

  /** The suggestion that is showing in a document. */
  current(uri: vscode.Uri): Live | undefined {
    return this.live?.uri === uri.toString() ? this.live : undefined;
  }

  /** A suggestion of a provider of ours becomes visible, in place of the one before. */
  show(document: vscode.TextDocument, range: vscode.Range, cursor: vscode.Position, text: string, origin: Origin): Live {
    const offsets = [range.start, cursor, range.end].map((place) => document.offsetAt(place)) as [number, number, number];
    const id = randomUUID();
    this.settle("ignored", { reason: "typed" });
    this.end("ignored", { reason: "superseded", superseded_by: id });
    const offer = offerOf(text, document.getText(), ...offsets);
    this.live = { id, uri: document.uri.toString(), offer, since: performance.now(), taken: 0, origin };
    this.tellShown(id, document.uri, document.version, range, text, origin, true);
    return this.live;
  }

  /** Nothing is offered any more where something was. */
  withdraw(uri: vscode.Uri, reason: string): void {
    if (this.live?.uri === uri.toString()) {
      this.end("ignored", { reason });
    }
  }

  /** Run a command of the editor's that takes a suggestion, or a part of it, and see what it did. */
  async accept(command: string, extent: Extent): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const known = editor === undefined ? undefined : this.current(editor.document.uri);
    const before = editor === undefined || known !== undefined ? undefined : editor.document.getText();
    const moment = Date.now();
    this.expected = extent;
    this.seen = [];
    try {
      await vscode.commands.executeCommand(command);
    } finally {
      const seen = this.seen;
      this.expected = undefined;
      this.seen = undefined;
      if (before !== undefined && editor !== undefined) {
        this.unknown(editor.document, before, { seen, extent, moment });
      }
    }
  }

  /** Hide the suggestion, on the person's wish. */
  async dismiss(command: string): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const known = editor === undefined ? undefined : this.current(editor.document.uri);
    if (known !== undefined) {
      this.end("rejected", {});
    } else if (editor !== undefined) {
      const part = this.part;
      this.part = undefined;
      const same = part?.uri === editor.document.uri.toString() && part.at === editor.document.offsetAt(editor.selection.active);
      const id = same ? part.id : randomUUID(); // what it said is not known
      if (!same) {
        this.tell("shown", id, { provider: "unknown" }, { uri: editor.document.uri.toString() });
      }
      this.tell("rejected", id, {});
    }
    await vscode.commands.executeCommand(command);
  }

  /** The editor says that a whole suggestion of ours was taken: for what its text alone did not show. */
  confirm(id: string): void {
    if (this.out?.live.id === id) {
      this.settle("accepted", { extent: "whole", start: this.out.live.taken - 1 });
    } else if (this.live?.id === id) {
      this.end("accepted", { extent: "whole", start: this.live.taken });
    }
  }

  /** Its last character came: by typing, unless the editor says at once that it was taken. */
  private typedOut(live: Live): void {
    const timer = setTimeout(() => {
      this.settle("ignored", { reason: "typed" });
    }, SETTLED);
    this.out = { live, timer };
  }

  private settle(kind: "ignored" | "accepted", told: Record<string, unknown>): void {
    const out = this.out;
    if (out !== undefined) {
      clearTimeout(out.timer);
      this.out = undefined;
      this.tell(kind, out.live.id, { ...told, shown_ms: age(out.live) });
    }
  }

  private changed(event: vscode.TextDocumentChangeEvent): void {
    const { document, contentChanges, reason } = event;
    const uri = document.uri.toString();
    if (contentChanges.length === 0) {
      return;
    }
    if (reason !== undefined && (this.followed.get(uri) ?? 0) > Date.now()) {
      const cause = reason === vscode.TextDocumentChangeReason.Undo ? "undo" : "redo";
      this.tell("edited", "cause", { cause }, { uri, version: document.version }, true);
    }
    this.seen?.push({ uri, version: document.version, changes: contentChanges });
    if (this.seen === undefined) {
      this.part = undefined;
    }
    const live = this.live;
    if (live?.uri !== uri) {
      return;
    }
    const found = outcome(live.offer, contentChanges.map(plain), this.expected);
    if (found.kind === "gone") {
      this.end("ignored", { reason: "typed-past" });
    } else if (found.kind === "accepted") {
      const start = document.positionAt(found.at);
      const told = { extent: found.extent, start: live.taken, chars: codePoints(found.text), shown_ms: age(live) };
      this.followed.set(uri, Date.now() + FOLLOWED);
      this.tell("accepted", live.id, told, { uri, version: document.version, range: span(new vscode.Range(start, start)), text: found.text });
      this.rest(live, found.rest, codePoints(found.text));
    } else if (found.kind === "typed") {
      this.rest(live, found.rest, 1);
      if (found.rest === undefined) {
        this.typedOut(live);
      }
    } else {
      live.offer = found.rest;
    }
  }

  private rest(live: Live, rest: Offer | undefined, more: number): void {
    live.taken += more;
    if (rest === undefined) {
      this.live = undefined;
      this.ended.fire(live.id);
    } else {
      live.offer = rest;
    }
  }

  /** Cursors are told before the texts that move them: looked at once both are there. */
  private moved(editor: vscode.TextEditor): void {
    if (this.live?.uri !== editor.document.uri.toString()) {
      return;
    }
    clearTimeout(this.look);
    this.look = setTimeout(() => {
      const live = this.live;
      const away = !editor.selection.isEmpty || editor.document.offsetAt(editor.selection.active) !== live?.offer.at;
      if (live?.uri === editor.document.uri.toString() && away && this.expected === undefined) {
        this.end("ignored", { reason: "cursor-moved" });
      }
    }, SETTLED);
  }

  /** What a command took of a provider that we do not know: the text that came, without what stood there already. */
  private unknown(document: vscode.TextDocument, before: string, taking: Taking): void {
    const uri = document.uri.toString();
    const step = taking.seen.find((one) => one.uri === uri);
    const change = step?.changes.find((one) => one.text !== "");
    if (step === undefined || change === undefined) {
      return;
    }
    const removed = before.slice(change.rangeOffset, change.rangeOffset + change.rangeLength);
    const kept = change.text.startsWith(removed) ? removed.length : 0;
    const [at, text] = [change.rangeOffset + kept, change.text.slice(kept)];
    const part = this.part?.uri === uri && this.part.at === at ? this.part : undefined;
    const [id, taken, length] = [part?.id ?? randomUUID(), part?.taken ?? 0, codePoints(text)];
    const start = document.positionAt(at);
    const here = new vscode.Range(start, kept > 0 ? start : change.range.end);
    if (part === undefined) {
      this.tellShown(id, document.uri, step.version - 1, here, text, { provider: "unknown" }, false, taking.moment);
    }
    this.part = taking.extent === "whole" ? undefined : { id, uri, at: at + text.length, taken: taken + length };
    this.followed.set(uri, Date.now() + FOLLOWED);
    const told = { extent: taking.extent, start: taken, chars: length, at_ms: taking.moment };
    this.tell("accepted", id, told, { uri, version: step.version, range: span(new vscode.Range(start, start)), text });
  }

  private end(kind: "ignored" | "rejected" | "accepted", told: Record<string, unknown>): void {
    const live = this.live;
    if (live === undefined) {
      return;
    }
    this.live = undefined;
    this.tell(kind, live.id, { ...told, shown_ms: age(live) });
    this.ended.fire(live.id);
  }

  private tellShown(id: string, uri: vscode.Uri, version: number, range: vscode.Range, text: string, origin: Origin, badge: boolean, moment?: number): void {
    const told = { provider: origin.provider, model: origin.model, latency_ms: origin.latency, trigger: origin.trigger, choice: origin.choice };
    this.tell("shown", id, { ...told, ...(badge ? { badge } : {}), at_ms: moment }, { uri: uri.toString(), version, range: span(range), text });
  }

  private tell(kind: string, suggestion: string, told: Record<string, unknown>, where: Record<string, unknown> = {}, once = false): void {
    const event = { kind, id: randomUUID(), suggestion, at_ms: Date.now(), ...defined(told) };
    if (once) {
      this.queue.mention({ event, ...where });
    } else {
      this.queue.tell({ event, ...where });
    }
  }

  dispose(): void {
    clearTimeout(this.look);
    this.settle("ignored", { reason: "typed" });
    this.end("ignored", { reason: "editor-closed" });
    this.subscriptions.forEach((one) => {
      one.dispose();
    });
    this.ended.dispose();
  }
}

function age(live: Live): number {
  return Math.max(0, Math.round(performance.now() - live.since));
}

function plain(change: vscode.TextDocumentContentChangeEvent): Change {
  return { start: change.rangeOffset, oldEnd: change.rangeOffset + change.rangeLength, text: change.text };
}

function span(range: vscode.Range): { start: { line: number; character: number }; end: { line: number; character: number } } {
  const { start, end } = range;
  return { start: { line: start.line, character: start.character }, end: { line: end.line, character: end.character } };
}

function defined(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
