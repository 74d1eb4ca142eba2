// What the harness uses of a program's realm, taken before the program is loaded, so that a program which replaces
// `Array.prototype.map` only fools itself.  It holds nothing that a program could want: no object of another realm, no
// expected value.  The parts of this function (`serve.js` joins them, in its order) see each other's names.
const bound = (method) => Function.prototype.call.bind(method);
const G = globalThis;
const { Object: O, Array: A, Map: M, Set: S, WeakMap: W, Date: D, RegExp: R, Promise: P, Error: E, Number: N,
  String: T, BigInt: B, Symbol: Y, Math: X } = G;
const { isArray } = A;
const { keys, getPrototypeOf, create, defineProperty, getOwnPropertyDescriptor, getOwnPropertyNames, is } = O;
const { stringify, parse } = JSON;
const { apply, construct, ownKeys } = Reflect;
const push = bound(A.prototype.push), join = bound(A.prototype.join), sort = bound(A.prototype.sort);
const slice = bound(T.prototype.slice), codeAt = bound(T.prototype.charCodeAt), indexOf = bound(T.prototype.indexOf);
const splitText = bound(T.prototype.split), repeat = bound(T.prototype.repeat), starts = bound(T.prototype.startsWith);
const tagOf = bound(O.prototype.toString), numberText = bound(N.prototype.toString);
const bigText = bound(B.prototype.toString), then = bound(P.prototype.then), dateTime = bound(D.prototype.getTime);
const dateText = bound(D.prototype.toISOString), mapGet = bound(M.prototype.get), mapSet = bound(M.prototype.set);
const mapEach = bound(M.prototype.forEach), setEach = bound(S.prototype.forEach), replace = bound(T.prototype.replace);
const weakGet = bound(W.prototype.get), weakSet = bound(W.prototype.set), weakHas = bound(W.prototype.has);
const functionText = bound(Function.prototype.toString), regText = bound(R.prototype.toString);
const test = bound(R.prototype.test), isPrototypeOf = bound(O.prototype.isPrototypeOf);
const hasOwn = bound(O.prototype.hasOwnProperty);
const iterator = Y.iterator, asyncIterator = Y.asyncIterator;
const fromPoint = T.fromCodePoint;
const { isView } = ArrayBuffer;
const Bytes = Uint8Array, evaluate = eval;
const { isInteger, isSafeInteger } = N;
const floor = X.floor, abs = X.abs, min = X.min, max = X.max, imul = X.imul, pow = X.pow;
const ErrorProto = E.prototype, ObjectProto = O.prototype;
const TYPED = ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array',
  'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'];
const Typed = create(null);
for (const name of TYPED) Typed[name] = G[name];

const DEPTH = 55, NODES = 200000, ALL_NODES = 2000000, TEXT = 1 << 20, DRAWN = 10000, PRINTED = 1 << 20, CURRIED = 2;
const FEW = 4; // of the probes one in so many, for functions that functions give
const MESSAGE = 300;

for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'FinalizationRegistry', 'WeakRef']) delete G[name];

let job, call, out = '', program, module_, names = null, assume = null, exited = null, absent = null;
let covered, thrown, value, error, failed = false, fell = false, returned = false, outcome = '';
let builder, given = [], steps = null, sequence = null;
class Absent extends E {}
class Left extends E {}
class Unusable extends E {}
class TooMuch extends E {}
class Circle extends E {}
const thrownBy = new W(), givenFunctions = new W();
let thrownPlain = false;

// Numbers without order, but the same in every run.
let seed = 0x2545f491;
X.random = function random() {
  seed ^= seed << 13; seed ^= seed >>> 17; seed ^= seed << 5;
  return (seed >>> 0) / 4294967296;
};
