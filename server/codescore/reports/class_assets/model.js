"use strict";
// The class as data: rows of the table, details on demand, names that can be hidden.  Knows no element of the page.
const RECORD = JSON.parse(document.getElementById("class").textContent);
const SIGNS = RECORD.signs;
const NAMES = RECORD.names;
const ROWS = RECORD.rows;
const BY_ID = new Map(ROWS.map((row) => [row.id, row]));
const state = { hidden: RECORD.anonymous, query: "", sort: "name", down: false, page: 0 };

const nameOf = (row) => (state.hidden ? row.pseudonym : row.name);
// Numbers of verdicts are written already (`shown`): how they are rounded is decided in one place, and not here.
const plural = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

// Words that could tell who somebody is: the parts of name, id and label, longest first.  Short words in small letters
// stay, as they are words of programs; the file without names is made by the same rule.
const PLAIN = /^(src|main|solution|submission|student|homework|test|\d{1,3})$/i;
const wordsOf = (row) => [row.name, row.person, row.label]
  .flatMap((text) => [text, ...String(text || "").split(/[^\p{L}\p{N}]+/u)])
  .filter((word) => word && word.length >= 3 && !PLAIN.test(word))
  .sort((a, b) => b.length - a.length);
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
function masked(row, text) {
  if (!state.hidden || !text) return text;
  const words = wordsOf(row);
  if (!words.length) return text;
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escaped).join("|")})(?![\\p{L}\\p{N}])`, "giu");
  return text.replace(found, (word) => (word.length <= 4 && word === word.toLowerCase() ? word : "▒▒▒"));
}

// Details come in packed blocks, from the page itself or, where it is served, from beside it.
const blocks = new Map();
function detailsOf(row) {
  const number = Math.floor(row.index / RECORD.block);
  if (!blocks.has(number)) blocks.set(number, loaded(number));
  return blocks.get(number).then((block) => block[row.index % RECORD.block]);
}
async function loaded(number) {
  const element = document.getElementById(`details-${number}`);
  const packed = element
    ? Uint8Array.from(atob(element.textContent), (c) => c.charCodeAt(0))
    : new Uint8Array(await (await fetch(`details/${number}`)).arrayBuffer());
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

const whyOf = (row) => (row.same_task === null ? row.reason : `${row.reason} · same task ${row.shown.same_task}: probably another way to do the same`);

// -- the query: words and `field:value`, `field<0.5`; all must hold, `-` means not, `|` means or
const FIELDS = {
  name: (row) => `${nameOf(row)} ${state.hidden ? "" : row.person}`,
  verdict: (row) => row.verdict,
  reason: (row) => masked(row, `${row.reason} ${row.group}`),
  group: (row) => row.group,
  missing: (row) => row.missing.join(" "),
  reference: (row) => (row.reference === null ? "" : RECORD.references[row.reference].label),
  file: (row) => (state.hidden ? "" : `${row.label} ${row.file}`),
  id: (row) => row.id,
  compiles: (row) => (row.compiles ? "yes" : "no"),
  input: (row) => row.input || "",
  question: (row) => row.questions.join(" "),
};
const NUMBERS = {
  similarity: (row) => row.similarity, chance: (row) => row.chance, score: (row) => row.score, inputs: (row) => row.inputs, coverage: (row) => row.coverage,
  idea: (row) => (row.cluster === null ? null : row.cluster + 1), lines: (row) => row.lines,
  task: (row) => row.same_task,
};
const TERM = /(-?)(?:([a-z]+)\s*(<=|>=|<|>|=|:)\s*)?(?:"([^"]*)"|(\S+))/giu;

function parsed(query) {
  const terms = [];
  const problems = [];
  for (const [whole, not, field, sign, quoted, word] of query.matchAll(TERM)) {
    const value = (quoted ?? word).toLowerCase();
    const key = field?.toLowerCase();
    let test;
    if (!key) test = (row) => `${FIELDS.name(row)} ${FIELDS.reason(row)} ${NAMES[row.verdict]} ${FIELDS.file(row)}`.toLowerCase().includes(value);
    else if (key in NUMBERS) test = numeric(NUMBERS[key], sign, value, problems, whole);
    else if (key in FIELDS) test = textual(FIELDS[key], sign, value, quoted !== undefined);
    else problems.push(`“${key}” is no field; there are ${[...Object.keys(FIELDS), ...Object.keys(NUMBERS)].join(", ")}`);
    if (test) terms.push(not ? (row) => !test(row) : test);
  }
  return { test: (row) => terms.every((term) => term(row)), problems };
}
function numeric(of, sign, value, problems, whole) {
  const options = value.split("|").map((one) => (one.endsWith("%") ? parseFloat(one) / 100 : Number(one)));
  if (options.some(Number.isNaN)) { problems.push(`“${whole}” compares with something that is no number`); return null; }
  const compare = { "<": (a, b) => a < b, ">": (a, b) => a > b, "<=": (a, b) => a <= b, ">=": (a, b) => a >= b,
    "=": (a, b) => a === b, ":": (a, b) => a === b }[sign];
  return (row) => of(row) !== null && options.some((one) => compare(of(row), one));
}
function textual(of, sign, value, quoted) {
  const options = quoted ? [value] : value.split("|");
  return (row) => {
    const text = of(row).toLowerCase();
    return options.some((one) => (sign === "=" ? text === one : text.includes(one)));
  };
}

const SORTS = {
  name: (row) => nameOf(row).toLocaleLowerCase(), verdict: (row) => RECORD.order.indexOf(row.verdict),
  similarity: (row) => row.similarity, chance: (row) => row.chance,
  inputs: (row) => row.inputs, reference: (row) => row.reference, reason: (row) => row.group || null, idea: (row) => row.cluster,
};
function shownRows() {
  const { test } = parsed(state.query);
  const key = SORTS[state.sort];
  const collator = new Intl.Collator(undefined, { numeric: true });
  const keyed = ROWS.filter(test).map((row) => [key(row), row]);
  keyed.sort(([a, x], [b, y]) => {
    if (a === null || b === null || a === undefined || b === undefined) return (a ?? null) === (b ?? null) ? x.index - y.index : (a ?? null) === null ? 1 : -1;
    const order = typeof a === "string" ? collator.compare(a, b) : a - b;
    return (state.down ? -order : order) || x.index - y.index;
  });
  return keyed.map(([, row]) => row);
}
