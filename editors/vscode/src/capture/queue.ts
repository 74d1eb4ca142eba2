/**
 * Events on their way to the server: kept until it says that they are on disk, told again when another server has come.
 * An event counts once by its id, so that telling twice is telling once.
 */

import type * as vscode from "vscode";
import { ResponseError } from "vscode-languageclient/node";
import type { Server } from "../server/server.js";

/** One message of `codescore/event`. */
export interface Told {
  event: Record<string, unknown> & { id: string; kind: string; suggestion: string };
  uri?: string;
  version?: number;
  range?: { start: { line: number; character: number }; end: { line: number; character: number } };
  text?: string;
}

interface Answer {
  recording: boolean;
  later?: boolean;
  reason?: string;
}

const MOST = 10_000;
const REFUSED = new Set([-32602, -32603, -32803]); // the parameters are wrong, it failed: not that the connection did
const AGAIN = 500; // ms until a server that does not know its settings yet is asked again

/** Told one after the other, in the order in which things happened. */
export class EventQueue implements vscode.Disposable {
  private readonly kept = new Map<string, Told>();
  private readonly told = new Set<string>(); // this server was told, and will confirm
  private again: NodeJS.Timeout | undefined;
  private telling = false;
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.subscriptions = [
      server.onRecorded(({ ids }) => {
        ids.forEach((id) => {
          this.forget(id);
        });
      }),
      server.onDidStart(() => {
        this.told.clear();
        void this.pump();
      }),
    ];
  }

  /** Events that are not known to be on disk. */
  get waiting(): number {
    return this.kept.size;
  }

  /** Tell the server, now and again until it has confirmed. */
  tell(told: Told): void {
    if (this.kept.size < MOST) {
      this.kept.set(told.event.id, told);
      void this.pump();
    }
  }

  /** Tell the server something that is worth nothing later. */
  mention(told: Told): void {
    this.server.request("codescore/event", told).catch(() => undefined);
  }

  private async pump(): Promise<void> {
    if (this.telling) {
      return;
    }
    this.telling = true;
    try {
      for (let next = this.next(); next !== undefined; next = this.next()) {
        if (!(await this.send(next))) {
          return;
        }
      }
    } finally {
      this.telling = false;
    }
  }

  private next(): Told | undefined {
    return [...this.kept.values()].find((one) => !this.told.has(one.event.id));
  }

  /** Whether the next one may be told. */
  private async send(told: Told): Promise<boolean> {
    const { id } = told.event;
    try {
      this.told.add(id);
      const answer = await this.server.request<Answer>("codescore/event", told);
      if (!answer.recording && answer.later === true) {
        this.told.delete(id);
        clearTimeout(this.again);
        this.again = setTimeout(() => void this.pump(), AGAIN);
        return false;
      }
      if (!answer.recording) {
        this.forget(id); // it is off, or cannot be: the server has told the person why
      }
      return true;
    } catch (error) {
      // A server that refuses an event would refuse it again; without one it is told again when one comes.
      if (error instanceof ResponseError && REFUSED.has(error.code)) {
        this.forget(id);
        return true;
      }
      this.told.delete(id);
      return false;
    }
  }

  private forget(id: string): void {
    this.kept.delete(id);
    this.told.delete(id);
  }

  dispose(): void {
    clearTimeout(this.again);
    this.subscriptions.forEach((one) => {
      one.dispose();
    });
  }
}
