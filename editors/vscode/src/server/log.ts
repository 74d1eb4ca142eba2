/** The extension's log: what it did, and what the server wrote to standard error. */

import * as vscode from "vscode";

const KEPT = 20;

export class Log implements vscode.Disposable {
  readonly channel = vscode.window.createOutputChannel("CodeScore-R", { log: true });
  private readonly last: string[] = [];
  private rest = "";

  info(line: string): void {
    this.channel.info(line);
  }

  error(line: string): void {
    this.channel.error(line);
  }

  show(): void {
    this.channel.show(true);
  }

  /** Output of a process, line by line. */
  raw(text: string): void {
    const lines = (this.rest + text).split(/\r?\n/);
    this.rest = lines.pop() ?? "";
    for (const line of lines.filter((one) => one.trim() !== "")) {
      this.channel.info(line);
      this.last.push(line.trim());
    }
    this.last.splice(0, Math.max(0, this.last.length - KEPT));
  }

  /** The last line that a process wrote: usually why it ended. */
  lastLine(): string | undefined {
    return this.rest.trim() === "" ? this.last.at(-1) : this.rest.trim();
  }

  forget(): void {
    this.last.length = 0;
    this.rest = "";
  }

  dispose(): void {
    this.channel.dispose();
  }
}
