/**
 * What a suggestion is worth before it is accepted: a block in the clipboard, texts that another extension passes in,
 * or the inline suggestion that is showing.
 *
 * The editor does not tell an extension what another provider suggests.  The inline suggestion is therefore accepted,
 * scored and, unless the person keeps it, undone; an extension that makes suggestions can ask beforehand (`api.ts`).
 */

import * as vscode from "vscode";
import type { Comparisons } from "./compare.js";
import { activeEditor, Hint } from "./cursor.js";
import { type Change, difference, positionIn } from "./edits.js";
import type { FullVerdict, SuggestionVerdict } from "./protocol.js";
import type { Server } from "./server/server.js";
import { badge, why } from "./words.js";

/** Texts that could each stand in a range, best first. */
export function scoreTexts(server: Server, document: vscode.TextDocument, range: vscode.Range, texts: readonly string[]): Promise<SuggestionVerdict[]> {
  return server.request<SuggestionVerdict[]>("codescore/suggestion", { uri: document.uri.toString(), range: plain(range), texts });
}

/** The clipboard, as if it were pasted over the selection. */
export async function scorePaste(server: Server, comparisons: Comparisons): Promise<void> {
  const editor = activeEditor();
  const { document, selection } = editor;
  const version = document.version;
  const text = await vscode.env.clipboard.readText();
  if (text.trim() === "") {
    throw new Hint("the clipboard is empty");
  }
  const [found] = await scoreTexts(server, document, selection, [text]);
  if (found === undefined) {
    return;
  }
  const choice = await ask(found, "Paste", "Compare");
  if (choice === "Compare") {
    await showDiff(comparisons, document, selection, text);
  } else if (choice === "Paste") {
    if (document.version !== version) {
      throw new Hint("the text has changed since it was scored; score it again");
    }
    await editor.edit((edit) => {
      edit.replace(selection, text);
    });
  }
}

/** The inline suggestion that is showing: taken, scored, kept or undone. */
export async function scoreInline(server: Server): Promise<void> {
  const editor = activeEditor();
  const { document } = editor;
  const before = document.getText();
  await vscode.commands.executeCommand("editor.action.inlineSuggest.commit");
  const change = difference(before, document.getText());
  if (change === undefined) {
    throw new Hint("no inline suggestion is showing");
  }
  const version = document.version;
  const found = await scoreAgainst(server, document, before, change);
  const choice = await ask(found, "Keep", "Undo");
  if (choice === "Undo" && document.version === version) {
    await vscode.commands.executeCommand("undo");
  }
}

/** The verdict on an edit that was made already. */
async function scoreAgainst(server: Server, document: vscode.TextDocument, before: string, change: Change): Promise<SuggestionVerdict> {
  const params = {
    uri: document.uri.toString(),
    text: before, // the document holds the suggestion already
    range: { start: positionIn(before, change.start), end: positionIn(before, change.oldEnd) },
    texts: [change.text],
  };
  const [found] = await server.request<SuggestionVerdict[]>("codescore/suggestion", params);
  if (found === undefined) {
    throw new Error("the server gave no verdict");
  }
  return found;
}

/** Show what was found; what the person chose. */
async function ask(found: SuggestionVerdict, ...choices: string[]): Promise<string | undefined> {
  return vscode.window.showInformationMessage(`CodeScore-R: ${inWords(found)}`, ...choices);
}

/** `half: ✗ 0.41 against its reference (…), ✓ 0.97 against what it replaces`. */
export function inWords(found: SuggestionVerdict): string {
  if (found.unit === null) {
    return "the text lands in no function";
  }
  const said = [part(found.reference, "its reference"), part(found.replaced, "what it replaces")].filter((one) => one !== undefined);
  return said.length === 0 ? `${found.unit} is new and has no reference: there is nothing to compare it with` : `${found.unit}: ${said.join("; ")}`;
}

function part(verdict: FullVerdict | null, what: string): string | undefined {
  if (verdict === null) {
    return undefined;
  }
  const reason = verdict.compiles && verdict.differences.length === 0 ? "" : ` (${why(verdict)})`;
  return `${badge(verdict)} against ${what}${reason}`;
}

async function showDiff(comparisons: Comparisons, document: vscode.TextDocument, range: vscode.Range, text: string): Promise<void> {
  const ending = /\.\w+$/.exec(document.fileName)?.[0] ?? "";
  const now = document.getText();
  const then = now.slice(0, document.offsetAt(range.start)) + text + now.slice(document.offsetAt(range.end));
  const left = comparisons.show(`now${ending}`, now);
  const right = comparisons.show(`pasted${ending}`, then);
  await vscode.commands.executeCommand("vscode.diff", left, right, "now ↔ with the clipboard pasted", { preview: true });
}

function plain(range: vscode.Range): { start: { line: number; character: number }; end: { line: number; character: number } } {
  return {
    start: { line: range.start.line, character: range.start.character },
    end: { line: range.end.line, character: range.end.character },
  };
}
