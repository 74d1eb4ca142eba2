"use strict";
/*
 * The wire of a warm checker that Node runs: frames on standard input and output, each a big-endian 32-bit length and
 * that many bytes; UTF-8 text in, ASCII JSON out, as `languages.daemon` has it.  Knows nothing of what is asked.
 */
function write(value) {
  const text = Buffer.from(JSON.stringify(value).replace(/[^\x00-\x7f]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0")));
  const frame = Buffer.alloc(4 + text.length);
  frame.writeInt32BE(text.length, 0);
  text.copy(frame, 4);
  require("fs").writeSync(1, frame);
}

// Says hello, then answers each request in order, until the input ends.
exports.serve = (hello, answer) => {
  write(hello);
  let held = Buffer.alloc(0);
  process.stdin.on("data", (data) => {
    held = Buffer.concat([held, data]);
    while (held.length >= 4 && held.length >= 4 + held.readInt32BE(0)) {
      const length = held.readInt32BE(0);
      const request = held.toString("utf8", 4, 4 + length);
      held = held.subarray(4 + length);
      write(answer(request));
    }
  });
  process.stdin.on("end", () => process.exit(0));
};
