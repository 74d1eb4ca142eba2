// Histogram, map and ideas, drawn with D3 as SVG: sharp in print, coloured by the page's own variables.
let dots = null;
let shape = "verdict";

function drawCounts() {
  const total = d3.sum(RECORD.counts, (one) => one.count) || 1;
  $("strip").replaceChildren(...RECORD.counts.map((one) => {
    const part = el("button", { type: "button", class: one.verdict, title: `${NAMES[one.verdict]}: ${one.count}`,
      "aria-label": `${NAMES[one.verdict]}: ${one.count}; show them`, onclick: () => asked(`verdict:${one.verdict}`) }, one.count / total > 0.05 ? String(one.count) : "");
    part.style.flexGrow = one.count;
    return part;
  }));
}

function drawHistogram() {
  const [width, height, left, bottom] = [560, 200, 40, 40];
  const top = d3.max(RECORD.histogram, (one) => one.count) || 1;
  const x = d3.scaleLinear([0, 1], [left, width - 10]);
  const y = d3.scaleLinear([0, top], [height - bottom, 26]).nice();
  const svg = d3.select("#histogram").append("svg").attr("viewBox", `0 0 ${width} ${height}`).attr("role", "img")
    .attr("aria-label", `How many submissions have which similarity: ${RECORD.histogram.filter((b) => b.count)
      .map((b) => `${b.span}: ${b.count}`).join(", ")}. The threshold is ${RECORD.threshold}.`);
  svg.append("g").attr("class", "axis").attr("transform", `translate(0,${height - bottom})`).call(d3.axisBottom(x).ticks(10));
  svg.append("g").attr("class", "axis").attr("transform", `translate(${left},0)`).call(d3.axisLeft(y).ticks(4));
  svg.append("g").selectAll("rect").data(RECORD.histogram).join("rect").attr("class", (b) => (b.low >= RECORD.threshold ? "above" : "below"))
    .attr("x", (b) => x(b.low) + 1).attr("width", (b) => x(b.high) - x(b.low) - 2)
    .attr("y", (b) => y(b.count)).attr("height", (b) => y(0) - y(b.count))
    .on("click", (_, b) => asked(`similarity>=${b.low} similarity${b.high >= 1 ? "<=" : "<"}${b.high}`))
    .append("title").text((b) => `${b.span}: ${plural(b.count, "submission")}`);
  svg.append("line").attr("class", "threshold").attr("x1", x(RECORD.threshold)).attr("x2", x(RECORD.threshold)).attr("y1", 6).attr("y2", y(0));
  svg.append("text").attr("class", "label").attr("x", x(RECORD.threshold) + 4).attr("y", 15).text(`threshold ${RECORD.threshold}`);
  svg.append("text").attr("class", "label").attr("x", (left + width) / 2).attr("y", height - 5).attr("text-anchor", "middle").text("similarity to the best reference");
}

// -- the map: one tab stop, arrow keys go from point to point
const SIDE = 720;
const TALL = 520;
let chosen = null;
function drawMap() {
  const rows = ROWS.filter((row) => row.x !== null);
  const references = RECORD.references.map((one, index) => ({ ...one, index })).filter((one) => one.x !== null);
  if (rows.length < 2) { $("map-section").hidden = true; return; }
  const place = (one) => [30 + one.x * (SIDE - 60), 30 + (1 - one.y) * (TALL - 60)];
  const svg = d3.select("#map").append("svg").attr("viewBox", `0 0 ${SIDE} ${TALL}`).attr("tabindex", 0).attr("role", "application")
    .attr("aria-roledescription", "map").attr("aria-label", `Map of ${plural(rows.length, "submission")}. Arrow keys go to the next one, Enter compares it with its reference. The list of ideas below says the same in words.`);
  const layer = svg.append("g");
  dots = layer.append("g").selectAll("circle").data(rows).join("circle").attr("r", rows.length > 1500 ? 3 : 4.5)
    .attr("cx", (row) => place(row)[0]).attr("cy", (row) => place(row)[1]);
  const labels = layer.append("g").attr("aria-hidden", "true");
  for (const one of RECORD.clusters.filter((c) => c.ids.length >= Math.max(2, rows.length / 50)).slice(0, 12)) {
    const middle = BY_ID.get(one.medoid);
    if (middle.x === null) continue;
    labels.append("text").attr("class", "idea").attr("x", place(middle)[0]).attr("y", place(middle)[1] - 16).text(one.id + 1);
  }
  const stars = layer.append("g").selectAll("path").data(references).join("path").attr("class", "reference")
    .attr("d", d3.symbol(d3.symbolStar, 260)()).attr("transform", (one) => `translate(${place(one)})`);
  stars.append("title").text((one) => `reference ${one.label}`);
  const ring = layer.append("circle").attr("class", "ring").attr("r", 9).attr("visibility", "hidden");
  const near = d3.Delaunay.from(rows, (row) => place(row)[0], (row) => place(row)[1]);
  const choose = (row) => {
    chosen = row;
    ring.attr("visibility", row ? "visible" : "hidden");
    if (!row) { $("map-tip").textContent = "Point at a submission, or focus the map and use the arrow keys."; return; }
    ring.attr("cx", place(row)[0]).attr("cy", place(row)[1]);
    $("map-tip").textContent = `${nameOf(row)}: ${NAMES[row.verdict]}, similarity ${row.shown.similarity}${row.cluster === null ? "" : `, idea ${row.cluster + 1}`}${row.reason ? `. ${masked(row, whyOf(row))}` : ""}`;
  };
  const pointed = (event) => {
    const [x, y] = d3.pointer(event, layer.node());
    const row = rows[near.find(x, y)];
    return Math.hypot(place(row)[0] - x, place(row)[1] - y) < 24 ? row : null;
  };
  svg.on("pointermove", (event) => choose(pointed(event))).on("click", (event) => { const row = pointed(event); if (row) openComparison(row); });
  svg.call(d3.zoom().scaleExtent([1, 30]).translateExtent([[0, 0], [SIDE, TALL]]).filter((event) => event.type !== "wheel" || event.ctrlKey || event.metaKey)
    .on("zoom", ({ transform }) => {
      layer.attr("transform", transform);
      dots.attr("r", (rows.length > 1500 ? 3 : 4.5) / Math.sqrt(transform.k));
    }));
  svg.on("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way) { event.preventDefault(); choose(chosen ? neighbour(rows, chosen, way, place) : rows[0]); say($("map-tip").textContent); }
    if (event.key === "Enter" && chosen) openComparison(chosen);
  });
  choose(null);
  for (const input of document.querySelectorAll("[name=shape]")) input.addEventListener("change", () => { shape = input.value; colourMap(); });
  colourMap();
}
// The nearest point that lies more in the wanted direction than beside it.
function neighbour(rows, from, [dx, dy], place) {
  const [x, y] = place(from);
  let best = from;
  let least = Infinity;
  for (const row of rows) {
    const [a, b] = [place(row)[0] - x, place(row)[1] - y];
    const along = a * dx + b * dy;
    const beside = Math.abs(a * dy) + Math.abs(b * dx);
    if (along > 0.5 && along >= beside && along + beside < least) { least = along + beside; best = row; }
  }
  return best;
}
function colourMap() {
  if (!dots) return;
  dots.attr("class", (row) => (shape === "verdict" ? row.verdict : row.cluster === null || row.cluster > 9 ? "idea-rest" : `idea-${row.cluster % 10}`));
  $("map-legend").replaceChildren(...(shape === "verdict"
    ? RECORD.counts.map((one) => el("li", {}, el("span", { class: `dot ${one.verdict}` }), ` ${NAMES[one.verdict]}`))
    : RECORD.clusters.filter((one) => one.id < 10).slice(0, 10).map((one) => el("li", {}, el("span", { class: `dot idea-${one.id % 10}` }), ` idea ${one.id + 1}`))),
    el("li", {}, el("span", { class: "star", "aria-hidden": "true" }, "★"), " reference"));
  markMap();
}
function markMap() {
  if (!dots) return;
  const some = new Set(current.map((row) => row.id));
  dots.classed("faint", (row) => !some.has(row.id));
}

// -- ideas: read one, comment once
const IDEAS = 12;
let ideasShown = IDEAS;
function drawIdeas() {
  const some = RECORD.clusters.filter((one) => one.ids.length > 1);
  $("ideas").replaceChildren(...some.slice(0, ideasShown).map(idea));
  const single = RECORD.clusters.length - some.length;
  $("ideas-rest").textContent = single ? `${plural(single, "submission")} ${single === 1 ? "is" : "are"} like no other.` : "";
  $("more-ideas").hidden = some.length <= ideasShown;
  $("more-ideas").onclick = () => { ideasShown = some.length; drawIdeas(); };
}
function idea(one) {
  const middle = BY_ID.get(one.medoid);
  const code = el("pre", { class: "code", tabindex: 0, "aria-label": `code of ${nameOf(middle)}` }, "…");
  const wholes = RECORD.counts.map(({ verdict }) => [verdict, one.ids.filter((id) => BY_ID.get(id).verdict === verdict).length]).filter(([, n]) => n);
  const area = el("textarea", { rows: 2, placeholder: "Write once; it goes into the feedback of everyone with this idea." });
  area.value = notes.ideas[one.medoid] || "";
  area.addEventListener("input", () => { notes.ideas[one.medoid] = area.value; keepNotes(); });
  const references = one.references.map((k) => RECORD.references[k].label);
  const box = el("details", { class: "idea-box" },
    el("summary", {}, el("span", { class: `dot ${one.id < 10 ? `idea-${one.id % 10}` : "idea-rest"}` }), ` Idea ${one.id + 1}: `, el("strong", {}, plural(one.ids.length, "submission")),
      el("span", { class: "note" }, ` like ${nameOf(middle)}`), references.length ? el("span", { class: "note" }, `, the idea of ${references.join(", ")}`) : null,
      one.another_way ? el("span", { class: "note" }, `, ${one.another_way === one.ids.length ? "" : `${one.another_way} of them `}probably another way to do the same task (nothing was run)`) : null,
      el("code", { class: "gist" }, masked(middle, one.title))),
    el("p", {}, ...wholes.flatMap(([verdict, n]) => [filterButton(`${n} ${NAMES[verdict]}`, `idea:${one.id + 1} verdict:${verdict}`), ", "]),
      el("button", { type: "button", class: "link", onclick: () => openComparison(middle) }, "compare the typical one with its reference")),
    code, el("label", {}, "Comment for all of them", area));
  box.addEventListener("toggle", () => { if (box.open) detailsOf(middle).then((details) => { code.textContent = masked(middle, details.code); }); }, { once: true });
  return box;
}

let pairsShown = 15;
function drawPairs() {
  const list = RECORD.duplicates.slice(0, pairsShown);
  $("pairs-section").hidden = !list.length;
  $("more-pairs").hidden = RECORD.duplicates.length <= pairsShown;
  $("more-pairs").onclick = () => { pairsShown = RECORD.duplicates.length; drawPairs(); };
  $("pairs").tBodies[0].replaceChildren(...list.map((one) => {
    const [a, b] = one.ids.map((id) => BY_ID.get(id));
    const button = (row) => el("button", { type: "button", class: "link", onclick: () => openComparison(row) }, nameOf(row));
    return el("tr", {}, el("th", { scope: "row" }, button(a)), el("td", {}, button(b)), el("td", { class: "number" }, String(one.runs)), el("td", {}, one.words),
      el("td", {}, el("button", { type: "button", class: "link", onclick: () => openPair(a, b) }, "side by side")));
  }));
}
