/** What a function is compared with, as the person chooses it: a file, a selection, the clipboard, the last commit, an editor. */

import * as path from "node:path";
import * as vscode from "vscode";
import { addressOr, Hint, unitAtCursor } from "./cursor.js";
import { lastCommit } from "./git.js";
import { EXTENSIONS } from "./generated.js";
import type { GivenReference, UnitAddress } from "./protocol.js";
import type { Server } from "./server/server.js";

interface Choice extends vscode.QuickPickItem {
  take: () => Promise<GivenReference | undefined>;
}

/** What was set, so that a server that had to be started again can be told again. */
export class References implements vscode.Disposable {
  private readonly set = new Map<string, { address: UnitAddress; reference: GivenReference }>();
  private marked: GivenReference | undefined;
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.subscriptions = [
      server.onDidStart(() => {
        this.tellAgain();
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        const closed = document.uri.toString();
        [...this.set].filter(([, held]) => held.address.uri === closed).forEach(([key]) => this.set.delete(key));
      }),
    ];
  }

  /** Ask what to compare the function with, and compare. */
  async choose(given: unknown): Promise<void> {
    const address = await addressOr(this.server, given);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(address.uri));
    const choice = await vscode.window.showQuickPick(await this.choices(document), {
      title: `CodeScore-R: compare ${address.unit ?? "this file"} with`,
      placeHolder: "What should it do the same as?",
    });
    const reference = await choice?.take();
    if (reference !== undefined) {
      await this.give(address, reference);
    }
  }

  /** One of the choices, without asking. */
  async against(kind: "file" | "selection" | "clipboard" | "commit" | "editor", given: unknown): Promise<void> {
    const address = await addressOr(this.server, given);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(address.uri));
    const reference = await {
      file: () => fromFile(),
      selection: () => Promise.resolve(this.fromMarked()),
      clipboard: () => fromClipboard(),
      commit: () => fromCommit(document),
      editor: () => fromEditor(document),
    }[kind]();
    if (reference !== undefined) {
      await this.give(address, reference);
    }
  }

  /** Compare with this from now on. */
  async give(address: UnitAddress, reference: GivenReference): Promise<void> {
    await this.server.request("codescore/setReference", { ...address, reference });
    this.set.set(keyOf(address), { address, reference });
  }

  /** Stop comparing with what was set. */
  async clear(given: unknown): Promise<void> {
    const address = await addressOr(this.server, given);
    if (!this.set.delete(keyOf(address))) {
      throw new Hint(`what ${address.unit ?? "this file"} is compared with was not set here: look for a comment in the file, or in codescore.toml`);
    }
    await this.server.request("codescore/clearReference", address);
  }

  /** Mark the selection, or the function at the cursor, as what others can be compared with. */
  async mark(): Promise<void> {
    const { editor, unit } = await unitAtCursor(this.server);
    const { document, selection } = editor;
    const range = selection.isEmpty
      ? new vscode.Range(unit.range.start.line, unit.range.start.character, unit.range.end.line, unit.range.end.character)
      : selection;
    const name = vscode.workspace.asRelativePath(document.uri);
    this.marked = {
      text: document.getText(range),
      label: `${name}:${range.start.line + 1}-${range.end.line + 1}`,
      language: document.languageId,
    };
    void vscode.window.setStatusBarMessage(`CodeScore-R: ${this.marked.label ?? ""} can now be compared with`, 5000);
  }

  dispose(): void {
    this.subscriptions.forEach((one) => {
      one.dispose();
    });
  }

  private fromMarked(): GivenReference {
    if (this.marked === undefined) {
      throw new Hint('mark something first: select it and run "CodeScore-R: Use Selection as Reference"');
    }
    return this.marked;
  }

  private async choices(document: vscode.TextDocument): Promise<Choice[]> {
    const choices: Choice[] = [];
    const { marked } = this;
    if (marked !== undefined) {
      choices.push({ label: "$(selection) The marked selection", description: marked.label ?? "", take: () => Promise.resolve(marked) });
    }
    const clipboard = (await vscode.env.clipboard.readText()).trim();
    if (clipboard !== "") {
      choices.push({ label: "$(clippy) The clipboard", description: clipboard.split("\n")[0] ?? "", take: fromClipboard });
    }
    if (document.uri.scheme === "file" && vscode.workspace.isTrusted) {
      choices.push({ label: "$(git-commit) The last commit", description: "the same file in HEAD", take: () => fromCommit(document) });
    }
    if (others(document).length > 0) {
      choices.push({ label: "$(files) Another open editor", take: () => fromEditor(document) });
    }
    choices.push({ label: "$(file-code) A file …", take: fromFile });
    return choices;
  }

  private tellAgain(): void {
    for (const { address, reference } of this.set.values()) {
      this.server.request("codescore/setReference", { ...address, reference }).catch(() => undefined); // its function may be gone
    }
  }
}

async function fromFile(): Promise<GivenReference | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const picked = await vscode.window.showOpenDialog({
    title: "Compare with",
    filters: { "Source code": EXTENSIONS },
    ...(folder === undefined ? {} : { defaultUri: folder }),
  });
  return picked?.[0] === undefined ? undefined : { uri: picked[0].toString() };
}

async function fromClipboard(): Promise<GivenReference> {
  const text = await vscode.env.clipboard.readText();
  if (text.trim() === "") {
    throw new Hint("the clipboard is empty");
  }
  return { text, label: "clipboard" };
}

async function fromCommit(document: vscode.TextDocument): Promise<GivenReference> {
  if (!vscode.workspace.isTrusted) {
    throw new Hint("git is not run in a workspace that is not trusted");
  }
  if (document.uri.scheme !== "file") {
    throw new Hint("only a file has a last commit");
  }
  try {
    return { text: await lastCommit(document.uri.fsPath), label: `${path.basename(document.uri.fsPath)}@HEAD` };
  } catch (error) {
    throw new Hint(error instanceof Error ? error.message : String(error));
  }
}

async function fromEditor(document: vscode.TextDocument): Promise<GivenReference | undefined> {
  const items = others(document).map((other) => ({ label: vscode.workspace.asRelativePath(other.uri), other }));
  if (items.length === 0) {
    throw new Hint("no other editor holds code in this language");
  }
  const picked = items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { title: "CodeScore-R: compare with" });
  if (picked === undefined) {
    return undefined;
  }
  // A file is followed as it is edited; what has none is taken as it is.
  return picked.other.uri.scheme === "file"
    ? { uri: picked.other.uri.toString() }
    : { text: picked.other.getText(), label: picked.label, language: picked.other.languageId };
}

function others(document: vscode.TextDocument): vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(
    (one) => one.languageId === document.languageId && one.uri.toString() !== document.uri.toString() && one.uri.scheme !== "git" && one.uri.scheme !== "codescore",
  );
}

function keyOf(address: UnitAddress): string {
  return `${address.uri}#${address.unit ?? ""}`;
}
