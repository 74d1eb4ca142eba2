/** A tree of the functions that have a verdict: of open editors as they are typed, of others as they were last scored. */

import * as vscode from "vscode";
import type { JudgedUnit } from "./protocol.js";
import { rangeOf, type VerdictStore } from "./verdicts.js";
import type { WorkspaceScores } from "./workspaceScores.js";

const ORDERS = ["similarity", "name", "file"] as const;
const PAUSE = 200; // ms between two drawings of the tree while someone types
export type Order = (typeof ORDERS)[number];

/** A function in the tree; commands on it get its address. */
export interface Leaf {
  file: vscode.Uri;
  judged: JudgedUnit;
  uri: string;
  unit: string;
  position: { line: number; character: number };
}
interface Branch {
  file: vscode.Uri;
  leaves: Leaf[];
}
type Node = Branch | Leaf;

export class UnitTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly subscriptions: vscode.Disposable[];
  private order: Order;
  private later: NodeJS.Timeout | undefined;
  private onlyUnlike: boolean;

  constructor(
    private readonly store: VerdictStore,
    private readonly scores: WorkspaceScores,
    private readonly memory: vscode.Memento,
  ) {
    this.order = memory.get<Order>("order", "similarity");
    this.onlyUnlike = memory.get<boolean>("onlyUnlike", false);
    this.view = vscode.window.createTreeView("codescore.units", { treeDataProvider: this, showCollapseAll: true });
    const refresh = (): void => {
      this.refresh();
    };
    // A tree that nobody sees need not follow every key.
    const follow = (): void => {
      if (this.view.visible) {
        this.later ??= setTimeout(refresh, PAUSE);
      }
    };
    this.subscriptions = [this.view, store.onDidChange(follow), scores.onDidChange(refresh), this.view.onDidChangeVisibility(refresh)];
    this.refresh();
  }

  async sort(): Promise<void> {
    const words: Record<Order, string> = { similarity: "Least similar first", name: "By name", file: "By file and place" };
    const picked = await vscode.window.showQuickPick(
      ORDERS.map((order) => ({ label: words[order], description: order === this.order ? "now" : "", order })),
      { title: "CodeScore-R: order of the functions" },
    );
    if (picked !== undefined) {
      this.order = picked.order;
      await this.memory.update("order", picked.order);
      this.refresh();
    }
  }

  async filter(only: boolean): Promise<void> {
    this.onlyUnlike = only;
    await this.memory.update("onlyUnlike", only);
    this.refresh();
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) {
      return this.order === "file" ? this.branches() : this.branches().flatMap((branch) => branch.leaves).sort(this.compare());
    }
    return "leaves" in node ? node.leaves : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return "leaves" in node ? branchItem(node) : leafItem(node, this.order !== "file");
  }

  dispose(): void {
    clearTimeout(this.later);
    this.subscriptions.forEach((one) => {
      one.dispose();
    });
    this.changed.dispose();
  }

  private refresh(): void {
    clearTimeout(this.later);
    this.later = undefined;
    void vscode.commands.executeCommand("setContext", "codescore.onlyUnlike", this.onlyUnlike);
    const all = this.branches(false).flatMap((branch) => branch.leaves);
    const unlike = all.filter((leaf) => leaf.judged.verdict.score !== 1).length;
    this.view.description = all.length === 0 ? "" : `${unlike} of ${all.length} below`;
    this.changed.fire(undefined);
  }

  private branches(filtered = this.onlyUnlike): Branch[] {
    const byFile = new Map<string, Branch>();
    const open = this.store.uris().flatMap((uri): [vscode.Uri, readonly JudgedUnit[]][] => [[uri, this.store.of(uri)?.units ?? []]]);
    // What is open is known as it is now; that goes before what was scored some time ago.
    for (const [file, units] of [...this.scores.entries(), ...open]) {
      const leaves = units
        .filter((judged) => !filtered || judged.verdict.score !== 1)
        .map((judged) => ({ file, judged, uri: file.toString(), unit: judged.name, position: judged.name_range.start }));
      byFile.set(file.toString(), { file, leaves });
    }
    return [...byFile.values()].filter((branch) => branch.leaves.length > 0).sort((a, b) => a.file.path.localeCompare(b.file.path));
  }

  private compare(): (a: Leaf, b: Leaf) => number {
    return this.order === "name"
      ? (a, b) => a.unit.localeCompare(b.unit)
      : (a, b) => (a.judged.verdict.similarity ?? -1) - (b.judged.verdict.similarity ?? -1);
  }
}

function branchItem(branch: Branch): vscode.TreeItem {
  const item = new vscode.TreeItem(branch.file, vscode.TreeItemCollapsibleState.Expanded);
  item.description = true;
  return item;
}

function leafItem(leaf: Leaf, withFile: boolean): vscode.TreeItem {
  const { verdict, name } = leaf.judged;
  const item = new vscode.TreeItem(name);
  const open = verdict.answer === "conditional" ? "info" : "question";
  const icon = verdict.score === null ? open : verdict.score === 1 ? "pass" : "warning";
  const colour = verdict.score === null ? "unknown" : verdict.score === 1 ? "like" : "unlike";
  item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor(`codescore.${colour}`));
  item.description = `${verdict.badge}${withFile ? ` · ${vscode.workspace.asRelativePath(leaf.file)}` : ""}`;
  item.tooltip = `${name}: ${verdict.badge} against ${verdict.reference}${verdict.reason === null ? "" : `\n${verdict.reason}`}`;
  item.accessibilityInformation = { label: item.tooltip };
  item.contextValue = "codescore.unit";
  item.command = {
    title: "Go to the function",
    command: "vscode.open",
    arguments: [leaf.file, { selection: new vscode.Range(rangeOf(leaf.judged.name_range).start, rangeOf(leaf.judged.name_range).start) }],
  };
  return item;
}
