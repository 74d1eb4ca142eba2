document.documentElement.classList.add("alive");
// One metric's figure and one model's matrix at a time.
function choose(select, parts, key) {
  const show = () => parts.forEach((part) => { part.hidden = part.dataset[key] !== select.value; });
  select.addEventListener("change", show);
  show();
}
if ($("metric")) choose($("metric"), [...document.querySelectorAll("#scatter figure")], "metric");
if ($("matrix-of")) choose($("matrix-of"), [...document.querySelectorAll("#matrix > div")], "system");

// The list of wrong translations: filters, pages, each opened when asked for.
const PAGE = 25;
async function unpacked(id) {
  const packed = Uint8Array.from(atob($(id).textContent), (c) => c.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}
function sample(one, programs) {
  const named = one.sample ? `, sample ${one.sample}` : "";
  const summary = el("summary", {}, chip(one.status), el("b", {}, `task ${one.task}`), el("span", {}, one.direction.replace("_", " → ")),
    el("span", {}, one.system + named), el("span", { class: "note" }, `${one.passed} of ${one.total} cases`));
  const box = el("details", { class: "sample" }, summary);
  box.addEventListener("toggle", () => {
    if (!box.open || box.dataset.opened) return;
    box.dataset.opened = "yes";
    const gold = programs[one.task] || {};
    const metrics = Object.entries(one.metrics).map(([name, value]) => `${name} ${value.toFixed(3)}`).join(", ");
    const failing = one.failing === null ? "" : `case ${one.failing}`;
    box.append(
      facts([["first failing", failing], ["input", one.input], ["expected", one.expected], ["got", one.got], ["error", one.error],
        ["line", one.line === null ? "" : String(one.line)], ["called", one.entry || "no function was found"], ["extraction", one.notes.join("; ")], ["measured", metrics]]),
      el("div", { class: "programs" },
        one.source in gold ? program(`source: ${one.direction.split("_")[0]}`, gold[one.source]) : null,
        program(`translation: ${one.direction.split("_")[1]}`, one.code, one.line),
        one.target in gold ? program(`gold: ${one.direction.split("_")[1]}`, gold[one.target]) : null));
  });
  return box;
}
function chooser(label, rows, key, name) {
  const values = [...new Set(rows.map((row) => row[key]))].sort();
  const select = el("select", { id: `wrong-${key}` }, el("option", { value: "" }, "all"), ...values.map((value) => el("option", { value }, name ? name(value) : value)));
  return [select, field(label, select)];
}
async function wrongs() {
  if (!$("wrong-list")) return;
  const { samples, programs } = await unpacked("wrong-data");
  const choosers = { system: chooser("model", samples, "system"), direction: chooser("direction", samples, "direction", (d) => d.replace("_", " → ")), status: chooser("outcome", samples, "status", (s) => STATUS[s] || s) };
  const text = el("input", { id: "wrong-text", type: "search", placeholder: "task number, error, code" });
  const [back, on, where] = [el("button", { type: "button" }, "‹ back"), el("button", { type: "button" }, "next ›"), el("span", { role: "status" })];
  let page = 0;
  function show() {
    const words = text.value.toLowerCase();
    const found = samples.filter((one) => Object.entries(choosers).every(([key, [select]]) => !select.value || one[key] === select.value)
      && (!words || one.task === words || `${one.error}\n${one.got}\n${one.code}`.toLowerCase().includes(words)));
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    page = Math.min(page, pages - 1);
    $("wrong-found").textContent = `${found.length.toLocaleString("en")} wrong translations`;
    $("wrong-list").replaceChildren(...found.slice(page * PAGE, page * PAGE + PAGE).map((one) => sample(one, programs)));
    where.textContent = `page ${page + 1} of ${pages}`;
    [back.disabled, on.disabled] = [page === 0, page >= pages - 1];
  }
  for (const [select] of Object.values(choosers)) select.addEventListener("change", () => { page = 0; show(); });
  text.addEventListener("input", () => { page = 0; show(); });
  back.addEventListener("click", () => { page -= 1; show(); });
  on.addEventListener("click", () => { page += 1; show(); });
  $("wrong-controls").append(...Object.values(choosers).map(([, label]) => label), field("find", text));
  $("wrong-pager").append(back, where, on);
  show();
}
wrongs();
