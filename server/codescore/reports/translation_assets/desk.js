// Everything is asked of the server by name, in JSON; what comes back is put on the page as text.
const state = { runs: [], able: {}, run: "", view: "runs", chosen: false, page: { outputs: 0, data: 0, security: 0 }, board: null };
const COUNTS = ["prompt", "generate", "extract", "execute", "measure"];
async function ask(path, what = {}) {
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what) });
  return read(answer);
}
async function read(answer) {
  const type = answer.headers.get("Content-Type") || "";
  const said = type.startsWith("application/json") ? await answer.json() : { problem: (await answer.text()).trim() };
  if (!answer.ok) throw new Error(said.problem || `the server answered ${answer.status}`);
  return said;
}
// A problem is shown where the reader looks first, and goes when the next thing works.
async function doing(work) {
  try {
    const result = await work();
    $("problem").textContent = "";
    return result;
  } catch (error) {
    $("problem").textContent = error instanceof TypeError ? "the server does not answer; is `codescore translate serve` still running?" : error.message;
    return null;
  }
}
const number = (value) => value.toLocaleString("en");
const select = (id, options, chosen) => el("select", { id }, ...options.map(([value, name]) => el("option", { value, selected: value === chosen }, name)));
const button = (text, click, attributes = {}) => el("button", { type: "button", onclick: click, ...attributes }, text);
const all = (values, name = (v) => v) => [["", "all"], ...values.map((value) => [value, name(value)])];

// -- views
const VIEWS = { runs: ["Runs", showRuns], board: ["Leaderboard", showBoard], outputs: ["Outputs", showOutputs], data: ["Tasks", showData], security: ["Security", showSecurity], jobs: ["Jobs", showJobs] };
function tabs() {
  const names = Object.keys(VIEWS).filter((name) => name !== "security" || state.able.security);
  document.querySelector(".tabs").replaceChildren(...names.map((name) =>
    button(VIEWS[name][0], () => go(name), { id: `tab-${name}`, role: "tab", "aria-selected": String(name === state.view), "aria-controls": `view-${name}`, tabindex: name === state.view ? "0" : "-1",
      onkeydown: (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        go(names[(names.indexOf(name) + step + names.length) % names.length]);
        $(`tab-${state.view}`).focus();
      } })));
}
function go(view) {
  state.chosen = true;
  state.view = view;
  location.hash = view;
  for (const name of Object.keys(VIEWS)) $(`view-${name}`).hidden = name !== view;
  tabs();
  doing(VIEWS[view][1]);
}
function runPicker(id, changed) {
  const names = state.runs.filter((one) => !one.problem).map((one) => [one.name, one.name]);
  const picker = select(id, names, state.run);
  picker.addEventListener("change", () => { state.run = picker.value; changed(); });
  return field("run", picker);
}
async function load() {
  const { runs, able } = await ask("runs");
  [state.runs, state.able] = [runs, able];
  if (!runs.some((one) => one.name === state.run && !one.problem)) state.run = (runs.find((one) => !one.problem) || { name: "" }).name;
}

// -- runs
async function showRuns() {
  const chosen = new Set([...document.querySelectorAll("#runs input:checked")].map((one) => one.value));
  await load();
  $("runs-empty").hidden = state.runs.length > 0;
  $("upload-tasks").hidden = !state.able.upload;
  $("runs").replaceChildren(...state.runs.map((one) => {
    const box = el("input", { type: "checkbox", value: one.name, checked: chosen.has(one.name), disabled: Boolean(one.problem), "aria-label": `choose ${one.name}`, onchange: () => { $("open-report").disabled = !document.querySelector("#runs input:checked"); } });
    const name = button(one.name, () => { state.run = one.name; go("outputs"); }, { class: "link", disabled: Boolean(one.problem) });
    const rest = one.problem ? [el("td", { colspan: "6", class: "bad" }, one.problem)]
      : [one.tasks, ...COUNTS.map((stage) => one.stages[stage])].map((value) => el("td", {}, number(value)));
    return el("tr", {}, el("td", {}, box), el("th", { scope: "row" }, name), ...rest);
  }));
  $("open-report").disabled = !document.querySelector("#runs input:checked");
}
$("open-report").addEventListener("click", () => {
  const names = [...document.querySelectorAll("#runs input:checked")].map((one) => encodeURIComponent(one.value));
  location.href = `report/${names.join("+")}`;
});
async function sent(path, file) {
  return read(await fetch(path, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file }));
}
function uploading(form, said, work) {
  $(form).addEventListener("submit", async (event) => {
    event.preventDefault();
    const send = $(form).querySelector("button[type=submit]");
    send.disabled = true;
    $(said).textContent = "reading and checking …";
    $(said).textContent = (await doing(work)) || "nothing was taken";
    send.disabled = false;
  });
}
uploading("upload-tasks", "upload-said", async () => {
  const found = await sent(`upload/tasks/${encodeURIComponent($("new-name").value)}`, $("new-file").files[0]);
  $("upload-tasks").reset();
  await showRuns();
  return `${found.run}: ${found.said}`;
});
uploading("upload-answers", "answers-said", async () => {
  const path = ["upload/answers", state.run, $("answers-name").value].map((one, k) => (k ? encodeURIComponent(one) : one)).join("/");
  const found = await sent(path, $("answers-file").files[0]);
  $("upload-answers").reset();
  await showJobs();
  return `${found.name}: ${number(found.answers)} answers of ${found.models.join(", ")}`;
});

// -- leaderboard
async function showBoard() {
  await load();
  const direction = $("board-direction") ? $("board-direction").value : "";
  if (!state.run) { $("board").replaceChildren(el("p", {}, "There is no run yet.")); return; }
  $("board").replaceChildren(el("p", { class: "note" }, "resampling the tasks …"));
  const found = await ask("results", { runs: [state.run] });
  const picker = select("board-direction", [["", "all directions"], ...found.directions.map((d) => [d, arrow(d)])], found.directions.includes(direction) ? direction : "");
  picker.addEventListener("change", () => board(found, picker.value));
  $("board-controls").replaceChildren(runPicker("board-run", () => doing(showBoard)), field("direction", picker),
    button("Save as JSON", () => saved(`${state.run}.json`, "application/json", JSON.stringify(found, null, 1))),
    el("a", { href: `report/${encodeURIComponent(state.run)}` }, "the whole report"));
  board(found, picker.value);
}
function board(found, direction) {
  const metrics = found.correlations.map((one) => one.metric);
  const source = direction ? found.cells.filter((one) => one.direction === direction) : found.standings;
  const rows = source.map((one) => ({ model: one.system, "pass@1": direction ? one.pass_at["1"] : one.rate, "cases passed": one.case_rate, ...Object.fromEntries(metrics.map((m) => [m, { value: one.metrics[m] ?? null }])) }));
  if (!rows.length) { $("board").replaceChildren(el("p", {}, "No sample of this run was executed yet."), ...found.notices.map((one) => el("p", { class: "notice" }, one))); return; }
  const columns = Object.keys(rows[0]);
  const sort = { key: "pass@1", down: true };
  const value = (row, key) => (key === "model" ? row.model : row[key].value);
  const draw = () => {
    const sorted = [...rows].sort((a, b) => {
      const [x, y] = [value(a, sort.key), value(b, sort.key)];
      if (x === null || y === null) return (x === null) - (y === null);
      const order = typeof x === "string" ? y.localeCompare(x) : x - y;
      return sort.down ? -order : order;
    });
    const head = columns.map((key) => el("th", { scope: "col", "aria-sort": key === sort.key ? (sort.down ? "descending" : "ascending") : null },
      button(key, () => { sort.down = sort.key === key ? !sort.down : true; sort.key = key; draw(); })));
    const cell = (row, key) => {
      const { value: v, low, high } = row[key];
      return el("td", {}, v === null ? "–" : v.toFixed(3), low == null ? null : el("small", {}, `${low.toFixed(3)}–${high.toFixed(3)}`));
    };
    const body = sorted.map((row) => el("tr", {}, el("th", { scope: "row" }, row.model), ...columns.slice(1).map((key) => cell(row, key))));
    $("board").replaceChildren(el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Leaderboard" }, el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...body))),
      ...found.notices.map((one) => el("p", { class: "notice" }, one)),
      el("p", { class: "note" }, "Small numbers are 95 % intervals over tasks. Metrics are means over samples, and are no sign by themselves that code works."));
  };
  draw();
}

// -- outputs
const NOT_RUN = "not run yet";
async function showOutputs() {
  await load();
  if (!state.run) { $("outputs").replaceChildren(el("p", {}, "There is no run yet.")); return; }
  const { models, directions } = await ask("models", { run: state.run });
  const kept = Object.fromEntries(["model", "direction", "status", "task"].map((name) => [name, $(`output-${name}`) ? $(`output-${name}`).value : ""]));
  const picks = { model: select("output-model", all(models), kept.model), direction: select("output-direction", all(directions, arrow), kept.direction),
    status: select("output-status", [...all(Object.keys(STATUS), (one) => STATUS[one]), ["not_run", NOT_RUN]], kept.status), task: el("input", { id: "output-task", type: "search", value: kept.task, size: "8" }) };
  for (const one of Object.values(picks)) one.addEventListener("change", () => { state.page.outputs = 0; doing(outputs); });
  $("output-controls").replaceChildren(runPicker("output-run", () => { state.page.outputs = 0; doing(showOutputs); }), ...Object.entries(picks).map(([name, one]) => field(name === "status" ? "outcome" : name, one)));
  await outputs();
}
async function outputs() {
  const only = Object.fromEntries(["model", "direction", "status", "task"].map((name) => [name, $(`output-${name}`).value.trim()]));
  const found = await ask("predict", { run: state.run, ...only, page: state.page.outputs });
  $("output-found").textContent = `${number(found.found)} samples`;
  $("outputs").replaceChildren(...found.rows.map((row) => output(row, state.run)));
  pager("output-pager", "outputs", found, outputs);
}
function output(row, run) {
  const cases = row.total === undefined ? "" : `${row.passed} of ${row.total} cases`;
  const shown = row.status === "not_run" ? el("span", { class: "chip plain" }, NOT_RUN) : chip(row.status);
  const box = el("details", { class: "sample" }, el("summary", {}, shown, el("b", {}, `task ${row.task}`), el("span", {}, arrow(row.direction)), el("span", {}, row.model + (row.sample ? `, sample ${row.sample}` : "")), el("span", { class: "note" }, cases)));
  box.addEventListener("toggle", () => {
    if (!box.open || box.dataset.opened) return;
    box.dataset.opened = "yes";
    doing(async () => box.append(...opened(await ask("sample", { run, model: row.model, direction: row.direction, task: row.task, sample: row.sample }))));
  });
  return box;
}
function opened(one) {
  const [source, target] = one.direction.split("_");
  const metrics = Object.entries(one.metrics).map(([name, value]) => `${name} ${typeof value === "number" ? value.toFixed(3) : `– (${value})`}`).join("\n");
  const more = (title, text) => (text ? el("details", {}, el("summary", {}, title), el("pre", {}, text)) : null);
  return [
    facts([["first failing", one.failing == null ? "" : `case ${one.failing}`], ["input", one.input], ["expected", one.expected || ""], ["got", one.got || ""], ["error", one.error || ""], ["line", one.line == null ? "" : String(one.line)],
      ["called", one.entry || ""], ["extraction", one.notes.join("; ")], ["measured", metrics], ["answered by", one.provider], ["no answer", one.answer_error]]),
    el("div", { class: "programs" }, one.source ? program(`source: ${source}`, one.source) : null, one.code ? program(`translation: ${target}`, one.code, one.line) : null, one.gold ? program(`gold: ${target}`, one.gold) : null),
    more("Difference between expected and got", one.difference), more("Raw answer", one.raw), more("Log", one.log), more("Prompt", one.prompt), more("Settings", Object.keys(one.settings).length ? JSON.stringify(one.settings, null, 1) : ""),
  ].filter(Boolean);
}
function pager(id, view, found, draw) {
  const pages = Math.max(1, Math.ceil(found.found / found.page));
  const turn = (by) => () => { state.page[view] += by; doing(draw); };
  $(id).replaceChildren(button("‹ back", turn(-1), { disabled: state.page[view] === 0 }), el("span", {}, `page ${state.page[view] + 1} of ${pages}`), button("next ›", turn(1), { disabled: state.page[view] >= pages - 1 }));
}

// -- tasks
async function showData() {
  await load();
  if (!state.run) { $("tasks").replaceChildren(el("p", {}, "There is no run yet.")); return; }
  const kept = Object.fromEntries(["tag", "difficulty", "text"].map((name) => [name, $(`data-${name}`) ? $(`data-${name}`).value.trim() : ""]));
  const found = await ask("functiondata", { run: state.run, ...kept, page: state.page.data });
  const again = () => { state.page.data = 0; doing(showData); };
  const picks = { tag: select("data-tag", all(found.tags), kept.tag), difficulty: select("data-difficulty", all(found.difficulties), kept.difficulty), text: el("input", { id: "data-text", type: "search", value: kept.text }) };
  for (const one of Object.values(picks)) one.addEventListener("change", again);
  const file = (form, type) => button(`Save as ${form.toUpperCase()}`, () => doing(async () => {
    const answer = await fetch(["export", state.run, form, kept.difficulty, kept.tag].map((one, k) => (k ? encodeURIComponent(one) : one)).join("/"));
    if (!answer.ok) throw new Error("these tasks cannot be written");
    saved(`${state.run}.${form}`, type, await answer.blob());
  }));
  const focused = document.activeElement && document.activeElement.id;
  $("data-controls").replaceChildren(runPicker("data-run", again), field("tag", picks.tag), field("difficulty", picks.difficulty), field("find", picks.text), file("csv", "text/csv"), file("jsonl", "application/jsonl"));
  if (focused && $(focused)) $(focused).focus();
  $("data-found").textContent = `${number(found.found)} tasks`;
  $("tasks").replaceChildren(...found.rows.map((row) => {
    const box = el("details", { class: "sample" }, el("summary", {}, el("b", {}, `task ${row.task}`), el("code", {}, row.entry_point), row.difficulty ? el("span", { class: "chip plain" }, row.difficulty) : null, el("span", { class: "note" }, row.tags.join(", "))));
    box.addEventListener("toggle", () => {
      if (!box.open || box.dataset.opened) return;
      box.dataset.opened = "yes";
      doing(async () => {
        const task = await ask("task", { run: state.run, id: row.task });
        box.append(facts([["from", task.url], ["languages", task.languages.join(", ")], ["order", task.unordered ? "elements of an answer may come in any order" : ""], ["description", task.description]]),
          el("div", { class: "programs" }, ...Object.entries(task.gold).map(([language, code]) => program(language, code))),
          ...task.cases.map((one) => el("div", { class: "case" }, facts([[`case ${one.number}: input`, one.input || " "], ["output", one.output || " "]]))));
      });
    });
    return box;
  }));
  pager("data-pager", "data", found, showData);
}

// -- security
async function showSecurity() {
  await load();
  const kept = Object.fromEntries(["cwe", "top25", "text"].map((name) => [name, $(`security-${name}`) ? $(`security-${name}`).value.trim() : ""]));
  const found = await ask("securitydata", { ...kept, page: state.page.security });
  const again = () => { state.page.security = 0; doing(showSecurity); };
  const picks = { cwe: select("security-cwe", all(found.cwes), kept.cwe), top25: select("security-top25", [["", "all"], ["yes", "in the Top 25"], ["no", "not in it"]], kept.top25), text: el("input", { id: "security-text", type: "search", value: kept.text }) };
  for (const one of Object.values(picks)) one.addEventListener("change", again);
  const submit = (path, more) => doing(async () => { await ask(path, { run: state.run, ...more }); go("jobs"); });
  const models = el("input", { id: "security-models", placeholder: "names, with commas" });
  $("security-controls").replaceChildren(field("weakness", picks.cwe), field("CWE Top 25", picks.top25), field("find", picks.text));
  $("security-jobs").replaceChildren(runPicker("security-run", again), button("Evaluate answers", () => submit("seceval", {}), { disabled: !state.run }),
    ...(state.able.endpoint ? [field("models", models), button("Get answers", () => submit("secgen", { models: listed(models.value) }), { disabled: !state.run })] : []));
  $("security-found").textContent = `${number(found.found)} samples`;
  $("weaknesses").replaceChildren(...found.rows.map((row) => {
    const box = el("details", { class: "sample" }, el("summary", {}, el("b", {}, row.id), row.top25 ? el("span", { class: "chip plain" }, "Top 25") : null, el("span", {}, row.description), el("span", { class: "note" }, `${row.recorded} recorded answers`)));
    box.addEventListener("toggle", () => {
      if (!box.open || box.dataset.opened) return;
      box.dataset.opened = "yes";
      doing(async () => {
        const one = await ask("weakness", { id: row.id });
        box.append(facts([["rule", one.rule]]), el("div", { class: "programs" }, ...Object.entries(one.programs).map(([name, code]) => program(name, code))),
          ...Object.entries(one.answers).map(([name, text]) => el("details", {}, el("summary", {}, name), el("pre", {}, text))));
      });
    });
    return box;
  }));
  pager("security-pager", "security", found, showSecurity);
}

// -- jobs
let polling = 0;
async function showJobs() {
  await load();
  $("evaluate").querySelector("button").disabled = !state.able.evaluate || !state.run;
  $("evaluate-note").hidden = state.able.evaluate;
  $("evaluate-note").textContent = "Not available: this codescore cannot extract, execute or measure.";
  $("jobs-controls").replaceChildren(runPicker("jobs-run", () => doing(showJobs)));
  if (!state.run) return;
  const known = await ask("models", { run: state.run });
  predictControls(known);
  await jobs();
}
function predictControls(known) {
  const providers = [...known.answers.map((one) => [`replay:${one.name}`, `replay ${one.name} (${number(one.answers)} answers)`]), ...(state.able.endpoint ? [["endpoint", "the server of models named at the start"]] : [])];
  $("predict-note").textContent = !state.able.predict ? "Not available: this codescore cannot make prompts." : providers.length
    ? "Recorded answers are replayed; a server of models is asked only if it was named at the start. An answer that is there is not asked for again."
    : "Upload recorded answers below, or start `translate serve` with --endpoint URL to ask a server of models.";
  const provider = select("predict-provider", providers, $("predict-provider") ? $("predict-provider").value : "");
  const models = el("input", { id: "predict-models", placeholder: "names, with commas", value: known.models.join(", ") });
  const directions = el("input", { id: "predict-directions", placeholder: "java_python, …", value: known.directions.join(", ") });
  const samples = el("input", { id: "predict-samples", type: "number", min: "1", max: "100", value: "1" });
  const free = [field("models", models), field("directions", directions), field("answers a task", samples)];
  const show = () => free.forEach((one) => { one.hidden = provider.value !== "endpoint"; });
  provider.addEventListener("change", show);
  show();
  const send = el("button", { type: "submit", disabled: !providers.length || !state.able.predict }, "Get answers");
  $("predict-controls").replaceChildren(field("from", provider), ...free, send);
}
const listed = (text) => text.split(",").map((one) => one.trim()).filter(Boolean);
$("predict").addEventListener("submit", (event) => {
  event.preventDefault();
  const [provider, answers] = $("predict-provider").value.split(/:(.*)/s);
  const free = provider === "endpoint" ? { models: listed($("predict-models").value), directions: listed($("predict-directions").value), samples: Number($("predict-samples").value) } : { answers };
  doing(async () => { await ask("funcgen", { run: state.run, provider, ...free }); await jobs(); });
});
$("evaluate").addEventListener("submit", (event) => {
  event.preventDefault();
  doing(async () => { await ask("funceval", { run: state.run }); await jobs(); });
});
const WORDS = { prompt: "prompts", generate: "answers", extract: "extracted", execute: "run", measure: "values of metrics" };
async function jobs() {
  const { jobs: found, progress } = await ask("task_status");
  $("jobs-empty").hidden = found.length > 0;
  const open = new Set([...document.querySelectorAll("#jobs details[open]")].map((one) => one.dataset.id));
  $("jobs").replaceChildren(...found.map((one) => job(one, progress[one.run] || {}, open.has(one.id))));
  clearTimeout(polling);
  if (state.view === "jobs" && found.some((one) => one.state === "running" || one.state === "waiting")) polling = setTimeout(() => doing(jobs), 1000);
}
function job(one, counts, open) {
  const running = one.state === "running" || one.state === "waiting";
  const stages = one.commands.map((command, k) => (k === one.at && one.state === "running" ? `▸ ${command[0]}` : command[0])).join(" · ");
  const share = { generate: [counts.generate, counts.prompt], extract: [counts.extract, counts.generate], execute: [counts.execute, counts.extract] }[one.commands[one.at][0]];
  const bar = one.state === "running" && share && share[1] ? el("progress", { max: String(share[1]), value: String(share[0]), "aria-label": `${WORDS[one.commands[one.at][0]]}: ${share[0]} of ${share[1]}` }) : null;
  const told = bar ? `${number(share[0])} of ${number(share[1])} ${WORDS[one.commands[one.at][0]]}` : "";
  const times = new Date(one.made * 1000).toLocaleString();
  const took = one.began && one.ended ? `, ${Math.max(1, Math.round(one.ended - one.began))} s` : "";
  const log = el("details", { "data-id": one.id, open }, el("summary", {}, "Log"));
  const fill = async () => { const { log: text } = await ask("log", { run: one.run, id: one.id }); log.replaceChildren(log.firstChild, el("pre", {}, text || "nothing was said yet")); };
  log.addEventListener("toggle", () => { if (log.open) doing(fill); });
  return el("article", { class: "job" }, el("p", {}, el("span", { class: `chip state-${one.state}` }, one.state), " ", el("b", {}, `${one.kind} of ${one.run}`), " ", el("span", { class: "note" }, `${stages} — ${times}${took}`), running ? button("Stop", () => doing(async () => { await ask("stop", { run: one.run, id: one.id }); await jobs(); })) : null),
    bar ? el("p", {}, bar, " ", el("span", { class: "note" }, told)) : null, one.said ? el("p", { class: "bad" }, one.said) : null,
    one.state === "interrupted" ? el("p", { class: "note" }, "The server ended before it did. What was done is in the run; start it again to go on.") : null, log);
}

tabs();
const asked = location.hash.slice(1);
// Who chose a view while the runs were loading stays there.
doing(async () => { await load(); if (state.chosen) tabs(); else go(asked in VIEWS && (asked !== "security" || state.able.security) ? asked : "runs"); });
