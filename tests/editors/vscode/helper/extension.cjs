// What the tests need from another extension: someone who suggests code, and a notebook that this VS Code can open.
const vscode = require("vscode");

exports.activate = (context) => {
  const suggests = {
    provideInlineCompletionItems: (document, position) =>
      document.lineAt(position).text.endsWith("/ 2") && position.character === document.lineAt(position).text.length
        ? [new vscode.InlineCompletionItem(" + 1", new vscode.Range(position, position))]
        : [],
  };
  // Another maker's suggestions: nobody but the editor hears of them.
  const other = {
    provideInlineCompletionItems: (document, position) => {
      const start = /^w(\d+) = $/.exec(document.lineAt(position).text.slice(0, position.character));
      return start === null ? [] : [new vscode.InlineCompletionItem(`compute(${start[1]}, half) + ${Number(start[1]) % 7}`, new vscode.Range(position, position))];
    },
  };
  const notebook = {
    deserializeNotebook: (bytes) =>
      new vscode.NotebookData(
        JSON.parse(Buffer.from(bytes).toString()).map((text) => new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, "python")),
      ),
    serializeNotebook: (data) => Buffer.from(JSON.stringify(data.cells.map((cell) => cell.value))),
  };
  context.subscriptions.push(
    vscode.languages.registerInlineCompletionItemProvider({ language: "python" }, suggests),
    vscode.languages.registerInlineCompletionItemProvider({ language: "python" }, other),
    vscode.workspace.registerNotebookSerializer("helper-notebook", notebook),
  );
};
