/** Verdicts on files of the workspace that are not open, made on request, with progress, and kept until the next time. */

import * as vscode from "vscode";
import type { JudgedUnit, UnitList } from "./protocol.js";
import { FILES } from "./server/client.js";
import type { Server } from "./server/server.js";
import { count } from "./words.js";

const AT_ONCE = 4;

export class WorkspaceScores implements vscode.Disposable {
  private readonly found = new Map<string, JudgedUnit[]>();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  constructor(private readonly server: Server) {}

  entries(): [vscode.Uri, readonly JudgedUnit[]][] {
    return [...this.found].map(([uri, units]) => [vscode.Uri.parse(uri), units]);
  }

  /** Score every file that has a reference; the person can stop it and keeps what was found. */
  async score(): Promise<void> {
    const files = await vscode.workspace.findFiles(FILES);
    if (files.length === 0) {
      void vscode.window.showInformationMessage("CodeScore-R: this workspace has no files in a language that can be scored.");
      return;
    }
    this.found.clear();
    const failures: string[] = [];
    const options = { location: vscode.ProgressLocation.Notification, title: "CodeScore-R: scoring the workspace", cancellable: true };
    const stopped = await vscode.window.withProgress(options, async (progress, token) => {
      const left = [...files];
      let done = 0;
      const work = async (): Promise<void> => {
        for (let file = left.shift(); file !== undefined && !token.isCancellationRequested; file = left.shift()) {
          await this.one(file, token).catch((error: unknown) => failures.push(error instanceof Error ? error.message : String(error)));
          done += 1;
          progress.report({ increment: 100 / files.length, message: `${done} of ${files.length} files` });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return token.isCancellationRequested;
    });
    this.changed.fire();
    this.summarise(stopped, failures);
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async one(file: vscode.Uri, token: vscode.CancellationToken): Promise<void> {
    const { units } = await this.server.request<UnitList>("codescore/units", { uri: file.toString() }, token);
    const judged = units.filter((unit): unit is JudgedUnit => unit.verdict !== null);
    if (judged.length > 0) {
      this.found.set(file.toString(), judged);
      this.changed.fire();
    }
  }

  private summarise(stopped: boolean, failures: readonly string[]): void {
    const units = [...this.found.values()].flat();
    const unlike = units.filter((unit) => unit.verdict.score !== 1).length;
    const missed = failures.length === 0 ? "" : ` ${count(failures.length, "file")} could not be scored: ${failures[0] ?? ""}`;
    const words = units.length === 0 ? "no function has a reference" : `${count(units.length, "function")} scored, ${unlike} not above the threshold`;
    void vscode.window.showInformationMessage(`CodeScore-R: ${stopped ? "stopped; " : ""}${words}.${missed}`);
  }
}
