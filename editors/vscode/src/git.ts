/** A file as it is in the last commit, asked of git without a shell and without anything that a repository configures. */

import { execFile } from "node:child_process";
import * as path from "node:path";

const MOST_BYTES = 4 * 1024 * 1024;

/** The text of a file in HEAD; an error says in one line why there is none. */
export function lastCommit(file: string): Promise<string> {
  const folder = path.dirname(file);
  // `cat-file` neither converts nor filters: what a repository configures to be run is not run.
  const args = ["-c", "core.fsmonitor=false", "-C", folder, "cat-file", "blob", `HEAD:./${path.basename(file)}`];
  const options = { encoding: "utf8", maxBuffer: MOST_BYTES, timeout: 10_000, env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" } } as const;
  return new Promise((resolve, reject) => {
    execFile("git", args, options, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
      } else if ((error as NodeJS.ErrnoException).code === "ENOENT") {
        reject(new Error("git is not installed, or not on the PATH"));
      } else {
        reject(new Error(`the last commit has no ${path.basename(file)}: ${stderr.trim().split("\n")[0] ?? ""}`));
      }
    });
  });
}
