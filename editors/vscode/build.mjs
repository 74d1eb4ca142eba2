// One file for the extension host, with everything in it but the editor's own API, and the licences of what is in it.
// Usage: node build.mjs [--watch]
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { context } from "esbuild";

const watch = process.argv.includes("--watch");

const options = {
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  minify: !watch,
  sourcemap: watch,
  legalComments: "none", // all of them are in NOTICES.txt
  logLevel: "warning",
  metafile: true,
};

/** The licence of every package that is in the bundle. */
function notices(inputs) {
  const folders = new Set(inputs.map((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]).filter((folder) => folder !== undefined));
  const parts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)/i.test(one));
    const text = file !== undefined && existsSync(path.join(folder, file)) ? readFileSync(path.join(folder, file), "utf8").trim() : "";
    return `${name} ${version} (${typeof license === "string" ? license : "see below"})\n\n${text}\n`;
  });
  return `This extension contains the following packages.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

const build = await context(options);
if (watch) {
  await build.watch();
} else {
  const { metafile } = await build.rebuild();
  writeFileSync("dist/NOTICES.txt", notices(Object.keys(metafile.inputs)));
  await build.dispose();
}
