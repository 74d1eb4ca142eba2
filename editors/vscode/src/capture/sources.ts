/**
 * Where an experimenter's suggestions come from: a recording, a server on this machine, or a program.
 *
 * All speak one form. Asked `{file, language, line, character, prefix, suffix, trigger}`, they answer
 * `{items: [{text, replace?, provider?, model?}]}`; `replace` is how many characters before the cursor the text stands
 * for. server/CAPTURE.md has examples. Pure but for what is asked: no editor.
 */

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import * as http from "node:http";

export interface Asked {
  file: string;
  language: string;
  line: number;
  character: number;
  prefix: string;
  suffix: string;
  trigger: "automatic" | "manual";
}

export interface Item {
  text: string;
  /** Characters (UTF-16) before the cursor that the text also holds. */
  replace?: number;
  provider?: string;
  model?: string;
}

export interface Source {
  ask(asked: Asked, signal: AbortSignal): Promise<Item[]>;
  /** One of its items became visible: an answer may come too late to be. */
  shown?(item: Item): void;
}

const MOST = 1 << 20; // bytes of an answer
const PATIENCE = 30_000; // ms

/** The source that a setting names; an Error with one line where it names none. */
export function sourceOf(setting: string): Source {
  const [kind, rest] = [setting.slice(0, setting.indexOf(":")), setting.slice(setting.indexOf(":") + 1)];
  if (kind === "replay" && rest !== "") {
    return replay(readFileSync(rest, "utf8"), rest);
  }
  if (kind === "http") {
    return served(setting);
  }
  if (kind === "command" && rest.trim() !== "") {
    return program(rest.trim().split(/\s+/));
  }
  throw new Error(`codescore.experimentProvider is replay:FILE, http://127.0.0.1:PORT/PATH or command:PROGRAM ARGUMENTS, not ${setting}`);
}

interface Recorded extends Item {
  file?: string;
  before?: string;
}

/**
 * A recording, JSON lines: each suggestion is offered once, in order, where the file's name ends with `file` and the line
 * up to the cursor ends with `before`. The same edits get the same suggestions, every time.
 */
export function replay(text: string, name: string): Source {
  let left = text.split("\n").flatMap((line, number) => (line.trim() === "" ? [] : [recorded(line, `${name}:${number + 1}`)]));
  return {
    ask: (asked) => {
      const start = asked.prefix.slice(asked.prefix.lastIndexOf("\n") + 1);
      return Promise.resolve(left.filter((one) => asked.file.endsWith(one.file ?? "") && start.endsWith(one.before ?? "")).slice(0, 1));
    },
    shown: (item) => {
      left = left.filter((one) => one !== item);
    },
  };
}

function recorded(line: string, where: string): Recorded {
  const [item] = items({ items: [parsed(line, where)] }, where);
  const { file, before } = parsed(line, where) as { file?: unknown; before?: unknown };
  if ((file !== undefined && typeof file !== "string") || (before !== undefined && typeof before !== "string")) {
    throw new Error(`${where}: file and before are texts`);
  }
  return { ...(item as Item), ...(file === undefined ? {} : { file }), ...(before === undefined ? {} : { before }) };
}

/** A server on this machine: what is typed goes nowhere else. */
export function served(address: string): Source {
  const url = new URL(address);
  if (!["127.0.0.1", "localhost", "[::1]"].includes(url.hostname) || url.username !== "") {
    throw new Error(`${address} is not on this machine; suggestions come from 127.0.0.1, localhost or [::1]`);
  }
  const ask = (asked: Asked, signal: AbortSignal): Promise<Item[]> =>
    new Promise((resolve, reject) => {
      const headers = { "Content-Type": "application/json" };
      const request = http.request(url, { method: "POST", headers, signal, timeout: PATIENCE }, (response) => {
        collect(response, address).then((body) => {
          if (response.statusCode !== 200) {
            throw new Error(`${address} answers with status ${response.statusCode ?? 0}`);
          }
          resolve(items(parsed(body, address), address));
        }).catch(reject);
      });
      request.on("timeout", () => request.destroy(new Error(`${address} did not answer within ${PATIENCE / 1000} s`)));
      request.on("error", reject);
      request.end(JSON.stringify(asked));
    });
  return { ask };
}

/** A program that is started for each question, which it reads from its standard input. */
export function program(argv: readonly string[]): Source {
  const [file, ...rest] = argv as [string, ...string[]];
  const ask = (asked: Asked, signal: AbortSignal): Promise<Item[]> =>
    new Promise((resolve, reject) => {
      const child = spawn(file, rest, { stdio: ["pipe", "pipe", "ignore"], signal, timeout: PATIENCE });
      const body = collect(child.stdout, file);
      child.on("error", reject);
      child.on("close", (code) => {
        body.then((text) => {
          if (code !== 0) {
            throw new Error(`${file} ended with code ${code ?? "?"}`);
          }
          resolve(items(parsed(text, file), file));
        }).catch(reject);
      });
      child.stdin.on("error", () => undefined); // it need not read
      child.stdin.end(JSON.stringify(asked));
    });
  return { ask };
}

function collect(stream: NodeJS.ReadableStream, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    stream.on("data", (part: Buffer) => {
      size += part.length;
      if (size > MOST) {
        reject(new Error(`${name} answers with more than ${MOST} bytes`));
      } else {
        parts.push(part);
      }
    });
    stream.on("end", () => {
      resolve(Buffer.concat(parts).toString("utf8"));
    });
    stream.on("error", reject);
  });
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${where}: not JSON`);
  }
}

function items(answer: unknown, where: string): Item[] {
  const list = (answer as { items?: unknown } | null)?.items;
  if (!Array.isArray(list)) {
    throw new Error(`${where}: no list of items`);
  }
  return list.map((one: Partial<Record<keyof Item, unknown>> | null) => {
    if (typeof one?.text !== "string" || (one.replace !== undefined && !Number.isInteger(one.replace))) {
      throw new Error(`${where}: an item has a text, and replace is a whole number`);
    }
    const word = (value: unknown): string | undefined => (typeof value === "string" ? value.slice(0, 256) : undefined);
    const [provider, model] = [word(one.provider), word(one.model)];
    return {
      text: one.text,
      ...(one.replace === undefined ? {} : { replace: one.replace as number }),
      ...(provider === undefined ? {} : { provider }),
      ...(model === undefined ? {} : { model }),
    };
  });
}
