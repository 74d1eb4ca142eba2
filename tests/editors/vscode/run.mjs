// Plays scenarios in a real VS Code and prints one JSON line for each: {"name", "ok", "error", "seconds"}.
// Usage: node run.mjs --vsix FILE --python EXECUTABLE --artefacts FOLDER [NAME …]
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { runHostTests } from "./host.mjs";
import { scenarios, write } from "./scenarios.mjs";
import { browse, Editor, serve } from "./vscode.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { vsix: { type: "string" }, python: { type: "string" }, artefacts: { type: "string" } },
});
const names = positionals.length > 0 ? positionals : [...scenarios.keys()];
const home = realpathSync(mkdtempSync(path.join(tmpdir(), "codescore-scenarios-")));

/** The server's program as a person would have it on the PATH; it notes each process, and fails as a test wants. */
function makeLauncher(server) {
  const launcher = path.join(server.home, "codescore");
  const flag = (name) => path.join(server.home, name);
  const repository = path.resolve(import.meta.dirname, "../../..");
  writeFileSync(
    launcher,
    `#!/bin/sh
if [ "$1" = serve ]; then
  echo $$ >> '${flag("pids")}'
  if [ -e '${flag("broken")}' ]; then (sleep 0.3; echo "the lamp is out" >&2) < /dev/null > /dev/null & exit 3; fi  # its last words come late
  if [ -e '${flag("old")}' ]; then
    exec '${values.python}' -c "import codescore; codescore.__version__ = '0.0.9'; from codescore.cli import main; import sys; sys.exit(main())" "$@"
  fi
fi
PYTHONPATH='${path.join(repository, "server")}' exec '${values.python}' -m codescore "$@"
`,
  );
  chmodSync(launcher, 0o755);
  return launcher;
}

const servers = new Map();

/** One VS Code for all scenarios with the same needs. */
async function serverFor(needs) {
  const key = JSON.stringify(needs);
  if (!servers.has(key)) {
    const environment = { PYTHONPATH: path.resolve(import.meta.dirname, "../../../server") };
    const server = await serve({ vsix: values.vsix, trust: needs.trust === true, smoke: needs.smoke === true, helper: needs.helper === true, environment });
    server.launcher = makeLauncher(server);
    server.settings = needs.noServer === true ? {} : { "codescore.server.path": server.launcher };
    server.machine(server.settings);
    server.profile = await browser.profile();
    servers.set(key, server);
  }
  return servers.get(key);
}

function repository(folder) {
  const git = (...args) => execFileSync("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.org", ...args], { stdio: "ignore" });
  git("init", "-q");
  git("add", ".");
  git("commit", "-q", "-m", "first");
}

async function play(name) {
  const { play: act, needs } = scenarios.get(name);
  const server = await serverFor(needs);
  const opened = [];
  const artefacts = values.artefacts;
  const folder = realpathSync(mkdtempSync(path.join(home, "work-")));
  const context = {
    server,
    launcher: server.launcher,
    python: values.python,
    pids: () => (existsSync(path.join(server.home, "pids")) ? readFileSync(path.join(server.home, "pids"), "utf8").trim().split("\n").map(Number) : []),
    repository,
    setting: (some) => server.machine({ ...server.settings, ...some, ...(context.held = { ...context.held, ...some }) }),
    open: async (files, file, { prepare, change, executable } = {}) => {
      write(folder, files);
      prepare?.(folder);
      write(folder, change ?? {});
      if (executable !== undefined) {
        chmodSync(path.join(folder, executable), 0o755);
      }
      const editor = await Editor.open(server.profile, server, folder, { file, artefacts });
      opened.push(editor);
      return editor;
    },
    host: () => runHostTests(server.profile, server, folder),
  };
  try {
    await act(context);
    const errors = opened.flatMap((editor) => editor.errors).filter((error) => !/Canceled|ERR_NAME_NOT_RESOLVED|Failed to fetch/.test(error));
    if (errors.length > 0) {
      throw new Error(`the page reports errors:\n${errors.join("\n")}`);
    }
  } catch (error) {
    await Promise.all(opened.map((editor, k) => editor.shot(`failed-${name}-${k}`).catch(() => undefined)));
    throw error;
  } finally {
    await Promise.all(opened.map((editor) => editor.close().catch(() => undefined)));
    server.machine(server.settings);
  }
}

const browser = browse();
process.once("SIGTERM", async () => {
  await browser.close().catch(() => undefined);
  await Promise.all([...servers.values()].map((server) => server.end()));
  process.exit(143);
});
try {
  for (const name of names) {
    const start = performance.now();
    const result = { name, ok: true, error: null };
    try {
      await play(name);
    } catch (error) {
      result.ok = false;
      result.error = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    process.stdout.write(`${JSON.stringify({ ...result, seconds: Math.round((performance.now() - start) / 100) / 10 })}\n`);
  }
} finally {
  await browser.close();
  await Promise.all([...servers.values()].map((server) => server.end()));
  rmSync(home, { recursive: true, force: true });
}
