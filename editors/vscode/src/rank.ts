/** Which of several texts does most likely what a reference does: selections, or whole editors. */

import * as vscode from "vscode";
import type { Comparisons } from "./compare.js";
import { activeEditor, Hint, unitAtCursor } from "./cursor.js";
import type { Comparison, TextVerdict, Unit } from "./protocol.js";
import type { Server } from "./server/server.js";
import { badge, count, why } from "./words.js";

interface Text {
  label: string;
  text: string;
}

/** Ask for what is missing, rank, and show the list best first. */
export async function rank(server: Server, comparisons: Comparisons): Promise<void> {
  const editor = activeEditor();
  const candidates = await alternatives(editor);
  if (candidates === undefined) {
    return;
  }
  const reference = await chooseReference(server, editor);
  if (reference === undefined) {
    return;
  }
  const params = { language: editor.document.languageId, candidates: candidates.map((one) => one.text), references: [reference.text] };
  const verdicts = await server.request<TextVerdict[]>("codescore/rank", params);
  const items = verdicts.map((verdict, place) => ({
    label: `${place + 1}.  ${badge(verdict)}`,
    description: candidates[verdict.candidate_index ?? 0]?.label ?? "",
    detail: why(verdict),
    candidate: candidates[verdict.candidate_index ?? 0],
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: `CodeScore-R: ${count(items.length, "alternative")}, most like ${reference.label} first`,
    placeHolder: "Choose one to compare it with the reference",
    matchOnDescription: true,
  });
  if (picked?.candidate !== undefined) {
    const ending = /\.\w+$/.exec(editor.document.fileName)?.[0] ?? "";
    const left = comparisons.show(`reference${ending}`, reference.text);
    const right = comparisons.show(`alternative${ending}`, picked.candidate.text);
    await vscode.commands.executeCommand("vscode.diff", left, right, `${reference.label} ↔ ${picked.candidate.label}`, { preview: true });
  }
}

/** The selections if there are several, else editors that the person chooses. */
async function alternatives(editor: vscode.TextEditor): Promise<Text[] | undefined> {
  const { document } = editor;
  const selected = editor.selections.filter((selection) => !selection.isEmpty);
  if (selected.length > 1) {
    return selected.map((selection) => ({
      label: `lines ${selection.start.line + 1}–${selection.end.line + 1}`,
      text: document.getText(selection),
    }));
  }
  const editors = vscode.workspace.textDocuments.filter(
    (one) => one.languageId === document.languageId && ["file", "untitled"].includes(one.uri.scheme) && one.getText().trim() !== "",
  );
  if (editors.length < 2) {
    throw new Hint("select several alternatives (with Alt+click for further selections), or open each in an editor of its own");
  }
  const items = editors.map((one) => ({ label: vscode.workspace.asRelativePath(one.uri), picked: one !== document, one }));
  const picked = await vscode.window.showQuickPick(items, { title: "CodeScore-R: rank which editors?", canPickMany: true });
  return picked === undefined || picked.length === 0
    ? undefined
    : picked.map((item) => ({ label: item.label, text: item.one.getText() }));
}

async function chooseReference(server: Server, editor: vscode.TextEditor): Promise<Text | undefined> {
  const choices: (vscode.QuickPickItem & { take: () => Promise<Text> })[] = [];
  const here = await unitAtCursor(server).catch(() => undefined);
  if (here !== undefined) {
    if (here.unit.verdict !== null) {
      const label = here.unit.verdict.reference;
      const take = async (): Promise<Text> => {
        const both = await server.request<Comparison>("codescore/compare", here.address);
        return { label, text: both.reference.source };
      };
      choices.push({ label: `$(target) The reference of ${here.unit.name}`, description: label, take });
    }
    const own = { label: here.unit.name, text: textOf(editor.document, here.unit) };
    choices.push({ label: `$(symbol-function) ${here.unit.name} itself`, description: "as it stands in this editor", take: () => Promise.resolve(own) });
  }
  const clipboard = await vscode.env.clipboard.readText();
  if (clipboard.trim() !== "") {
    choices.push({ label: "$(clippy) The clipboard", description: clipboard.trim().split("\n")[0] ?? "", take: () => Promise.resolve({ label: "clipboard", text: clipboard }) });
  }
  for (const one of vscode.workspace.textDocuments) {
    if (one.languageId === editor.document.languageId && one.uri.scheme === "file") {
      const label = vscode.workspace.asRelativePath(one.uri);
      choices.push({ label: `$(file-code) ${label}`, take: () => Promise.resolve({ label, text: one.getText() }) });
    }
  }
  const picked = await vscode.window.showQuickPick(choices, { title: "CodeScore-R: rank against what?" });
  return picked?.take();
}

function textOf(document: vscode.TextDocument, unit: Unit): string {
  const { start, end } = unit.range;
  return document.getText(new vscode.Range(start.line, start.character, end.line, end.character));
}
