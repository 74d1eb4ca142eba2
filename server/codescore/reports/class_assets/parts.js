// Small makers of parts of the page, of `elements.js`'s elements.
const verdictChip = (verdict) =>
  el("span", { class: `chip ${verdict}` }, el("span", { "aria-hidden": "true", class: "sign" }, SIGNS[verdict]), ` ${NAMES[verdict]}`);
const asked = (query) => { setQuery(query); $("submissions").scrollIntoView(); };
const filterButton = (text, query, label) =>
  el("button", { type: "button", class: "link", "aria-label": label || null, onclick: () => asked(query) }, text);
function say(text) { $("live").textContent = text; }
