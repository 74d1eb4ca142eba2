// The table of submissions: a query, facets, sorting, pages of rows.
const PAGE = 50;
const COLUMNS = [["name", "Submission"], ["verdict", "Verdict"], ["similarity", "Similarity"], ["chance", "Chance"],
  ...(RECORD.tested ? [["inputs", "Tested"]] : []), ["reference", "Best reference"], ["idea", "Idea"], ["reason", "Why"]];
let current = [];
let printing = false;

function setQuery(query) {
  state.query = query;
  state.page = 0;
  $("query").value = query;
  drawTable();
}

function setUpTable() {
  const head = el("tr");
  for (const [key, title] of COLUMNS) {
    const button = el("button", { type: "button", onclick: () => {
      state.down = state.sort === key ? !state.down : false;
      state.sort = key;
      drawTable();
      say(`sorted by ${title}, ${state.down ? "descending" : "ascending"}`);
    } }, title);
    head.append(el("th", { scope: "col", "data-key": key }, button));
  }
  $("rows").tHead.append(head);
  let timer;
  $("query").addEventListener("input", (event) => {
    clearTimeout(timer);
    timer = setTimeout(() => { state.query = event.target.value; state.page = 0; drawTable(); }, 120);
  });
  facet($("facet-verdict"), RECORD.counts.map((one) => [one.verdict, `${NAMES[one.verdict]} (${one.count})`]), "verdict");
  facet($("facet-idea"), RECORD.clusters.slice(0, 60).map((one) => [one.id + 1, `idea ${one.id + 1} (${one.ids.length})`]), "idea");
  facet($("facet-reference"), RECORD.references.map((one) => [one.label, `${one.label} (${ROWS.filter(parsed(termOf("reference", one.label)).test).length})`]), "reference");
  $("facet-reference").parentElement.hidden = RECORD.references.length < 2;
  $("clear").addEventListener("click", () => setQuery(""));
  $("previous").addEventListener("click", () => { state.page -= 1; drawTable(); });
  $("next").addEventListener("click", () => { state.page += 1; drawTable(); });
  addEventListener("beforeprint", () => { printing = true; drawTable(); });
  addEventListener("afterprint", () => { printing = false; drawTable(); });
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((d) => { d.open = true; }));
}

const termOf = (key, value) => `${key}:${/\s/.test(value) ? `"${value}"` : value}`;
// A facet writes its term into the query, where it can be seen, changed and combined.
function facet(select, options, key) {
  select.append(el("option", { value: "" }, "any"));
  for (const [value, text] of options) select.append(el("option", { value: String(value) }, text));
  select.addEventListener("change", () => {
    const rest = state.query.replace(new RegExp(`(^|\\s)-?${key}[:=](?:"[^"]*"|\\S+)`, "gi"), " ").replace(/\s+/g, " ").trim();
    setQuery([rest, select.value && termOf(key, select.value)].filter(Boolean).join(" "));
  });
}
function syncFacets() {
  for (const key of ["verdict", "idea", "reference"]) {
    const found = new RegExp(`(?:^|\\s)${key}:(?:"([^"]*)"|(\\S+))`, "i").exec(state.query);
    const value = found ? found[1] ?? found[2] : "";
    const select = $(`facet-${key}`);
    select.value = [...select.options].some((one) => one.value === value) ? value : "";
  }
}

function drawTable() {
  const { problems } = parsed(state.query);
  $("query-problem").textContent = problems.join("; ");
  $("query").setAttribute("aria-invalid", String(problems.length > 0));
  current = shownRows();
  syncFacets();
  const pages = Math.max(1, Math.ceil(current.length / PAGE));
  state.page = Math.min(Math.max(0, state.page), pages - 1);
  const start = printing ? 0 : state.page * PAGE;
  const some = printing ? current : current.slice(start, start + PAGE);
  $("rows").tBodies[0].replaceChildren(...some.map(rowElement));
  for (const heading of $("rows").tHead.rows[0].cells) {
    if (heading.dataset.key === state.sort) heading.setAttribute("aria-sort", state.down ? "descending" : "ascending");
    else heading.removeAttribute("aria-sort");
  }
  $("found").textContent = current.length === ROWS.length ? plural(ROWS.length, "submission") : `${current.length.toLocaleString("en")} of ${plural(ROWS.length, "submission")}`;
  $("where").textContent = `page ${state.page + 1} of ${pages}`;
  $("previous").disabled = state.page === 0;
  $("next").disabled = state.page === pages - 1;
  markMap();
  remember();
}

function rowElement(row) {
  const open = el("button", { type: "button", class: "link name", onclick: () => openComparison(row) }, nameOf(row));
  const more = row.others.length ? el("span", { class: "note", title: "this person handed in more than once" }, " handed in twice or more") : null;
  return el("tr", { "data-id": row.id },
    el("th", { scope: "row" }, open, more),
    el("td", {}, verdictChip(row.verdict)),
    el("td", { class: "number" }, meter(row.similarity), row.shown.similarity),
    el("td", { class: "number" }, row.shown.chance),
    RECORD.tested ? el("td", { class: "number" }, testedWith(row)) : null,
    el("td", {}, row.reference === null ? "–" : RECORD.references[row.reference].label),
    el("td", { class: "number" }, row.cluster === null ? "–" : filterButton(String(row.cluster + 1), `idea:${row.cluster + 1}`, `idea ${row.cluster + 1}: show its submissions`)),
    el("td", { class: "why" }, masked(row, whyOf(row))));
}
const testedWith = (row) => (row.inputs ? `${plural(row.inputs, "input")}${row.shown.coverage && `, ${row.shown.coverage} reached`}` : "–");
function meter(value) {
  if (value === null) return null;
  const bar = el("span", { class: "bar", "aria-hidden": "true" }, el("span", {}));
  bar.firstChild.style.width = `${Math.round(value * 100)}%`;
  return bar;
}

// What is known to work or not; a model's estimate is neither.
const WORKS = { behaves: "yes", differs: "no", missing: "no", broken: "no", untouched: "no" };

// -- exports: what is shown, in the order in which it is shown
// As in grade/gradebook.py: a spreadsheet must not run what it shows, at whatever it splits a line.
const runs = (piece) => /^[=+\-@]/.test(piece.trimStart().slice(0, 1).normalize("NFKC")) && !/^[+-]?[0-9]+(\.[0-9]+)?$/.test(piece.trim());
const plain = (text) => text.replaceAll(/^- /gm, "• ").split(/([;\t\n\v\f\r])/).map((piece) => (runs(piece) ? `'${piece}` : piece)).join("").replace(/^[;\t\n\v\f\r]/, "'$&");
const cell = (value) => {
  const text = plain(value === null || value === undefined ? "" : String(value));
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const inALine = (text) => text.split(/\r\n|\r|\n/).map((line) => line.trim()).filter((line) => line && !/^`+$/.test(line))
  .map((line) => line.replace(/^- /, "• ")).join(" ");
async function told(row) {
  const details = await detailsOf(row);
  const comment = commentOf(row.cluster);
  const own = noteOf(row);
  return { row, details, text: [masked(row, own ?? details.feedback).trimEnd(), comment && `\n${comment}`].filter(Boolean).join("\n") };
}
async function exported(kind) {
  say("writing the file");
  const all = await Promise.all(current.map(told));
  const stem = `${RECORD.file}-${kind === "csv" ? "gradebook" : "feedback"}`;
  if (kind === "csv") {
    const head = ["submission", "name", "id", "works", "score", "similarity", "chance", "verdict", "idea", "reason", "feedback"];
    const lines = all.map(({ row, text }) => [row.id, nameOf(row), state.hidden ? "" : row.person, WORKS[row.verdict] || "", row.score,
      row.shown.exact_similarity, row.shown.exact_chance, NAMES[row.verdict],
      row.cluster === null ? "" : row.cluster + 1, masked(row, row.reason), inALine(text)].map(cell).join(","));
    saved(`${stem}.csv`, "text/csv", `\ufeff${[head.join(","), ...lines].join("\r\n")}\r\n`);
  } else if (kind === "json") {
    saved(`${stem}.json`, "application/json", JSON.stringify(all.map(({ row, text }) => ({ submission: row.id,
      name: nameOf(row), id: state.hidden ? "" : row.person, verdict: row.verdict, score: row.score, similarity: row.similarity,
      chance: row.chance, idea: row.cluster === null ? null : row.cluster + 1, feedback: text })), null, 1));
  } else {
    saved(`${stem}.md`, "text/markdown", all.map(({ row, text }) => `# ${nameOf(row)}\n\n${text}\n`).join("\n---\n\n"));
  }
  say(`feedback of ${plural(all.length, "submission")} written`);
}

// -- what the teacher writes is kept in this browser, by class
const KEY = `codescore ${RECORD.file} ${RECORD.key}`;
let notes = { ideas: {}, own: {} };
try { notes = { ...notes, ...JSON.parse(localStorage.getItem(KEY) || "{}") }; } catch { /* a browser that keeps nothing */ }
function keepNotes() { try { localStorage.setItem(KEY, JSON.stringify(notes)); } catch { /* as above */ } }
const ideaKey = (number) => RECORD.clusters.find((one) => one.id === number)?.medoid;
const commentOf = (number) => (number === null ? "" : notes.ideas[ideaKey(number)] || "");
const noteOf = (row) => notes.own[row.id];
