/** When to start a server again that ended by itself, and when to stop trying. Pure: it is told the time. */

const WINDOW = 180_000; // ms; what ended longer ago is forgiven
const CAP = 5; // ends within the window
const FIRST = 250; // ms, doubled with each end within the window

/** Counts ends; `next` is the wait before another start, undefined to give up. */
export class Backoff {
  private ends: number[] = [];

  next(now: number): number | undefined {
    this.ends = [...this.ends.filter((end) => now - end < WINDOW), now];
    return this.ends.length > CAP ? undefined : FIRST * 2 ** (this.ends.length - 1);
  }

  reset(): void {
    this.ends = [];
  }
}
