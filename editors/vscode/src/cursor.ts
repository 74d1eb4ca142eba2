/** Which function a command is about: the argument that a lens, a badge or the tree gives it, else the one at the cursor. */

import * as vscode from "vscode";
import { LANGUAGE_IDS } from "./generated.js";
import type { Unit, UnitAddress, UnitList } from "./protocol.js";
import type { Server } from "./server/server.js";
import { rangeOf } from "./verdicts.js";

/** Something that the person has to change first, in one line. */
export class Hint extends Error {}

/** The active editor, if it holds a language of ours. */
export function activeEditor(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !LANGUAGE_IDS.includes(editor.document.languageId)) {
    throw new Hint(`open a file in one of these languages first: ${LANGUAGE_IDS.join(", ")}`);
  }
  return editor;
}

/** The innermost function at the cursor. */
export async function unitAtCursor(server: Server): Promise<{ editor: vscode.TextEditor; unit: Unit; address: UnitAddress }> {
  const editor = activeEditor();
  const uri = editor.document.uri.toString();
  const { units } = await server.request<UnitList>("codescore/units", { uri });
  const around = units.filter((unit) => rangeOf(unit.range).contains(editor.selection.active));
  const unit = around.at(-1);
  if (unit === undefined) {
    throw new Hint("put the cursor into a function first");
  }
  return { editor, unit, address: { uri, unit: unit.name, position: unit.name_range.start } };
}

/** What a command was given, or the function at the cursor. */
export async function addressOr(server: Server, given: unknown): Promise<UnitAddress> {
  return isAddress(given) ? given : (await unitAtCursor(server)).address;
}

function isAddress(value: unknown): value is UnitAddress {
  return typeof value === "object" && value !== null && "uri" in value && typeof value.uri === "string" && "unit" in value;
}
