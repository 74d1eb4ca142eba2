// Which server is started, with which version, and how often again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Backoff } from "../../../../editors/vscode/src/server/backoff.ts";
import { findServer, isInside, pythonOf } from "../../../../editors/vscode/src/server/find.ts";
import { OLDEST, versionProblem } from "../../../../editors/vscode/src/server/version.ts";

const AROUND = {
  setting: undefined,
  interpreters: [{ path: "/env/bin/python", origin: "active Python environment" }],
  path: "/usr/local/bin:relative:.::/usr/bin",
  ownEnvironment: "/storage/server",
  untrusted: [],
  windows: false,
};
const only = (...files) => (file) => files.includes(file);

test("the setting goes first, and where it names nothing that runs nothing else is started", () => {
  const around = { ...AROUND, setting: "/mine/codescore" };
  assert.equal(findServer(around, () => true).found.command, "/mine/codescore");
  const search = findServer(around, only("/env/bin/codescore"));
  assert.equal(search.found, undefined);
  assert.deepEqual(search.tried, ["/mine/codescore (setting codescore.server.path)"]);
});

test("then the environment, the PATH, and what this extension installed", () => {
  const places = ["/env/bin/codescore", "/usr/local/bin/codescore", "/usr/bin/codescore", "/storage/server/bin/codescore"];
  places.forEach((place, k) => {
    assert.equal(findServer(AROUND, only(...places.slice(k))).found.command, place);
  });
  const { found, tried } = findServer(AROUND, () => false);
  assert.equal(found, undefined);
  assert.equal(tried.length, 4);
});

test("a relative folder on the PATH is not looked into", () => {
  const seen = [];
  findServer(AROUND, (file) => { seen.push(file); return false; });
  assert.ok(seen.every((file) => file.startsWith("/")), seen.join(" "));
});

test("nothing inside a workspace that is not trusted is started, wherever it is named", () => {
  const around = { ...AROUND, interpreters: [{ path: "/project/.venv/bin/python", origin: "x" }], path: "/project/bin:/usr/bin", untrusted: ["/project"] };
  const { found, tried } = findServer(around, () => true);
  assert.equal(found.command, "/usr/bin/codescore");
  assert.equal(tried.filter((line) => line.includes("not trusted")).length, 2);
});

test("paths inside a folder", () => {
  assert.ok(isInside("/a/b", "/a"));
  assert.ok(isInside("/a", "/a"));
  assert.ok(!isInside("/ab", "/a"));
  assert.ok(!isInside("/b", "/a"));
  assert.equal(pythonOf("/e", false), "/e/bin/python");
});

test("versions that this extension can talk to", () => {
  assert.equal(versionProblem(OLDEST), undefined);
  assert.equal(versionProblem("0.9.3+local"), undefined);
  assert.match(versionProblem("0.0.9"), /needs 0\.1\.0 or newer/);
  assert.match(versionProblem("1.0.0"), /newer than this extension knows/);
  assert.match(versionProblem(undefined), /does not say a version/);
});

test("a server that ends is started again with growing pauses, at most five times in three minutes", () => {
  const backoff = new Backoff();
  assert.deepEqual([0, 1, 2, 3, 4].map((t) => backoff.next(t)), [250, 500, 1000, 2000, 4000]);
  assert.equal(backoff.next(5), undefined);
  assert.equal(backoff.next(180_006), 250, "what is long ago is forgiven");
  backoff.reset();
  assert.equal(backoff.next(180_007), 250);
});
