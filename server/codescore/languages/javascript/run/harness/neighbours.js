// The files beside a program: each is loaded once, when it is first asked for.  The first of them is the program itself.

const beside = [], loaded = [], lacking = new W();

function missing(name) {
  const problem = new E(`Cannot find module '${name}'`);
  problem.code = 'MODULE_NOT_FOUND';
  weakSet(lacking, problem, true);
  absent = name;
  return problem;
}
function isLacking(problem) { return problem !== null && typeof problem === 'object' && weakHas(lacking, problem); }
class Link {
  constructor(number, made) {
    const { names: paths, modular } = job.links[number] || { names: create(null), modular: false };
    this.paths = paths; this.modular = modular; this.module = made; this.names = null; this.done = false; this.waiting = [];
    loaded[number] = this;
  }
  loaded() {
    this.done = true;
    for (let n = 0; n < this.waiting.length; n++) this.waiting[n]();
  }
  // What it gives by default: of a file that is no module, all of it.
  byDefault() {
    const { exports: held } = this.module;
    return this.modular || (held !== null && held !== undefined && held.__esModule) ? held.default : held;
  }
}
function load(number) {
  if (loaded[number]) return loaded[number];
  const link = new Link(number, { exports: {}, id: '.', filename: '/tmp/neighbour.js', children: [], paths: [] });
  const enter = (found, condition, gives) => { if (link.names === null) { link.names = found; give(link.module.exports, gives); } };
  const [ask, bind] = tied(link), made = link.module;
  try {
    apply(beside[number], made.exports, [made.exports, ask, made, '/tmp/neighbour.js', '/tmp', enter, quiet, thrown_, ordered, bind]);
  } catch (problem) { loaded[number] = undefined; throw problem; }
  link.loaded();
  return link;
}
// The `require` of a file, and what stands for its imports.
function tied(link) {
  const find_ = (name) => {
    const number = hasOwn(link.paths, name) ? link.paths[name] : -1;
    return number < 0 ? null : beside[number] || loaded[number] ? load(number) : null;
  };
  const ask = (name) => { const other = find_(T(name)); return other === null ? require(name) : other.module.exports; };
  ask.main = require.main; ask.resolve = require.resolve;
  const bind = (name, fill) => {
    const other = find_(name);
    if (other === null) throw missing(name);
    const work = fill === true ? () => { star(link.module.exports, other.module.exports); }
      : () => { if (fill !== null) fill(other.module.exports, other.byDefault()); };
    if (other.done) { work(); return; }
    try { work(); } catch { /* it is there later */ }
    push(other.waiting, work);
  };
  return [ask, bind];
}
function give(exports_, gives) {
  for (const name of keys(gives || {})) defineProperty(exports_, name, { get: gives[name], enumerable: true, configurable: true });
}
function star(exports_, others) {
  for (const name of keys(others)) {
    if (name === 'default' || hasOwn(exports_, name)) continue;
    defineProperty(exports_, name, { get: () => others[name], enumerable: true, configurable: true });
  }
}
// A class that another file declares.
function elsewhere(name) {
  if (!hasOwn(job.classes, name)) return undefined;
  const [number, local] = job.classes[name];
  try {
    const link = load(number), { exports: held } = link.module;
    if (link.names !== null && hasOwn(link.names, local)) return link.names[local]();
    return isCalled(held, local) ? held : held[local];
  } catch { return undefined; }
}
// The text of the program and of what lies beside it.
function written() {
  return join([program, ...beside].map((one) => (typeof one === 'function' ? functionText(one) : '')), '\n');
}
