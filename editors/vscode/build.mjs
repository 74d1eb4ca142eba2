// One file for the extension host, with everything in it but the editor's own API. Usage: node build.mjs [--watch]
import { context } from "esbuild";

const build = await context({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  minify: !process.argv.includes("--watch"),
  sourcemap: process.argv.includes("--watch"),
  legalComments: "eof",
  logLevel: "warning",
});
if (process.argv.includes("--watch")) {
  await build.watch();
} else {
  await build.rebuild();
  await build.dispose();
}
