// How long from a key to the changed badge, in a real VS Code, measured in its page: prints {"typing": [ms, …], …}.
// Usage: node bench.mjs --vsix FILE --python EXECUTABLE --folder WORKSPACE --file NAME --line N --column N --edits N
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { browse, Editor, LIMIT, serve } from "./vscode.mjs";

const text = { type: "string" };
const { values } = parseArgs({ options: { vsix: text, python: text, folder: text, file: text, line: text, column: text, edits: text } });
const WARM_UP = 4;

const home = mkdtempSync(path.join(tmpdir(), "codescore-bench-"));
const launcher = path.join(home, "codescore");
writeFileSync(launcher, `#!/bin/sh\nPYTHONPATH='${path.resolve(import.meta.dirname, "../../../server")}' exec '${values.python}' -m codescore "$@"\n`);
chmodSync(launcher, 0o755);
const server = await serve({ vsix: values.vsix, settings: { "codescore.server.path": launcher } });
const browser = browse();
try {
  const profile = await browser.profile();
  const editor = await Editor.open(profile, server, values.folder, { file: values.file });
  const { page } = editor;
  await editor.until((seen) => seen.length > 0, "badges");
  await editor.goto(Number(values.line), Number(values.column));
  await editor.until((seen) => seen.length > 0, "badges of the functions in view");
  await page.evaluate(watch);
  const measure = async (name, edits) => {
    const times = [];
    for (let k = 0; k < edits; k += 1) {
      // Armed before the key is sent: the two travel on different ways.
      await page.evaluate((what) => { window.codescorePending = window[what](); }, name);
      await page.keyboard.press(k % 2 === 0 ? "*" : "Backspace");
      times.push(await within(page.evaluate(() => window.codescorePending), editor));
    }
    return times;
  };
  // The operator's second half goes in, then out again: the verdict changes with each key.
  const typing = (await measure("codescoreChanged", Number(values.edits) + WARM_UP)).slice(WARM_UP);
  const echo = await measure("codescoreEchoed", Number(values.edits)); // what the editor itself takes to show a key
  process.stdout.write(`${JSON.stringify({ typing, echo, version: await page.evaluate(() => navigator.userAgent.match(/Chrome\/([\d.]+)/)?.[1]) })}\n`);
} finally {
  await browser.close();
  await server.end();
  rmSync(home, { recursive: true, force: true });
}

/** What a promise gives, unless that takes too long. */
async function within(promise, editor) {
  let limit;
  const late = new Promise((_, reject) => { limit = setTimeout(() => reject(new Error("nothing changed on the screen")), LIMIT); });
  try {
    return await Promise.race([promise, late]);
  } catch (error) {
    process.stderr.write(`${JSON.stringify(await editor.badges())}\n`);
    throw error;
  } finally {
    clearTimeout(limit);
  }
}

/** Runs in the page: from the key to the frame in which what is shown differs. */
function watch() {
  let pressed = 0;
  addEventListener("keydown", (event) => { pressed = event.timeStamp; }, true);
  const badges = () => {
    const found = [];
    for (const line of document.querySelectorAll(".monaco-editor .view-line")) {
      if (line.textContent.startsWith("def")) {
        line.querySelectorAll("span").forEach((span) => found.push(getComputedStyle(span, "::after").content));
      }
    }
    return found.join("|");
  };
  const lines = () => document.querySelector(".monaco-editor .view-lines").textContent;
  const until = (look) => new Promise((resolve) => {
    const before = look();
    pressed = 0;
    const frame = () => {
      if (pressed > 0 && look() !== before) {
        resolve(performance.now() - pressed);
      } else {
        requestAnimationFrame(frame);
      }
    };
    requestAnimationFrame(frame);
  });
  window.codescoreChanged = () => until(badges);
  window.codescoreEchoed = () => until(lines);
}
