"use strict";
/*
 * A warm TypeScript compiler: reads sources from standard input, checks each as the only file of a program, and writes
 * what was said to standard output.  It emits nothing, runs nothing, and reads no file but the compiler's own.  It
 * decides nothing: which errors count is the caller's business (checker.py).
 *
 * Frames, both ways: a big-endian 32-bit length, then that many bytes.  A request is UTF-8: the compiler's module, a
 * line feed, `ts` or `tsx`, a line feed, and the source.  The first reply says hello; every other answers one request, in
 * order:
 *   {"feature": 20}
 *   {"version": "6.0.3", "errors": [{"code": n, "message": s, "start": n, "end": n, "syntax": bool}]} | {"deep": true}
 * Positions are UTF-16 units of the source.
 */
const { serve } = require("../../javascript/check/wire.js");
const path = require("path");
const MOST = 50;
const held = { module: "", ts: null, services: {} };

// A program of one file, kept from source to source: what is known of the library is not worked out again.
function service(ts, kind) {
  const name = `/codescore-unit.${kind}`;
  const library = path.dirname(held.module) + path.sep;
  const own = (file) => path.normalize(file).startsWith(library);
  const file = { text: "", version: 0 };
  const options = {
    noEmit: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
    jsx: ts.JsxEmit.Preserve,
    experimentalDecorators: true,
    strict: false,
    skipLibCheck: true,
    types: [],
  };
  const host = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [name],
    getScriptVersion: (asked) => (asked === name ? String(file.version) : "0"),
    getScriptSnapshot: (asked) => {
      const text = asked === name ? file.text : host.readFile(asked);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => "/",
    getDefaultLibFileName: (asked) => library + ts.getDefaultLibFileName(asked),
    fileExists: (asked) => asked === name || (own(asked) && ts.sys.fileExists(asked)),
    readFile: (asked) => (asked === name ? file.text : own(asked) ? ts.sys.readFile(asked) : undefined),
    directoryExists: () => false,
    getDirectories: () => [],
    readDirectory: () => [],
  };
  return { name, file, language: ts.createLanguageService(host) };
}

function answer(request) {
  const [module, kind] = request.split("\n", 2);
  const source = request.slice(module.length + kind.length + 2);
  if (held.module !== module) Object.assign(held, { module, ts: require(module), services: {} });
  const ts = held.ts;
  const unit = (held.services[kind] ||= service(ts, kind));
  unit.file.text = source;
  unit.file.version += 1;
  const told = (error, syntax) => ({
    code: error.code,
    message: ts.flattenDiagnosticMessageText(error.messageText, " "),
    start: error.start ?? 0,
    end: (error.start ?? 0) + (error.length ?? 0),
    syntax,
  });
  const errors = (found, syntax) =>
    found.filter((e) => e.category === ts.DiagnosticCategory.Error && e.file?.fileName === unit.name).slice(0, MOST)
      .map((e) => told(e, syntax));
  const broken = errors(unit.language.getSyntacticDiagnostics(unit.name), true);
  const wrong = broken.length ? [] : errors(unit.language.getSemanticDiagnostics(unit.name), false);
  return { version: ts.version, errors: [...broken, ...wrong] };
}

function safely(request) {
  try {
    return answer(request);
  } catch (error) {
    if (error instanceof RangeError) return { deep: true };
    throw error;
  }
}

serve({ feature: Number(process.versions.node.split(".")[0]), version: process.versions.node }, safely);
