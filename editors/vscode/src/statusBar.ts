/** One item in the status bar: how the server is, and the verdict on the function at the cursor. */

import * as vscode from "vscode";
import { LANGUAGE_IDS } from "./generated.js";
import type { JudgedUnit } from "./protocol.js";
import type { Server, State } from "./server/server.js";
import type { VerdictStore } from "./verdicts.js";
import { quiet } from "./words.js";

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("codescore.status", vscode.StatusBarAlignment.Right, 90);
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly store: VerdictStore,
  ) {
    this.item.name = "CodeScore-R";
    this.item.command = "codescore.menu";
    const draw = (): void => {
      this.draw();
    };
    this.subscriptions = [
      server.onDidChange(draw),
      store.onDidChange(draw),
      vscode.window.onDidChangeActiveTextEditor(draw),
      vscode.window.onDidChangeTextEditorSelection(draw),
    ];
    draw();
  }

  private draw(): void {
    const editor = vscode.window.activeTextEditor;
    const ours = editor !== undefined && LANGUAGE_IDS.includes(editor.document.languageId);
    const state = this.server.state;
    if (!ours || state.phase === "stopped") {
      this.item.hide();
      return;
    }
    const unit = this.store.at(editor.document.uri, editor.selection.active);
    const [icon, text, background] = face(state, unit);
    this.item.text = `${icon} ${text}`;
    this.item.accessibilityInformation = { label: `CodeScore-R: ${text}` };
    this.item.backgroundColor = background === undefined ? undefined : new vscode.ThemeColor(`statusBarItem.${background}Background`);
    this.item.tooltip = tooltip(state, unit);
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
    this.subscriptions.forEach((one) => {
      one.dispose();
    });
  }
}

/** Icon, words, and the background that alarms. */
function face(state: State, unit: JudgedUnit | undefined): [string, string, "error" | "warning" | undefined] {
  switch (state.phase) {
    case "missing":
      return ["$(error)", "CodeScore: no server", "error"];
    case "failed":
      return ["$(error)", "CodeScore: stopped", "error"];
    case "starting":
    case "waiting":
    case "stopped":
      return ["$(sync~spin)", "CodeScore: starting", undefined];
    case "running":
      break;
  }
  if (state.status?.health === "error") {
    return ["$(error)", "CodeScore: no model", "error"];
  }
  const words = unit === undefined ? "CodeScore" : `CodeScore ${unit.verdict.badge}`;
  if (state.status?.health === "warning") {
    return ["$(warning)", words, undefined];
  }
  return [state.status?.quiescent === false ? "$(sync~spin)" : "$(symbol-ruler)", words, undefined];
}

function tooltip(state: State, unit: JudgedUnit | undefined): vscode.MarkdownString {
  const lines = ["**CodeScore-R**"];
  if (unit !== undefined) {
    const { verdict } = unit;
    lines.push(`${quiet(unit.name)}: ${quiet(verdict.badge)} against ${quiet(verdict.reference)}`);
    if (verdict.reason !== null) {
      lines.push(quiet(verdict.reason));
    }
  }
  const { status } = state;
  lines.push(`health: ${status === undefined ? quiet(state.message) : `${status.health}, ${quiet(status.message)}`}`);
  if (status?.bundle != null) {
    lines.push(`bundle: ${quiet(status.bundle)}`);
  }
  if (status?.provider != null) {
    lines.push(`runs on: ${quiet(status.provider)}${status.memory === null ? "" : `, ${status.memory.toFixed(0)} MB`}`);
  }
  if (state.found !== undefined) {
    lines.push(`server: ${state.version ?? ""} (${quiet(state.found.origin)})`);
  }
  lines.push(vscode.workspace.isTrusted ? "" : "limited: this workspace is not trusted");
  return new vscode.MarkdownString(lines.filter((line) => line !== "").join("\n\n"));
}
