// Values as text of the wire (`languages.values`).

let unset = false; // something of a value is `undefined` or no number
let left, tooLarge, anchors, anchored, around, circular, pending, curried, sorted, marks;
const promises = new W(), drawn = new W(), answered = new W();
let queue = [];
function text(v) { return stringify(v); }
function classOf(v) {
  const above = getPrototypeOf(v);
  if (above === null) return '';
  const maker = above.constructor;
  return typeof maker === 'function' ? T(maker.name) : '';
}
function watch(promise) {
  const state = { how: 'pending', value: undefined };
  weakSet(promises, promise, state);
  then(promise, (v) => { state.how = 'fulfilled'; state.value = v; state.seen = copied(v); }, (e) => { state.how = 'rejected'; state.value = e; });
  return state;
}
function copied(v) {
  if (!isArray(v)) return v;
  const made = [];
  for (let n = 0; n < v.length && n < NODES; n++) push(made, v[n]);
  return made;
}
// A list as it was when whoever waits was given it: what comes later is too late.
function awaited(state) {
  const { value: v, seen } = state;
  if (v === seen) return v;
  if (v.length !== seen.length) return seen;
  for (let n = 0; n < seen.length; n++) if (!is(v[n], seen[n])) return seen;
  return v;
}
const isPromise = (v) => tagOf(v) === '[object Promise]' && typeof v === 'object' && branded((p) => then(p, quiet, quiet), v);
function number(v) {
  if (isSafeInteger(v) && !is(v, -0)) return `["int","${numberText(v)}"]`;
  if (v !== v) { unset = true; return '["float","nan"]'; }
  if (v === Infinity || v === -Infinity) return v > 0 ? '["float","inf"]' : '["float","-inf"]';
  if (!isInteger(v)) marks = marks || '~';
  return `["float","${is(v, -0) ? '-0.0' : numberText(v)}"]`;
}
function big(v) {
  const digits = bigText(v, 16), positive = digits[0] === '-' ? slice(digits, 1) : digits;
  return positive.length > 3200 ? `["int","${digits[0] === '-' ? '-' : ''}0x${positive}"]` : `["int","${bigText(v)}"]`;
}
function describe(v, depth) {
  if (--left < 0) throw new TooMuch();
  switch (typeof v) {
    case 'undefined': unset = true; return '["null"]';
    case 'boolean': return v ? '["bool",true]' : '["bool",false]';
    case 'number': return number(v);
    case 'bigint': return big(v);
    case 'string': left -= v.length >> 3; unset = unset || slipped(v); return `["text",${text(v)}]`;
    case 'symbol': return opaque('symbol', T(v));
    case 'function': return described(v, depth);
    default: return v === null ? '["null"]' : depth > DEPTH ? opaque('too-deep', '') : object(v, depth + 1);
  }
}
// A text with `NaN` or `undefined` in it that the program does not write so itself: it was made of what was not there.
const QUOTED = /(['"`])(?:(?!\1).)*?(?:NaN|undefined)/;
function slipped(v) { return (indexOf(v, 'NaN') >= 0 || indexOf(v, 'undefined') >= 0) && !test(QUOTED, functionText(program)); }
function opaque(kind, what) { marks = '?'; return `["opaque",${text(kind)},${text(what)}]`; }
function several(items, depth) {
  const made = [];
  for (let n = 0; n < items.length; n++) push(made, describe(items[n], depth));
  return `[${join(made, ',')}]`;
}
function object(v, depth) {
  if (isArray(v)) return `["seq","list",${several(v, depth)}]`;
  const tag = tagOf(v);
  const found = builtIn(v, tag, depth);
  if (found !== null) return found;
  const above = getPrototypeOf(v);
  if (typeof v.next === 'function' && typeof v[iterator] === 'function') return `["seq","iterator",${draw(v, depth)}]`;
  if (typeof v.next === 'function' && typeof v[asyncIterator] === 'function') return drawLater(v, depth);
  if (above === null || above === ObjectProto || isPrototypeOf(Exercise.prototype, v)) return plain(v, depth);
  return instance(v, depth);
}
function branded(test_, v) { try { test_(v); return true; } catch { return false; } }
const mapSize = bound(getOwnPropertyDescriptor(M.prototype, 'size').get), setSize = bound(getOwnPropertyDescriptor(S.prototype, 'size').get);
function builtIn(v, tag, depth) {
  switch (tag) {
    case '[object Map]': {
      if (!branded(mapSize, v)) return null;
      const made = [];
      mapEach(v, (item, key) => push(made, `[${describe(key, depth)},${describe(item, depth)}]`));
      return `["map","map",[${join(sorted ? sort(made) : made, ',')}]]`;
    }
    case '[object Set]': {
      if (!branded(setSize, v)) return null;
      const made = [];
      setEach(v, (item) => push(made, describe(item, depth)));
      return `["set","set",[${join(sort(made), ',')}]]`;
    }
    case '[object Date]': return branded(dateTime, v) ? `["record","Date",[["time",${number(dateTime(v))}]],0]` : null;
    case '[object RegExp]': return `["record","RegExp",[["text",${describe(T(v), depth)}]],0]`;
    case '[object Promise]': return branded((p) => then(p, quiet, quiet), v) ? promised(v, depth) : null;
    case '[object Boolean]': case '[object Number]': case '[object String]':
      return branded((b) => b.valueOf(), v) && typeof v.valueOf() !== 'object' ? `["record","${slice(tag, 8, -1)}",[["value",${describe(v.valueOf(), depth)}]],0]` : null;
    case '[object WeakMap]': case '[object WeakSet]': case '[object Module]': case '[object DataView]': return opaque(slice(tag, 8, -1), '');
    case '[object ArrayBuffer]': return `["bytes","${hex(new Bytes(v))}"]`;
    default: return isView(v) ? `["seq","${slice(tag, 8, -1)}",${several(v, depth)}]` : null;
  }
}
function hex(bytes) {
  let made = '';
  for (let n = 0; n < bytes.length; n++) made += (bytes[n] < 16 ? '0' : '') + numberText(bytes[n], 16);
  return made;
}
// A plain object is a mapping, but where one stands inside of itself: there all of them are told apart, as instances are.
function plain(v, depth) {
  if (circular) return instance(v, depth, 'Object');
  if (weakGet(around, v)) throw new Circle();
  weakSet(around, v, true);
  const made = [];
  for (const key of keys(v)) push(made, `[["text",${text(key)}],${describe(v[key], depth)}]`);
  weakSet(around, v, false);
  return `["map","object",[${join(sorted ? sort(made) : made, ',')}]]`;
}
function instance(v, depth, name = classOf(v) || 'Object') {
  if (weakHas(anchored, v)) return `["ref",${weakGet(anchored, v)}]`;
  const anchor = ++anchors;
  weakSet(anchored, v, anchor);
  const made = [], isError = isPrototypeOf(ErrorProto, v);
  for (const key of sort(keys(v))) push(made, `[${text(key)},${describe(v[key], depth)}]`);
  if (isError) push(made, `["message",${describe(T(v.message), depth)}]`);
  readHidden(v, depth, made);
  return `["record",${text(isError ? errorName(v) : name)},[${join(made, ',')}],${anchor}]`;
}
// What an object with `#` fields shows: its getters in their place, and where there are none nothing that can be compared.
const HIDING = /\.#[\p{ID_Start}$_]/u; // used, not a `#` in some text: `#${id}`, `#fff`
function readHidden(v, depth, made) {
  let hides = false, shown = 0;
  for (let above = getPrototypeOf(v); above !== null && above !== ObjectProto && above !== ErrorProto; above = getPrototypeOf(above)) {
    const maker = getOwnPropertyDescriptor(above, 'constructor');
    const source = maker !== undefined && typeof maker.value === 'function' ? functionText(maker.value) : '';
    if (!starts(source, 'class') || !test(HIDING, source)) continue;
    hides = true;
    for (const key of sort(getOwnPropertyNames(above))) {
      const found = getOwnPropertyDescriptor(above, key);
      if (found === undefined || typeof found.get !== 'function') continue;
      let value;
      try { value = apply(found.get, v, []); } catch { continue; }
      push(made, `[${text(key)},${describe(value, depth)}]`);
      shown++;
    }
  }
  if (hides && shown === 0) push(made, `["#",${opaque('private-fields', '')}]`);
}
let broke_ = null;  // what an iterator threw that was drawn from: whoever gave it gives that error
function taken_(v) {
  broke_ = null;
  const made = safely(v), problem = broke_;
  broke_ = null;
  return { made, problem };
}
function draw(v, depth) {
  if (!weakHas(drawn, v)) {
    const items = [];
    weakSet(drawn, v, items);
    try {
      for (let n = 0; n < DRAWN; n++) {
        const one = v.next();
        if (one.done) break;
        push(items, one.value);
      }
    } catch (problem) { broke_ = [problem]; }
  }
  const items = weakGet(drawn, v), made = several(items, depth);
  return items.length < DRAWN ? made : `${slice(made, 0, -1)},["opaque","more","${DRAWN} drawn"]]`;
}
function drawLater(v, depth) {
  if (!weakHas(drawn, v)) {
    weakSet(drawn, v, (async () => {
      const items = [];
      for (let n = 0; n < DRAWN; n++) {
        const one = await v.next();
        if (one.done) break;
        push(items, one.value);
      }
      return items;
    })());
  }
  const state = weakGet(promises, weakGet(drawn, v)) || watch(weakGet(drawn, v));
  if (state.how === 'fulfilled') return `["seq","async iterator",${several(state.value, depth)}]`;
  if (state.how === 'pending') pending = true;
  return `["seq","async iterator",[${opaque(state.how, state.how === 'rejected' ? errorName(state.value) : '')}]]`;
}
function promised(v, depth) {
  const state = weakGet(promises, v) || watch(v);
  if (state.how === 'fulfilled') return `["seq","awaitable",[${describe(awaited(state), depth)}]]`;
  if (state.how === 'pending') pending = true;
  return `["seq","awaitable",[${opaque(state.how, state.how === 'rejected' ? errorName(state.value) : '')}]]`;
}
// Whether a list or a plain object is in a result twice: who changes one of them changes the other, too.
function shares(v) {
  const seen = new W(), open = [v];
  try {
    for (let n = 0; n < open.length && n < DRAWN; n++) {
      const one = open[n];
      if (typeof one !== 'object' || one === null) continue;
      const above = isArray(one) ? null : getPrototypeOf(one);
      if (!isArray(one) && above !== null && above !== ObjectProto) continue;
      if (weakHas(seen, one)) return true;
      weakSet(seen, one, true);
      for (const key of keys(one)) push(open, one[key]);
    }
  } catch { return false; }
  return false;
}
let leaving = false; // whether it is an argument that is described, not a result
function described(v, depth) {
  if (leaving && weakHas(givenFunctions, v)) return '["null"]';
  if (starts(functionText(v), 'class')) return opaque('class', '');
  const known = weakGet(answered, v);
  if (known === undefined) {
    if (curried >= CURRIED || queue.length > 20 || giveUp) return opaque('function', '');
    weakSet(answered, v, { asked: [], values: [] });
    push(queue, { work: v, answers: weakGet(answered, v), at: 0, step: curried > 0 || steps !== null ? FEW : 1 });
    return '["null"]';
  }
  if (curried >= CURRIED) return opaque('function', '');
  curried++;
  try {
    const made = [];
    for (const one of known.values) push(made, one === null ? 'null' : one === 'slow' ? '["opaque","too-slow",""]' : describe(one.value, depth + 1));
    return `["called",[${join(made, ',')}]]`;
  } finally { curried--; }
}
// One probe of one function; 'more' while there are any.
function answer(slow) {
  const one = queue[0];
  if (one === undefined) return '';
  if (one.at >= job.probes.length) { queue = queue.slice(1); return queue.length ? 'more' : ''; }
  const probe = job.probes[one.at];
  one.at += one.step;
  if (slow) { push(one.answers.values, 'slow'); return 'more'; }
  const place = one.answers.values.length;
  one.answers.values[place] = 'slow';
  let items;
  try {
    const fresh = new Builder();
    items = probe.map((data) => fresh.build(data, false));
    one.answers.values[place] = { value: apply(one.work, undefined, items) };
  } catch { one.answers.values[place] = null; }
  return 'more';
}
function hash(content) {
  let a = 0xdeadbeef, b = 0x41c6ce57;
  for (let n = 0; n < content.length; n++) {
    const c = codeAt(content, n);
    a = imul(a ^ c, 2654435761); b = imul(b ^ c, 1597334677);
  }
  a = imul(a ^ (a >>> 16), 2246822507) ^ imul(b ^ (b >>> 13), 3266489909);
  b = imul(b ^ (b >>> 16), 2246822507) ^ imul(a ^ (a >>> 13), 3266489909);
  return numberText(b >>> 0, 16) + numberText(a >>> 0, 16);
}
function fresh(nodes, order_) { left = nodes; anchors = 0; anchored = new W(); around = new W(); curried = 0; sorted = order_; marks = ''; }
function told(v) {
  try {
    circular = false;
    return whole(v);
  } catch (problem) {
    if (!isPrototypeOf(Circle.prototype, problem)) throw problem;
    circular = true;
    return whole(v);
  }
}
function whole(v) {
  try {
    fresh(NODES, false);
    const made = describe(v, 0);
    if (made.length <= TEXT) return made;
  } catch (problem) { if (!isPrototypeOf(TooMuch.prototype, problem)) throw problem; }
  try {
    fresh(ALL_NODES, true);
    const made = describe(v, 0), kind = typeof v === 'object' && v !== null ? tagOf(v) : typeof v;
    return `["opaque","too-large",${text(`${replace(kind, / /g, '-')} ${hash(made)}${marks}`)}]`;
  } catch (problem) {
    if (!isPrototypeOf(TooMuch.prototype, problem)) throw problem;
    return '["opaque","too-large",""]';
  }
}
function safely(v) {
  try { return told(v); } catch (problem) {
    if (isPrototypeOf(RangeError_, problem)) return '["opaque","too-deep",""]';
    return '["opaque","unreadable",""]';
  }
}
const RangeError_ = RangeError.prototype;
