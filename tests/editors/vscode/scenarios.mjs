// What a person does in VS Code and what they see.  Each scenario has a workspace and a browser window of its own.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { begun, compare, makeStore, play, recorded, recording, script, WAYS } from "./capture.mjs";
import { CANDIDATE, DIRECTIVE, HALF, MINE, REFERENCE, WRONG } from "./sources.mjs";

export const scenarios = new Map();

function scenario(name, play, needs = {}) {
  scenarios.set(name, { play, needs });
}

const like = (badge) => badge.startsWith("✓");
const unlike = (badge) => badge.startsWith("✗");

scenario("a_file_with_a_reference_has_badges", async ({ open }) => {
  const editor = await open({ "reference.py": REFERENCE, "mine.py": CANDIDATE }, "mine.py");
  const [first, second] = await editor.until((seen) => seen.length === 2, "two badges");
  assert.match(first, /^✗ 0\.\d\d · line 11: `>=` became `>`$/);
  assert.equal(second, "✓ 1.00");
  await editor.goto(8, 5);
  await editor.status().filter({ hasText: "✗ 0." }).waitFor();
  await editor.goto(18, 5);
  await editor.status().filter({ hasText: "✓ 1.00" }).waitFor();
  await editor.goto(2, 1);
  await editor.status().filter({ hasText: /^\s*CodeScore\s*$/ }).waitFor();
  await editor.shot("badges");
});

scenario("a_mutation_changes_the_verdict_and_undo_brings_it_back", async ({ open }) => {
  const editor = await open({ "reference.py": HALF, "mine.py": DIRECTIVE + MINE }, "mine.py");
  await editor.until((seen) => seen.some(like), "a like function");
  await editor.goto(5, 11);
  await editor.page.keyboard.press("Delete");
  await editor.page.keyboard.type("-");
  await editor.until((now) => now[0]?.endsWith("line 5: `+=` became `-=`"), "an unlike function, with the reason");
  await editor.shot("mutation");
  await editor.page.keyboard.press("Control+z");
  await editor.page.keyboard.press("Control+z");
  await editor.until((now) => now.some(like), "the former verdict");
  // A line more above: the badge moves along.
  await editor.goto(1, 1);
  await editor.page.keyboard.type("\n\n");
  await editor.until((now) => now.length === 1 && now.some(like), "the badge further down");
});

scenario("hovering_a_name_tells_everything", async ({ open }) => {
  const editor = await open({ "reference.py": HALF, "mine.py": DIRECTIVE + WRONG }, "mine.py");
  await editor.until((seen) => seen.some(unlike), "an unlike function");
  await editor.page.locator(".view-line span", { hasText: /^half$/ }).last().hover();
  const hover = editor.page.locator(".monaco-hover:visible", { hasText: "CodeScore-R 0: unlike its reference" });
  await hover.waitFor();
  const text = (await hover.innerText()).replaceAll("\u00a0", " ");
  for (const piece of ["reference: reference.py#half", "similarity: 0.", "threshold 0.5", "first difference: line 5", "compiles: yes"]) {
    assert.ok(text.includes(piece), `${piece} is not in ${text}`);
  }
  assert.equal(await hover.locator("a[href^='command:']").count(), 0, "a hover of the server's links to commands");
  await editor.shot("hover");
});

scenario("a_badge_leads_to_the_comparison", async ({ open }) => {
  const editor = await open({ "reference.py": HALF, "mine.py": DIRECTIVE + WRONG }, "mine.py");
  await editor.until((seen) => seen.some(unlike), "a badge");
  await editor.hoverBadge();
  const hover = editor.page.locator(".monaco-hover:visible", { hasText: "half against reference.py#half: ✗" });
  await hover.waitFor();
  await hover.locator("a", { hasText: "Stop comparing" }).click();
  await editor.notification("was not set here: look for a comment in the file").waitFor();
  await editor.hoverBadge();
  await hover.waitFor();
  await editor.shot("badge-hover");
  await hover.locator("a", { hasText: "Compare" }).click();
  await editor.page.locator(".monaco-diff-editor").waitFor();
});

scenario("a_problem_links_to_the_reference", async ({ open }) => {
  const editor = await open({ "reference.py": HALF, "mine.py": DIRECTIVE + WRONG }, "mine.py");
  await editor.until((seen) => seen.some(unlike), "an unlike function");
  await editor.run("Problems: Focus on Problems View");
  const panel = editor.page.locator(".markers-panel");
  const problem = panel.locator(".monaco-list-row", { hasText: "not above 0.5" });
  await problem.waitFor();
  await problem.click();
  await editor.page.keyboard.press("ArrowRight");
  const related = panel.locator(".monaco-list-row", { hasText: "the reference, half" });
  await related.waitFor();
  await editor.shot("problems");
  await related.dblclick();
  await editor.page.locator('.tab.active[data-resource-name="reference.py"]').waitFor();
});

scenario("a_difference_in_behaviour_is_shown_with_its_input", async ({ open, setting }) => {
  setting({ "codescore.evidence": true });
  const editor = await open({ "reference.py": HALF, "mine.py": DIRECTIVE + WRONG }, "mine.py");
  await editor.until((seen) => seen.some(unlike), "an unlike function");
  await editor.run("Problems: Focus on Problems View");
  const problem = editor.page.locator(".markers-panel .monaco-list-row", { hasText: /half\(\d+\) gives .*, but reference\.py#half gives / });
  await problem.waitFor();
  await problem.click();
  await editor.shot("behaviour-differs");
  await editor.goto(2, 6);
  await editor.run("CodeScore-R: Compare Both on the Input on Which They Differ");
  await editor.notification("the reference: ").waitFor();
  await editor.page.locator(".monaco-diff-editor").waitFor();
});

scenario("compare_opens_sources_and_sketches", async ({ open }) => {
  const editor = await open({ "reference.py": REFERENCE, "mine.py": CANDIDATE }, "mine.py");
  await editor.until((seen) => seen.length === 2, "two badges");
  await editor.goto(6, 1);
  await editor.run("CodeScore-R: Compare with the Reference");
  const diff = editor.page.locator(".monaco-diff-editor");
  await diff.waitFor();
  const side = (name, text) => diff.locator(`.editor.${name} .view-line`, { hasText: text }).first().waitFor();
  await side("original", "if index >= width - 1:");
  await side("modified", "if i > n - 1:");
  await editor.page.locator(".tab.active", { hasText: "moving_average: reference.py ↔ mine.py" }).waitFor();
  await editor.shot("compare-sources");
  await editor.page.locator(".action-label[aria-label*='Switch Between Sources and Sketches']").first().click();
  await side("original", "var_");
  await side("modified", "arg_0");
  await editor.shot("compare-sketches");
});

scenario("a_missing_reference_says_so", async ({ open }) => {
  const editor = await open({ "mine.py": "# codescore: reference=gone.py\n" + MINE }, "mine.py");
  await editor.run("Problems: Focus on Problems View");
  await editor.page.locator(".markers-panel .monaco-list-row", { hasText: "gone.py" }).waitFor();
  await editor.page.locator(".markers-panel .monaco-list-row", { hasText: "reference-not-found" }).waitFor();
  assert.deepEqual(await editor.badges(), []);
  await editor.shot("reference-missing");
  // It comes: nothing has to be reopened.
  writeFileSync(path.join(editor.folder, "gone.py"), HALF);
  await editor.until((seen) => seen.some(like), "a badge once the reference is there");
});

scenario("a_killed_server_comes_back", async ({ open, pids }) => {
  const editor = await open({ "mine.py": WRONG, "other.py": HALF }, "mine.py");
  await editor.status().waitFor();
  await editor.page.evaluate((text) => navigator.clipboard.writeText(text), HALF);
  await editor.goto(2, 3);
  await editor.run("CodeScore-R: Score This Function Against the Clipboard");
  await editor.until((seen) => seen.some(unlike), "a badge");
  const before = pids();
  process.kill(before.at(-1), "SIGKILL");
  await editor.until((seen) => seen.length === 0, "no badges without a server");
  const seen = await editor.until((now) => now.some(unlike), "the badge again: what was set is set again");
  assert.match(seen[0], /became `-=`/);
  assert.equal(pids().length, before.length + 1, "one other server");
});

scenario("a_server_that_keeps_ending_is_given_up_with_the_reason", async ({ open, server }) => {
  writeFileSync(path.join(server.home, "broken"), "");
  try {
    const editor = await open({ "mine.py": MINE }, "mine.py");
    const told = editor.notification("again and again");
    await told.waitFor();
    assert.match(await told.innerText(), /the lamp is out/);
    await editor.status().filter({ hasText: "stopped" }).waitFor();
    await editor.shot("given-up");
    await told.getByText("Show log").click();
    // What the log says is not shown by this VS Code: it is installed without its native modules.
    await editor.page.locator(".part.panel select[title='CodeScore-R'], .part.panel .monaco-select-box", { hasText: "CodeScore-R" }).first().waitFor();
  } finally {
    rmSync(path.join(server.home, "broken"));
  }
});

scenario("an_old_server_is_refused", async ({ open, server }) => {
  writeFileSync(path.join(server.home, "old"), "");
  try {
    const editor = await open({ "mine.py": MINE }, "mine.py");
    await editor.notification("the server is version 0.0.9; this extension needs 0.1.0 or newer").waitFor();
  } finally {
    rmSync(path.join(server.home, "old"));
  }
});

scenario("a_workspace_without_code_starts_nothing", async ({ open, pids }) => {
  const before = pids().length;
  const editor = await open({ "notes.txt": "hello\n", "data.json": "{}\n" }, "notes.txt");
  await editor.file("data.json");
  await editor.page.locator(".statusbar-item", { hasText: "JSON" }).waitFor();
  await editor.run("Developer: Show Running Extensions");
  await editor.page.locator(".runtime-extensions-editor .monaco-list-row").first().waitFor();
  assert.equal(await editor.page.locator(".runtime-extensions-editor .monaco-list-row", { hasText: "CodeScore-R" }).count(), 0);
  assert.equal(await editor.status().count(), 0);
  assert.equal(pids().length, before);
});

scenario("score_against_the_last_commit", async ({ open, repository }) => {
  const editor = await open({ "mine.py": MINE }, "mine.py", { prepare: repository, change: { "mine.py": WRONG } });
  await editor.status().waitFor();
  await editor.goto(2, 3);
  await editor.run("CodeScore-R: Score This Function Against …");
  await editor.pick("The last commit");
  const seen = await editor.until((now) => now.some(unlike), "a badge");
  assert.match(seen[0], /line 4: `\+=` became `-=`/);
  await editor.status().filter({ hasText: "✗" }).waitFor();
  await editor.run("CodeScore-R: Clear the Reference of This Function");
  await editor.until((now) => now.length === 0, "no badge");
});

scenario("score_against_another_editor_and_a_marked_selection", async ({ open }) => {
  const editor = await open({ "other.py": HALF, "mine.py": WRONG }, "other.py");
  await editor.status().waitFor();
  await editor.goto(2, 3);
  await editor.run("CodeScore-R: Use Selection as Reference");
  await editor.page.locator(".statusbar-item", { hasText: "other.py:1-5 can now be compared with" }).waitFor();
  await editor.file("mine.py");
  await editor.goto(2, 3);
  await editor.run("CodeScore-R: Score This Function Against …");
  await editor.page.locator(".quick-input-titlebar:visible", { hasText: "CodeScore-R:" }).waitFor();
  await editor.shot("score-against");
  await editor.pick("other.py:1-5");
  await editor.until((seen) => seen.some(unlike), "a badge");
  await editor.run("CodeScore-R: Clear the Reference of This Function");
  await editor.until((seen) => seen.length === 0, "no badge");
  await editor.run("CodeScore-R: Score This Function Against Another Open Editor …");
  await editor.until((seen) => seen.some(unlike), "a badge again");
});

scenario("alternatives_are_ranked_best_first", async ({ open }) => {
  const text = `${HALF}\n\n${WRONG.replace("half", "half")}\n\n${MINE}`;
  const editor = await open({ "alternatives.py": text, "reference.py": HALF }, "alternatives.py");
  await editor.status().waitFor();
  await editor.page.evaluate((code) => navigator.clipboard.writeText(code), HALF);
  const lines = editor.page.locator(".editor-group-container.active .view-line");
  await editor.goto(8, 1);
  await editor.page.keyboard.press("Shift+ArrowDown");
  for (let i = 0; i < 3; i += 1) {
    await editor.page.keyboard.press("Shift+ArrowDown");
  }
  await editor.page.keyboard.press("Shift+End");
  const from = await lines.filter({ hasText: "def half" }).last().boundingBox();
  await editor.page.keyboard.down("Alt");
  await editor.page.mouse.move(from.x + 1, from.y + 5);
  await editor.page.mouse.down();
  await editor.page.mouse.move(from.x + 200, from.y + 5 + 19 * 4, { steps: 5 });
  await editor.page.mouse.up();
  await editor.page.keyboard.up("Alt");
  await editor.run("CodeScore-R: Rank These Alternatives …");
  await editor.pick("The clipboard");
  const rows = editor.page.locator(".quick-input-list .monaco-list-row");
  await rows.filter({ hasText: "1." }).first().waitFor();
  await editor.shot("rank");
  const order = await rows.allInnerTexts();
  assert.match(order[0], /✓ 1\.00[\s\S]*lines 15/);
  assert.match(order[1], /✗ 0\.[\s\S]*lines 8[\s\S]*became/);
  await rows.nth(1).click();
  await editor.page.locator(".monaco-diff-editor .editor.modified .view-line", { hasText: "s -= i" }).first().waitFor();
});

scenario("the_workspace_is_scored_into_a_tree", async ({ open }) => {
  const files = { "codescore.toml": '[[rule]]\nfiles = "work/*.py"\nreference = "reference.py"\n', "reference.py": HALF, "start.py": "x = 1\n" };
  for (let k = 0; k < 6; k += 1) {
    files[`work/w${k}.py`] = k % 3 === 0 ? WRONG : MINE;
  }
  const editor = await open(files, "start.py");
  await editor.status().waitFor();
  await editor.run("CodeScore-R: Score the Workspace");
  await editor.notification("6 functions scored, 2 not above the threshold").waitFor();
  await editor.page.locator(".pane-header", { hasText: "CodeScore-R" }).click();
  const rows = editor.page.locator(".pane:has(.pane-header[aria-label*='CodeScore-R']) .monaco-list-row");
  await rows.nth(5).waitFor();
  const texts = await rows.allInnerTexts();
  assert.ok(texts[0].includes("✗") && texts[1].includes("✗") && texts[2].includes("✓"), texts.join(" | "));
  await editor.shot("tree");
  await editor.page.locator(".pane-header", { hasText: "CodeScore-R" }).hover();
  await editor.page.locator(".pane:has(.pane-header[aria-label*='CodeScore-R']) .action-label[aria-label*='Show Only Functions Below']").click();
  await rows.nth(2).waitFor({ state: "detached" });
  assert.equal(await rows.count(), 2);
  await rows.first().click();
  await editor.page.locator(".tab.active", { hasText: /w[03]\.py/ }).waitFor();
});

scenario("scoring_the_workspace_can_be_stopped", async ({ open }) => {
  const files = { "codescore.toml": '[[rule]]\nfiles = "work/*.py"\nreference = "reference.py"\n', "reference.py": HALF, "start.py": "x = 1\n" };
  for (let k = 0; k < 2000; k += 1) {
    files[`work/w${k}.py`] = MINE.replaceAll("s", `s${k}`);
  }
  const editor = await open(files, "start.py");
  await editor.status().waitFor();
  await editor.run("CodeScore-R: Score the Workspace");
  const progress = editor.notification("of 2002 files");
  await progress.waitFor();
  await editor.shot("progress");
  await progress.getByText("Cancel", { exact: true }).click();
  await editor.notification("CodeScore-R: stopped; ").waitFor();
});

scenario("badges_can_be_quiet_or_elsewhere_or_off", async ({ open, setting }) => {
  const editor = await open({ "reference.py": REFERENCE, "mine.py": CANDIDATE }, "mine.py");
  await editor.until((seen) => seen.length === 2, "two badges");
  await setting({ "codescore.badgeDetail": "quiet" });
  await editor.until((seen) => seen.length === 1 && seen.some(unlike), "only what is unlike");
  await setting({ "codescore.badges": "lens" });
  await editor.until((seen) => seen.length === 0, "no badges at line ends");
  const lens = editor.page.locator(".codelens-decoration a", { hasText: "· reference.py#moving_average" });
  await lens.waitFor();
  await editor.shot("lens");
  await lens.click();
  await editor.page.locator(".monaco-diff-editor").waitFor();
  await editor.file("mine.py");
  await setting({ "codescore.badges": "hints" });
  const hint = editor.page.locator(".view-line", { hasText: /✗.0\.\d\d/ });
  await hint.waitFor();
  await setting({ "codescore.badges": "off" });
  await hint.waitFor({ state: "detached" });
  assert.deepEqual(await editor.badges(), []);
});

scenario("the_clipboard_is_scored_before_it_is_pasted", async ({ open }) => {
  const editor = await open({ "reference.py": HALF, "mine.py": DIRECTIVE + MINE }, "mine.py");
  await editor.until((seen) => seen.some(like), "a badge");
  await editor.page.evaluate(() => navigator.clipboard.writeText("s -= i"));
  await editor.goto(5, 9);
  await editor.page.keyboard.press("Shift+End");
  await editor.run("CodeScore-R: Score the Clipboard Before Pasting");
  const told = editor.notification("against its reference (`+=` became `-=`)");
  await told.waitFor();
  await editor.shot("paste");
  assert.ok((await editor.badges()).some(like), "nothing is pasted yet");
  await told.getByText("Paste", { exact: true }).click();
  await editor.until((seen) => seen.some(unlike), "the verdict on what was pasted");
});

scenario("the_inline_suggestion_that_shows_is_scored_and_taken_back", async ({ open }) => {
  const editor = await open({ "reference.py": HALF, "mine.py": DIRECTIVE + MINE }, "mine.py");
  await editor.until((seen) => seen.some(like), "a badge");
  await editor.goto(6, 17);
  await editor.run("Trigger Inline Suggestion");
  await editor.page.locator("[class*='ghost-text']").first().waitFor();
  await editor.page.keyboard.press("Control+Alt+v");
  const told = editor.notification("half: ✓ 0.9");
  await told.waitFor();
  assert.match(await told.innerText(), /against its reference \(.+\); ✓ 0\.9\d against what it replaces/);
  await editor.shot("inline-suggestion");
  await editor.until((seen) => seen[0]?.startsWith("✓ 0.9"), "the verdict on the text with the suggestion");
  await told.getByText("Undo", { exact: true }).click();
  await editor.until((seen) => seen[0] === "✓ 1.00", "the former verdict");
}, { helper: true });

scenario("a_hundred_suggestions_are_recorded_as_they_went", async ({ open, setting, python, pids }) => {
  const suggestions = script(100, WAYS);
  const place = (name) => path.join(path.dirname(suggestions.store), name);
  const editor = await open({ "mine.py": "half = 1\n" }, "mine.py", {
    prepare: (folder) => {
      suggestions.store = path.join(folder, "..", `events-${Date.now()}.db`);
      makeStore(python, suggestions.store);
      recording(place("replay.jsonl"), suggestions);
    },
  });
  setting({ "codescore.experiment": true, "codescore.experimentStore": suggestions.store, "codescore.experimentProvider": `replay:${place("replay.jsonl")}` });
  await editor.status().waitFor();
  await editor.goto(1, 1);
  await play(editor, suggestions.slice(0, 1), WAYS);
  begun(python, suggestions.store); // what is edited before a server listens is seen by nobody
  await play(editor, suggestions.slice(1, 60), WAYS);
  // Nothing is lost with the server: what it had not confirmed is told again. Only edits in between are seen by nobody.
  process.kill(pids().at(-1), "SIGKILL");
  await play(editor, suggestions.slice(60), WAYS);
  await compare(python, suggestions.store, suggestions, WAYS, Array.from({ length: 40 }, (_, k) => 60 + k));
  const shown = recorded(python, suggestions.store).filter((event) => event.kind === "shown");
  assert.deepEqual(new Set(shown.map((event) => `${event.provider} ${event.model} ${event.participant}`)), new Set(["replay m1 P01"]));
  await editor.shot("suggestions");
});

scenario("cells_of_a_notebook_have_verdicts", async ({ open }) => {
  const cells = JSON.stringify([DIRECTIVE + WRONG, "x = 1\n"]);
  const editor = await open({ "reference.py": HALF, "book.cells": cells }, undefined);
  await editor.page.locator(".explorer-folders-view .monaco-list-row", { hasText: "book.cells" }).dblclick();
  const seen = await editor.until((now) => now.some(unlike), "a badge in a cell");
  assert.match(seen[0], /became `-=`/);
  await editor.shot("notebook");
}, { helper: true });

scenario("the_doctor_tells_what_is_there", async ({ open }) => {
  const editor = await open({ "mine.py": MINE }, "mine.py");
  await editor.status().waitFor();
  await editor.run("CodeScore-R: Doctor");
  await editor.page.locator('.tab.active[data-resource-name="CodeScore-R doctor.txt"]').waitFor();
  await editor.page.locator(".view-line", { hasText: "codescore-r-base" }).first().waitFor();
  await editor.shot("doctor");
});

scenario(
  "without_trust_it_is_limited",
  async ({ open, pids, executable }) => {
    const evil = { ".venv/bin/codescore": "#!/bin/sh\ntouch stolen\n", ".vscode/settings.json": '{"codescore.server.path": ".venv/bin/codescore", "codescore.bundle": "evil", "codescore.allowOutsideReferences": true}' };
    const before = pids().length;
    const editor = await open({ "reference.py": HALF, "mine.py": DIRECTIVE + WRONG, ...evil }, "mine.py", { executable: ".venv/bin/codescore" });
    await editor.page.locator(".part.banner", { hasText: "Restricted Mode" }).waitFor();
    await editor.until((seen) => seen.some(unlike), "a badge by the user's own server");
    assert.equal(pids().length, before + 1, "the user's own server, and no other");
    assert.ok(!existsSync(path.join(editor.folder, "stolen")));
    await editor.goto(3, 3);
    await editor.run("CodeScore-R: Score This Function Against …");
    await editor.page.locator(".quick-input-list .monaco-list-row", { hasText: "A file" }).waitFor();
    assert.equal(await editor.page.locator(".quick-input-list .monaco-list-row", { hasText: "The last commit" }).count(), 0);
    await editor.page.keyboard.press("Escape");
    await editor.shot("untrusted");
  },
  { trust: true },
);

scenario(
  "without_a_server_it_offers_to_install_one",
  async ({ open }) => {
    const editor = await open({ "mine.py": MINE }, "mine.py");
    const told = editor.notification("no server was found");
    await told.waitFor();
    await told.getByText("Install", { exact: true }).waitFor();
    await editor.status().filter({ hasText: "no server" }).waitFor();
    await editor.shot("no-server");
  },
  { noServer: true },
);

scenario(
  "a_virtual_environment_of_a_trusted_workspace_is_found",
  async ({ open, pids, launcher }) => {
    const before = pids().length;
    const editor = await open({ "reference.py": HALF, "mine.py": DIRECTIVE + MINE, ".venv/bin/codescore": readFileSync(launcher, "utf8") }, "mine.py", { executable: ".venv/bin/codescore" });
    await editor.until((seen) => seen.some(like), "a badge");
    assert.equal(pids().length, before + 1);
  },
  { noServer: true },
);

scenario(
  "extension_host_tests_pass",
  async ({ host }) => {
    const { code, log } = await host();
    assert.equal(code, 0, log);
  },
  { smoke: true },
);

/** Write the files of a workspace. */
export function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}
