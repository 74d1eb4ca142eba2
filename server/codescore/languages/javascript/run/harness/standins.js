// What stands in for Node's own objects: the event loop, standard streams, `console`, `require`.

// ---- the event loop: what is put off, in the order of a clock that only jumps

const TIMES = 1000; // that an interval comes, where nobody ends it
let now = 0, order = 0;
const tasks = [];
function later(work, wait, items, every) {
  const delay = max(1, N(wait) || 1);
  const task = { at: now + delay, order: order++, work, items, every: every ? delay : 0, times: 0, id: order };
  push(tasks, task);
  return { __proto__: null, task, ref() { return this; }, unref() { task.every = 0; return this; }, hasRef() { return true; },
    [Y.toPrimitive]() { return task.id; } };
}
function forget(timer) {
  if (timer === null || timer === undefined) return;
  for (let n = 0; n < tasks.length; n++) {
    if (tasks[n] === timer.task || tasks[n].id === timer) { tasks[n].gone = true; tasks[n].every = 0; }
  }
}
function step() {
  let best = -1;
  for (let n = 0; n < tasks.length; n++) {
    const one = tasks[n], two = tasks[best];
    if (best < 0 || one.at < two.at || (one.at === two.at && one.order < two.order)) best = n;
  }
  if (best < 0) return '';
  const task = tasks[best];
  tasks[best] = tasks[tasks.length - 1];
  tasks.length--;
  if (!task.gone) {
    now = max(now, task.at);
    if (task.every && ++task.times < TIMES) push(tasks, { ...task, at: now + task.every, order: order++ });
    try { apply(task.work, undefined, task.items); } catch (problem) { fail(problem); }
  }
  return failed ? '' : 'more';
}
function fail(problem) {
  if (!failed) { failed = true; error = problem; }
  tasks.length = 0;
}

// ---- what stands in for Node's own objects

function Emitter() {}
const listening = new W();
const heard = (on) => { if (!weakHas(listening, on)) weakSet(listening, on, create(null)); return weakGet(listening, on); };
const emitting = {
  on(name, work) { const all = heard(this); all[name] = [...(all[name] || []), work]; if (this.__heard) this.__heard(name); return this; },
  once(name, work) { const one = (...items) => { this.off(name, one); return apply(work, this, items); }; return this.on(name, one); },
  off(name, work) { const all = heard(this); all[name] = (all[name] || []).filter((w) => w !== work); return this; },
  emit(name, ...items) {
    const all = heard(this)[name] || [];
    if (all.length === 0 && name === 'error') throw items[0];
    for (const work of all) apply(work, this, items);
    return all.length > 0;
  },
  removeAllListeners(name) { delete heard(this)[name]; return this; },
  listenerCount(name) { return (heard(this)[name] || []).length; },
  listeners(name) { return [...(heard(this)[name] || [])]; },
  setMaxListeners() { return this; },
};
emitting.addListener = emitting.on;
emitting.removeListener = emitting.off;
for (const name of keys(emitting)) defineProperty(Emitter.prototype, name, { value: emitting[name], writable: true, configurable: true });

let read = false;
const everything = () => { const text = read ? '' : call.stdin; read = true; return text; };
const textual = (text) => {
  const data = new Bytes(utf8(text));
  defineProperty(data, 'toString', { value: () => text });
  return data;
};
function utf8(text) {
  const made = [];
  for (const c of text) {
    const point = c.codePointAt(0);
    if (point < 128) push(made, point);
    else if (point < 2048) push(made, 192 | point >> 6, 128 | point & 63);
    else if (point < 65536) push(made, 224 | point >> 12, 128 | point >> 6 & 63, 128 | point & 63);
    else push(made, 240 | point >> 18, 128 | point >> 12 & 63, 128 | point >> 6 & 63, 128 | point & 63);
  }
  return made;
}
const inputLines = () => {
  const lines = splitText(everything(), '\n').map((line) => line.endsWith('\r') ? slice(line, 0, -1) : line);
  if (lines[lines.length - 1] === '') lines.length--;
  return lines;
};
const stdin = new Emitter();
let flowing = false, encoding = false, taken = false;
O.assign(stdin, {
  fd: 0, isTTY: false, readable: true,
  setEncoding() { encoding = true; return this; },
  resume() { flow(); return this; }, pause() { return this; }, unref() { return this; }, ref() { return this; },
  read() { if (taken) return null; taken = true; const text = everything(); return text === '' ? null : encoding ? text : textual(text); },
  async *[asyncIterator]() { const text = everything(); if (text) yield encoding ? text : textual(text); },
});
defineProperty(stdin, '__heard', { value(name) { if (name === 'data' || name === 'end' || name === 'readable') flow(); } });
function flow() {
  if (flowing) return;
  flowing = true;
  later(() => {
    if (stdin.listenerCount('readable')) { stdin.emit('readable'); later(() => stdin.emit('readable'), 1, []); }
    else { const text = everything(); if (text) stdin.emit('data', encoding ? text : textual(text)); }
    later(() => { stdin.emit('end'); stdin.emit('close'); }, 2, []);
  }, 1, []);
}
function linesOf() {
  const lines = new Emitter();
  let waiting = null, closed = false, begun = false, askers = [];
  const rest = () => waiting === null ? (waiting = inputLines()) : waiting;
  const go = () => {
    if (closed) return;
    if (askers.length > 0 && rest().length > 0) askers.shift()(rest().shift());
    else if (askers.length > 0 || (lines.listenerCount('line') > 0 && rest().length === 0)) { lines.close(); return; }
    else if (lines.listenerCount('line') > 0) lines.emit('line', rest().shift());
    else if (lines.listenerCount('close') > 0 && rest().length === 0) { lines.close(); return; }
    else return;
    later(go, 1, []);
  };
  const begin = () => { if (!begun) { begun = true; later(() => { begun = false; go(); }, 1, []); } };
  O.assign(lines, {
    close() { if (!closed) { closed = true; lines.emit('close'); } }, setPrompt() {}, prompt() {}, pause() { return lines; },
    resume() { return lines; }, write() {},
    question(text, options, work) { print(T(text)); push(askers, typeof options === 'function' ? options : work); begin(); },
    async *[asyncIterator]() { while (rest().length > 0 && !closed) yield rest().shift(); closed = true; },
  });
  defineProperty(lines, '__heard', { value(name) { if (name === 'line' || name === 'close') begin(); } });
  return lines;
}
const leave = (code) => { exited = code === undefined || code === null ? (process.exitCode || 0) : code; throw new Left('exit'); };
const stdout = new Emitter();
O.assign(stdout, { fd: 1, isTTY: false, columns: 80, write(text, ...rest) { print(typeof text === 'string' ? text : T(text)); for (const one of rest) if (typeof one === 'function') later(one, 1, []); return true; }, end(text) { if (typeof text === 'string') print(text); } });
const stderr = new Emitter();
O.assign(stderr, { fd: 2, isTTY: false, write() { return true; }, end() {} });
const process = new Emitter();
O.assign(process, {
  argv: ['node', 'program.js'], env: {}, exitCode: undefined, platform: 'linux', pid: 1, version: 'v20.0.0', versions: { node: '20.0.0' },
  stdin, stdout, stderr, exit: leave, cwd() { return '/tmp'; }, uptime() { return now / 1000; },
  nextTick(work, ...items) { then(P.resolve(), () => { try { apply(work, undefined, items); } catch (problem) { fail(problem); } }); },
  hrtime: O.assign(() => [floor(now / 1000), 0], { bigint: () => B(floor(now * 1e6)) }),
  memoryUsage() { return { rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }; }, cpuUsage() { return { user: 0, system: 0 }; },
  emitWarning() {},
});
const tallies = create(null);
const quiet = () => {};
const console = {
  log(...items) { printLine(items); }, info(...items) { printLine(items); }, debug(...items) { printLine(items); },
  dir(item) { printLine([typeof item === 'string' ? quoted(item) : item]); }, table(item) { printLine([item]); },
  group(...items) { if (items.length) printLine(items); indent += '  '; }, groupEnd() { indent = slice(indent, 2); },
  count(name = 'default') { tallies[name] = (tallies[name] || 0) + 1; printLine([`${name}: ${tallies[name]}`]); },
  error: quiet, warn: quiet, trace: quiet, time: quiet, timeEnd: quiet, timeLog: quiet, countReset: quiet, clear: quiet,
  assert: quiet,
};
console.groupCollapsed = console.group;

class AssertionError extends E {
  constructor(message) { super(message); this.name = 'AssertionError'; this.code = 'ERR_ASSERTION'; }
}
const wrong = (message, text) => { throw isPrototypeOf(ErrorProto, message) ? message : new AssertionError(message === undefined ? text : T(message)); };
const alike = (a, b) => told(a) === told(b);
const assertion = (held, message) => { if (!held) wrong(message, 'it does not hold'); };
const looks = {
  ok: assertion, equal(a, b, m) { if (!(a == b || (a !== a && b !== b))) wrong(m, `${shown(a, 0, [])} == ${shown(b, 0, [])}`); },
  notEqual(a, b, m) { if (a == b) wrong(m, 'they are equal'); },
  strictEqual(a, b, m) { if (!is(a, b)) wrong(m, `${shown(a, 0, [])} === ${shown(b, 0, [])}`); },
  notStrictEqual(a, b, m) { if (is(a, b)) wrong(m, 'they are equal'); },
  deepEqual(a, b, m) { if (!alike(a, b)) wrong(m, 'they differ'); }, deepStrictEqual(a, b, m) { if (!alike(a, b)) wrong(m, 'they differ'); },
  notDeepEqual(a, b, m) { if (alike(a, b)) wrong(m, 'they are equal'); }, notDeepStrictEqual(a, b, m) { if (alike(a, b)) wrong(m, 'they are equal'); },
  fail(m) { wrong(m, 'failed'); },
  throws(work, m) { try { work(); } catch { return; } wrong(typeof m === 'string' ? m : undefined, 'nothing was thrown'); },
  doesNotThrow(work) { work(); }, AssertionError,
};
const asserting = O.assign((held, message) => assertion(held, message), looks);
asserting.strict = asserting;
const inspect = (item) => shown(item, 0, [], false);
const nothing = (path) => { const problem = new E(`ENOENT: no such file or directory, open '${T(path)}'`); problem.code = 'ENOENT'; throw problem; };
const isInput = (path) => path === 0 || path === '/dev/stdin' || path === stdin.fd;
const modules = {
  __proto__: null,
  fs: () => ({
    readFileSync(path, how) { if (!isInput(path)) nothing(path); const text = everything(); return how ? text : textual(text); },
    readFile(path, how, work) { const then_ = work || how; if (!isInput(path)) nothing(path); const text = everything(); later(then_, 1, [null, typeof how === 'function' ? textual(text) : text]); },
    writeSync(to, text) { if (to === 1) print(T(text)); return T(text).length; },
    writeFileSync(path, text) { if (path === 1 || path === '/dev/stdout') print(T(text)); else nothing(path); },
    existsSync: isInput, createReadStream: () => stdin, fstatSync: () => ({ size: call.stdin.length }), constants: {},
  }),
  readline: () => ({ createInterface: linesOf, clearLine: quiet, cursorTo: quiet }),
  'readline/promises': () => ({ createInterface: () => { const lines = linesOf(), { question } = lines; lines.question = (text) => new P((done) => question(text, done)); return lines; } }),
  util: () => ({ inspect, format: (...items) => format(items), isDeepStrictEqual: alike, isArray,
    promisify: (work) => (...items) => new P((done, no) => work(...items, (bad, good) => bad ? no(bad) : done(good))),
    inherits(one, two) { O.setPrototypeOf(one.prototype, two.prototype); }, types: {} }),
  assert: () => asserting, 'assert/strict': () => asserting,
  events: () => O.assign(Emitter, { EventEmitter: Emitter, once: (on, name) => new P((done) => on.once(name, (...items) => done(items))) }),
  os: () => ({ EOL: '\n', platform: () => 'linux', cpus: () => [] }),
  process: () => process,
  perf_hooks: () => ({ performance }),
  timers: () => timers, 'timers/promises': () => ({ setTimeout: (wait, item) => new P((done) => later(done, wait, [item])) }),
  path: () => ({ sep: '/', join: (...parts) => replace(join(parts, '/'), /\/+/g, '/'), basename: (path, end) => { const name = path.slice(path.lastIndexOf('/') + 1); return end && name.endsWith(end) ? slice(name, 0, -end.length) : name; }, extname: (path) => { const at = path.lastIndexOf('.'); return at > 0 ? slice(path, at) : ''; }, resolve: (...parts) => join(parts, '/'), dirname: (path) => path.slice(0, max(0, path.lastIndexOf('/'))) || '.' }),
};
const required = create(null);
function require(name) {
  const plain = replace(T(name), /^node:/, '');
  if (!modules[plain]) {
    throw missing(plain);
  }
  return required[plain] || (required[plain] = modules[plain]());
}
// The time of day stands as well, but for what waits: who asks once more sees no other time.
const BEGUN = D.UTC(2024, 1, 29, 12);
// The nodes that exercises hand out, for a program that does not declare them: objects that are what they hold.
class Exercise {}
class ListNode extends Exercise {
  constructor(val = 0, next = null) { super(); this.val = val; this.next = next; }
}
class TreeNode extends Exercise {
  constructor(val = 0, left = null, right = null) { super(); this.val = val; this.left = left; this.right = right; }
}
for (const one of [ListNode, TreeNode]) defineProperty(G, one.name, { value: one, writable: true, configurable: true });
const moment = () => BEGUN + now;
D.now = moment;
const Day = new Proxy(D, {
  construct: (type, items, made) => construct(type, items.length ? items : [moment()], made === Day ? type : made),
  apply: () => T(new D(moment())),
});
defineProperty(D.prototype, 'constructor', { value: Day, writable: true, configurable: true, enumerable: false });
const performance = { now: () => now, mark: quiet, measure: quiet, timeOrigin: 0 };
const timers = {
  setTimeout: (work, wait, ...items) => later(work, wait, items, false), clearTimeout: forget,
  setInterval: (work, wait, ...items) => later(work, wait, items, true), clearInterval: forget,
  setImmediate: (work, ...items) => later(work, 0, items, false), clearImmediate: forget,
};
const clone = (v, seen = new M()) => {
  if (typeof v === 'function' || typeof v === 'symbol') throw new E('it could not be cloned');
  if (v === null || typeof v !== 'object') return v;
  if (seen.has(v)) return seen.get(v);
  const tag = tagOf(v);
  if (tag === '[object Date]') return new D(dateTime(v));
  if (tag === '[object RegExp]') return new R(v.source, v.flags);
  const made = isArray(v) ? [] : tag === '[object Map]' ? new M() : tag === '[object Set]' ? new S() : {};
  seen.set(v, made);
  if (tag === '[object Map]') mapEach(v, (item, key) => made.set(clone(key, seen), clone(item, seen)));
  else if (tag === '[object Set]') setEach(v, (item) => made.add(clone(item, seen)));
  else for (const key of keys(v)) made[key] = clone(v[key], seen);
  return made;
};
const globals = { Date: Day, console, process, ...timers, performance, require, structuredClone: (v) => clone(v),
  queueMicrotask: (work) => { then(P.resolve(), () => { try { work(); } catch (problem) { fail(problem); } }); },
  prompt: () => { const text = inputLines_(); return text; }, global: G };
let promptLines = null;
const inputLines_ = () => { promptLines = promptLines || inputLines(); return promptLines.length ? promptLines.shift() : null; };
for (const name of keys(globals)) if (name !== 'require') defineProperty(G, name, { value: globals[name], writable: true, configurable: true, enumerable: false });
