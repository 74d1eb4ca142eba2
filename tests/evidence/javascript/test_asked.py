"""What a JavaScript or TypeScript reference asks for is tried: ids that meet, units, NaN, what is no Error, null."""

from __future__ import annotations

import shutil

import pytest

from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="NO NODE: nothing of JavaScript was run")
CART = """
export interface Item { id: string; count: number }
export type Action =
  { type: "more"; id: string } | { type: "drop"; id: string } | { type: "set"; id: string; count: number };
export function reduce(items: Item[], action: Action): Item[] {
  switch (action.type) {
    case "more": return items.map((i) => (i.id === action.id ? { ...i, count: i.count + 1 } : i));
    case "drop": return items.filter((i) => i.id !== action.id);
    case "set": return items.map((i) => (i.id === action.id ? { ...i, count: action.count } : i));
    default: return items;
  }
}
"""
SEARCH = """
export interface Todo { title: string; done: boolean }
export function search(todos: Todo[], filter: { words?: string }): Todo[] {
  const { words } = filter;
  return todos.filter((t) => !words || t.title.toLowerCase().includes(words.toLowerCase()));
}
"""
AGO = """
export function ago(then, now) {
  const minutes = Math.floor((now - then) / 60000);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (minutes < 1) return 'now';
  if (hours < 1) return `${minutes} min`;
  if (days < 1) return `${hours} h`;
  return days < 7 ? `${days} d` : 'long ago';
}
"""
MONEY = r"""
export function money(cents) {
  if (!Number.isFinite(cents)) return '-';
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${cents < 0 ? '-' : ''}${whole}`;
}
"""
GROUPED = r"""
export function money(cents) {
  if (cents !== cents || Math.abs(cents) === Infinity) return '-';
  let digits = String(Math.floor(Math.abs(cents) / 100)), out = '';
  while (digits.length > 3) { out = ',' + digits.slice(-3) + out; digits = digits.slice(0, -3); }
  return (cents < 0 ? '-' : '') + digits + out;
}
"""
LOAD = """
export async function loadAll<T>(ids: string[], load: (id: string) => Promise<T>): Promise<unknown[]> {
  return Promise.all([...new Set(ids)].map(async (id) => {
    try {
      return { id, value: await load(id) };
    } catch (e) {
      return { id, error: e instanceof Error ? e.message : String(e) };
    }
  }));
}
"""
IN_TIME = LOAD.replace("return Promise.all(", "const found: unknown[] = []; await Promise.all(").replace(
    "return { id, value: await load(id) };", "found.push({ id, value: await load(id) });"
).replace("return { id, error", "found.push({ id, error").replace("String(e) };", "String(e) });").replace(
    "}));", "})); return found;"
)  # fmt: skip
QUERY = """
export function query(params) {
  const parts = [];
  for (const key of Object.keys(params).sort()) {
    const value = params[key];
    if (value === null || value === undefined) continue;
    for (const v of Array.isArray(value) ? value : [value]) {
      parts.push(v === true ? key : `${key}=${v}`);
    }
  }
  return parts.join('&');
}
"""
LIMITER = """
export class Limiter {
  private stamps: number[] = [];
  constructor(private limit: number, private span: number, private now: () => number = Date.now) {}
  allow(): boolean {
    const t = this.now();
    this.stamps = this.stamps.filter((s) => t - s < this.span);
    if (this.stamps.length >= this.limit) return false;
    this.stamps.push(t);
    return true;
  }
}
"""
TURNED = LIMITER.replace("(s) => t - s < this.span", "(s) => s + this.span > t")


@pytest.mark.parametrize(
    ("language", "reference", "right", "wrong"),
    [
        ("typescript", CART, ("filter((i) => i.id !== action.id)", "flatMap((i) => (i.id === action.id ? [] : [i]))"),
         ("count: action.count", "count: i.count")),
        ("typescript", SEARCH, ("!words ||", 'words === undefined || !words ||'), ("words.toLowerCase()", "words")),
        ("javascript", AGO, ("days < 1", "hours < 24"), ("days < 7", "days <= 7")),
        ("javascript", MONEY, (MONEY, GROUPED), (r"(\d{3})+(?!\d))/g, ','", r"(\d{3})$)/, ','")),
        ("javascript", MONEY, ("cents < 0", "0 > cents"), ("!Number.isFinite(cents)", "Number.isNaN(cents)")),
        ("typescript", LOAD, ("await load(id)", "await load(String(id))"),
         ("e instanceof Error ? e.message : String(e)", "String((e as Error).message)")),
        ("typescript", LOAD, ("[...new Set(ids)]", "Array.from(new Set(ids))"), (LOAD, IN_TIME)),
        ("javascript", QUERY, ("value === null || value === undefined", "value == null"), ("v === true", "v")),
        ("typescript", LIMITER, ("this.stamps.length >= this.limit", "!(this.limit > this.stamps.length)"),
         ("t - s < this.span", "t - s <= this.span")),
    ],
    ids=["ids", "case", "units", "thousands", "unfinite", "thrown text", "late first", "values", "clock"],
)  # fmt: skip
def test_what_is_asked_for_is_tried(
    session: EvidenceSession, language: str, reference: str, right: tuple[str, str], wrong: tuple[str, str]
) -> None:
    assert right[0] in reference
    assert wrong[0] in reference
    found = judged(session, language, reference.replace(*right), reference)
    assert found.verdict == "equivalent", found.reason
    found = judged(session, language, reference.replace(*wrong), reference)
    assert found.verdict == "differs", found.reason


def test_the_time_of_day_is_no_difference(session: EvidenceSession) -> None:
    """However often it is asked, by whatever way."""
    reference = "export function age(born) { return Math.floor((Date.now() - born) / 1000) % 1000; }"
    right = "export function age(born) { new Date(); return Math.floor((new Date().getTime() - born) / 1000) % 1000; }"
    assert judged(session, "javascript", right, reference).verdict == "equivalent"
    kind = "const d = new Date(x); return [d instanceof Date, d.constructor === Date, d.getTime()];"
    kind = f"export function kind(x) {{ {kind} }}"
    assert judged(session, "javascript", kind.replace("[d ", "[new Date() "), kind).verdict == "equivalent"


def test_a_clock_that_gives_numbers_is_given_as_one(session: EvidenceSession) -> None:
    """`() => number` is no function that gives a list."""
    assert judged(session, "typescript", TURNED, LIMITER).verdict in ("equivalent", "conditional")


CHAIN = """
export class Chain {
  #steps = [];
  use(step) {
    if (typeof step !== 'function') throw new TypeError('no function');
    this.#steps.push(step);
    return this;
  }
  async run(context) {
    const go = async (at) => {
      const step = this.#steps[at];
      if (step) await step(context, () => go(at + 1));
    };
    await go(0);
    return this.#steps.length;
  }
}
"""
FOLDED = """
export class Chain {
  #steps = [];
  use(step) {
    if (!(step instanceof Function)) throw new TypeError('no function');
    this.#steps = [...this.#steps, step];
    return this;
  }
  async run(context) {
    const end = async () => {};
    await this.#steps.reduceRight((next, step) => async () => { await step(context, next); }, end)();
    return this.#steps.length;
  }
}
"""
TYPED = """
export type Step = (context: number[], next: () => void) => void;
export function run(steps: Step[], context: number[]): number[] {
  const go = (at: number): void => {
    if (at < steps.length) steps[at](context, () => go(at + 1));
  };
  go(0);
  return context;
}
"""


@pytest.mark.parametrize(
    ("language", "reference", "right", "wrong"),
    [
        ("javascript", CHAIN, (CHAIN, FOLDED), ("() => go(at + 1)", "() => go(at + 2)")),
        ("typescript", TYPED, ("at < steps.length", "steps.length > at"), ("() => go(at + 1)", "() => {}")),
    ],
)
def test_what_hands_on_a_function_is_given_some_that_call_it(
    session: EvidenceSession, language: str, reference: str, right: tuple[str, str], wrong: tuple[str, str]
) -> None:
    assert judged(session, language, reference.replace(*right), reference).verdict == "equivalent"
    assert judged(session, language, reference.replace(*wrong), reference).verdict == "differs"
