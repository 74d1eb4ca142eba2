// Inside the extension host: what the extension offers to other extensions, and what only they can play.
const assert = require("node:assert/strict");
const path = require("node:path");
const vscode = require("vscode");

const LIMIT = 60_000;

/** Wait until `find` gives something; asked again at each event. */
function until(event, find, what) {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      subscription.dispose();
      reject(new Error(`waited in vain for ${what}`));
    }, LIMIT);
    const look = () => {
      const found = find();
      if (found !== undefined && found !== false) {
        clearTimeout(limit);
        subscription.dispose();
        resolve(found);
      }
    };
    const subscription = event(look);
    look();
  });
}

const tests = {
  "an open document has verdicts": async ({ api, document }) => {
    const [half] = await until(api.onDidChangeVerdicts, () => api.verdicts(document.uri).length > 0 && api.verdicts(document.uri), "verdicts");
    assert.equal(half.name, "half");
    assert.equal(half.verdict.score, 1);
    assert.equal(half.verdict.reference, "reference.py#half");
    assert.equal(api.version, 1);
    assert.equal(api.state().phase, "running");
  },

  "a suggestion is scored before it is shown": async ({ api, document }) => {
    const range = new vscode.Range(4, 8, 4, 14);
    const found = await api.scoreSuggestion(document, range, ["s -= i", "s = s + i"]);
    assert.deepEqual(found.map((one) => one.index), [1, 0]);
    assert.equal(found[0].reference.score, 1);
    assert.equal(found[1].reference.score, 0);
    assert.equal(found[1].replaced.score, 0);
    assert.equal(found[1].replaced.differences[0].text, "`+=` became `-=`");
    assert.equal(document.isDirty, false);
  },

  "problems carry the reference": async ({ document, editor }) => {
    await editor.edit((edit) => edit.replace(new vscode.Range(4, 10, 4, 11), "-"));
    const problem = await until(
      vscode.languages.onDidChangeDiagnostics,
      () => vscode.languages.getDiagnostics(document.uri).find((one) => one.code === "below-threshold"),
      "a problem",
    );
    assert.equal(problem.source, "codescore-r");
    assert.match(problem.relatedInformation[0].message, /the reference, half/);
    assert.ok(problem.relatedInformation[0].location.uri.path.endsWith("/reference.py"));
    await vscode.commands.executeCommand("undo");
    await until(vscode.languages.onDidChangeDiagnostics, () => vscode.languages.getDiagnostics(document.uri).length === 0, "no problem");
  },

  "every contributed command is there": async ({ extension }) => {
    const known = new Set(await vscode.commands.getCommands(true));
    const missing = extension.packageJSON.contributes.commands.map((one) => one.command).filter((one) => !known.has(one));
    assert.deepEqual(missing, []);
  },

  "documents that are only shown are not scored": async ({ api }) => {
    const shown = await vscode.workspace.openTextDocument(vscode.Uri.parse("codescore:/nothing.py?{}"));
    assert.deepEqual(api.verdicts(shown.uri), []);
  },
};

exports.run = async () => {
  const extension = vscode.extensions.getExtension("codescore-r.codescore-r");
  assert.ok(extension, "the extension is not installed");
  const [folder] = vscode.workspace.workspaceFolders;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, "mine.py"));
  const editor = await vscode.window.showTextDocument(document);
  const api = await extension.activate();
  const failures = [];
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test({ extension, api, document, editor, folder: path.dirname(document.fileName) });
      console.log(`passed: ${name}`);
    } catch (error) {
      failures.push(name);
      console.log(`FAILED: ${name}\n${error.stack}`);
    }
  }
  if (failures.length > 0) {
    throw new Error(`failed: ${failures.join("; ")}`);
  }
};
