/** Installs a server into an environment of this extension's own: `python -m venv`, then pip. Nothing goes through a shell. */

import { execFile, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { interpreters, ownEnvironment } from "./environment.js";
import { pythonOf } from "./find.js";
import type { Log } from "./log.js";

const WINDOWS = process.platform === "win32";
const OLDEST_PYTHON: readonly [number, number] = [3, 11];

/** True once a server is installed; failures are told and logged here. `own` is the folder of this extension. */
export async function installServer(storage: vscode.Uri, own: string, log: Log): Promise<boolean> {
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showWarningMessage("CodeScore-R: installing a server needs a trusted workspace.");
    return false;
  }
  const python = await findPython();
  if (python === undefined) {
    void vscode.window.showErrorMessage("CodeScore-R needs Python 3.11 or newer to install its server. Install one, then try again.");
    return false;
  }
  const options = { location: vscode.ProgressLocation.Notification, title: "CodeScore-R: installing the server", cancellable: true };
  try {
    await vscode.window.withProgress(options, async (progress, token) => {
      const environment = ownEnvironment(storage);
      await vscode.workspace.fs.createDirectory(storage);
      progress.report({ message: "making an environment" });
      await run(python, ["-I", "-m", "venv", "--clear", environment], log, token);
      progress.report({ message: "installing (a few dozen megabytes)" });
      const pip = ["-I", "-m", "pip", "install", "--disable-pip-version-check", wanted(own)];
      await run(pythonOf(environment, WINDOWS), pip, log, token);
    });
    return true;
  } catch (error) {
    if (error instanceof vscode.CancellationError) {
      return false;
    }
    log.error(String(error));
    const choice = await vscode.window.showErrorMessage("CodeScore-R: the server could not be installed; the log says why.", "Show log");
    if (choice !== undefined) {
      log.show();
    }
    return false;
  }
}

/** What pip installs: what the user named, else the wheel that came with this extension. */
function wanted(own: string): string {
  const setting = vscode.workspace.getConfiguration("codescore.server").get<string>("package")?.trim();
  const name = setting === undefined || setting === "" ? (enclosed(own) ?? "codescore-r") : setting;
  if (name.startsWith("-")) {
    throw new Error(`codescore.server.package is a package or a wheel, not an option: ${name}`);
  }
  return name;
}

/** The server's wheel in the folder of this extension: of its very version, and from whom the extension is. */
function enclosed(own: string): string | undefined {
  try {
    const folder = join(own, "server");
    const wheel = readdirSync(folder).find((name) => name.endsWith(".whl"));
    return wheel === undefined ? undefined : join(folder, wheel);
  } catch {
    return undefined; // a build without one
  }
}

async function findPython(): Promise<string | undefined> {
  const known = (await interpreters(vscode.workspace.workspaceFolders ?? [])).map(({ path }) => path);
  for (const candidate of [...known, "python3.13", "python3.12", "python3.11", "python3", "python"]) {
    const version = await versionOf(candidate);
    if (version !== undefined && (version[0] > OLDEST_PYTHON[0] || (version[0] === OLDEST_PYTHON[0] && version[1] >= OLDEST_PYTHON[1]))) {
      return candidate;
    }
  }
  return undefined;
}

function versionOf(python: string): Promise<[number, number] | undefined> {
  return new Promise((resolve) => {
    const program = "import sys; print('%d.%d' % sys.version_info[:2])";
    execFile(python, ["-I", "-c", program], { timeout: 10_000 }, (error, stdout) => {
      const match = error === null ? /^(\d+)\.(\d+)/.exec(stdout) : null;
      resolve(match === null ? undefined : [Number(match[1]), Number(match[2])]);
    });
  });
}

function run(command: string, args: readonly string[], log: Log, token: vscode.CancellationToken): Promise<void> {
  return new Promise((resolve, reject) => {
    log.info(`running ${command} ${args.join(" ")}`);
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    const cancelled = token.onCancellationRequested(() => child.kill());
    const take = (data: Buffer): void => {
      log.raw(data.toString());
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.on("error", reject);
    child.on("close", (code) => {
      cancelled.dispose();
      if (token.isCancellationRequested) {
        reject(new vscode.CancellationError());
      } else if (code === 0) {
        resolve();
      } else {
        reject(new Error(`${command} ended with code ${String(code)}`));
      }
    });
  });
}
