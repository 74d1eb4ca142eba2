// Draws the pictures of the extension's README from a real VS Code.
// Usage: node pictures.mjs --vsix FILE --python EXECUTABLE --out FOLDER
import { chmodSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { write } from "./scenarios.mjs";
import { CANDIDATE, REFERENCE } from "./sources.mjs";
import { browse, Editor, serve } from "./vscode.mjs";

const MOST_BYTES = 300_000;
const { values } = parseArgs({ options: { vsix: { type: "string" }, python: { type: "string" }, out: { type: "string" } } });

const home = realpathSync(mkdtempSync(path.join(tmpdir(), "codescore-pictures-")));
const work = path.join(home, "averages");
write(work, { "reference.py": REFERENCE, "mine.py": CANDIDATE });
const launcher = path.join(home, "codescore");
writeFileSync(launcher, `#!/bin/sh\nPYTHONPATH='${path.resolve(import.meta.dirname, "../../../server")}' exec '${values.python}' -m codescore "$@"\n`);
chmodSync(launcher, 0o755);

const settings = { "codescore.server.path": launcher, "diffEditor.useInlineViewWhenSpaceIsLimited": false, "editor.hover.delay": 100, "workbench.layoutControl.enabled": false };
const server = await serve({ vsix: values.vsix, settings });
const browser = browse();
try {
  const context = await browser.profile({ scale: 1.5, size: { width: 960, height: 600 } });
  const editor = await Editor.open(context, server, work, { file: "mine.py" });
  const { page } = editor;
  await editor.until((seen) => seen.length === 2, "badges");
  await page.keyboard.press("Control+b");
  await page.locator(".part.sidebar").waitFor({ state: "hidden" });
  await editor.goto(8, 1);
  await editor.status().filter({ hasText: "✗" }).waitFor();
  await picture(page, "badges");

  await page.locator(".view-line span", { hasText: /^moving_average$/ }).last().hover();
  await page.locator(".monaco-hover:visible", { hasText: "unlike its reference" }).waitFor();
  await picture(page, "hover");
  await page.mouse.move(900, 560);
  await page.keyboard.press("Escape");

  await editor.run("CodeScore-R: Compare with the Reference");
  await page.locator(".monaco-diff-editor .editor.modified .view-line", { hasText: "if i > n - 1:" }).first().waitFor();
  await page.locator(".monaco-diff-editor .char-insert, .monaco-diff-editor .char-delete").first().waitFor();
  await picture(page, "compare");
  await editor.run("CodeScore-R: Switch Between Sources and Sketches");
  await page.locator(".monaco-diff-editor .editor.modified .view-line", { hasText: "var_" }).first().waitFor();
  await page.locator(".monaco-diff-editor .char-insert, .monaco-diff-editor .char-delete").first().waitFor();
  await picture(page, "sketches");
} finally {
  await browser.close();
  await server.end();
  rmSync(home, { recursive: true, force: true });
}

async function picture(page, name) {
  const file = path.join(values.out, `${name}.png`);
  await page.screenshot({ path: file });
  const { size } = statSync(file);
  process.stdout.write(`${file}: ${Math.round(size / 1000)} KB\n`);
  if (size > MOST_BYTES) {
    throw new Error(`${file} is too large for a README`);
  }
}
