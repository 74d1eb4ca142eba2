/** The language client as this extension needs it: our requests, our settings, no pop-ups of its own. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import * as vscode from "vscode";
import {
  CloseAction,
  type DynamicFeature,
  ErrorAction,
  type InitializeParams,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  type StaticFeature,
} from "vscode-languageclient/node";
import { LANGUAGE_IDS, OPTION_NAMES, SOURCE_FILES } from "../generated.js";
import type { Found } from "./find.js";
import type { Log } from "./log.js";

/** Where the server is asked about documents: files, unsaved ones, cells; not the sides of a diff or a commit. */
export const SELECTOR = LANGUAGE_IDS.flatMap((language) => [
  { scheme: "file", language },
  { scheme: "untitled", language },
  { notebook: "*", language },
]);

const EXECUTE_COMMAND = "workspace/executeCommand";
const SECTION = "codescore";
const LAST_WORDS = 2000; // ms to wait for what a process wrote before it ended

/** What became of a server process. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A client, and how its process ended once that is known and all it had written to standard error is in the log. */
export interface Connected {
  client: LanguageClient;
  ended: () => Promise<Ended>;
}

/**
 * Says that it follows verdicts; leaves the commands that the server announces to this extension, which has views for
 * them; logs errors and leaves it to `Server` to tell the person.
 */
class Client extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    if ("registrationType" in feature && feature.registrationType.method === EXECUTE_COMMAND) {
      return;
    }
    super.registerFeature(feature);
  }

  protected override fillInitializeParams(params: InitializeParams): void {
    super.fillInitializeParams(params);
    params.capabilities.experimental = { codescore: { verdicts: "changes" } };
  }

  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** A client for a server process that is started with it; `onEnd` is told when that ends by itself. */
export function makeClient(found: Found, log: Log, onEnd: (ended: Ended) => void): Connected {
  let how: Ended = { code: null, signal: null };
  let over: Promise<unknown> = Promise.resolve();
  // A write to a process that has ended may fail before the last that it wrote is read: its pipes are in no order.
  const ended = async (): Promise<Ended> => {
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, LAST_WORDS))]);
    return how;
  };
  const start = (): Promise<ChildProcessWithoutNullStreams> =>
    new Promise((resolve, reject) => {
      const child = spawn(found.command, ["serve", "--stdio"], { stdio: "pipe", windowsHide: true });
      child.once("spawn", () => {
        log.info(`started ${found.command} (${found.origin}), process ${String(child.pid)}`);
        resolve(child);
      });
      child.once("error", reject);
      const exited = new Promise<void>((resolve) => {
        child.once("exit", (code, signal) => {
          how = { code, signal };
          resolve();
        });
      });
      const read = new Promise<void>((resolve) => child.stderr.once("close", resolve));
      const failed = new Promise<void>((resolve) => child.once("error", () => { resolve(); }));
      over = Promise.race([failed, Promise.all([exited, read])]);
    });
  const options: LanguageClientOptions = {
    documentSelector: SELECTOR,
    outputChannel: log.channel,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        void ended().then(onEnd);
        return { action: CloseAction.DoNotRestart, handled: true, message: "the server has ended" };
      },
    },
    stdioOptions: {
      stdout: () => undefined,
      stderr: (input) => {
        input.on("data", (data: Buffer | string) => {
          log.raw(data.toString());
        });
      },
    },
    markdown: { isTrusted: false, supportHtml: false },
    middleware: {
      workspace: {
        configuration: (params) =>
          params.items.map((item) =>
            item.section === SECTION ? optionsOf(item.scopeUri === undefined ? undefined : vscode.Uri.parse(item.scopeUri)) : null,
          ),
      },
    },
  };
  return { client: new Client(SECTION, "CodeScore-R", start, options), ended };
}

/** The settings that are the server's, as it names them; what is not set is left to it. */
export function optionsOf(scope: vscode.Uri | undefined): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration(SECTION, scope);
  const options = Object.fromEntries(OPTION_NAMES.map((name) => [name, emptyIsUnset(settings.get(name))]));
  // Code of a workspace that is not trusted is not run, whatever the person wishes elsewhere.
  return vscode.workspace.isTrusted ? options : { ...options, evidence: false };
}

function emptyIsUnset(value: unknown): unknown {
  return value === undefined || value === "" ? null : value;
}

/** Files that could be scored. */
export const FILES = SOURCE_FILES;
