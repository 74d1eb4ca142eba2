/**
 * Recording what happens to suggestions, put together: off unless the person has turned `codescore.experiment` on.
 * Offers an experimenter's own suggestions where `codescore.experimentProvider` names a source of them.
 */

import * as vscode from "vscode";
import type { Badges } from "../badges.js";
import { SELECTOR } from "../server/client.js";
import type { Log } from "../server/log.js";
import type { Server } from "../server/server.js";
import { badge as inShort } from "../words.js";
import { EventQueue } from "./queue.js";
import { type Source, sourceOf } from "./sources.js";
import { Suggestions } from "./suggestions.js";

export class Capture implements vscode.Disposable {
  private running: { queue: EventQueue; suggestions: Suggestions; rest: vscode.Disposable[] } | undefined;
  private readonly drawn = vscode.window.createTextEditorDecorationType({ after: { color: new vscode.ThemeColor("codescore.unknown"), margin: "0 0 0 2.5em" } });
  private readonly subscriptions: vscode.Disposable[];
  private waited = Promise.resolve();

  constructor(
    private readonly server: Server,
    private readonly badges: Badges,
    private readonly log: Log,
  ) {
    this.configure();
    this.subscriptions = [
      vscode.Disposable.from(this.drawn),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("codescore.experiment") || event.affectsConfiguration("codescore.experimentProvider")) {
          this.configure();
        }
      }),
    ];
  }

  /** How many events are not known to be on disk. */
  get waiting(): number {
    return this.running?.queue.waiting ?? 0;
  }

  /** A key that takes a suggestion: the editor's own command does it, seen by us where we record. */
  async accept(command: string, extent: "whole" | "line" | "word"): Promise<void> {
    await this.inTurn(() => (this.running === undefined ? vscode.commands.executeCommand(command) : this.running.suggestions.accept(command, extent)));
  }

  async dismiss(): Promise<void> {
    const command = "editor.action.inlineSuggest.hide";
    await this.inTurn(() => (this.running === undefined ? vscode.commands.executeCommand(command) : this.running.suggestions.dismiss(command)));
  }

  confirm(id: unknown): void {
    if (typeof id === "string") {
      this.running?.suggestions.confirm(id);
    }
  }

  /** One key after the other: two commands at once would see each other's changes. */
  private async inTurn(work: () => PromiseLike<unknown>): Promise<void> {
    const turn = this.waited.then(work);
    this.waited = turn.then(() => undefined, () => undefined);
    await turn;
  }

  private configure(): void {
    this.stop();
    const settings = vscode.workspace.getConfiguration("codescore");
    if (settings.get<boolean>("experiment") !== true) {
      return;
    }
    const queue = new EventQueue(this.server);
    const suggestions = new Suggestions(queue);
    const rest = [
      this.server.onBadge(({ suggestion, verdict, arm }) => {
        this.badges.hide(arm === "hidden");
        this.draw(suggestion, verdict === null ? undefined : (verdict.badge ?? inShort(verdict)));
      }),
      suggestions.onDidEnd(() => {
        this.draw(undefined, undefined);
      }),
    ];
    this.running = { queue, suggestions, rest };
    const setting = settings.get<string>("experimentProvider") ?? "";
    if (setting !== "") {
      try {
        rest.push(vscode.languages.registerInlineCompletionItemProvider(SELECTOR, this.provider(sourceOf(setting), suggestions)));
      } catch (error) {
        void vscode.window.showErrorMessage(`CodeScore-R: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  private provider(source: Source, suggestions: Suggestions): vscode.InlineCompletionItemProvider {
    return {
      provideInlineCompletionItems: async (document, position, context, token) => {
        const live = suggestions.current(document.uri);
        if (live !== undefined && document.offsetAt(position) === live.offer.at) {
          return [offered(live.id, live.offer.text, new vscode.Range(position, document.positionAt(live.offer.at + live.offer.replaces)))];
        }
        const abort = new AbortController();
        const subscription = token.onCancellationRequested(() => {
          abort.abort();
        });
        const start = performance.now();
        const trigger = context.triggerKind === vscode.InlineCompletionTriggerKind.Invoke ? "manual" : "automatic";
        try {
          const [before, after] = [new vscode.Position(0, 0), document.lineAt(document.lineCount - 1).range.end];
          const [item] = await source.ask(
            {
              file: document.uri.path,
              language: document.languageId,
              line: position.line,
              character: position.character,
              prefix: document.getText(new vscode.Range(before, position)),
              suffix: document.getText(new vscode.Range(position, after)),
              trigger,
            },
            abort.signal,
          );
          if (token.isCancellationRequested || item === undefined || item.text === "") {
            return [];
          }
          const range = new vscode.Range(position.translate(0, -Math.min(position.character, item.replace ?? 0)), position);
          const origin = { provider: item.provider ?? "experiment", model: item.model, latency: Math.round(performance.now() - start), trigger, choice: 0 } as const;
          const shown = suggestions.show(document, range, position, item.text, origin);
          source.shown?.(item);
          return [offered(shown.id, item.text, range)];
        } catch (error) {
          if (!abort.signal.aborted) {
            this.log.error(`suggestions: ${error instanceof Error ? error.message : String(error)}`);
          }
          return [];
        } finally {
          subscription.dispose();
        }
      },
    };
  }

  private draw(suggestion: string | undefined, text: string | undefined): void {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) {
      return;
    }
    const live = this.running?.suggestions.current(editor.document.uri);
    if (suggestion === undefined || text === undefined || live?.id !== suggestion) {
      editor.setDecorations(this.drawn, []);
      return;
    }
    const end = editor.document.lineAt(editor.document.positionAt(live.offer.at).line).range.end;
    editor.setDecorations(this.drawn, [{ range: new vscode.Range(end, end), renderOptions: { after: { contentText: `suggestion: ${text}` } } }]);
  }

  private stop(): void {
    this.running?.suggestions.dispose();
    this.running?.queue.dispose();
    this.running?.rest.forEach((one) => {
      one.dispose();
    });
    this.running = undefined;
    this.badges.hide(false);
  }

  dispose(): void {
    this.stop();
    this.subscriptions.forEach((one) => {
      one.dispose();
    });
  }
}

/** The editor runs the command once it has put the whole text in. */
function offered(id: string, text: string, range: vscode.Range): vscode.InlineCompletionItem {
  return new vscode.InlineCompletionItem(text, range, { command: "codescore.captureConfirm", title: "", arguments: [id] });
}
