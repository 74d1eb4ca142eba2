"use strict";

// Where the grader is: their name, the snippets in their own order, their grades (null: cannot tell) and the place.
const state = { name: "", items: [], grades: new Map(), at: 0, since: 0, sending: false };
const part = (id) => document.getElementById(id);

async function ask(path, body) {
  let answer;
  try {
    answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    throw new Error("Nothing was stored: the command that serves this page does not answer. Start it again, open the new address, and go on under the same name.");
  }
  const text = await answer.text();
  let said = {};
  try {
    said = JSON.parse(text);
  } catch {
    said = { problem: text.trim() };
  }
  if (!answer.ok) {
    throw new Error(`Nothing was stored: ${said.problem}`);
  }
  return said;
}

function complain(error) {
  part("problem").hidden = error === null;
  part("problem").textContent = error === null ? "" : error.message;
}

function show() {
  const { items, grades, at } = state;
  const done = at >= items.length;
  part("begin").hidden = true;
  part("grading").hidden = done;
  part("done").hidden = !done;
  const left = items.filter((item) => !grades.has(item.key)).length;
  part("bar").max = items.length;
  part("bar").value = items.length - left;
  if (done) {
    part("done-back").focus();
    return;
  }
  const item = items[at];
  part("where").textContent = `${at + 1} of ${items.length}, ${left} without a grade`;
  part("intent").textContent = item.intent || "Write what stands below.";
  part("beside-part").hidden = item.beside === "";
  part("beside").textContent = item.beside;
  part("language").textContent = item.language;
  part("code").textContent = item.text;
  part("code").scrollTop = 0;
  for (const button of document.querySelectorAll("[data-grade]")) {
    const given = grades.has(item.key) && String(grades.get(item.key) ?? "") === button.dataset.grade;
    button.setAttribute("aria-pressed", String(given));
  }
  part("back").disabled = at === 0;
  part("forward").disabled = !grades.has(item.key);
  state.since = performance.now();
}

function go(step) {
  const at = state.at + step;
  if (at < 0 || at > state.items.length || (step > 0 && !state.grades.has(state.items[state.at]?.key))) {
    return;
  }
  state.at = at;
  show();
}

async function grade(value) {
  const item = state.items[state.at];
  if (item === undefined || state.sending) {
    return;
  }
  state.sending = true;
  try {
    const took = Math.round(performance.now() - state.since);
    await ask("grade", { grader: state.name, key: item.key, grade: value, took_ms: took });
    complain(null);
    state.grades.set(item.key, value);
    const next = state.items.findIndex((one, place) => place > state.at && !state.grades.has(one.key));
    const open = next >= 0 ? next : state.items.findIndex((one) => !state.grades.has(one.key));
    state.at = open >= 0 ? open : state.items.length;
    show();
  } catch (error) {
    complain(error);
  } finally {
    state.sending = false;
  }
}

part("begin").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const said = await ask("begin", { grader: part("name").value.trim() });
    state.name = said.grader;
    state.items = said.items;
    state.grades = new Map(Object.entries(said.grades));
    const open = state.items.findIndex((item) => !state.grades.has(item.key));
    state.at = open >= 0 ? open : state.items.length;
    complain(null);
    document.activeElement?.blur();
    show();
  } catch (error) {
    complain(error);
  }
});

for (const button of document.querySelectorAll("[data-grade]")) {
  button.addEventListener("click", () => {
    button.blur();
    void grade(button.dataset.grade === "" ? null : Number(button.dataset.grade));
  });
}
part("back").addEventListener("click", () => go(-1));
part("done-back").addEventListener("click", () => go(-1));
part("forward").addEventListener("click", () => go(1));

document.addEventListener("keydown", (event) => {
  if (part("begin").hidden === false || event.ctrlKey || event.metaKey || event.altKey || event.repeat) {
    return;
  }
  if (/^[0-4]$/.test(event.key)) {
    void grade(Number(event.key));
  } else if (event.key === "x") {
    void grade(null);
  } else if (event.key === "ArrowLeft" || event.key === "Backspace") {
    go(-1);
  } else if (event.key === "ArrowRight") {
    go(1);
  } else {
    return;
  }
  event.preventDefault();
});
part("name").focus();
