// The program: loaded, called, and what came of it.

function find(name) {
  try { if (names !== null && hasOwn(names, name)) return names[name](); } catch { return elsewhere(name); }
  const held = module_ && module_.exports;
  if (name === 'exports' || isCalled(held, name)) return held;
  return held !== null && (typeof held === 'object' || typeof held === 'function') && hasOwn(held, name) ? held[name] : elsewhere(name);
}
function isCalled(held, name) {
  try { return typeof held === 'function' && getOwnPropertyDescriptor(held, 'name').value === name; } catch { return false; }
}
// What browsers or Node have and this realm has not: who asks for it is not wrong.
const ELSEWHERE = /^(_|URL|crypto|fetch|AbortController|AbortSignal|Blob|File|FormData|Headers|Request|Response|WebSocket|MessageChannel|BroadcastChannel|EventTarget|Event|CustomEvent|ReadableStream|WritableStream|TransformStream|CompressionStream|XMLHttpRequest|DOMParser|document|window|navigator|localStorage|sessionStorage|WebAssembly|SharedArrayBuffer|Atomics|FinalizationRegistry|WeakRef|Deno|Bun) is not defined$/;
// So has a class that the program makes objects of and declares nowhere, unless one that is known is spelt nearly so.
const MISSING = /^([A-Z][\w$]*) is not defined$/, KNOWN = /\b(?:class|function|const|let|var|import)\s+([A-Z][\w$]*)/g;
const THROWN = /(?:Error|Exception)$/; // who throws one that is not there has made a slip
const COMMENTS = /\/\*[^]*?\*\/|\/\/.*/g;
function isMissing(name) {
  const source = replace(written(), COMMENTS, ' ');
  if (test(THROWN, name)) return false;
  let known = !test(new R(`\\bnew\\s+${name}\\b`), source);
  for (const one of getOwnPropertyNames(G)) known = known || nearly(one, name);
  replace(source, KNOWN, (whole, one) => { known = known || nearly(one, name); return ''; });
  return !known;
}
function nearly(one, other) {
  let from = 0, back = 0;
  while (from < one.length && one[from] === other[from]) from++;
  const shorter = (one.length < other.length ? one : other).length, longer = one.length + other.length - shorter;
  while (back < shorter - from && one[one.length - 1 - back] === other[other.length - 1 - back]) back++;
  return one === other || (longer - from - back <= 2 && longer > 3);
}
function isElsewhere(problem) {
  if (isDeliberate(problem) || errorName(problem) !== 'ReferenceError') return false;
  const said = errorText(problem);
  return test(ELSEWHERE, said) || (test(MISSING, said) && isMissing(slice(said, 0, -15)));
}
function errorName(problem) {
  try {
    if (problem === null || (typeof problem !== 'object' && typeof problem !== 'function')) return problem === null ? 'null' : typeof problem;
    return classOf(problem) || 'Object';
  } catch { return 'Object'; }
}
function errorText(problem) {
  try { return slice(T(isPrototypeOf(ErrorProto, problem) ? problem.message : problem), 0, MESSAGE); } catch { return ''; }
}
function isDeliberate(problem) {
  return problem !== null && (typeof problem === 'object' || typeof problem === 'function') ? weakHas(thrownBy, problem) : thrownPlain;
}
function badOf(problem) { return { error: errorName(problem), message: errorText(problem), deliberate: isDeliberate(problem) }; }
function thrown_(problem) {
  if (problem !== null && (typeof problem === 'object' || typeof problem === 'function')) weakSet(thrownBy, problem, true);
  else thrownPlain = true;
  return problem;
}
const reach = (n) => { if (typeof n === 'number') covered[n] = true; };
// What is no number is before nothing and behind nothing: who compares it goes on with what is not there.
const ordered = (x) => { if (x !== x && unasked) lost = true; return x; };
function target() {
  const { name, owner } = job.entry;
  if (!owner) return [find(name), undefined];
  const holder = find(owner);
  if (typeof holder === 'function') {
    if (typeof holder[name] === 'function' && !(holder.prototype && typeof holder.prototype[name] === 'function')) return [holder[name], holder];
    const made = holder.prototype ? construct(holder, []) : undefined;
    return [made === undefined ? undefined : made[name], made];
  }
  return holder === null || holder === undefined ? [undefined, undefined] : [holder[name], holder];
}
function there() {
  const { name, owner, kind } = job.entry;
  if (kind === 'script') return true;
  const holder = find(owner || name);
  if (!owner) return typeof holder === 'function';
  if (typeof holder === 'function') return typeof holder[name] === 'function' || (holder.prototype && typeof holder.prototype[name] === 'function') || fieldsOf(holder, name);
  return holder !== null && holder !== undefined && typeof holder[name] === 'function';
}
function make(maker, items) { return typeof maker === 'function' && maker.prototype === undefined ? apply(maker, undefined, items) : construct(maker, items); }
function fieldsOf(holder, name) { try { return typeof construct(holder, [])[name] === 'function'; } catch { return false; } }
function begin(data) {
  job = parse(data);
  call = job.call;
  covered = create(null);
}
function main() {
  module_ = { exports: {}, id: '.', filename: '/tmp/program.js', children: [], paths: [] };
  const script = job.entry.kind === 'script';
  noteRounding();
  noteOwnWays(written());
  require.main = script ? module_ : { exports: {} };
  require.resolve = (name) => name;
  const enter = (found, condition, gives) => { if (names === null) { names = found; assume = condition || null; give(module_.exports, gives); } };
  const own = new Link(0, module_), [ask, bind] = tied(own);
  let problem, broke = false;
  try {
    const made = apply(program, module_.exports, [module_.exports, ask, module_, '/tmp/program.js', '/tmp', enter, reach, thrown_, ordered, bind]);
    own.loaded();
    if (script && made !== undefined) then(made, quiet, fail);
  } catch (one) { problem = one; broke = true; }
  if (script) { if (broke) fail(problem); return ''; }
  // What a program leaves to be done later, when it is loaded, is a demonstration.
  tasks.length = 0;
  out = ''; exited = null;
  covered = create(null);
  const wants = broke && (absent !== null || isElsewhere(problem));
  if (there() && !wants) return '';
  if (broke) return stringify({ how: wants ? 'module' : 'load', detail: `${errorName(problem)}: ${errorText(problem)}` });
  return stringify({ how: 'entry', detail: `${job.entry.owner ? job.entry.owner + '.' : ''}${job.entry.name}` });
}
let unnamed = ''; // what is said of a name in the assumption that is not there
function go() {
  builder = new Builder();
  halved = missed = lost = byLocale = faraway = false;
  try {
    if (job.entry.kind === 'class') {
      steps = call.args[0][2].map((each) => { if (each[0] !== 'call') throw new Unusable(each[0]); return [each[1], builder.list(each[2], false)]; });
      if (steps.length === 0 || steps[0][0] !== job.entry.name) throw new Unusable('a sequence begins by making an object');
    } else given = builder.list(call.args);
  } catch { outcome = 'input'; return; }
  if (steps !== null) { sequence = new Sequence(); sequence.next(); return; }
  if (assume !== null) {
    let holds = false;
    try { holds = !!apply(assume, undefined, given); } catch (problem) { if (errorName(problem) === 'ReferenceError') unnamed = errorText(problem); }
    if (!holds) { outcome = 'assumption'; return; }
  }
  for (const items of job.before) earlier(items);
  if (job.again) earlier(call.args, job.emptied);
  covered = create(null);
  try {
    const [work, on] = target();
    value = apply(work, on, given);
    if (isPromise(value)) watch(value);
    returned = true;
  } catch (problem) { fail(problem); }
}

// A call before the one that is asked about: what it keeps stays, and nothing else of it.
function earlier(items, empties = false) {
  try {
    const [work, on] = target();
    const answer = apply(work, on, new Builder().list(items));
    if (empties) { inside(answer, (item) => emptied(item, [])); emptied(answer, []); }
  } catch { /* whatever it throws */ }
  out = ''; exited = null; tasks.length = 0;
  halved = missed = lost = byLocale = faraway = false;
}

// A sequence of calls on objects of one class: what each gave, printed or threw.
class Sequence {
  constructor() { this.objects = []; this.functions = []; this.at = 0; this.records = []; this.number = 0; this.last = [undefined]; }
  next() {
    for (const [name, items] of steps) {
      const before = out.length;
      const record = { value: undefined, own: '', bad: null, stdout: '', items };
      try { this.make(name, items, record); } catch (problem) {
        if (this.objects.length === 0 || exited !== null) { fail(problem); return; }
        record.bad = badOf(problem);
      }
      record.stdout = slice(out, before);
      // What a call gives is looked at as it is then, and not as later calls leave it.
      record.text = record.own || (record.bad ? '["null"]' : safely(record.value));
      record.live = pendingIn(record);
      record.left = items.map((item) => this.mine(item) ? '["null"]' : leftOf(item));
      record.held = items.filter((item) => this.mine(item)).map(shownBy);
      push(this.records, record);
    }
  }
  mine(item) { const maker = find(job.entry.name); return typeof maker === 'function' && !!maker.prototype && item !== null && typeof item === 'object' && isPrototypeOf(maker.prototype, item); }
  newest(made) { push(this.objects, made); this.at = this.objects.length - 1; }
  make(name, items, record) {
    if (name === '') { this.at = (this.at - 1 + this.objects.length) % this.objects.length; record.own = '["null"]'; return; }
    if (name === '~') { emptied(this.last[items[0] < 0 ? this.last.length - 1 : items[0]], items.slice(2)); record.own = '["null"]'; return; }
    this.last = [...items, undefined];
    if (name === job.entry.name) { this.newest(make(find(name), items)); record.own = '["null"]'; return; }
    const on = this.objects[this.at], known = this.functions;
    if (name === '()') { record.value = known.length ? apply(known[items[0] % known.length], undefined, []) : undefined; return; }
    if (name.endsWith('=')) { on[slice(name, 0, -1)] = items[0]; record.own = '["null"]'; return; }
    if (name[0] === '[') { this.given(apply(name === '[]' ? on : on[slice(name, 1, -1)], undefined, items), record); return; }
    const maker = find(job.entry.name);
    const shared = typeof on[name] !== 'function' && typeof maker[name] === 'function';
    const member = shared ? maker[name] : on[name];
    const made = typeof member === 'function' ? apply(member, shared ? maker : on, items) : member;
    this.given(made, record);
  }
  given(made, record) {
    const on = this.objects[this.at], known = this.functions;
    if (made === on) record.own = '["record","self",[],0]';
    else if (this.mine(made)) { this.newest(made); record.own = '["record","another",[],0]'; }
    else if (typeof made === 'function' && job.probes.length === 0) { push(known, made); record.own = '["record","function",[],0]'; }
    else record.value = this.last[this.last.length - 1] = made;
  }
}
// What another object of the class shows of itself: its own public properties.
function shownBy(other) {
  const fields = [];
  for (const name of keys(other)) {
    if (name[0] !== '_' && typeof other[name] !== 'function') push(fields, `[${text(name)},${leftOf(other[name])}]`);
  }
  return `["record","held",[${join(fields, ',')}],0]`;
}
const holds = (value) => isPrototypeOf(M.prototype, value) || isPrototypeOf(S.prototype, value);
// What is in a collection, one by one.
function inside(value, each) {
  try {
    if (isArray(value)) for (let at = 0; at < value.length; at += 1) each(value[at]);
    else if (holds(value)) value.forEach(each);
    else if (getPrototypeOf(value) === ObjectProto) for (const key of keys(value)) each(value[key]);
  } catch { /* it cannot be looked into */ }
}
// A collection that its caller empties, or one inside of it at this key.
function emptied(value, path) {
  try {
    for (const key of path) value = isPrototypeOf(M.prototype, value) ? mapGet(value, key) : value[key];
    if (isArray(value)) value.length = 0;
    else if (holds(value)) value.clear();
    else if (getPrototypeOf(value) === ObjectProto) for (const key of keys(value)) delete value[key];
  } catch { /* it is frozen, or not there */ }
}
// What an argument is after the call; a function that was given, also inside of an object, is what it was.
function leftOf(item) {
  leaving = true;
  try { return safely(item); } finally { leaving = false; }
}
function pendingIn(record) {
  const waits = pending || queue.length > 0;
  pending = false;
  return waits;
}

// `undefined` and NaN are what is left where another language has an error: hardly what its author meant.
let doubt = '';
let giveUp = false;
// A number that is rounded near the middle of two, where it matters how it was computed: `(1.005).toFixed(2)`.
let halved = false;
function near(number, digits) {
  const scaled = abs(number) * pow(10, digits), part = scaled % 1;
  if (scaled < 2 ** 50 && abs(part - 0.5) < 1e-6 && (part !== 0.5 || digits > 0)) halved = true;
}
function noteRounding() {
  const toFixed = bound(N.prototype.toFixed), round = X.round;
  const put = (on, name, value) => defineProperty(on, name, { value, writable: true, configurable: true });
  put(N.prototype, 'toFixed', { toFixed(digits) { if (typeof this === 'number') near(this, N(digits) || 0); return toFixed(this, digits); } }.toFixed);
  put(X, 'round', { round(number) { near(N(number), 0); return round(number); } }.round);
}
const held = () => (halved ? 'half rounded' : byLocale ? 'ordered by locale' : faraway ? 'date far away' : '');
// What is not found is at -1: who takes that for a place gets all but the last sign.  And `localeCompare` puts some texts
// in another order than their signs have, and a day beyond the year 9999 is written with a sign and more digits.
let unasked = false; // the program never asks whether something is a number
let missed = false, lost = false, byLocale = false, faraway = false;
// Who writes -1 there means the last sign: between these numbers, or, where others stand beside it, anywhere.
// NaN is what a text is that is no number, where another language has an error: who asks for it, or says what is
// there instead, means that.
const NO_NUMBER = /NaN|\bisFinite\b|\bis(?:Safe)?Integer\b|\|\|/;
const LAST = /\.(slice|substring|substr|splice)\(([^()\n]*-\s*1\s*)[,)]/g, PLACES = /^\s*-?\d+\s*(,\s*-?\d+\s*)?$/;
function noteOwnWays(source) {
  const put = (on, name, value) => defineProperty(on, name, { value, writable: true, configurable: true });
  const meant = create(null);
  let anything = false;
  replace(source, LAST, (whole, name, numbers) => {
    if (test(PLACES, numbers)) meant[replace(numbers, /\s+/g, '')] = true; else anything = true;
    return '';
  });
  const placed = (given) => (given.length > 1 ? numberText(+given[0]) + ',' + numberText(+given[1]) : numberText(+given[0]));
  const plain = (given) => typeof given[0] === 'number' && (given.length === 1 || typeof given[1] === 'number');
  const taken = (given) => { if (missed && (given[0] === -1 || given[1] === -1) && !(plain(given) && meant[placed(given)])) lost = true; };
  const searching = (on, name) => {
    const original = on[name];
    put(on, name, { [name](what) { const place = apply(original, this, arguments); if (place === -1) missed = true; return place; } }[name]);
  };
  const cutting = (on, name) => {
    const original = on[name];
    put(on, name, { [name](start, end) { taken(arguments); return apply(original, this, arguments); } }[name]);
  };
  if (!anything) {
    for (const name of ['indexOf', 'lastIndexOf']) { searching(T.prototype, name); searching(A.prototype, name); }
    searching(T.prototype, 'search'); searching(A.prototype, 'findIndex');
    for (const name of ['slice', 'substring', 'substr']) cutting(T.prototype, name);
    cutting(A.prototype, 'slice'); cutting(A.prototype, 'splice');
  }
  unasked = !test(NO_NUMBER, source);
  if (unasked) {
    const found = (given, number) => { if (typeof given[0] === 'string' && number !== number && test(/\S/, given[0])) lost = true; return number; };
    const Numbers = new Proxy(N, { apply: (type, self, items) => found(items, apply(type, undefined, items)) });
    put(N.prototype, 'constructor', Numbers);
    put(G, 'Number', Numbers);
    for (const name of ['parseInt', 'parseFloat']) {
      const original = G[name], read = { [name](text, base) { return found(arguments, apply(original, undefined, arguments)); } }[name];
      put(N, name, read);
      put(G, name, read);
    }
  }
  const compare = T.prototype.localeCompare;
  put(T.prototype, 'localeCompare', { localeCompare(that) {
    const found = apply(compare, this, arguments), one = T(this), two = T(that);
    if (arguments.length === 1 && N(found > 0) - N(found < 0) !== N(one > two) - N(one < two)) byLocale = true;
    return found;
  } }.localeCompare);
  const written = D.prototype.toISOString;
  put(D.prototype, 'toISOString', { toISOString() {
    const found = apply(written, this, []);
    if (found.length > 24) faraway = true;
    return found;
  } }.toISOString);
}
function tell() {
  pending = false;
  if (steps !== null && sequence !== null && !failed) {
    for (const record of sequence.records) {
      if (!record.live) continue;
      const { made, problem } = taken_(record.value);
      record.text = problem === null ? made : '["null"]';
      if (problem !== null && !record.bad) record.bad = badOf(problem[0]);
    }
    if (queue.length > 0 && !giveUp) return 'functions';
    if (pending && !giveUp) return 'waiting';
  }
  let described_ = '["null"]';
  if (returned && !failed) {
    if (isPromise(value)) {
      const state = weakGet(promises, value) || watch(value);
      if (state.how === 'rejected') { returned = false; failed = true; error = state.value; }
      else if (state.how === 'pending' && !giveUp) return 'waiting';
    }
  }
  if (returned && !failed) {
    unset = false;
    const { made, problem } = taken_(value);
    described_ = made;
    if (problem !== null) fail(problem[0]);
    doubt = unset || lost ? 'nothing' : held();
    if (queue.length > 0 && !giveUp) return 'functions';
    if (pending && !giveUp) return 'waiting';
  }
  const left_ = given.map(leftOf);
  if (queue.length > 0 && !giveUp) return 'functions';
  return record(described_, left_);
}
function record(described_, left_) {
  let how = outcome || 'return', name = unnamed && 'ReferenceError', message = unnamed, deliberate = false;
  if (exited !== null || (failed && isPrototypeOf(Left.prototype, error))) {
    const code = isInteger(N(exited)) ? N(exited) & 255 : 1;
    how = code === 0 && job.entry.kind === 'script' ? 'return' : 'exit';
    name = how === 'exit' ? T(code) : '';
    described_ = '["null"]';
  } else if (failed) {
    how = 'raise';
    name = errorName(error);
    message = errorText(error);
    deliberate = isDeliberate(error);
    if (isElsewhere(error) || isLacking(error)) name = 'ModuleNotFoundError';
    described_ = '["null"]';
  }
  if (job.entry !== undefined && job.entry.kind === 'script' && slipped(out)) doubt = 'nothing';
  let told_ = `"outcome":"${how}","value":${described_},"error":${text(slice(name, 0, 200))},"message":${text(message)},`
    + `"arguments":[${join(left_, ',')}],"stdout":${text(out)},"deliberate":${deliberate},"shares":${how === 'return' && shares(value)},"doubt":"${how !== 'return' ? '' : doubt || held()}","covered":[${join(keys(covered), ',')}]`;
  if (steps !== null && how === 'return' && sequence !== null) {
    const each = sequence.records.map((one) => `{"outcome":"${one.bad ? 'raise' : 'return'}","value":${one.text},"error":${text(one.bad ? one.bad.error : '')},`
      + `"message":${text(one.bad ? one.bad.message : '')},"deliberate":${one.bad ? one.bad.deliberate : false},"arguments":[${join(one.left, ',')}],"held":[${join(one.held, ',')}],"stdout":${text(one.stdout)}}`);
    told_ += `,"steps":[${join(each, ',')}]`;
  }
  return told_;
}

return (what, data) => {
  switch (what) {
    case 'begin': begin(data); return '';
    case 'program': program = data; return '';
    case 'neighbour': push(beside, data); return '';
    case 'main': return main();
    case 'go': go(); return '';
    case 'step': return step();
    case 'answer': return answer(false);
    case 'slow': return answer(true);
    case 'tell': return tell();
    case 'whole':
      main();
      if (job.entry.kind !== 'script') go();
      return tasks.length > 0 ? 'more' : tell();
    case 'give up': giveUp = true; queue = []; return '';
    default: return '';
  }
};
