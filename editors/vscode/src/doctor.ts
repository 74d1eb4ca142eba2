/** What `codescore doctor` says of the server that is in use, as a document. */

import { execFile } from "node:child_process";
import * as vscode from "vscode";
import type { Comparisons } from "./compare.js";
import type { Server, State } from "./server/server.js";

export async function showDoctor(server: Server, comparisons: Comparisons): Promise<void> {
  await server.start();
  const { found } = server.state;
  const said = found === undefined ? "" : await ask(found.command);
  const uri = comparisons.show("CodeScore-R doctor.txt", `${aboutEditor(server.state)}\n${said}`);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}

function ask(command: string): Promise<string> {
  return new Promise((resolve) => {
    const options = { timeout: 60_000, env: { ...process.env, NO_COLOR: "1", COLUMNS: "100" } };
    execFile(command, ["doctor"], options, (error, stdout, stderr) => {
      resolve(stdout + stderr + (error === null || stdout !== "" ? "" : `${error.message}\n`));
    });
  });
}

function aboutEditor(state: State): string {
  const { found, version, status, phase, message } = state;
  return [
    `VS Code ${vscode.version}, workspace ${vscode.workspace.isTrusted ? "trusted" : "not trusted (limited mode)"}`,
    found === undefined ? `server: ${message}` : `server: ${found.command} (${found.origin}), version ${version ?? "unknown"}, ${phase}`,
    status === undefined ? "" : `health: ${status.health}, ${status.message}; bundle ${status.bundle ?? "none"} on ${status.provider ?? "nothing"}`,
    "",
  ].join("\n");
}
