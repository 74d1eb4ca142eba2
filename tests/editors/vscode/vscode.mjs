// A real VS Code, served on this machine, and a real browser on it.  Nothing here sleeps: everything waits for what it
// needs, with a limit that is a failure.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

const REPOSITORY = path.resolve(import.meta.dirname, "../../..");
export const EDITORS = path.join(REPOSITORY, ".editors");
const SERVER = path.join(EDITORS, "vscode/node_modules/code-server/lib/vscode/out/server-main.js");
const { chromium } = createRequire(path.join(EDITORS, "vscode/package.json"))("playwright-core");

/** Milliseconds until something that does not come is a failure; nothing measures time with it. */
export const LIMIT = Number(process.env.CODESCORE_EDITOR_LIMIT ?? 60_000);

const CHROMIUM = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--force-color-profile=srgb",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/** What keeps an editor from showing anything that is not asked for. */
const QUIET = {
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.startupEditor": "none",
  "workbench.enableExperiments": false,
  "workbench.tips.enabled": false,
  "workbench.colorTheme": "Dark Modern",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.disableAIFeatures": true,
  "chat.commandCenter.enabled": false,
  "extensions.ignoreRecommendations": true,
  "extensions.autoCheckUpdates": false,
  "editor.minimap.enabled": false,
  "workbench.reduceMotion": "on",
  "editor.cursorBlinking": "solid",
  "editor.autoIndent": "none",
  "editor.autoClosingBrackets": "never",
  "editor.autoClosingQuotes": "never",
  "editor.suggestOnTriggerCharacters": false,
  "editor.quickSuggestions": { other: "off", comments: "off", strings: "off" },
  "editor.wordBasedSuggestions": "off",
  "editor.stickyScroll.enabled": false,
  "files.autoSave": "off",
  "git.enabled": false,
};

/** Start the server with the extension in it; `settings` are the machine's. */
export async function serve({ vsix, settings = {}, environment = {}, trust = false, smoke = false, helper = false }) {
  const home = mkdtempSync(path.join(tmpdir(), "codescore-vscode-"));
  const data = path.join(home, "data");
  const extensions = path.join(home, "ext");
  mkdirSync(path.join(data, "data/Machine"), { recursive: true });
  mkdirSync(extensions);
  // Put in place whole: who watches the file never reads half of it, nor takes two changes for one.
  const machine = (more) => {
    const target = path.join(data, "data/Machine/settings.json");
    writeFileSync(`${target}.new`, JSON.stringify({ ...QUIET, ...more }));
    renameSync(`${target}.new`, target);
  };
  machine(settings);
  const env = {
    PATH: process.env.PATH,
    LANG: "C.UTF-8",
    HOME: home,
    XDG_CACHE_HOME: path.join(home, "cache"),
    XDG_CONFIG_HOME: path.join(home, "config"),
    XDG_DATA_HOME: path.join(home, "share"),
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
    ...environment,
  };
  const common = ["--server-data-dir", data, "--extensions-dir", extensions, "--accept-server-license-terms", "--telemetry-level", "off"];
  if (vsix !== undefined) {
    const installed = spawnSync(process.execPath, [SERVER, ...common, "--install-extension", vsix], { env, encoding: "utf8" });
    if (installed.status !== 0) {
      throw new Error(`the extension could not be installed:\n${installed.stdout}${installed.stderr}`);
    }
  }
  if (helper) {
    install(extensions, path.join(import.meta.dirname, "helper"));
  }
  const options = ["--host", "127.0.0.1", "--port", "0", "--without-connection-token", ...(trust ? [] : ["--disable-workspace-trust"]), ...(smoke ? ["--enable-smoke-test-driver"] : [])];
  const child = spawn(process.execPath, [SERVER, ...common, ...options], { env, stdio: ["ignore", "pipe", "pipe"] });
  const log = [];
  const port = await new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`VS Code's server did not start:\n${log.join("")}`)), LIMIT);
    const read = (chunk) => {
      log.push(String(chunk));
      const match = /agent host server listening on (\d+)|listening on (\d+)/i.exec(log.join(""));
      if (match !== null) {
        clearTimeout(limit);
        resolve(Number(match[1] ?? match[2]));
      }
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => reject(new Error(`VS Code's server ended with code ${code}:\n${log.join("")}`)));
  });
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      const hard = setTimeout(() => child.kill("SIGKILL"), 5000);
      await gone;
      clearTimeout(hard);
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  return { port, home, machine, log, end };
}

/** Put an extension that is a folder beside the installed ones. */
function install(extensions, folder) {
  const { name, publisher, version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const relativeLocation = `${publisher}.${name}-${version}`;
  const location = path.join(extensions, relativeLocation);
  cpSync(folder, location, { recursive: true });
  const list = path.join(extensions, "extensions.json");
  const known = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  const entry = { identifier: { id: `${publisher}.${name}` }, version, location: { $mid: 1, path: location, scheme: "file" }, relativeLocation, metadata: {} };
  writeFileSync(list, JSON.stringify([...known, entry]));
}

/** Browsers with profiles of their own; windows of one profile share what was loaded and compiled before. */
export function browse() {
  const opened = [];
  const profile = async ({ scale = 1, size = { width: 1180, height: 720 } } = {}) => {
    const folder = mkdtempSync(path.join(tmpdir(), "codescore-browser-"));
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      headless: true,
      args: CHROMIUM,
      viewport: size,
      deviceScaleFactor: scale,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    opened.push({ context, folder });
    return context;
  };
  const close = async () => {
    await Promise.all(opened.map(({ context }) => context.close().catch(() => undefined)));
    opened.forEach(({ folder }) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  };
  return { profile, close };
}

/** A person at VS Code: what they do and what they see. */
export class Editor {
  constructor(page, folder, port, artefacts) {
    Object.assign(this, { page, folder, port, artefacts });
    this.errors = [];
  }

  /** Open a folder in a window of its own, with a file in it if one is named. */
  static async open(context, server, folder, { file, artefacts } = {}) {
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT);
    const editor = new Editor(page, folder, server.port, artefacts);
    page.on("pageerror", (error) => editor.errors.push(String(error)));
    const remote = (name) => `vscode-remote://127.0.0.1:${server.port}${name}`;
    const payload = file === undefined ? [] : [["openFile", remote(path.join(folder, file))]];
    const query = new URLSearchParams({ folder, payload: JSON.stringify(payload) });
    await page.goto(`http://127.0.0.1:${server.port}/?${query.toString()}`);
    await page.locator(".monaco-workbench").waitFor();
    if (file !== undefined) {
      await page.locator(".monaco-editor .view-line").first().waitFor();
    }
    return editor;
  }

  async close() {
    await this.page.close();
  }

  async shot(name, options = {}) {
    if (this.artefacts !== undefined) {
      mkdirSync(this.artefacts, { recursive: true });
      await this.page.screenshot({ path: path.join(this.artefacts, `${name}.png`), ...options });
    }
  }

  /** Put the cursor somewhere (from 1) in the active editor. */
  async goto(line, column = 1) {
    await this.focus();
    await this.ask("Control+g", `:${line}:${column}`, async (soon) => {
      await this.page.keyboard.press("Enter");
      await this.page.locator(".statusbar-item", { hasText: `Ln ${line}, Col ${column}` }).waitFor({ timeout: soon });
    });
  }

  async focus() {
    await this.page.keyboard.press("Control+1");
  }

  /**
   * Press a key that opens the quick input, fill it, and `then` do what it is for; once more from the start where that
   * does not come soon, as a person would: what is typed while the box of before closes is lost with that.
   */
  async ask(key, text, then) {
    const box = this.page.locator(".quick-input-widget input[type=text]:visible");
    const limit = Date.now() + LIMIT;
    for (;;) {
      const soon = Math.min(LIMIT / 6, Math.max(1, limit - Date.now()));
      try {
        await this.page.keyboard.press(key);
        await box.fill(text, { timeout: soon });
        await then(soon);
        return;
      } catch (error) {
        if (error.name !== "TimeoutError" || Date.now() > limit) {
          throw error;
        }
        await this.page.keyboard.press("Escape");
      }
    }
  }

  /** Run a command by its title. */
  async run(title) {
    const row = this.page.locator(`.quick-input-list .monaco-list-row[aria-label^="${title}"]`).first();
    await this.ask("F1", `>${title}`, (soon) => row.click({ timeout: soon }));
  }

  /** Choose from a list of ours: those have titles, which the list of commands has not. */
  async pick(text) {
    await this.page.locator(".quick-input-titlebar:visible", { hasText: "CodeScore-R:" }).waitFor();
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first().click();
  }

  /** Open a file of the workspace; the name of a comparison with it is the file's, too, its label is not. */
  async file(name) {
    const row = this.page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first();
    await this.ask("Control+p", name, async (soon) => {
      await row.click({ timeout: soon });
      await this.page.locator(`.tab.active[data-resource-name="${name}"][aria-label^="${name}"]`).waitFor({ timeout: soon });
    });
  }

  /** The texts drawn after the ends of lines, in the order of the lines. */
  async badges() {
    return this.page.evaluate(badgesOnScreen);
  }

  /** Wait until the badges are as wanted; what they are. */
  async until(wanted, what) {
    const limit = Date.now() + LIMIT;
    for (;;) {
      const seen = await this.badges();
      if (wanted(seen)) {
        return seen;
      }
      if (Date.now() > limit) {
        await this.shot("failure");
        throw new Error(`waited in vain for ${what}; the badges are ${JSON.stringify(seen)}`);
      }
      await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
  }

  /** Put the mouse on the first badge. */
  async hoverBadge() {
    const place = await this.page.evaluate(() => {
      const spans = [...document.querySelectorAll(".monaco-editor .view-line span")];
      const box = spans.find((span) => /^"[✓✗?]/.test(getComputedStyle(span, "::after").content)).getBoundingClientRect();
      return { x: box.right - 20, y: box.top + box.height / 2 };
    });
    await this.page.mouse.move(place.x, place.y + 120);
    await this.page.mouse.move(place.x, place.y, { steps: 4 });
  }

  status() {
    return this.page.locator(".statusbar-item[id='codescore-r.codescore-r.codescore.status'], .statusbar-item[id*='codescore.status']");
  }

  notification(text) {
    return this.page.locator(".notifications-toasts .notification-list-item", { hasText: text });
  }
}

/** Runs in the page. */
function badgesOnScreen() {
  const found = [];
  for (const line of document.querySelectorAll(".monaco-editor .view-line")) {
    for (const span of line.querySelectorAll("span")) {
      const content = getComputedStyle(span, "::after").content;
      if (/^"[✓✗?]/.test(content)) {
        found.push({ top: line.getBoundingClientRect().top, text: JSON.parse(content).replace(/\u00a0/g, " ") });
      }
    }
  }
  return found.sort((a, b) => a.top - b.top).map((one) => one.text);
}
