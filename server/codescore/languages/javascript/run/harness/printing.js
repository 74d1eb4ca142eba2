// Text of values, for what a program prints: as Node writes them, near enough.

function quoted(text) {
  const sign = indexOf(text, "'") < 0 ? "'" : indexOf(text, '"') < 0 ? '"' : indexOf(text, '`') < 0 ? '`' : "'";
  let made = sign;
  for (let n = 0; n < text.length; n++) {
    const c = text[n];
    made += c === '\n' ? '\\n' : c === '\t' ? '\\t' : c === '\r' ? '\\r' : c === '\\' ? '\\\\' : c === sign ? '\\' + c : c;
  }
  return made + sign;
}
function named(key) { return test(/^[A-Za-z_$][\w$]*$/, key) ? key : quoted(key); }
function shown(v, depth, around, top) {
  switch (typeof v) {
    case 'string': return top ? v : quoted(v);
    case 'number': return is(v, -0) ? '-0' : numberText(v);
    case 'bigint': return bigText(v) + 'n';
    case 'symbol': return T(v);
    case 'function': {
      const text = functionText(v), name = T(v.name || '');
      if (starts(text, 'class')) return `[class ${name || '(anonymous)'}]`;
      return name ? `[Function: ${name}]` : '[Function (anonymous)]';
    }
    case 'object': return v === null ? 'null' : shownObject(v, depth, around);
    default: return T(v);
  }
}
function shownObject(v, depth, around) {
  for (let n = 0; n < around.length; n++) if (around[n] === v) return '[Circular *1]';
  if (isPrototypeOf(ErrorProto, v)) return v.stack === undefined ? `[${v}]` : splitText(T(v.stack), '\n    at ')[0];
  const tag = tagOf(v);
  if (tag === '[object Date]') return dateText(v);
  if (tag === '[object RegExp]') return regText(v);
  if (tag === '[object Promise]') return 'Promise { <pending> }';
  const name = classOf(v);
  if (depth > 2) return isArray(v) ? '[Array]' : `[${name || 'Object'}]`;
  const inner = [], within = [...around, v];
  const one = (item) => shown(item, depth + 1, within, false);
  let open = '{', close = '}';
  if (isArray(v) || isView(v)) {
    open = isArray(v) ? (name === 'Array' ? '[' : `${name}(${v.length}) [`) : `${name}(${v.length}) [`; close = ']';
    for (let n = 0; n < min(v.length, 100); n++) push(inner, n in v ? one(v[n]) : '<1 empty item>');
    if (v.length > 100) push(inner, `... ${v.length - 100} more item${v.length > 101 ? 's' : ''}`);
  } else if (tag === '[object Set]') {
    open = `Set(${v.size}) {`;
    setEach(v, (item) => push(inner, one(item)));
  } else if (tag === '[object Map]') {
    open = `Map(${v.size}) {`;
    mapEach(v, (item, key) => push(inner, `${one(key)} => ${one(item)}`));
  } else {
    if (name === '' || getPrototypeOf(v) === null) open = '[Object: null prototype] {';
    else if (name !== 'Object') open = `${name} {`;
    for (const key of keys(v)) push(inner, `${named(key)}: ${one(v[key])}`);
  }
  if (inner.length === 0) return open + close;
  const line = `${open} ${join(inner, ', ')} ${close}`;
  const pad = repeat('  ', depth);
  return line.length + depth * 2 <= 76 && indexOf(line, '\n') < 0 ? line
    : `${open}\n${pad}  ${join(inner, `,\n${pad}  `)}\n${pad}${close}`;
}
function format(items) {
  let at = 0, made = '';
  if (typeof items[0] === 'string' && indexOf(items[0], '%') >= 0 && items.length > 1) {
    const text = items[0];
    at = 1;
    for (let n = 0; n < text.length; n++) {
      const sign = text[n + 1];
      if (text[n] !== '%' || n + 1 >= text.length) { made += text[n]; continue; }
      if (sign === '%') { made += '%'; n++; continue; }
      if (indexOf('sdifjoOc', sign) < 0 || at >= items.length) { made += text[n]; continue; }
      const item = items[at++];
      n++;
      if (sign === 's') made += typeof item === 'object' && item !== null ? shown(item, 0, [], true) : shown(item, 0, [], true);
      else if (sign === 'd') made += typeof item === 'bigint' ? bigText(item) + 'n' : T(N(item));
      else if (sign === 'i') made += T(X.trunc(N(item)));
      else if (sign === 'f') made += T(N(item));
      else if (sign === 'j') made += stringify(item);
      else if (sign !== 'c') made += shown(item, 0, [], false);
    }
  }
  for (; at < items.length; at++) made += (at > 0 ? ' ' : '') + shown(items[at], 0, [], true);
  return made;
}
let indent = '';
function print(text) { if (out.length < PRINTED) out += slice(text, 0, PRINTED - out.length); }
function printLine(items) {
  const text = format(items);
  print((indent ? indent + join(splitText(text, '\n'), '\n' + indent) : text) + '\n');
}
