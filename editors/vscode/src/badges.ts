/** Badges at the ends of lines. Lenses and hints are the server's; this draws what `codescore.badges: line` asks for. */

import * as vscode from "vscode";
import type { JudgedUnit } from "./protocol.js";
import { lineBadge, quiet } from "./words.js";
import type { VerdictStore } from "./verdicts.js";

const KINDS = ["like", "unlike", "unknown"] as const;
type Kind = (typeof KINDS)[number];

/** Lines above and below the screen that have their badges already. */
const MARGIN = 50;

/** Commands that a badge's hover may link to; nothing else is trusted there. */
const LINKED = ["codescore.compare", "codescore.clearReference"];

export class Badges implements vscode.Disposable {
  private readonly types = new Map<Kind, vscode.TextEditorDecorationType>();
  private readonly subscriptions: vscode.Disposable[] = [];
  private drawn = 0;
  private hidden = false;
  private readonly drew = new vscode.EventEmitter<vscode.Uri>();
  /** After the badges of a document were drawn anew. */
  readonly onDidDraw = this.drew.event;

  constructor(private readonly store: VerdictStore) {
    for (const kind of KINDS) {
      const after = { color: new vscode.ThemeColor(`codescore.${kind}`), margin: "0 0 0 2.5em" };
      this.types.set(kind, vscode.window.createTextEditorDecorationType({ after, rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed }));
    }
    this.subscriptions.push(
      store.onDidChange((uri) => {
        this.draw(vscode.window.visibleTextEditors.filter((editor) => editor.document.uri.toString() === uri.toString()));
      }),
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        this.draw(editors);
      }),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
        this.draw([textEditor]);
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("codescore")) {
          this.draw(vscode.window.visibleTextEditors);
        }
      }),
    );
  }

  /** How often badges were drawn: for tests that wait for it. */
  get count(): number {
    return this.drawn;
  }

  /** In an arm of an experiment that hides them, there are none. */
  hide(hidden: boolean): void {
    if (hidden !== this.hidden) {
      this.hidden = hidden;
      this.draw(vscode.window.visibleTextEditors);
    }
  }

  private draw(editors: readonly vscode.TextEditor[]): void {
    for (const editor of editors) {
      const judged = this.store.of(editor.document.uri);
      // Of an older text: what is shown moves along with the edits until the server has spoken again.
      if (judged !== undefined && judged.version !== null && judged.version !== editor.document.version) {
        continue;
      }
      const wanted = judged === undefined || this.hidden ? [] : wantedUnits(editor.document.uri, judged.units).filter((unit) => isNear(unit, editor));
      for (const [kind, type] of this.types) {
        editor.setDecorations(type, wanted.filter((unit) => kindOf(unit) === kind).map((unit) => decoration(editor.document, unit)));
      }
      this.drawn += 1;
      this.drew.fire(editor.document.uri);
    }
  }

  dispose(): void {
    this.types.forEach((type) => {
      type.dispose();
    });
    this.subscriptions.forEach((one) => {
      one.dispose();
    });
    this.drew.dispose();
  }
}

function wantedUnits(uri: vscode.Uri, units: readonly JudgedUnit[]): readonly JudgedUnit[] {
  const settings = vscode.workspace.getConfiguration("codescore", uri);
  if (settings.get<string>("badges") !== "line") {
    return [];
  }
  return settings.get<string>("badgeDetail") === "quiet" ? units.filter((unit) => unit.verdict.score !== 1) : units;
}

/** Badges far from what is on the screen are drawn when they come near: each costs the editor a style of its own. */
function isNear(unit: JudgedUnit, editor: vscode.TextEditor): boolean {
  const { line } = unit.name_range.start;
  return editor.visibleRanges.some((range) => line >= range.start.line - MARGIN && line <= range.end.line + MARGIN);
}

function kindOf(unit: JudgedUnit): Kind {
  return unit.verdict.score === null ? "unknown" : unit.verdict.score === 1 ? "like" : "unlike";
}

function decoration(document: vscode.TextDocument, unit: JudgedUnit): vscode.DecorationOptions {
  const line = Math.min(unit.name_range.start.line, document.lineCount - 1);
  const end = document.lineAt(line).range.end;
  return {
    range: new vscode.Range(end, end),
    hoverMessage: hover(document.uri, unit),
    renderOptions: { after: { contentText: lineBadge(unit.verdict) } },
  };
}

function hover(uri: vscode.Uri, unit: JudgedUnit): vscode.MarkdownString {
  const address = encodeURIComponent(JSON.stringify([{ uri: uri.toString(), unit: unit.name, position: unit.name_range.start }]));
  const text = new vscode.MarkdownString(undefined, true);
  text.isTrusted = { enabledCommands: LINKED };
  text.appendMarkdown(`**${quiet(unit.name)}** against ${quiet(unit.verdict.reference)}: ${quiet(unit.verdict.badge)}\n\n`);
  if (unit.verdict.reason !== null) {
    text.appendMarkdown(`${quiet(unit.verdict.reason)}\n\n`);
  }
  text.appendMarkdown(`[$(diff) Compare](command:codescore.compare?${address}) · [Stop comparing](command:codescore.clearReference?${address})`);
  return text;
}
