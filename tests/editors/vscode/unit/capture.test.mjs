// What changes of a text mean for the suggestion that is showing, and where an experimenter's suggestions come from.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { offerOf, outcome } from "../../../../editors/vscode/src/capture/offer.ts";
import { program, replay, served, sourceOf } from "../../../../editors/vscode/src/capture/sources.ts";

const offer = offerOf("return a + b", "x = 1\n  ", 8, 8, 8);
const put = (text, start = 8, oldEnd = start) => ({ start, oldEnd, text });

test("the whole text is an acceptance, however it comes", () => {
  assert.deepEqual(outcome(offer, [put("return a + b")]), { kind: "accepted", extent: "whole", at: 8, text: "return a + b", rest: undefined });
  assert.equal(outcome(offer, [put("return a + b")], "whole").extent, "whole");
});

test("a part by a command has that command's extent, and the rest stays", () => {
  const found = outcome(offer, [put("return")], "word");
  assert.deepEqual([found.kind, found.extent, found.text, found.rest.text, found.rest.at], ["accepted", "word", "return", " a + b", 14]);
  assert.equal(outcome(offer, [put("r")], "word").kind, "accepted");
});

test("a part without a command is a word or a line; one character is typing", () => {
  assert.equal(outcome(offer, [put("return")]).extent, "word");
  assert.equal(outcome(offerOf("a\nb", "", 0, 0, 0), [put("a\n", 0)]).extent, "line");
  assert.deepEqual([outcome(offer, [put("r")]).kind, outcome(offer, [put("r")]).rest.text], ["typed", "eturn a + b"]);
  assert.equal(outcome(offerOf("🙂x", "", 0, 0, 0), [put("🙂", 0)]).kind, "typed");
});

test("what is typed to its end is typed, not taken", () => {
  const last = offerOf("b", "x = 1\n  return a + ", 19, 19, 19);
  assert.deepEqual(outcome(last, [put("b", 19)]), { kind: "typed", rest: undefined });
  assert.equal(outcome(last, [put("b", 19)], "whole").kind, "accepted");
});

test("an editor that replaces what was taken by all of it takes the rest", () => {
  const { rest } = outcome(offer, [put("return")], "word");
  const found = outcome(rest, [put("return a + b", 8, 14)], "whole");
  assert.deepEqual([found.kind, found.at, found.text, found.rest], ["accepted", 14, " a + b", undefined]);
});

test("a text for a range that begins before the cursor is offered behind it", () => {
  const found = offerOf("foo(bar)", "foo(", 0, 4, 4);
  assert.deepEqual([found.at, found.text, found.replaces], [4, "bar)", 0]);
  const other = offerOf("bar", "foo", 0, 3, 3);
  assert.deepEqual([other.at, other.text, other.replaces], [0, "bar", 3]);
  assert.equal(outcome(other, [put("bar", 0, 3)]).kind, "accepted");
});

test("what else is typed there ends it; what changes elsewhere moves it", () => {
  assert.equal(outcome(offer, [put("#")]).kind, "gone");
  assert.equal(outcome(offer, [put("", 6, 8)]).kind, "gone");
  assert.equal(outcome(offer, [put("y\n", 0)]).rest.at, 10);
  assert.equal(outcome(offer, [put("y", 20)]).rest.at, 8);
  assert.equal(outcome(offer, [put("return a + b"), put("return a + b", 0)]).kind, "accepted"); // several cursors
});

const asked = { file: "/w/mine.py", language: "python", line: 1, character: 2, prefix: "x = 1\na ", suffix: "", trigger: "manual" };
const never = new AbortController().signal;

test("a recording gives each suggestion once, in order, where it belongs", async () => {
  const source = replay('{"text": "1", "before": "a "}\n\n{"text": "2", "file": "other.py"}\n{"text": "3", "model": "m"}\n', "r.jsonl");
  const texts = [];
  for (let k = 0; k < 3; k += 1) {
    const items = await source.ask(asked, never);
    assert.deepEqual(await source.ask(asked, never), items); // what was not shown is offered again
    items.forEach((one) => { source.shown(one); });
    texts.push(items.map((one) => one.text).join());
  }
  assert.deepEqual(texts, ["1", "3", ""]);
});

test("a recording that is none names its line", () => {
  assert.throws(() => replay('{"text": "1"}\n{"texts": 1}', "r.jsonl"), /r\.jsonl:2: an item has a text/);
  assert.throws(() => replay("{", "r.jsonl"), /r\.jsonl:1: not JSON/);
  assert.throws(() => replay('{"text": "1", "before": 3}', "r.jsonl"), /r\.jsonl:1: file and before/);
});

test("a program reads the question and prints the answer", async () => {
  const code = "let s='';process.stdin.on('data',d=>s+=d).on('end',()=>console.log(JSON.stringify({items:[{text:JSON.parse(s).language}]})))";
  assert.deepEqual(await program([process.execPath, "-e", code]).ask(asked, never), [{ text: "python" }]);
  await assert.rejects(program([process.execPath, "-e", "process.exit(3)"]).ask(asked, never), /ended with code 3/);
  await assert.rejects(program([process.execPath, "-e", "console.log('no')"]).ask(asked, never), /not JSON/);
  await assert.rejects(program(["/nowhere/program"]).ask(asked, never), /ENOENT/);
});

test("a server on this machine is asked, and no other", async () => {
  const answers = { "/": [200, '{"items": [{"text": "x", "replace": 2, "provider": "p"}]}'], "/bad": [200, "{}"], "/broken": [500, ""] };
  const server = createServer((request, response) => {
    const [status, body] = answers[request.url];
    request.resume().on("end", () => { response.writeHead(status).end(body); });
  });
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
  const url = `http://127.0.0.1:${server.address().port}`;
  try {
    assert.deepEqual(await served(`${url}/`).ask(asked, never), [{ text: "x", replace: 2, provider: "p" }]);
    await assert.rejects(served(`${url}/bad`).ask(asked, never), /no list of items/);
    await assert.rejects(served(`${url}/broken`).ask(asked, never), /status 500/);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  for (const address of ["http://10.0.0.1:1/", "http://127.0.0.1.example.org/", "http://user@localhost/"]) {
    assert.throws(() => served(address), /not on this machine/);
  }
  assert.throws(() => sourceOf("ftp://x"), /experimentProvider is/);
});
