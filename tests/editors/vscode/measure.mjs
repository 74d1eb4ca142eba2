// What share of suggestions is recorded rightly, by who makes them and what a person does: key by key in a real VS Code.
// Usage: node measure.mjs --vsix FILE --python EXECUTABLE --count N --who ours|another; prints one JSON document.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { byTime, makeStore, play, recorded, recording, script, UNWRAPPED, WAYS } from "./capture.mjs";
import { browse, Editor, LIMIT, serve } from "./vscode.mjs";

const text = { type: "string" };
const { values } = parseArgs({ options: { vsix: text, python: text, count: text, who: text } });
const home = mkdtempSync(path.join(tmpdir(), "codescore-measure-"));
const launcher = path.join(home, "codescore");
writeFileSync(launcher, `#!/bin/sh\nPYTHONPATH='${path.resolve(import.meta.dirname, "../../../server")}' exec '${values.python}' -m codescore "$@"\n`);
chmodSync(launcher, 0o755);

// By every way, of our own provider or of another maker's; what the capture does not wrap is a part of both.
const ALL = { ...WAYS, ...UNWRAPPED };
const ours = values.who === "ours";
const browser = browse();
try {
  process.stdout.write(`${JSON.stringify(await measured(script(Number(values.count), ALL, ours ? "v" : "w")))}\n`);
} finally {
  await browser.close();
  rmSync(home, { recursive: true, force: true });
}

async function measured(suggestions) {
  const store = path.join(home, `${suggestions[0].name}.db`);
  makeStore(values.python, store);
  const replay = path.join(home, "replay.jsonl");
  recording(replay, suggestions);
  const settings = { "codescore.server.path": launcher, "codescore.experiment": true, "codescore.experimentStore": store, ...(ours ? { "codescore.experimentProvider": `replay:${replay}` } : {}) };
  const server = await serve({ vsix: values.vsix, helper: true, settings });
  const work = mkdtempSync(path.join(home, "work-"));
  writeFileSync(path.join(work, "mine.py"), "half = 1\n");
  try {
    const editor = await Editor.open(await browser.profile(), server, work, { file: "mine.py" });
    await editor.status().waitFor();
    await editor.goto(1, 1);
    if (!ours) {
      await awake(editor.page);
    }
    const began = await play(editor, suggestions, ALL);
    await still(store);
    await editor.close();
    return tally(suggestions, began, [...byTime(recorded(values.python, store)).values()]);
  } finally {
    await server.end();
  }
}

/** The other extension starts when it likes: type until it suggests; what this leaves in the store is older than all that counts. */
async function awake(page) {
  const ghost = page.locator("[class*='ghost-text']").first();
  for (const limit = Date.now() + LIMIT; ;) {
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("\nw999 = ");
    try {
      await ghost.waitFor({ timeout: 3000 });
      break;
    } catch (error) {
      if (Date.now() > limit) {
        throw error;
      }
    }
  }
  await page.keyboard.press("Escape");
  await ghost.waitFor({ state: "detached" });
}

/** Wait until nothing more comes. */
async function still(store) {
  let before = -1;
  for (const limit = Date.now() + LIMIT; Date.now() < limit;) {
    const now = recorded(values.python, store).filter((one) => !["snapshot", "final"].includes(one.kind)).length;
    if (now === before) {
      return;
    }
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 6000)); // longer than a verdict may take
  }
}

/** By way: how many were played, how many are recorded exactly as they went, and what the others are recorded as. */
function tally(suggestions, began, lives) {
  const ways = {};
  let events = 0;
  let right = 0;
  suggestions.forEach(({ way }, k) => {
    const mine = lives.filter(({ at }) => at >= began[k] && at < (began[k + 1] ?? Infinity)).map(({ life }) => life.join(", "));
    const row = (ways[way] ??= { played: 0, right: 0, otherwise: {} });
    const said = mine.length === 0 ? "nothing" : mine.join("; ");
    row.played += 1;
    events += ALL[way].seen.length;
    if (said === ALL[way].seen.join(", ")) {
      row.right += 1;
      right += ALL[way].seen.length;
    } else {
      row.otherwise[said] = (row.otherwise[said] ?? 0) + 1;
    }
  });
  return { suggestions: suggestions.length, events, right_events: right, share: Math.round((1000 * right) / events) / 1000, ways };
}
