/** Which servers this extension can talk to. Pure. */

/** The oldest server with every request that this extension makes. */
export const OLDEST = "0.1.0";

/** Why a server cannot be used; undefined where it can. */
export function versionProblem(version: string | undefined): string | undefined {
  const has = parts(version ?? "");
  const needs = parts(OLDEST);
  if (has === undefined || needs === undefined) {
    return `the server does not say a version that is understood (${version ?? "none"})`;
  }
  const newerMajor = has[0] > needs[0];
  if (newerMajor) {
    return `the server is version ${version ?? ""}, which is newer than this extension knows; update the extension`;
  }
  const difference = has.map((part, index) => part - (needs[index] ?? 0)).find((d) => d !== 0) ?? 0;
  return difference < 0 ? `the server is version ${version ?? ""}; this extension needs ${OLDEST} or newer` : undefined;
}

function parts(version: string): [number, number, number] | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  return match === null ? undefined : [Number(match[1]), Number(match[2]), Number(match[3])];
}
