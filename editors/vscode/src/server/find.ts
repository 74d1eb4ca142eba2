/**
 * Which server to start: a setting, the active Python environment, the PATH, the one this extension installed.
 * Pure: it is told what there is and asks only whether a file can be run.
 */

import * as path from "node:path";

export interface Found {
  command: string;
  /** How it was found, in words. */
  origin: string;
}

export interface Surroundings {
  /** `codescore.server.path`; no workspace can set it. */
  setting: string | undefined;
  /** Python interpreters to look beside, best first, each with where it comes from. */
  interpreters: readonly { path: string; origin: string }[];
  /** The PATH as the extension host has it. */
  path: string;
  /** Folder of the environment that this extension installs into. */
  ownEnvironment: string;
  /** Workspace folders that are not trusted: nothing inside them is started. */
  untrusted: readonly string[];
  windows: boolean;
}

export interface Search {
  found: Found | undefined;
  /** Where it was looked for in vain, for the message that says so. */
  tried: string[];
}

/** The first server that can be run. */
export function findServer(around: Surroundings, canRun: (file: string) => boolean): Search {
  const tried: string[] = [];
  const take = (file: string, origin: string): Found | undefined => {
    if (around.untrusted.some((folder) => isInside(file, folder))) {
      tried.push(`${file} (${origin}) lies in a workspace that is not trusted`);
      return undefined;
    }
    if (canRun(file)) {
      return { command: file, origin };
    }
    tried.push(`${file} (${origin})`);
    return undefined;
  };
  if (around.setting !== undefined) {
    // Who names a server wants that one and no other.
    return { found: take(around.setting, "setting codescore.server.path"), tried };
  }
  const places = [
    ...around.interpreters.map(({ path: python, origin }) => ({ folder: path.dirname(python), origin })),
    ...around.path
      .split(around.windows ? ";" : ":")
      .filter((folder) => path.isAbsolute(folder)) // what depends on the current folder could be the workspace's
      .map((folder) => ({ folder, origin: "PATH" })),
    { folder: path.join(around.ownEnvironment, around.windows ? "Scripts" : "bin"), origin: "installed by this extension" },
  ];
  for (const { folder, origin } of places) {
    const found = take(path.join(folder, around.windows ? "codescore.exe" : "codescore"), origin);
    if (found !== undefined) {
      return { found, tried };
    }
  }
  return { found: undefined, tried };
}

/** Whether a path lies in a folder, by its spelling. */
export function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative === "" || (!relative.startsWith("..") && !path.isAbsolute(relative));
}

/** The interpreter of an environment's folder. */
export function pythonOf(environment: string, windows: boolean): string {
  return windows ? path.join(environment, "Scripts", "python.exe") : path.join(environment, "bin", "python");
}
