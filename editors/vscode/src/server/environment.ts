/** What the editor knows of Python environments, gathered for `findServer`. */

import { accessSync, constants, statSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import { pythonOf, type Surroundings } from "./find.js";

/** The part of the Python extension's API that is used. */
interface PythonApi {
  environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
    resolveEnvironment(path: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
    onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

const WINDOWS = process.platform === "win32";

/** Whether a file is there and may be run. */
export function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

export async function surroundings(storage: vscode.Uri): Promise<Surroundings> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === "file");
  const setting = vscode.workspace.getConfiguration("codescore.server").get<string>("path")?.trim();
  return {
    setting: setting === undefined || setting === "" ? undefined : expand(setting),
    // A workspace that is not trusted can name any interpreter: none is asked for.
    interpreters: vscode.workspace.isTrusted ? await interpreters(folders) : [],
    path: process.env["PATH"] ?? "",
    ownEnvironment: ownEnvironment(storage),
    untrusted: vscode.workspace.isTrusted ? [] : folders.map((folder) => folder.uri.fsPath),
    windows: WINDOWS,
  };
}

/** Where this extension installs a server. */
export function ownEnvironment(storage: vscode.Uri): string {
  return path.join(storage.fsPath, "server");
}

/** Interpreters that a person chose or that lie where they are expected, best first. */
export async function interpreters(folders: readonly vscode.WorkspaceFolder[]): Promise<{ path: string; origin: string }[]> {
  const found: { path: string; origin: string }[] = [];
  const active = await activeInterpreter(folders[0]?.uri);
  if (active !== undefined) {
    found.push({ path: active, origin: "active Python environment" });
  }
  const configured = vscode.workspace.getConfiguration("python", folders[0]?.uri).get<string>("defaultInterpreterPath");
  if (configured !== undefined && path.isAbsolute(configured)) {
    found.push({ path: configured, origin: "python.defaultInterpreterPath" });
  }
  for (const folder of folders) {
    for (const name of [".venv", "venv"]) {
      found.push({ path: pythonOf(path.join(folder.uri.fsPath, name), WINDOWS), origin: `${name} of the workspace` });
    }
  }
  return found;
}

async function activeInterpreter(resource: vscode.Uri | undefined): Promise<string | undefined> {
  const api = await pythonApi();
  if (api === undefined) {
    return undefined;
  }
  const active = api.getActiveEnvironmentPath(resource);
  const resolved = await api.resolveEnvironment(active);
  return resolved?.executable.uri?.fsPath;
}

/** Tells when another environment becomes the active one. */
export async function onEnvironmentChange(listener: () => void): Promise<vscode.Disposable> {
  const api = await pythonApi();
  return api?.onDidChangeActiveEnvironmentPath(listener) ?? new vscode.Disposable(() => undefined);
}

async function pythonApi(): Promise<PythonApi["environments"]> {
  const extension = vscode.extensions.getExtension<PythonApi>("ms-python.python");
  try {
    return (await extension?.activate())?.environments;
  } catch {
    return undefined; // another extension's failure is not ours
  }
}

function expand(file: string): string {
  const home = process.env["HOME"] ?? process.env["USERPROFILE"];
  return home !== undefined && /^~[\\/]/.test(file) ? path.join(home, file.slice(2)) : file;
}
