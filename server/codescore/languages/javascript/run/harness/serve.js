'use strict';
// Serves one program's jobs inside the sandbox: each call in a context of its own, freshly loaded, with a limit on its
// CPU time.  The wire is described in `codescore.languages.execution`; a job comes prepared by `weaving.py`, with "code"
// (the program as one function) or "refused" ({"how", "detail"}) in place of its source.
//
// Nothing of this realm is given to a program: the files beside this one, which run in the program's own realm before
// it, are asked with texts and answer with texts.  Where something of this realm leaks all the same (an error of Node's
// own), it finds no code generation, frozen prototypes and no `process`.  One process serves one program, or the
// mutants of one; who takes it over can only claim outputs.
const fs = require('fs');
const vm = require('vm');
const { readSync, writeSync } = fs;
const { cpuUsage, hrtime, reallyExit } = process;
const { stringify, parse } = JSON;
const version = process.versions.node;
const from = Buffer.from.bind(Buffer);
const alloc = Buffer.allocUnsafe.bind(Buffer);
const concat = Buffer.concat.bind(Buffer);
const Script = vm.Script;
const createContext = vm.createContext;

const LOADING = 2; // seconds that loading may take at least
const PATIENCE = 5; // a call that does not compute ends after so many times its limit, and one second
const MESSAGE = 8 << 20; // characters that one call's record may have
const TOTAL = 64 << 20; // bytes that one job may say
const PROBE = 0.1, PROBES = 0.3; // seconds by the clock of a call of a function that was given, of all of them
const TASKS = 100000; // of the event loop in one call
const ROUNDS = 40; // of asking for what is still to come of a value
const HERE = __dirname;
const DRAIN = new Script('0', { filename: 'drain' });
const STEP = new Script("__codescore('step')", { filename: 'step' });
const CALL = new Script("__codescore('go')", { filename: 'go' });
const ANSWER = new Script("__codescore('answer')", { filename: 'answer' });
const TELL = new Script("__codescore('tell')", { filename: 'tell' });
const PARTS = ['realm', 'printing', 'standins', 'web', 'values', 'arguments', 'neighbours', 'program'];
const INSIDE = new Script(
  "const __codescore = (() => { 'use strict';\n" + PARTS.map((name) => fs.readFileSync(`${HERE}/${name}.js`, 'utf8')).join('')
  + '})();\n__codescore;', { filename: 'inside.js' });
const MAIN = new Script("__codescore('main')", { filename: 'main' });
const WHOLE = new Script("__codescore('whole')", { filename: 'whole' });
// What only goes on once an evaluation has ended.  A program without it is loaded, called and asked in one: each has a
// limit, and each limit costs a thread.
const LATER = /\b(?:async|await|import|Promise|then|queueMicrotask|setTimeout|setInterval|setImmediate|nextTick)\b/;

const KNOWN = 100; // files beside programs that are kept compiled
const known = new Map();
let said = 0;

function exactly(size) {
  const data = alloc(size);
  for (let at = 0; at < size; ) {
    const got = readSync(0, data, at, size - at, null);
    if (got === 0) reallyExit(0);
    at += got;
  }
  return data;
}

function header() {
  let line = '';
  while (!line.endsWith('\n')) line += exactly(1).toString('latin1');
  const [kind, job, size] = line.trim().split(' ');
  return { kind, job: Number(job), size: Number(size) };
}

function ascii(text) {
  return text.replace(/[^\x00-\x7f]/g, (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
}

function send(kind, job, body) {
  const data = from(ascii(body), 'latin1');
  const whole = concat([from(`${kind} ${job} ${data.length}\n`, 'latin1'), data]);
  said += whole.length;
  for (let at = 0; at < whole.length; ) at += writeSync(1, whole, at);
}

const clock = () => Number(hrtime.bigint()) / 1e9;
const used = () => { const u = cpuUsage(); return (u.user + u.system) / 1e6; };

class Slow extends Error {}

// One call in one context.  Limits are by the clock where they are set and by CPU time where they are judged: who was
// stopped before the CPU time was used up is called again, with more patience.
class Run {
  constructor(program, job, call, seconds, patience) {
    this.program = program;
    this.job = job;
    this.begun = used();
    this.until = clock() + patience;
    this.context = createContext({ __proto__: null }, {
      codeGeneration: { strings: true, wasm: false }, microtaskMode: 'afterEvaluate',
    });
    this.inside = INSIDE.runInContext(this.context);
    const { entry, parameters, types, probes, functions, late, before, again, emptied, links, classes } = job;
    this.ask('begin', stringify({ entry, parameters, types, probes, functions, late, before, again, emptied, links, classes, call, coverage: job.coverage }));
    this.probing = PROBES;
  }

  // What it answers is text of its own realm; everything else is nothing.
  ask(what, text) {
    const answer = this.inside(what, text);
    return typeof answer === 'string' ? answer : '';
  }

  script(script) {
    const left = Math.ceil((this.until - clock()) * 1000);
    if (left <= 0) throw new Slow();
    try {
      const answer = script.runInContext(this.context, { timeout: left });
      return typeof answer === 'string' ? answer : '';
    } catch (problem) {
      if (problem && problem.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new Slow();
      throw problem;
    }
  }

  bring() {
    this.inside('program', this.program.runInContext(this.context));
    for (const one of this.job.beside) this.inside('neighbour', one === null ? null : one.runInContext(this.context));
  }

  load() {
    this.bring();
    const loaded = this.script(MAIN);
    if (loaded === '' && this.job.entry.kind === 'script') this.loop();
    return loaded;
  }

  // The event loop: what was put off, until nothing is left.
  loop() {
    for (let n = 0; n < TASKS; n++) if (this.script(STEP) !== 'more') return;
  }

  call() {
    if (this.job.entry.kind !== 'script') {
      this.script(CALL);
      this.loop();
    }
    return this.told(this.script(TELL));
  }

  // Loaded and called.
  whole() {
    this.bring();
    const text = this.script(WHOLE);
    if (text !== 'more') return this.told(text);
    this.loop();
    return this.told(this.script(TELL));
  }

  // What came of it, once nothing is to come any more.
  told(first) {
    for (let n = 1, text = first; n <= ROUNDS; n++, text = this.script(TELL)) {
      if (text === 'functions') this.answers();
      else if (text === 'waiting') { this.script(DRAIN); this.loop(); }
      else return text;
    }
    return this.ask('give up', '') || this.script(TELL);
  }

  // Functions that were given are called one probe at a time, so that none of them can take the call's time.
  answers() {
    for (;;) {
      const begun = clock();
      let answered = '';
      if (this.probing <= 0) {
        answered = this.ask('slow', '');
      } else {
        try {
          answered = ANSWER.runInContext(this.context, { timeout: Math.ceil(PROBE * 1000) });
        } catch (problem) {
          if (!problem || problem.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw problem;
          answered = 'more';
        }
      }
      this.probing -= clock() - begun;
      if (answered !== 'more') return;
    }
  }
}

// A fresh run, loaded; or why it is none.
function attempt(program, job, call, seconds, work) {
  const longest = PATIENCE * seconds + 1;
  for (let patience = seconds; ;) {
    const begun = used(), since = clock();
    try {
      return work(new Run(program, job, call, seconds, Math.min(patience, longest)));
    } catch (problem) {
      if (!(problem instanceof Slow)) throw problem;
      const computed = used() - begun, share = computed / (clock() - since);
      if (computed >= 0.9 * seconds) return { slow: '' };
      if (patience >= longest) return { slow: 'asleep' };
      patience = Math.max(1.5 * patience, 1.3 * seconds / Math.max(share, 0.05)); // what a busy machine takes for it
    }
  }
}

function loaded(run) {
  const text = run.load();
  return text === '' ? { run } : { text };
}

// The script of a file beside the program; null for one that cannot be run, which is as if it was not there.
function beside(code) {
  if (known.has(code)) return known.get(code);
  if (known.size >= KNOWN) known.clear();
  let script = null;
  try { if (code !== '') script = new Script(code, { filename: 'neighbour.js' }); } catch { /* it cannot be read */ }
  known.set(code, script);
  return script;
}

function ended(number, how, call, detail, fresh) {
  send('end', number, stringify({ how, call, detail: String(detail).slice(0, 500), fresh }));
  return fresh;
}

function serve(number, job) {
  const begun = clock();
  said = 0;
  if (job.refused) return ended(number, job.refused.how, 0, job.refused.detail, true);
  let program;
  job.beside = job.codes.map(beside);
  try {
    program = new Script(job.code, { filename: 'program.js' });
  } catch (problem) {
    return ended(number, 'load', 0, `${problem.name}: ${problem.message}`, true);
  }
  if (job.entry.kind !== 'script') {
    const first = attempt(program, job, { args: [], stdin: '' }, Math.max(job.seconds, LOADING), loaded);
    if (first.slow !== undefined) return ended(number, 'timeout', 0, 'loading', false);
    if (first.text !== undefined) {
      const { how, detail } = parse(first.text);
      return ended(number, how === 'module' || how === 'entry' ? how : 'load', 0, detail, true);
    }
  }
  const later = LATER.test(job.code) || job.codes.some((code) => LATER.test(code));
  send('loaded', number, stringify({ branches: job.branches }));
  for (let n = 0; n < job.calls.length; n++) {
    if (clock() - begun > job.within) return ended(number, 'deadline', n, '', false);
    const cpu = used();
    const came = attempt(program, job, job.calls[n], job.seconds, (run) => {
      if (!later) return { text: run.whole() };
      run.load();
      return { text: run.call() };
    });
    if (came.slow !== undefined) return ended(number, 'timeout', n, came.slow, false);
    if (came.text.length > MESSAGE || said > TOTAL) return ended(number, 'output', n, '', false);
    const seconds = Math.round((used() - cpu) * 1e6) / 1e6;
    send('result', number, `{"call":${n},"seconds":${seconds},${came.text}}`);
  }
  return ended(number, 'done', 0, '', true);
}

function pace() {
  const begun = used();
  let total = 0;
  for (let n = 0; n < 200000; n++) total += (n * 31) % 7;
  return used() - begun + total * 0;
}

// This realm's own objects are closed before anything hostile runs, and what leads out of it is taken away.
function close() {
  const seen = new Set();
  const freeze = (it) => {
    if (it === null || (typeof it !== 'object' && typeof it !== 'function') || seen.has(it)) return;
    seen.add(it);
    for (const key of Reflect.ownKeys(it)) {
      const place = Reflect.getOwnPropertyDescriptor(it, key);
      if (place && 'value' in place) freeze(place.value);
    }
    freeze(Reflect.getPrototypeOf(it));
    try { Object.freeze(it); } catch { /* arrays of bytes cannot be */ }
  };
  const kept = ['Object', 'Function', 'Array', 'Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError',
    'EvalError', 'URIError', 'AggregateError', 'Promise', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt', 'Map',
    'Set', 'WeakMap', 'WeakSet', 'Proxy', 'RegExp', 'Date', 'JSON', 'Math', 'Reflect'];
  const intrinsics = kept.map((name) => globalThis[name]);
  const made = [function* () {}, async function () {}, async function* () {}, [][Symbol.iterator]()];
  const realm = globalThis, { ownKeys, deleteProperty } = Reflect;
  for (const key of ownKeys(realm)) if (!kept.includes(key)) deleteProperty(realm, key);
  for (const each of [...intrinsics, ...made]) freeze(each);
}

const hello = stringify({ harness: `node ${version}`, pace: pace() });
process.binding = process._linkedBinding = process.dlopen = process.kill = process.abort = undefined;
close();
send('hello', 0, hello);
for (;;) {
  const { job, size } = header();
  if (!serve(job, parse(exactly(size).toString('utf8')))) break;
}
reallyExit(0);
