// A person who is offered suggestions, key by key, and what must be recorded of it.  The scenario plays a hundred of a
// replayed recording; the benchmark plays five hundred, also of a provider that tells nobody anything.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { LIMIT } from "./vscode.mjs";

const SERVER = path.resolve(import.meta.dirname, "../../../server");

/** What a person does with a suggestion, and what is to be recorded of that: kinds, with the extent of acceptances. */
export const WAYS = {
  whole: { act: ({ key }) => key("Tab"), seen: ["shown", "accepted whole"] },
  dismissed: { act: ({ key }) => key("Escape"), seen: ["shown", "rejected"] },
  "word, then dismissed": { act: async ({ key, word }) => { await word(); await key("Escape"); }, seen: ["shown", "accepted word", "rejected"] },
  "two words, then the rest": {
    act: async ({ key, word }) => { await word(); await word(); await key("Tab"); },
    seen: ["shown", "accepted word", "accepted word", "accepted whole"],
  },
  "typed past": { act: ({ type }) => type("#"), seen: ["shown", "ignored"] },
  "cursor moved": { act: ({ key }) => key("ArrowLeft"), seen: ["shown", "ignored"] },
  "typed along, then whole": { act: async ({ type, text, ghost, key }) => { await type(text[0]); await ghost(); await key("Tab"); }, seen: ["shown", "accepted whole"] },
  "typed along to its end": { act: async ({ type, text }) => { for (const one of text) { await type(one); } }, seen: ["shown", "ignored"] },
  "whole, then undone": { act: async ({ key, gone }) => { await key("Tab"); await gone(); await key("Control+z"); }, seen: ["shown", "accepted whole", "edited"] },
};

/** By keys of a person's own (here the helper's) for the editor's commands, which the capture does not wrap. */
export const UNWRAPPED = {
  "whole, by another key": { act: ({ key }) => key("Control+Alt+1"), seen: ["shown", "accepted whole"] },
  "word, by another key, then dismissed": { act: async ({ key, word }) => { await word("Control+Alt+2"); await key("Escape"); }, seen: ["shown", "accepted word", "rejected"] },
  "dismissed, by another key": { act: ({ key }) => key("Control+Alt+3"), seen: ["shown", "rejected"] },
};

/** Suggestions `v0 = …`, `v1 = …`: text, and the way it goes. */
export function script(count, ways, letter = "v") {
  const names = Object.keys(ways);
  return Array.from({ length: count }, (_, k) => {
    const way = names[k % names.length];
    const text = way.startsWith("typed along to") ? `half + ${k % 7}` : `compute(${k}, half) + ${k % 7}`; // an editor closes a bracket that is typed
    return { name: `${letter}${k}`, text, way };
  });
}

/** The recording that the replay provider reads. */
export function recording(file, suggestions) {
  const lines = suggestions.map(({ name, text }) => JSON.stringify({ file: "mine.py", before: `${name} = `, text, provider: "replay", model: "m1" }));
  writeFileSync(file, `${lines.join("\n")}\n`);
}

/** A store, made as a person makes one. */
export function makeStore(python, store) {
  codescore(python, "experiment", "init", "--store", store, "--study", "trial", "--participant", "P01");
}

/** What is recorded. */
export function recorded(python, store) {
  const program = "import sys; from pathlib import Path; from codescore.experiments import events; from codescore.experiments.store import Store\nfor _, e in Store.open(Path(sys.argv[1])).read(): sys.stdout.buffer.write(events.encode(e) + b'\\n')";
  const said = execFileSync(python, ["-c", program, store], { encoding: "utf8", env: { ...process.env, PYTHONPATH: SERVER }, maxBuffer: 1 << 28 });
  return said.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

function codescore(python, ...argv) {
  execFileSync(python, ["-m", "codescore", ...argv], { stdio: "ignore", env: { ...process.env, PYTHONPATH: SERVER } });
}

/** Type each line, wait for what is offered, and do with it what the script says; when each began, in milliseconds. */
export async function play(editor, suggestions, ways) {
  const { page } = editor;
  const shown = page.locator("[class*='ghost-text']").first();
  const ghost = async () => {
    for (const limit = Date.now() + LIMIT; ;) {
      try {
        await shown.waitFor({ timeout: 3000 });
        return;
      } catch (error) {
        if (error.name !== "TimeoutError" || Date.now() > limit) {
          throw error;
        }
        await page.keyboard.press("Alt+\\"); // as a person asks who waits for it
      }
    }
  };
  const gone = () => shown.waitFor({ state: "detached", timeout: LIMIT });
  const offered = () => page.evaluate(() => [...document.querySelectorAll("[class*='ghost-text']")].map((one) => one.textContent).join("").length);
  const word = async (name = "Control+ArrowRight") => {
    const before = await offered();
    for (const limit = Date.now() + LIMIT; ;) {
      await page.keyboard.press(name);
      for (const soon = Date.now() + 2000; Date.now() < soon;) { // a key that came to nothing is pressed again
        const now = await offered();
        if (now > 0 && now < before) {
          return;
        }
      }
      assert.ok(Date.now() < limit, "no word was taken");
    }
  };
  const hands = { word,  key: (name) => page.keyboard.press(name), type: (text) => page.keyboard.type(text), ghost, gone };
  const began = [];
  for (const { name, text, way } of suggestions) {
    began.push(Date.now());
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText(`\n${name} = `);
    try {
      await ghost();
      await ways[way].act({ ...hands, text });
      await gone();
    } catch (error) {
      const lines = await page.locator(".view-line").allInnerTexts();
      throw new Error(`${name}, ${way}: ${error.message}; the last lines are ${JSON.stringify(lines.slice(-4))}`, { cause: error });
    }
  }
  return began;
}

/** The kinds of each suggestion's events, by the order in which suggestions were shown; windows left out. */
export function lives(told) {
  return [...byTime(told).values()].map((one) => one.life);
}

/** By suggestion when it was shown, and the kinds of its events; a verdict may be written later than what happened meanwhile. */
export function byTime(told) {
  const order = (event) => event.at_ms - (event.kind === "shown" ? 0.5 : 0);
  const events = [...told].sort((a, b) => order(a) - order(b));
  const found = new Map(events.filter((event) => event.kind === "shown").map((event) => [event.suggestion, { at: event.at_ms, life: [] }]));
  for (const event of events) {
    if (!["snapshot", "final"].includes(event.kind)) {
      const one = found.get(event.suggestion) ?? { at: event.at_ms, life: [] };
      one.life.push(event.kind === "accepted" ? `accepted ${event.extent ?? "whole"}` : event.kind);
      found.set(event.suggestion, one);
    }
  }
  return found;
}

/** Wait until something is recorded: a server is there, and knows that it records. */
export function begun(python, store) {
  for (const limit = Date.now() + LIMIT; recorded(python, store).length === 0;) {
    assert.ok(Date.now() < limit, "nothing is recorded");
  }
}

/** Wait until as much is recorded as must be; fail with what differs. `alone`: those that no server could follow. */
export async function compare(python, store, suggestions, ways, alone = []) {
  const told = (life, k) => (alone.includes(k) ? life?.filter((kind) => kind !== "edited") : life);
  const expected = suggestions.map(({ way }, k) => told(ways[way].seen, k));
  const total = expected.flat().length;
  const limit = Date.now() + LIMIT;
  let found = [];
  do {
    found = lives(recorded(python, store)).map(told);
  } while (found.flat().length < total && Date.now() < limit);
  const differing = suggestions.map((one, k) => ({ ...one, expected: expected[k], found: found[k] })).filter((one) => JSON.stringify(one.expected) !== JSON.stringify(one.found));
  assert.deepEqual(differing.slice(0, 5), [], `${differing.length} of ${suggestions.length} are recorded otherwise`);
  assert.equal(found.length, suggestions.length);
}
