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

/** What became of a server process. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
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
export function makeClient(found: Found, log: Log, onEnd: (ended: Ended) => void): LanguageClient {
  let ended: Ended = { code: null, signal: null };
  const start = (): Promise<ChildProcessWithoutNullStreams> =>
    new Promise((resolve, reject) => {
      const child = spawn(found.command, ["serve", "--stdio"], { stdio: "pipe", windowsHide: true });
      child.once("spawn", () => {
        log.info(`started ${found.command} (${found.origin}), process ${String(child.pid)}`);
        resolve(child);
      });
      child.once("error", reject);
      child.once("exit", (code, signal) => {
        ended = { code, signal };
      });
    });
  const options: LanguageClientOptions = {
    documentSelector: SELECTOR,
    outputChannel: log.channel,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        onEnd(ended);
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
  return new Client(SECTION, "CodeScore-R", start, options);
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
