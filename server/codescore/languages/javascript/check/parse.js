"use strict";
/*
 * A warm parser: reads sources from standard input, has V8 compile them without running anything, and writes what it
 * said to standard output.  It decides nothing: which way of reading a source counts is the caller's business
 * (checker.py).
 *
 * Frames, both ways: a big-endian 32-bit length, then that many bytes.  A request is UTF-8: `script`, `function` or
 * `module`, a line feed, and the source.  The first reply says hello; every other answers one request, in order:
 *   {"feature": 20, "version": "20.1.0"}
 *   {"ok": true} | {"ok": false, "message": s, "line": n, "column": n, "width": n, "deep": bool}
 * `line` and `column` count from 0, the column in UTF-16 units, -1 where V8 does not say.
 */
const { serve } = require("./wire.js");
const vm = require("vm");
const NAME = "codescore-unit";
const COMMONJS = ["exports", "require", "module", "__filename", "__dirname"];

function compile(kind, source) {
  if (kind === "module") new vm.SourceTextModule(source, { identifier: NAME });
  else if (kind === "function") vm.compileFunction(source, COMMONJS, { filename: NAME });
  else new vm.Script(source, { filename: NAME });
}

function place(error) {
  // The stack of a SyntaxError begins `NAME:LINE`, the line itself, and a line with `^` below what is wrong.
  const lines = String(error.stack).split("\n");
  const line = /^codescore-unit:(\d+)$/.exec(lines[0]);
  if (line === null) return { line: -1, column: -1, width: 0 };
  const mark = lines.findIndex((text, i) => i > 0 && /^\s*\^+\s*$/.test(text));
  if (mark < 0) return { line: line[1] - 1, column: -1, width: 0 };
  return { line: line[1] - 1, column: lines[mark].indexOf("^"), width: lines[mark].trim().length };
}

function answer(request) {
  const end = request.indexOf("\n");
  try {
    compile(request.slice(0, end), request.slice(end + 1));
    return { ok: true };
  } catch (error) {
    const deep = error instanceof RangeError;
    return { ok: false, message: String(error.message).split("\n")[0], deep, ...place(error) };
  }
}

serve({ feature: Number(process.versions.node.split(".")[0]), version: process.versions.node }, answer);
