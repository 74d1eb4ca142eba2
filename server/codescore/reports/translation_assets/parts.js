// Programs line by line, a line pointed out.
const STATUS = { all_passed: "passed", wrong_answer: "wrong answer", runtime_error: "runtime error", compilation_failed: "does not compile", timeout_error: "too slow", other_error: "ended otherwise", environment_failure: "could not be run here" };
function program(title, code, line) {
  const lines = (code || "").replace(/\n$/, "").split("\n");
  const shown = lines.map((text, k) => el("div", { "data-line": String(k + 1), class: k + 1 === line ? "at" : "" }, text || " "));
  return el("div", {}, el("h4", {}, title), el("div", { class: "code", tabindex: "0", role: "region", "aria-label": title }, ...shown));
}
function facts(pairs) {
  const rows = pairs.filter(([, value]) => value !== "" && value !== null && value !== undefined);
  return el("dl", { class: "facts" }, ...rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, typeof value === "string" ? el("pre", {}, value) : value)]));
}
const chip = (status) => el("span", { class: `chip t-${status}` }, STATUS[status] || status);
// An input below its label.
const field = (label, input) => el("div", { class: "field" }, el("label", { for: input.id }, label), input);
const arrow = (direction) => direction.replace("_", " → ");
