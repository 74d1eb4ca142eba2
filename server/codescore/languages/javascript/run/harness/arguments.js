// Arguments out of the wire's data.

class Spread { constructor(items) { this.items = items; } }
class Builder {
  constructor() { this.made = create(null); }
  build(data, bigs) {
    const [tag, one, two] = data;
    switch (tag) {
      case 'null': return null;
      case 'bool': case 'text': case 'char': return one;
      case 'int': return bigs ? (one[0] === '-' ? -B(slice(one, 1)) : B(one)) : N(one);
      case 'float': return one === 'nan' ? NaN : one === 'inf' ? Infinity : one === '-inf' ? -Infinity : N(one);
      case 'bytes': { const made = new Bytes(one.length / 2); for (let n = 0; n < made.length; n++) made[n] = parseInt_(slice(one, 2 * n, 2 * n + 2), 16); return made; }
      case 'seq': {
        const items = [];
        for (let n = 0; n < two.length; n++) push(items, this.build(two[n], bigs));
        return one === 'spread' ? new Spread(items) : one === 'iterator' ? items[iterator]() : Typed[one] ? new Typed[one](items) : items;
      }
      case 'set': { const made = new S(); for (const item of two) made.add(this.build(item, bigs)); return made; }
      case 'map': return this.mapping(one, two, bigs);
      case 'ref': return this.made[one];
      case 'record': return this.record(data, bigs);
      case 'call': return this.kept(this.filled(this.call(one, two, bigs), data[4] || [], bigs), data[3]);
      default: throw new Unusable(tag);
    }
  }
  kept(made, anchor) { if (anchor) this.made[anchor] = made; return made; }
  mapping(kind, pairs, bigs) {
    const made = kind === 'map' ? new M() : {};
    for (const [key, item] of pairs) {
      const name = this.build(key, bigs), held = this.build(item, bigs);
      if (kind === 'map') mapSet(made, name, held);
      else defineProperty(made, T(name), { value: held, writable: true, enumerable: true, configurable: true });
    }
    return made;
  }
  record([, name, fields, anchor], bigs) {
    if (name === 'Date') return new D(this.build(fields[0][1], false));
    const known = slice(name, 0, 9) === 'standard.' ? givenFunction(name, fields) : null;
    if (known !== null) return this.kept(known, anchor);
    if (slice(name, 0, 9) === 'standard.') throw new Unusable(name);  // a value that this language has no type for
    const maker = find(name);
    const made = create(typeof maker === 'function' && maker.prototype ? maker.prototype : ObjectProto);
    this.kept(made, anchor);
    for (const [field, item] of fields) defineProperty(made, field, { value: this.build(item, bigs), writable: true, enumerable: true, configurable: true });
    return made;
  }
  call(name, items, bigs) {
    const maker = find(name);
    if (typeof maker !== 'function') throw new Unusable(name);
    const built = this.list(items, bigs);
    try { return construct(maker, built); } catch { throw new Unusable(name); }
  }
  filled(made, calls, bigs) {
    for (const [, name, items] of calls) {
      const given = this.list(items, bigs);
      try { apply(made[name], made, given); } catch { throw new Unusable(name); }
    }
    return made;
  }
  list(items, bigs) {
    const built = [];
    for (let n = 0; n < items.length; n++) {
      const one = this.build(items[n], bigs === undefined ? indexOf(T(job.types[n] || ''), 'bigint') >= 0 : bigs);
      if (isPrototypeOf(Spread.prototype, one)) push(built, ...one.items);
      else push(built, one);
    }
    return built;
  }
}
const parseInt_ = parseInt;
// A function for a program to call, of the name and with the number that the data say.
function givenFunction(name, fields) {
  const known = fields[0][1][1], own = indexOf(name, ' of ') >= 0 || name === 'standard.comparison';
  if (!own || !hasOwn(job.functions, known)) return null;
  const source = job.functions[known];
  const plain = join(splitText(source, '{k}'), fields[1][1][1]);
  const waits = indexOf(name, 'async ') >= 0;
  const made = evaluate('(' + (waits ? asynchronous(plain, fields[1][1][1] % 2 === 1) : plain) + ')');
  weakSet(givenFunctions, made, true);
  return made;
}
const asynchronous = (source, late) => late ? join(splitText(job.late, '{f}'), source)
  : starts(source, '((n)') ? join(splitText(source, '=> () =>'), '=> async () =>') : 'async ' + source;
