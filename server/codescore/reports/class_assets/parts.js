// Small makers of elements.  Text is only ever set as text: nothing that a student wrote becomes markup.
function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") element.className = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== "list" && typeof value !== "string") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}
const $ = (id) => document.getElementById(id);
const verdictChip = (verdict) =>
  el("span", { class: `chip ${verdict}` }, el("span", { "aria-hidden": "true", class: "sign" }, SIGNS[verdict]), ` ${NAMES[verdict]}`);
const asked = (query) => { setQuery(query); $("submissions").scrollIntoView(); };
const filterButton = (text, query, label) =>
  el("button", { type: "button", class: "link", "aria-label": label || null, onclick: () => asked(query) }, text);
function say(text) { $("live").textContent = text; }
function saved(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}
