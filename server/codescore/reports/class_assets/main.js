// Puts the page together, and keeps what is asked in its address.
function hide(on) {
  state.hidden = on || RECORD.anonymous;
  document.documentElement.classList.toggle("hidden-names", state.hidden);
  $("hide").setAttribute("aria-pressed", String(state.hidden));
  drawTable();
  drawIdeas();
  drawPairs();
  drawLeft();
  say(state.hidden ? "names are hidden" : "names are shown");
}
function drawLeft() {
  document.querySelectorAll("#left-out tbody tr").forEach((row, k) => {
    const { label, reason } = row.dataset;
    row.cells[0].textContent = state.hidden ? `number ${k + 1}` : label;
    row.cells[1].textContent = masked({ label, name: "", person: "" }, reason);
  });
}
function remember() {
  const parts = new URLSearchParams();
  if (state.query) parts.set("q", state.query);
  if (state.sort !== "name" || state.down) parts.set("sort", (state.down ? "-" : "") + state.sort);
  const hash = parts.toString();
  try { history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search); } catch { /* some viewers have no history */ }
}
function recall() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const sort = (parts.get("sort") || "name").replace(/^-/, "");
  if (sort in SORTS) { state.sort = sort; state.down = (parts.get("sort") || "").startsWith("-"); }
  state.query = parts.get("q") || "";
  $("query").value = state.query;
}
async function follow() {
  try {
    const answer = await fetch("state", { cache: "no-store" });
    const now = answer.ok ? (await answer.json()).key : RECORD.key;
    if (now !== RECORD.key && !$("compare").open && document.activeElement?.tagName !== "TEXTAREA") location.reload();
  } catch { say("the server has ended; what is shown stays"); return; }
  setTimeout(follow, 2000);
}

document.documentElement.classList.add("alive");
setUpTable();
recall();
drawCounts();
drawQuestions();
drawHistogram();
drawMap();
drawTable();
drawIdeas();
drawPairs();
if (RECORD.anonymous) { $("hide").disabled = true; hide(true); }
$("hide").addEventListener("click", () => hide(!state.hidden));
for (const kind of ["csv", "json", "md"]) $(`save-${kind}`).addEventListener("click", () => exported(kind));
for (const button of document.querySelectorAll("[data-query]")) button.addEventListener("click", () => asked(button.dataset.query));
$("close").addEventListener("click", () => $("compare").close());
$("before").addEventListener("click", () => step(-1));
$("after").addEventListener("click", () => step(1));
$("compare").addEventListener("keydown", (event) => {
  if (event.target.tagName === "TEXTAREA") return;
  if (event.key === "j" || event.key === "n") step(1);
  if (event.key === "k" || event.key === "p") step(-1);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !$("compare").open && !["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName)) { event.preventDefault(); $("query").focus(); }
});
if (RECORD.live) follow();
