/**
 * The server's life: found, started, checked, started again with growing pauses when it ends by itself, given up with
 * the reason.  The one place that tells the person about it.
 */

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Status, SuggestionBadge, Verdicts } from "../protocol.js";
import { Backoff } from "./backoff.js";
import { type Ended, makeClient } from "./client.js";
import { canRun, surroundings } from "./environment.js";
import { type Found, findServer } from "./find.js";
import { installServer } from "./install.js";
import type { Log } from "./log.js";
import { versionProblem } from "./version.js";

export type Phase = "stopped" | "starting" | "running" | "waiting" | "missing" | "failed";

/** How the server is, for the status bar. */
export interface State {
  phase: Phase;
  /** Why, where it is not running. */
  message: string;
  found: Found | undefined;
  version: string | undefined;
  status: Status | undefined;
}

const NOTHING: State = { phase: "stopped", message: "not started", found: undefined, version: undefined, status: undefined };

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private current: State = NOTHING;
  private starting: Promise<void> | undefined;
  private again: NodeJS.Timeout | undefined;
  private readonly backoff = new Backoff();
  private readonly changed = new vscode.EventEmitter<State>();
  private readonly judged = new vscode.EventEmitter<Verdicts>();
  private readonly cameUp = new vscode.EventEmitter<void>();
  private readonly recorded = new vscode.EventEmitter<{ ids: string[] }>();
  private readonly badged = new vscode.EventEmitter<SuggestionBadge>();
  readonly onDidChange = this.changed.event;
  /** Events of suggestions that are on disk. */
  readonly onRecorded = this.recorded.event;
  /** What may be seen of a suggestion. */
  readonly onBadge = this.badged.event;
  /** What the server says of documents. */
  readonly onVerdicts = this.judged.event;
  /** A server is ready, the first or another one. */
  readonly onDidStart = this.cameUp.event;

  constructor(
    private readonly storage: vscode.Uri,
    private readonly own: string,
    private readonly log: Log,
  ) {}

  get state(): State {
    return this.current;
  }

  /** Start if it does not run; a second call waits for the first. */
  start(): Promise<void> {
    if (this.current.phase === "running") {
      return Promise.resolve();
    }
    this.starting ??= this.begin().finally(() => {
      this.starting = undefined;
    });
    return this.starting;
  }

  /** Start anew, on a person's wish: earlier failures are forgiven. */
  async restart(): Promise<void> {
    this.backoff.reset();
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    clearTimeout(this.again);
    await this.starting?.catch(() => undefined);
    const client = this.client;
    this.client = undefined;
    this.become({ ...NOTHING });
    await this.end(client);
  }

  /** A request of the server's answer; starts it where it does not run. */
  async request<T>(method: string, params: unknown, token?: vscode.CancellationToken): Promise<T> {
    await this.start();
    if (this.client === undefined) {
      throw new Error(this.current.message);
    }
    return token === undefined
      ? this.client.sendRequest<T>(method, params)
      : this.client.sendRequest<T>(method, params, token);
  }

  dispose(): void {
    clearTimeout(this.again);
    void this.end(this.client);
    this.client = undefined;
    this.changed.dispose();
    this.judged.dispose();
    this.cameUp.dispose();
    this.recorded.dispose();
    this.badged.dispose();
  }

  private async begin(): Promise<void> {
    clearTimeout(this.again);
    this.become({ ...NOTHING, phase: "starting", message: "starting" });
    const { found, tried } = findServer(await surroundings(this.storage), canRun);
    if (found === undefined) {
      this.missing(tried);
      return;
    }
    this.log.forget();
    const { client, ended } = makeClient(found, this.log, (how) => {
      this.ended(client, how);
    });
    this.client = client;
    client.onNotification("codescore/status", (status: Status) => {
      this.become({ ...this.current, status });
    });
    client.onNotification("codescore/recorded", (said: { ids: string[] }) => {
      this.recorded.fire(said);
    });
    client.onNotification("codescore/badge", (said: SuggestionBadge) => {
      this.badged.fire(said);
    });
    client.onNotification("codescore/verdicts", (said: Verdicts) => {
      this.judged.fire(said);
    });
    try {
      await client.start();
    } catch (error) {
      await ended();
      if (this.client === client) {
        this.failed(found, error instanceof Error ? error.message : String(error));
      }
      return;
    }
    const version = client.initializeResult?.serverInfo?.version;
    const problem = versionProblem(version);
    if (problem !== undefined) {
      this.client = undefined;
      await this.end(client);
      this.giveUp(`${problem} (${found.command}, ${found.origin})`);
      return;
    }
    this.become({ ...this.current, phase: "running", message: "running", found, version });
    this.cameUp.fire();
  }

  /** The server ended and nobody had asked it to. */
  private ended(client: LanguageClient, ended: Ended): void {
    if (this.client !== client || this.current.phase !== "running") {
      return; // while starting, `begin` hears of it
    }
    this.client = undefined;
    const how = ended.signal === null ? `with code ${String(ended.code ?? "?")}` : `by ${ended.signal}`;
    this.tryAgain(`the server ended ${how}`);
  }

  private failed(found: Found, message: string): void {
    this.client = undefined;
    this.tryAgain(`${found.command} could not be started: ${this.log.lastLine() ?? message}`);
  }

  private tryAgain(why: string): void {
    this.log.error(why);
    const wait = this.backoff.next(Date.now());
    if (wait === undefined) {
      this.giveUp(`${why}, again and again${this.lastWords(why)}`);
      return;
    }
    this.log.info(`starting again in ${wait} ms`);
    this.become({ ...this.current, phase: "waiting", message: why, status: undefined });
    this.again = setTimeout(() => void this.start(), wait);
  }

  private lastWords(why: string): string {
    const last = this.log.lastLine();
    return last === undefined || why.includes(last) ? "" : `; it last said: ${last}`;
  }

  private giveUp(why: string): void {
    this.log.error(`given up: ${why}`);
    this.become({ ...NOTHING, phase: "failed", message: why });
    void this.tell(`CodeScore-R: ${why}`, "Restart", "Show log");
  }

  private missing(tried: readonly string[]): void {
    tried.forEach((place) => {
      this.log.info(`no server at ${place}`);
    });
    const only = vscode.workspace.getConfiguration("codescore.server").get<string>("path");
    const why = only === undefined || only === "" ? "no server was found" : `the server of codescore.server.path, ${only}, cannot be run`;
    this.become({ ...NOTHING, phase: "missing", message: why });
    void this.tell(`CodeScore-R: ${why}. Install it, or say where it is.`, "Install", "Settings", "Show log");
  }

  private async tell(message: string, ...choices: string[]): Promise<void> {
    const choice = await vscode.window.showErrorMessage(message, ...choices);
    if (choice === "Show log") {
      this.log.show();
    } else if (choice === "Restart") {
      await this.restart();
    } else if (choice === "Install") {
      await this.install();
    } else if (choice === "Settings") {
      await vscode.commands.executeCommand("workbench.action.openSettings", "codescore.server");
    }
  }

  /** Install a server of our own, then start it. */
  async install(): Promise<void> {
    if (await installServer(this.storage, this.own, this.log)) {
      await this.restart();
    }
  }

  private async end(client: LanguageClient | undefined): Promise<void> {
    try {
      await client?.dispose();
    } catch (error) {
      this.log.info(`while stopping: ${String(error)}`);
    }
  }

  private become(state: State): void {
    this.current = state;
    this.changed.fire(state);
  }
}
