import type { Output } from "../io.js";

/** Work that is done by then, in milliseconds, says nothing. */
const SILENT_MS = 1_000;
/** Milliseconds between two lines: nobody reads faster. */
const BETWEEN_MS = 100;
/** To the beginning of the line, which is cleared. */
const CLEAR = "\r\u001b[K";

/** A line of a terminal that is written over and over, and leaves nothing behind. */
export class ProgressLine {
  readonly #output: Output;
  readonly #now: () => number;
  #started: number | undefined;
  #next = 0;
  #isShown = false;
  #text = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(output: Output, now: () => number) {
    this.#output = output;
    this.#now = now;
  }

  /** @param of how many there are in all, where that is known */
  show(what: string, done: number, of: number | undefined): void {
    this.#text = `${what} ${done}${of === undefined ? "" : ` of ${of}`}`;
    const now = this.#now();
    if (this.#started === undefined) {
      this.#started = now;
      this.#next = now + SILENT_MS;
      // Work that waits, such as for a judge, comes to no step by then.
      this.#timer = setTimeout(() => this.#draw(), SILENT_MS);
      this.#timer.unref();
    } else if (now >= this.#next) this.#draw();
  }

  /** Takes the line away. What comes next is new work. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#started = undefined;
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#write(CLEAR);
  }

  #draw(): void {
    clearTimeout(this.#timer);
    this.#next = this.#now() + BETWEEN_MS;
    this.#isShown = true;
    // A terminal that does not say how wide it is says 0.
    const width = this.#output.columns || 80;
    this.#write(`${CLEAR}${this.#text.slice(0, width - 1)}`);
  }

  #write(text: string): void {
    // A reader that is gone is noticed by what is written for good.
    this.#output.write(text).catch(() => undefined);
  }
}
