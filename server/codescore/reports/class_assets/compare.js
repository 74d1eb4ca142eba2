// A submission beside its best reference, in a dialog: lines that answer each other are linked, what differs is marked.
let shownRow = null;
const KINDS = { same: ["=", "the same"], changed: ["~", "changed"], extra: ["+", "only here"], missing: ["−", "only in the reference"] };

async function openComparison(row) {
  shownRow = row;
  const details = await detailsOf(row);
  const reference = row.reference === null ? null : RECORD.references[row.reference];
  $("compare-title").textContent = nameOf(row);
  $("compare-verdict").replaceChildren(verdictChip(row.verdict), `, similarity ${row.shown.similarity}, chance ${row.shown.chance}`,
    reference ? ` against ${reference.label}` : "");
  $("compare-facts").replaceChildren(...facts(row, details));
  const left = lines(masked(row, details.code), "a", details.marks);
  const right = reference ? lines(reference.code, "b", []) : [el("p", { class: "note" }, "There is nothing to compare with.")];
  $("left-title").textContent = state.hidden ? "submission" : row.file || "submission";
  $("right-title").textContent = reference ? `reference ${reference.label}` : "";
  $("left").replaceChildren(...left);
  $("right").replaceChildren(...right);
  if (reference) linked(details, left, right);
  for (const problem of details.problems) left[problem.line - 1]?.classList.add("problem");
  const note = $("own-note");
  note.value = noteOf(row) ?? details.feedback;
  note.oninput = () => { notes.own[row.id] = note.value; keepNotes(); };
  $("own-note").parentElement.hidden = false;
  $("compare-legend").hidden = !reference;
  stepButtons();
  if (!$("compare").open) $("compare").showModal();
  for (const side of [$("left"), $("right")]) {
    const first = side.querySelector(".first");
    side.scrollTop = first ? first.offsetTop - side.offsetTop - side.clientHeight / 2 : 0;
  }
  $("compare").querySelector(".dialog-body").scrollTop = 0;
  $("compare-title").focus();
}

async function openPair(a, b) {
  shownRow = null;
  const both = await Promise.all([detailsOf(a), detailsOf(b)]);
  $("compare-title").textContent = `${nameOf(a)} and ${nameOf(b)}`;
  $("compare-verdict").textContent = "Similar is not copied: short tasks have few solutions, and who learns together writes alike.";
  $("compare-facts").replaceChildren();
  $("left-title").textContent = nameOf(a);
  $("right-title").textContent = nameOf(b);
  const sides = [lines(masked(a, both[0].code), "a", both[0].marks), lines(masked(b, both[1].code), "b", both[1].marks)];
  const flat = sides.map((side) => new Set(side.map((line) => line.dataset.text).filter(Boolean)));
  sides.forEach((side, k) => side.forEach((line) => { if (line.dataset.text && flat[1 - k].has(line.dataset.text)) mark(line, "same"); }));
  $("left").replaceChildren(...sides[0]);
  $("right").replaceChildren(...sides[1]);
  $("own-note").parentElement.hidden = true;
  $("compare-legend").hidden = true;
  stepButtons();
  if (!$("compare").open) $("compare").showModal();
  $("compare-title").focus();
}

function facts(row, details) {
  const found = [];
  if (row.reason) found.push(el("p", {}, el("strong", {}, "Why: "), masked(row, whyOf(row))));
  if (details.tested) found.push(tested(row, details.tested));
  if (details.problems.length) found.push(el("ul", {}, ...details.problems.map((one) => el("li", {}, goTo("left", one.line), ` ${masked(row, one.message)} (${one.source})`))));
  for (const one of details.functions.filter((f) => !f.nested || f.remarks.length)) {
    if (!one.remarks.length && details.functions.length === 1) continue;
    const word = one.untouched ? "as handed out" : one.reference_name === null ? "has no counterpart in the reference" : !one.compiles ? "does not compile" : `similarity ${one.shown}`;
    const list = one.remarks.map((remark) => el("li", {}, remark.line ? goTo("left", remark.line) : remark.reference_line ? goTo("right", remark.reference_line, "reference, ") : "", ` ${masked(row, remark.text)}`));
    const more = one.remark_count > one.remarks.length ? [el("li", { class: "note" }, `and ${one.remark_count - one.remarks.length} more`)] : [];
    found.push(el("details", { open: details.functions.length < 4 }, el("summary", {}, el("code", {}, masked(row, one.name)), `: ${word}${one.remark_count ? `, ${plural(one.remark_count, "difference")}` : ", nothing differs"}`), el("ul", {}, ...list, ...more)));
  }
  const others = details.fits.filter((fit) => fit.reference !== row.reference);
  if (others.length) found.push(el("p", { class: "note" }, `Other references: ${others.map((fit) => `${RECORD.references[fit.reference].label} ${fit.shown}`).join(", ")}`));
  if (details.tested?.details) found.push(el("p", { class: "note" }, details.tested.details));
  if (details.notes.length) found.push(el("p", { class: "note" }, details.notes.join("; ")));
  if (row.others.length) found.push(el("p", { class: "note" }, "Also handed in by this person: ", ...row.others.map((id) => el("button", { type: "button", class: "link", onclick: () => openComparison(BY_ID.get(id)) }, `${id} `))));
  return found;
}
function tested(row, one) {
  const words = { same: "Every test behaved as the reference does.", differs: "It behaves differently from the reference.", conditional: `It does ${NAMES.conditional}.`, insufficient: `There is ${NAMES.insufficient}.`, unknown: "Running it told nothing." };
  const line = (name, text) => (text === null || text === undefined ? [] : [el("dt", {}, name), el("dd", {}, el("code", {}, text))]);
  return el("div", { class: `tested ${one.verdict}` }, el("p", {}, el("strong", {}, words[one.verdict] || one.verdict), ` ${one.summary}`),
    ...one.when.filter((text) => !one.summary.includes(text.split(/ (?:whenever|(?:only )?where) /).at(-1))).map((text) => el("p", {}, `It ${text}.`)),
    el("dl", {}, ...line("input", one.input), ...line("expected", one.expected), ...line("got", one.got)),
    one.units.length > 1 ? byFunction(row, one.units) : null,
    RECORD.served && one.input ? el("button", { type: "button", class: "aside-input screen", onclick: () => decide({ is: "input", unit: one.unit, input: one.input, counts: false }) }, "This input does not count") : null);
}
// What running each function showed, with the words and signs of submissions.
function byFunction(row, units) {
  const head = ["function", "verdict", "inputs", "what differs"].map((title, k) => el("th", { scope: "col", class: k === 2 ? "number" : null }, title));
  const rows = units.map((one) => el("tr", {}, el("th", { scope: "row" }, el("code", {}, masked(row, one.own || one.name))),
    el("td", {}, verdictChip(one.verdict === "same" ? "behaves" : one.verdict)),
    el("td", { class: "number" }, one.inputs.toLocaleString("en")), el("td", { class: "why" }, masked(row, one.differs) || "–")));
  return el("div", { class: "scroll" }, el("table", { class: "units" }, el("caption", {}, "What running each function showed"),
    el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows)));
}
const goTo = (side, line, before = "") => el("button", { type: "button", class: "link", onclick: () => {
  const target = $(side).querySelectorAll(".line")[line - 1];
  target?.scrollIntoView({ block: "center" });
  target?.focus();
} }, `${before}line ${line}`);

function lines(code, side, marks) {
  const named = new Map(marks);
  return code.replace(/\n$/, "").split(/\r\n|\r|\n/).map((text, k) => {
    const line = el("div", { class: "line", tabindex: -1, role: "listitem" }, el("span", { class: "no" }, String(k + 1)), el("span", { class: "kind" }, " "), el("span", { class: "text" }, text || " "));
    if (named.has(k + 1)) line.dataset.mark = named.get(k + 1);
    line.dataset.text = text.replace(/\s+/g, "");
    line.id = `${side}${k + 1}`;
    return line;
  });
}
function mark(line, kind) {
  line.classList.add(kind);
  line.children[1].textContent = KINDS[kind][0];
  line.children[1].setAttribute("aria-label", KINDS[kind][1]);
}
function linked(details, left, right) {
  const range = (side, start, end) => (start ? side.slice(start - 1, end) : []);
  const order = { changed: 0, extra: 1, missing: 1, same: 2 };
  for (const link of [...details.links].sort((p, q) => order[q.kind] - order[p.kind])) {
    const ours = range(left, link.start, link.end);
    const theirs = range(right, link.reference_start, link.reference_end);
    for (const line of [...ours, ...theirs]) { for (const kind of Object.keys(KINDS)) line.classList.remove(kind); mark(line, link.kind); }
    for (const [mine, others] of [[ours, theirs], [theirs, ours]]) for (const line of mine) {
      line.partners = others;
      line.tabIndex = 0;
      line.setAttribute("aria-label", `${line.querySelector(".text").textContent.trim()} – ${KINDS[link.kind][1]}${others.length ? `, answers line ${others[0].firstChild.textContent}` : ""}`);
    }
  }
  for (const line of [...left, ...right]) {
    const light = (on) => { for (const one of [line, ...(line.partners || [])]) one.classList.toggle("lit", on); };
    line.addEventListener("pointerenter", () => light(true));
    line.addEventListener("pointerleave", () => light(false));
    line.addEventListener("focus", () => light(true));
    line.addEventListener("blur", () => light(false));
    line.addEventListener("click", () => line.partners?.[0]?.scrollIntoView({ block: "nearest" }));
  }
  if (details.first) {
    const [a, b] = details.first;
    for (const [side, at] of [[left, a], [right, b]]) if (at && side[at - 1]) { side[at - 1].classList.add("first"); side[at - 1].dataset.mark = "first difference"; }
  }
}
function stepButtons() {
  const at = shownRow ? current.indexOf(shownRow) : -1;
  $("before").disabled = at <= 0;
  $("after").disabled = at < 0 || at >= current.length - 1;
}
function step(by) {
  const row = current[current.indexOf(shownRow) + by];
  if (row) openComparison(row);
}
