import { neverTheSame } from "../looks/recorded-fs.js";
import type { ReadBudget } from "./file-limits.js";

const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const COLON = 0x3a;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** What the files of a project have cost so far. Once something is over the budget, it stays so. */
export class Spending {
  /** What is over the budget, and the place where it was noticed; or null. */
  over: { readonly what: string; readonly shown: string } | null = null;
  readonly #budget: ReadBudget;
  #deadline: number | undefined;
  #files = 0;
  #bytes = 0;
  #marks = 0;

  constructor(budget: ReadBudget) {
    this.#budget = budget;
  }

  takeFiles(count: number, shown: string): boolean {
    this.#files += count;
    return this.#check(this.#files, this.#budget.files, "files", shown);
  }

  takeText(text: Uint8Array, shown: string): boolean {
    this.#bytes += text.length;
    if (!this.#check(this.#bytes, this.#budget.bytes, "bytes", shown)) return false;
    this.#marks += marksOf(text);
    return this.#check(this.#marks, this.#budget.marks, "commas, colons, opening brackets and lines", shown);
  }

  hasTime(shown: string): boolean {
    // The time that the trusted tiers took before is not the project's.
    this.#deadline ??= performance.now() + this.#budget.milliseconds;
    if (this.over === null && performance.now() > this.#deadline) {
      neverTheSame();
      this.over = { what: `more than ${this.#budget.milliseconds} milliseconds`, shown };
    }
    return this.over === null;
  }

  #check(spent: number, allowed: number, what: string, shown: string): boolean {
    if (this.over === null && spent > allowed) this.over = { what: `more than ${allowed} ${what}`, shown };
    return this.over === null;
  }
}

/** An upper bound of what a parser makes nodes of, without parsing: the time to load grows with it. */
function marksOf(text: Uint8Array): number {
  let marks = 0;
  for (const byte of text) {
    if (byte === LINE_FEED || byte === COMMA || byte === COLON || byte === BRACKET || byte === BRACE) marks++;
  }
  return marks;
}
