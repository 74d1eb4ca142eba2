"""JavaScript programs that try to break out: the bodies of a function, by what they try."""

# ruff: noqa: E501  the programs are data, each readable as one piece
from __future__ import annotations

# Each gives true when it got what it wanted.  `outer(it)` tries to make code in the realm that an object comes from.
OUTER = """const outer = (it) => { try { const made = it.constructor.constructor('return typeof process === "object" && typeof process.binding')(); return made === 'function'; } catch (e) { return false; } };
const reaches = (it) => { const f = it.constructor.constructor; try { return f !== Function && !!f('return 1')(); } catch { return false; } };"""

ESCAPES = {
    "makes code by a constructor": "return outer(this || {}) || outer(globalThis) || outer(console.log) || outer(process) || outer(require);",
    "asks a host object for its realm": "return reaches(globalThis) || reaches(process.stdin) || reaches(setTimeout(() => {}, 1)) || reaches(require('fs'));",
    "finds the main module": "return [require.main, require.cache, process.mainModule, module.parent].some((m) => m && m.require && m.require !== require);",
    "imports a module": "return import('node:child_process').then((m) => !!m.exec, (e) => outer(e) || reaches(e));",
    "imports a file": "return import('/harness/serve.js').then(() => true, (e) => reaches(e));",
    "imports from data": "return import('data:text/javascript,export default process').then((m) => !!m.default.binding, (e) => reaches(e));",
    "asks for child processes": "try { return !!require('child_process'); } catch { return false; }",
    "asks for threads": "try { return !!require('worker_threads').Worker; } catch { return false; }",
    "asks for the inspector": "try { return !!require('inspector').Session; } catch { return false; }",
    "asks for the virtual machine": "try { return !!require('vm').runInThisContext; } catch { return false; }",
    "asks for native bindings": "return [process.binding, process._linkedBinding, process.dlopen, process.kill, process.abort].some((f) => typeof f === 'function');",
    "reads a file": "try { return require('fs').readFileSync('/etc/passwd', 'utf8').length > 0; } catch { return false; }",
    "reads its harness": "try { return require('fs').readFileSync('/harness/serve.js', 'utf8').length > 0; } catch { return false; }",
    "writes a file": "try { require('fs').writeFileSync('/tmp/x', 'x'); return require('fs').existsSync('/tmp/x'); } catch { return false; }",
    "looks at the frames of its stack": "Error.prepareStackTrace = (e, frames) => frames; const frames = new Error().stack; return [...frames].some((f) => [f, f.getThis(), f.getFunction(), f.getEvalOrigin()].some((it) => it && (outer(it) || reaches(it))));",
    "looks at who called": "function inner() { try { return inner.caller || arguments.callee.caller; } catch { return null; } } let at = inner(); for (let n = 0; at && n < 20; n++) { if (reaches(at)) return true; try { at = at.caller; } catch { at = null; } } return false;",
    "overflows the stack of the host": "let caught; const deep = () => { try { deep(); } catch (e) { caught = e; console.log(e); throw e; } }; try { deep(); } catch {} return outer(caught) || reaches(caught);",
    "traps what it is asked": "let found = false; const it = new Proxy({}, { get(t, k, r) { found = found || reaches(r); return undefined; }, ownKeys(t) { return []; }, getPrototypeOf() { found = found || (typeof this === 'object' && reaches(this)); return Object.prototype; } }); console.log(it); globalThis.kept = it; return found;",
    "answers with another species": "class A extends Array { static get [Symbol.species]() { return function (n) { return new Proxy([], { set(t, k, v) { globalThis.seen = globalThis.seen || reaches(Object(v)); t[k] = v; return true; } }); }; } } console.log(new A(1, 2, 3).map((x) => x)); return !!globalThis.seen;",
    "replaces what the harness writes with": "JSON.stringify = () => '{}'; Array.prototype.join = () => 'forged'; String.prototype.replace = () => 'forged'; Object.prototype.toJSON = () => 'forged'; return false;",
    "pollutes a prototype with what is missing": "Object.prototype.owner = 'Function'; Object.prototype.kind = 'script'; Object.prototype.slow = ''; Object.prototype.refused = { how: 'done' }; return false;",
    "reaches prototypes of the host by an error": "return import('x').catch((e) => { let at = e, changed = false; while (at) { try { Object.defineProperty(at, 'polluted', { value: 1 }); changed = changed || (at !== e && Object.getPrototypeOf(at) === null); } catch {} at = Object.getPrototypeOf(at); } return changed && !Object.prototype.polluted && ({}).polluted !== 1; });",
    "compiles to machine code": "return typeof WebAssembly !== 'undefined' && !!WebAssembly.Module;",
    "shares memory": "return typeof SharedArrayBuffer !== 'undefined' || typeof Atomics !== 'undefined';",
    "waits for garbage": "return typeof FinalizationRegistry !== 'undefined' || typeof WeakRef !== 'undefined' || typeof gc !== 'undefined';",
    "asks for the network": "return typeof fetch !== 'undefined' || typeof WebSocket !== 'undefined' || ['net', 'http', 'dgram', 'dns', 'tls', 'http2'].some((name) => { try { return !!require(name); } catch { return false; } });",
    "changes how Node starts": "process.env.NODE_OPTIONS = '--require /tmp/x.js'; process.execArgv = ['--expose-gc']; return (process.execArgv || []).length === 0;",
    "reads its environment": "return Object.keys(process.env).length > 0;",
    "calls what the harness calls": "return typeof __codescore === 'function' && ['begin', 'program', 'answer', 'give up'].some((what) => { try { const got = __codescore(what, '{}'); return got && typeof got === 'object'; } catch { return false; } });",
    "hooks what runs later": "try { return !!require('async_hooks').createHook; } catch { return false; }",
    "makes code in a function of generators": "const G = (function* () {}).constructor; const A = (async () => {}).constructor; return [G, A].some((F) => { try { const it = new F('return typeof process.binding')(); const v = it.next ? it.next().value : ''; return v === 'function'; } catch { return false; } });",
}

#: Programs that end only themselves, with the ends that are honest.
FATAL = {
    "a loop": ("while (true) {}", {"timeout"}),
    "microtasks without end": ("const again = () => Promise.resolve().then(again); again(); return new Promise(() => {});", {"timeout"}),
    "timers without end": ("const again = () => setTimeout(again, 0); again(); return new Promise(() => {});", {"timeout", "return"}),
    "a regular expression that never ends": ("return /^(a+)+$/.test('a'.repeat(60) + 'b');", {"timeout"}),
    "a getter without end": ("return { get a() { while (true) {} } };", {"timeout"}),
    "a toJSON without end": ("return { toJSON() { while (true) {} }, a: 1 };", {"return", "timeout"}),
    "an iterator without end": ("return { next: () => ({ done: false, value: 'x'.repeat(1000) }), [Symbol.iterator]() { return this; } };", {"return", "output", "timeout"}),
    "getters all the way down": ("const deep = () => ({ get a() { return deep(); } }); return deep();", {"return"}),
    "memory": ("const all = []; while (true) all.push(new Array(1e6).fill(Math.random()));", {"crash", "timeout", "memory"}),
    "a buffer of memory": ("const all = []; while (true) all.push(new Uint8Array(1 << 26).fill(1));", {"raise", "crash", "timeout", "memory"}),
    "a flood of output": ("while (true) console.log('x'.repeat(10000));", {"timeout"}),
    "a stack that overflows": ("const f = () => f() + 1; return f();", {"raise"}),
    "a loop that catches everything": ("for (;;) { try { for (;;) {} } catch {} finally { continue; } }", {"timeout"}),
    "an exit": ("process.exit(0);", {"exit"}),
    "an exit that is caught": ("try { process.exit(3); } catch {} return 1;", {"exit"}),
}  # fmt: skip
