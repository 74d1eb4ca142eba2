/** Both sides of a verdict beside each other: read-only documents that the server fills, shown in a diff editor. */

import * as vscode from "vscode";
import type { Comparison, Side, UnitAddress } from "./protocol.js";
import type { Server } from "./server/server.js";
import type { VerdictStore } from "./verdicts.js";

export const SCHEME = "codescore";

type Form = "source" | "sketch";
type Which = "candidate" | "reference";

/** What a document of ours shows; it travels in the query of its URI. */
interface Shown {
  address: UnitAddress;
  form: Form;
  side: Which;
}

export class Comparisons implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  /** What was last known of each comparison: a function that has lost its reference is still shown as it was. */
  private readonly held = new Map<string, Comparison>();
  private readonly fixed = new Map<string, string>();
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly store: VerdictStore,
  ) {
    this.subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      store.onDidChange((uri) => {
        this.refresh(uri);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document.uri.scheme === SCHEME) {
          this.fixed.delete(document.uri.toString());
        }
      }),
    ];
  }

  /** Open a comparison; `form` says whether as written or as the model reads it. */
  async open(address: UnitAddress, form: Form): Promise<void> {
    const comparison = await this.ask(address);
    const { candidate, reference } = comparison;
    const [left, right] = [uriOf(address, form, "reference", reference), uriOf(address, form, "candidate", candidate)];
    this.changed.fire(left);
    this.changed.fire(right);
    const other = reference.unit === candidate.unit ? reference.label : `${reference.label}#${reference.unit}`;
    const title = `${candidate.unit}: ${other} ↔ ${candidate.label}${form === "sketch" ? " (sketches)" : ""}`;
    await vscode.commands.executeCommand("vscode.diff", left, right, title, { preview: true });
  }

  /** The same comparison in the other form: that of a document of ours, or the one in front. */
  async swap(uri: vscode.Uri | undefined): Promise<void> {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const target = uri ?? (input instanceof vscode.TabInputTextDiff ? input.modified : undefined);
    const shown = target === undefined ? undefined : read(target);
    if (shown !== undefined) {
      await this.open(shown.address, shown.form === "sketch" ? "source" : "sketch");
    }
  }

  /** A text that the server need not be asked for, for a diff or to be read. */
  show(name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: `fixed=${this.fixed.size}` });
    this.fixed.set(uri.toString(), text);
    return uri;
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const fixed = this.fixed.get(uri.toString());
    if (fixed !== undefined) {
      return fixed;
    }
    const shown = read(uri);
    if (shown === undefined) {
      return "";
    }
    const comparison = this.held.get(keyOf(shown.address)) ?? (await this.ask(shown.address));
    return `${comparison[shown.side][shown.form].trimEnd()}\n`;
  }

  dispose(): void {
    this.subscriptions.forEach((one) => {
      one.dispose();
    });
    this.changed.dispose();
  }

  private async ask(address: UnitAddress): Promise<Comparison> {
    const units = this.store.of(vscode.Uri.parse(address.uri))?.units ?? [];
    const known = units.filter((unit) => unit.name === address.unit);
    // Of one name the place is the server's to know: the text may have moved since the address was made.
    const place = known.length === 1 ? known[0]?.name_range.start : address.position;
    const now: UnitAddress = place === undefined ? address : { ...address, position: place };
    const comparison = await this.server.request<Comparison>("codescore/compare", now);
    this.held.set(keyOf(address), comparison);
    return comparison;
  }

  /** Bring what is shown of a document up to date. */
  private refresh(uri: vscode.Uri): void {
    for (const document of vscode.workspace.textDocuments) {
      const shown = document.uri.scheme === SCHEME ? read(document.uri) : undefined;
      if (shown?.address.uri === uri.toString()) {
        this.ask(shown.address).then(
          () => {
            this.changed.fire(document.uri);
          },
          () => undefined, // it has no verdict at the moment
        );
      }
    }
  }
}

function keyOf(address: UnitAddress): string {
  return `${address.uri}#${address.unit ?? ""}`;
}

function uriOf(address: UnitAddress, form: Form, side: Which, shown: Side): vscode.Uri {
  const file = shown.label.split("/").at(-1) ?? shown.label;
  const own = vscode.Uri.parse(address.uri).path.match(/\.\w+$/)?.[0] ?? "";
  // The name gives the highlighting; a label such as "clipboard" has none.
  const name = form === "sketch" ? `${file}.sketch${own}` : file.endsWith(own) ? file : `${file}${own}`;
  const query: Shown = { address, form, side };
  return vscode.Uri.from({ scheme: SCHEME, path: `/${side}/${name}`, query: JSON.stringify(query) });
}

function read(uri: vscode.Uri): Shown | undefined {
  try {
    const shown = JSON.parse(uri.query) as Partial<Shown>;
    return shown.address !== undefined && shown.form !== undefined && shown.side !== undefined ? (shown as Shown) : undefined;
  } catch {
    return undefined;
  }
}
