/**
 * The extension's parts, put together. Nothing is started before a document in a language of ours is open; every
 * command is behind one guard that tells the person in one line what went wrong.
 */

import * as vscode from "vscode";
import { type Api, makeApi } from "./api.js";
import { Badges } from "./badges.js";
import { Capture } from "./capture/capture.js";
import { Comparisons } from "./compare.js";
import { addressOr, Hint } from "./cursor.js";
import { LANGUAGE_IDS } from "./generated.js";
import { rank } from "./rank.js";
import { References } from "./references.js";
import { onEnvironmentChange } from "./server/environment.js";
import { Log } from "./server/log.js";
import { Server } from "./server/server.js";
import { StatusBar } from "./statusBar.js";
import { scoreInline, scorePaste } from "./suggestion.js";
import { showDoctor } from "./doctor.js";
import { UnitTree } from "./tree.js";
import type { Counterexample } from "./protocol.js";
import { VerdictStore } from "./verdicts.js";
import { WorkspaceScores } from "./workspaceScores.js";

type Command = (argument: unknown) => unknown;

export function activate(context: vscode.ExtensionContext): Api {
  const log = new Log();
  const server = new Server(context.globalStorageUri, context.extensionPath, log);
  const store = new VerdictStore();
  const badges = new Badges(store);
  const references = new References(server);
  const comparisons = new Comparisons(server, store);
  const scores = new WorkspaceScores(server);
  const tree = new UnitTree(store, scores, context.workspaceState);
  const capture = new Capture(server, badges, log);
  context.subscriptions.push(capture, server, log, store, badges, references, comparisons, scores, tree, new StatusBar(server, store));

  const commands: Record<string, Command> = {
    menu: () => showMenu(),
    scoreAgainst: (given) => references.choose(given),
    scoreAgainstFile: (given) => references.against("file", given),
    scoreAgainstSelection: (given) => references.against("selection", given),
    scoreAgainstClipboard: (given) => references.against("clipboard", given),
    scoreAgainstLastCommit: (given) => references.against("commit", given),
    scoreAgainstEditor: (given) => references.against("editor", given),
    useAsReference: () => references.mark(),
    clearReference: (given) => references.clear(given),
    compare: async (given) => comparisons.open(await addressOr(server, given), "source"),
    compareSketches: async (given) => comparisons.open(await addressOr(server, given), "sketch"),
    swapForm: (uri) => comparisons.swap(uri instanceof vscode.Uri ? uri : undefined),
    copyVerdict: async (given) => {
      await vscode.env.clipboard.writeText(await server.request<string>("codescore/verdict", await addressOr(server, given)));
      vscode.window.setStatusBarMessage("CodeScore-R: the verdict is in the clipboard", 3000);
    },
    copyTest: async (given) => copyTest(await differing(server, given)),
    compareOnInput: async (given) => {
      const found = await differing(server, given);
      await comparisons.open(await addressOr(server, given), "source");
      void vscode.window.showInformationMessage(`CodeScore-R: ${found.input}: ${found.got}, the reference: ${found.expected}`);
    },
    rank: () => rank(server, comparisons),
    scorePaste: () => scorePaste(server, comparisons),
    scoreInlineSuggestion: () => scoreInline(server),
    captureAccept: () => capture.accept("editor.action.inlineSuggest.commit", "whole"),
    captureAcceptWord: () => capture.accept("editor.action.inlineSuggest.acceptNextWord", "word"),
    captureAcceptLine: () => capture.accept("editor.action.inlineSuggest.acceptNextLine", "line"),
    captureDismiss: () => capture.dismiss(),
    captureConfirm: (id) => {
      capture.confirm(id);
    },
    scoreWorkspace: () => scores.score(),
    toggleBadges: () => toggleBadges(context.globalState),
    sortUnits: () => tree.sort(),
    showOnlyUnlike: () => tree.filter(true),
    showAllUnits: () => tree.filter(false),
    showLog: () => {
      log.show();
    },
    restart: () => server.restart(),
    install: () => server.install(),
    doctor: () => showDoctor(server, comparisons),
    walkthrough: () => vscode.commands.executeCommand("workbench.action.openWalkthrough", `${context.extension.id}#start`, false),
  };
  for (const [name, command] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(`codescore.${name}`, guarded(command, log)));
  }
  follow(context, server, store);
  return makeApi(server, store, badges.onDidDraw, () => capture.waiting);
}

/** The input on which a function was seen to differ from its reference. */
async function differing(server: Server, given: unknown): Promise<Counterexample> {
  return server.request<Counterexample>("codescore/counterexample", await addressOr(server, given));
}

async function copyTest(found: Counterexample): Promise<void> {
  if (found.test === "") {
    throw new Hint(`the difference on ${found.input} cannot be written as a test`);
  }
  await vscode.env.clipboard.writeText(found.test);
  vscode.window.setStatusBarMessage("CodeScore-R: the test is in the clipboard", 3000);
}

/** Ties the server to what happens in the editor. */
function follow(context: vscode.ExtensionContext, server: Server, store: VerdictStore): void {
  void vscode.commands.executeCommand("setContext", "codescore.active", true);
  void vscode.commands.executeCommand("setContext", "codescore.languages", LANGUAGE_IDS);
  const wanted = (document: vscode.TextDocument): boolean =>
    LANGUAGE_IDS.includes(document.languageId) && ["file", "untitled", "vscode-notebook-cell"].includes(document.uri.scheme);
  const startFor = (document: vscode.TextDocument): void => {
    if (wanted(document) && server.state.phase === "stopped") {
      void server.start();
    }
  };
  const again = (): void => {
    if (server.state.phase !== "stopped") {
      void server.restart();
    }
  };
  context.subscriptions.push(
    server.onVerdicts((said) => {
      store.take(said);
    }),
    server.onDidChange((state) => {
      if (state.phase !== "running") {
        store.clear(); // what nobody keeps up to date is not shown
      }
    }),
    vscode.workspace.onDidOpenTextDocument(startFor),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      store.follow(document.uri, contentChanges);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      store.forget(document.uri);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(again),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("codescore.server.path")) {
        again();
      }
    }),
  );
  void onEnvironmentChange(() => {
    if (server.state.found?.origin !== "setting codescore.server.path") {
      again();
    }
  }).then((subscription) => context.subscriptions.push(subscription));
  vscode.workspace.textDocuments.forEach(startFor);
}

/** A command that tells in one line what is wrong, instead of failing. */
function guarded(command: Command, log: Log): (argument: unknown) => Promise<unknown> {
  return async (argument) => {
    try {
      return await command(argument);
    } catch (error) {
      if (error instanceof vscode.CancellationError) {
        return undefined;
      }
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof Hint) {
        void vscode.window.showWarningMessage(`CodeScore-R: ${message}.`);
      } else {
        log.error(message);
        void vscode.window.showErrorMessage(`CodeScore-R: ${message}`, "Show log").then((choice) => {
          if (choice !== undefined) {
            log.show();
          }
        });
      }
      return undefined;
    }
  };
}

/** What a click on the status bar offers. */
async function showMenu(): Promise<void> {
  const commands: [string, string][] = [
    ["scoreAgainst", "$(target) Score this function against …"],
    ["compare", "$(diff) Compare with the reference"],
    ["rank", "$(list-ordered) Rank these alternatives …"],
    ["scoreWorkspace", "$(play-circle) Score the workspace"],
    ["toggleBadges", "$(eye) Toggle badges"],
    ["showLog", "$(output) Show server log"],
    ["restart", "$(refresh) Restart server"],
    ["doctor", "$(pulse) Doctor"],
  ];
  const items = commands.map(([command, label]) => ({ label, command }));
  const picked = await vscode.window.showQuickPick(items, { title: "CodeScore-R" });
  if (picked !== undefined) {
    await vscode.commands.executeCommand(`codescore.${picked.command}`);
  }
}

/** Badges off, or as they last were. */
async function toggleBadges(memory: vscode.Memento): Promise<void> {
  const settings = vscode.workspace.getConfiguration("codescore");
  const now = settings.get<string>("badges", "line");
  if (now !== "off") {
    await memory.update("badges", now);
  }
  await settings.update("badges", now === "off" ? memory.get<string>("badges", "line") : "off", vscode.ConfigurationTarget.Global);
}
