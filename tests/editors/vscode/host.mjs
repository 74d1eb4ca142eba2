// Runs tests inside the extension host: VS Code loads them next to the extension and says how they ended.
import path from "node:path";
import { write } from "./scenarios.mjs";
import { DIRECTIVE, HALF, MINE } from "./sources.mjs";
import { LIMIT } from "./vscode.mjs";

export async function runHostTests(profile, server, folder) {
  write(folder, { "reference.py": HALF, "mine.py": DIRECTIVE + MINE });
  const page = await profile.newPage();
  const lines = [];
  const ended = new Promise((resolve) => {
    void page.exposeFunction("codeAutomationLog", (type, args) => lines.push(`${type}: ${args.map(String).join(" ")}`));
    void page.exposeFunction("codeAutomationExit", resolve);
  });
  const remote = (file) => `vscode-remote://127.0.0.1:${server.port}${file}`;
  const helper = path.join(import.meta.dirname, "helper");
  const tests = path.join(import.meta.dirname, "host");
  const payload = [
    ["extensionDevelopmentPath", remote(helper)],
    ["extensionTestsPath", remote(path.join(tests, "run.cjs"))],
  ];
  const limit = new Promise((_, reject) => setTimeout(() => reject(new Error(`the tests did not end:\n${lines.filter((line) => /passed:|FAILED:|failed:/.test(line)).join("\n")}`)), 3 * LIMIT));
  try {
    await page.goto(`http://127.0.0.1:${server.port}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(JSON.stringify(payload))}`);
    const code = await Promise.race([ended, limit]);
    return { code, log: lines.filter((line) => /passed:|FAILED:|failed:|rror/.test(line)).join("\n") };
  } finally {
    await page.close();
  }
}
