// What the class asks its teacher.  Where the page is served an answer is sent to where it came from, and all is graded
// again; elsewhere it says how to answer.  Example and answers are text like everything that students wrote.
async function decide(decision) {
  for (const button of document.querySelectorAll("#questions-section button, .aside-input")) button.disabled = true;
  say("grading again");
  $("questions-problem").textContent = decision.is === "must" ? "Running all submissions on it …" : "";
  try {
    const answer = await fetch("decide", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(decision) });
    if (answer.ok) { location.reload(); return; }
    $("questions-problem").textContent = answer.headers.get("Content-Type") === "application/json" ? (await answer.json()).problem : await answer.text();
  } catch { $("questions-problem").textContent = "The server has ended; start it again to answer."; }
  for (const button of document.querySelectorAll("#questions-section button, .aside-input")) button.disabled = false;
}
const SAID = { matters: "You decided: it matters, so these differ.", aside: "You decided: it does not count." };

function drawQuestions() {
  const asked = RECORD.questions;
  if (!RECORD.tested || (!asked.length && !RECORD.decided && !RECORD.served)) return;
  $("questions-section").hidden = false;
  const open = asked.filter((one) => one.answer === "open");
  const waiting = new Set(open.flatMap((one) => one.ids).filter((id) => BY_ID.get(id).verdict === "conditional")).size;
  $("questions-note").textContent = open.length
    ? `${plural(open.length, "question")} to you.${waiting ? ` Until you answer, ${plural(waiting, "submission")} that ${waiting === 1 ? "differs in nothing else is" : "differ in nothing else are"} neither right nor wrong.` : ""}`
    : asked.length ? "All questions are answered." : "Nothing is asked: no group of programs that else agree differs from the reference in one way.";
  $("questions").replaceChildren(...[...open, ...asked.filter((one) => one.answer !== "open")].map(questionElement));
  $("questions-how").replaceChildren(...how(asked));
  $("questions-more").replaceChildren(...more());
}
function questionElement(one) {
  const shown = one.example;
  const line = (name, text) => [el("dt", {}, name), el("dd", {}, el("code", {}, text))];
  const example = shown ? el("dl", {}, ...line("for example", shown.input), ...line("reference", shown.expected), ...line(one.ids.length === 1 ? "this one" : "most often", shown.got)) : null;
  const send = (matters) => () => decide({ is: "answer", question: one.id, matters });
  const button = (matters, text) => el("button", { type: "button", "aria-pressed": String(one.answer === (matters ? "matters" : "aside")), "aria-label": `${text}: ${one.text}`, onclick: send(matters) }, text);
  const buttons = RECORD.served ? el("div", { class: "choices screen" }, button(true, "Yes, it matters"), button(false, "No, it does not count")) : null;
  return el("div", { class: `question ${one.answer}`, "data-question": one.id },
    el("p", { class: "asked" }, one.text),
    one.answer === "open" ? null : el("p", { class: "said" }, SAID[one.answer]),
    example, buttons,
    el("p", { class: "note" }, filterButton(`Show ${one.ids.length === 1 ? "this submission" : `these ${one.ids.length} submissions`}`, `question:${one.id}`), RECORD.served ? "" : `; question ${one.id}`));
}
function how(asked) {
  if (RECORD.served || !asked.length) return [];
  return ["Answer with ", el("code", {}, "codescore grade … --ask"), " or on the page that ", el("code", {}, "--serve"), " shows; answers stand in ", el("code", {}, RECORD.answers), "."];
}
function more() {
  const lists = [["Inputs that must count", RECORD.must], ["Inputs that do not count", RECORD.aside]]
    .filter(([, some]) => some.length)
    .map(([title, some]) => el("p", { class: "note" }, `${title}: `, ...some.flatMap((text, k) => [k ? ", " : "", el("code", {}, text)])));
  if (!RECORD.served) return lists;
  const field = el("input", { id: "must", type: "text", spellcheck: "false", autocomplete: "off", maxlength: "2000", placeholder: "a call of the reference’s function" });
  const add = (event) => { event.preventDefault(); if (field.value.trim()) decide({ is: "must", input: field.value.trim() }); };
  const form = el("form", { class: "controls screen", onsubmit: add }, el("label", { class: "wide" }, "An input that must count", field),
    el("button", { type: "submit" }, "Run it"),
    RECORD.decided ? el("button", { type: "button", id: "undo", onclick: () => decide({ is: "undo" }) }, "Undo the last decision") : null);
  return [...lists, form];
}
