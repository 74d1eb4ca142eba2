// What browsers and Node have beside the language: query strings, encodings, `Buffer`.  In the program's own realm.

function wide(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at++];
    const more = first < 128 ? 0 : first >> 5 === 6 ? 1 : first >> 4 === 14 ? 2 : first >> 3 === 30 ? 3 : -1;
    let point = more < 0 ? -1 : more === 0 ? first : first & (63 >> more), read_ = 0;
    while (point >= 0 && read_ < more && at < bytes.length && bytes[at] >> 6 === 2) { point = point << 6 | bytes[at++] & 63; read_++; }
    const least = [0, 128, 2048, 65536][more];
    const broken = point < 0 || read_ < more || point < least || point > 0x10ffff || (point >= 0xd800 && point < 0xe000);
    text += broken ? '\ufffd' : fromPoint(point);
  }
  return text;
}
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
function inDigits(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const three = bytes[at] << 16 | (bytes[at + 1] || 0) << 8 | (bytes[at + 2] || 0);
    for (let n = 0; n < 4; n++) text += n > bytes.length - at ? '=' : DIGITS[three >> 18 - 6 * n & 63];
  }
  return text;
}
function ofDigits(text) {
  const made = [];
  let bits = 0, held = 0;
  for (const c of text) {
    const digit = indexOf(DIGITS, c === '-' ? '+' : c === '_' ? '/' : c);
    if (digit < 0) { if (c === '=') break; continue; }
    held = (held << 6 | digit) & 0xffff; bits += 6;
    if (bits >= 8) { bits -= 8; push(made, held >> bits & 255); }
  }
  return made;
}
const narrow = (text) => { const made = []; for (let at = 0; at < text.length; at++) push(made, codeAt(text, at) & 255); return made; };
const ofHex = (text) => { const made = []; for (let at = 0; at + 1 < text.length && test(/^[\da-f]{2}$/i, slice(text, at, at + 2)); at += 2) push(made, parseInt(slice(text, at, at + 2), 16)); return made; };
const latin = (bytes) => { let text = ''; for (let at = 0; at < bytes.length; at++) text += fromPoint(bytes[at]); return text; };
const coded = (how) => replace(T(how === undefined ? 'utf8' : how).toLowerCase(), '-', '');
const READING = { __proto__: null, utf8, base64: ofDigits, base64url: ofDigits, hex: ofHex, latin1: narrow, binary: narrow, ascii: narrow };
const WRITING = {
  __proto__: null, utf8: wide, base64: inDigits, latin1: latin, binary: latin, ascii: (bytes) => latin(bytes.map((one) => one & 127)),
  base64url: (bytes) => replace(replace(replace(inDigits(bytes), /=/g, ''), /\+/g, '-'), /\//g, '_'),
  hex: (bytes) => { let text = ''; for (let at = 0; at < bytes.length; at++) text += (bytes[at] < 16 ? '0' : '') + numberText(bytes[at], 16); return text; },
};
class Buffer extends Bytes {
  static from(from, how) {
    return new Buffer(typeof from === 'string' ? READING[coded(how)](from) : from instanceof ArrayBuffer ? new Bytes(from) : A.from(from));
  }
  static alloc(size, with_ = 0) { return new Buffer(size).fill(typeof with_ === 'string' ? codeAt(with_, 0) : with_); }
  static byteLength(text, how) { return typeof text === 'string' ? READING[coded(how)](text).length : text.byteLength; }
  static isBuffer(one) { return one instanceof Buffer; }
  static concat(all) { const made = []; for (const one of all) for (let at = 0; at < one.length; at++) push(made, one[at]); return new Buffer(made); }
  static compare(one, two) { return one.compare(two); }
  toString(how, from = 0, to = this.length) { return WRITING[coded(how)](this.subarray(from, to)); }
  equals(other) { return this.compare(other) === 0; }
  compare(other) {
    for (let at = 0; at < min(this.length, other.length); at++) if (this[at] !== other[at]) return this[at] < other[at] ? -1 : 1;
    return X.sign(this.length - other.length);
  }
  toJSON() { return { type: 'Buffer', data: A.from(this) }; }
}
Buffer.allocUnsafe = Buffer.alloc;

const PLUS = /\+/g;
function decoded(text) {
  const bytes = [];
  for (let rest = replace(text, PLUS, ' '); rest !== '';) {
    const part = test(/^%[\da-f]{2}/i, rest);
    if (part) push(bytes, parseInt(slice(rest, 1, 3), 16));
    else for (const one of utf8(fromPoint(rest.codePointAt(0)))) push(bytes, one);
    rest = slice(rest, part ? 3 : fromPoint(rest.codePointAt(0)).length);
  }
  return wide(bytes);
}
const encoded = (text) => replace(replace(encodeURIComponent(text), /[!'()~]/g, (c) => `%${numberText(codeAt(c, 0), 16).toUpperCase()}`), /%20/g, '+');
class URLSearchParams {
  #pairs = [];
  constructor(from = '') {
    if (from !== null && typeof from === 'object') {
      const pairs = typeof from[iterator] === 'function' ? from : O.entries(from);
      for (const pair of pairs) { const [name, value_] = pair; push(this.#pairs, [T(name), T(value_)]); }
      return;
    }
    for (const part of splitText(replace(T(from), /^\?/, ''), '&')) {
      if (part === '') continue;
      const at = indexOf(part, '=');
      push(this.#pairs, at < 0 ? [decoded(part), ''] : [decoded(slice(part, 0, at)), decoded(slice(part, at + 1))]);
    }
  }
  get size() { return this.#pairs.length; }
  append(name, value_) { push(this.#pairs, [T(name), T(value_)]); }
  delete(name, value_) { this.#pairs = this.#pairs.filter((pair) => pair[0] !== T(name) || (value_ !== undefined && pair[1] !== T(value_))); }
  get(name) { const pair = this.#pairs.find((one) => one[0] === T(name)); return pair ? pair[1] : null; }
  getAll(name) { return this.#pairs.filter((pair) => pair[0] === T(name)).map((pair) => pair[1]); }
  has(name, value_) { return this.#pairs.some((pair) => pair[0] === T(name) && (value_ === undefined || pair[1] === T(value_))); }
  set(name, value_) {
    const pair = this.#pairs.find((one) => one[0] === T(name));
    if (!pair) { this.append(name, value_); return; }
    pair[1] = T(value_);
    this.#pairs = this.#pairs.filter((one) => one === pair || one[0] !== T(name));
  }
  sort() { this.#pairs.sort((one, two) => one[0] < two[0] ? -1 : one[0] > two[0] ? 1 : 0); }
  forEach(work, self) { for (const [name, value_] of this) apply(work, self, [value_, name, this]); }
  *entries() { for (const [name, value_] of this.#pairs) yield [name, value_]; }
  *keys() { for (const pair of this.#pairs) yield pair[0]; }
  *values() { for (const pair of this.#pairs) yield pair[1]; }
  [iterator]() { return this.entries(); }
  toString() { return join(this.#pairs.map((pair) => `${encoded(pair[0])}=${encoded(pair[1])}`), '&'); }
}
const web = {
  Buffer, URLSearchParams,
  TextEncoder: class TextEncoder { encode(text = '') { return new Bytes(utf8(T(text))); } },
  TextDecoder: class TextDecoder { decode(bytes = []) { return wide(bytes instanceof ArrayBuffer ? new Bytes(bytes) : bytes); } },
  btoa: (text) => inDigits(narrow(T(text))), atob: (text) => latin(ofDigits(T(text))),
};
O.assign(modules, {
  buffer: () => ({ Buffer }), url: () => ({ URLSearchParams }),
  querystring: () => ({
    parse: (text) => { const made = create(null); for (const [name, value_] of new URLSearchParams(text)) made[name] = name in made ? [].concat(made[name], value_) : value_; return made; },
    stringify: (from) => join(keys(from).flatMap((name) => [].concat(from[name]).map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`)), '&'),
    escape: encodeURIComponent, unescape: decodeURIComponent,
  }),
});
for (const name of keys(web)) defineProperty(G, name, { value: web[name], writable: true, configurable: true, enumerable: false });
